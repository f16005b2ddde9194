"""Which targets are words of English."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache
from itertools import takewhile

from lcp.english.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    SUFFIXES,
    beginnings,
    endings,
)
from lcp.english.expression_forms import expression_rows, without_number
from lcp.english.kinds import form_kind
from lcp.english.lemmas import possible_bases
from lcp.english.tables import not_english, rare_words
from lcp.english.word_cache import CACHED_WORDS
from lcp.english.word_frequency import frequencies
from lcp.lexicon.words import load_lexicon
from lcp.model.word_levels import listed_readings

#: Kinds of targets that are words.
_WORDS = frozenset({"word", "name", "function word", "abbreviation", "contraction part"})
_SUFFIXES = SUFFIXES | CLASSICAL_ENDINGS
#: Letters of words that a misspelling may resemble.
_LONG = 6


@lru_cache(CACHED_WORDS)
def is_english(target: str) -> bool:
    """Return whether a target consists of words of English; others have no level.

    Words are listed, forms of a listed word, or they end in one or have an affix and are not a
    misspelling of a frequent word. Words of other languages count in expressions ("en route") and
    as names in capitals only.

    >>> [is_english(target) for target in ("croaks", "quokkas", "xqzzt", "recieve", "1990s")]
    [True, True, False, False, False]
    """
    form = without_number(target)
    if form.lower() in listed_readings() or (" " in form and expression_rows([form])[0] >= 0):
        return True
    pieces = re.findall(r"[^\W\d_]+", form)
    return form_kind(target) in _WORDS and all(map(_is_word, pieces))


def _is_word(piece: str, shortest: int = 5) -> bool:
    form = piece.lower()
    if form in not_english():
        return not piece.islower() and _is_name(piece)
    if any(map(_is_listed, (form, *possible_bases(form)))):
        return True
    ends = (form[start:] for start in range(1, len(form) - shortest + 1))
    has_part = (
        any(map(_is_listed, ends))
        or max(endings(form, _SUFFIXES), default=0) > 2  # noqa: PLR2004 - letters
        or any(beginnings(form, CLASSICAL_BEGINNINGS))
    )
    return has_part and not _is_misspelt(form)


def _is_listed(form: str) -> bool:
    is_counted = form in load_lexicon().row_of or form in rare_words()
    return is_counted and form not in not_english()


def _is_misspelt(form: str) -> bool:
    """Return whether a letter less, more, changed or moved makes a long form a frequent word."""
    if len(form) < _LONG:
        return False
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extractOne

    near = _frequent().get((form[0], len(form)), ())
    return extractOne(form, near, scorer=OSA.distance, score_cutoff=1) is not None


@cache
def _frequent(zipf: float = 3.5) -> dict[tuple[str, int], list[str]]:
    """Return frequent words by first letter, which misspellings rarely change, and near length."""
    found = defaultdict(list)
    for word in takewhile(lambda word: frequencies()[word] >= 10 ** (zipf - 9), frequencies()):
        if len(word) >= _LONG - 1 and _is_listed(word):
            for size in range(len(word) - 1, len(word) + 2):
                found[word[0], size].append(word)
    return found


def _is_name(piece: str, share: float = 0.6) -> bool:
    """Return whether letters with capitals are a name, which texts write so, or an abbreviation."""
    lexicon = load_lexicon()
    return piece.isupper() or bool(lexicon.capital_share(lexicon.rows([piece]))[0] > share)
