"""Which targets are words of English."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from lcp.base.caches import CACHED_WORDS
from lcp.english.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    SUFFIXES,
    beginnings,
    endings,
)
from lcp.english.expression_forms import expression_rows, without_number
from lcp.english.kinds import Fact, facts_of, form_kind
from lcp.english.lemmas import possible_lemmas
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.tables import not_english, rare_words
from lcp.english.word_frequency import frequent_words
from lcp.english.word_levels import listed_readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Kinds of targets that are words.
_WORDS = frozenset({"word", "name", "function word", "abbreviation", "contraction part"})
_SUFFIXES = SUFFIXES | CLASSICAL_ENDINGS
#: Letters of forms that may be misspellings: shorter words resemble each other by chance.
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
    """Return whether letters are a word; it may end in a word of `shortest` letters.

    Names ("kawakami") and words of other languages ("feuille") end in words of four letters.
    """
    form = piece.lower()
    if form in not_english():
        # With capitals an abbreviation, or a name, which texts write so.
        return piece.isupper() or bool(facts_of([piece])[0] & Fact.USUAL)
    if any(map(_is_listed, (form, *possible_lemmas(form)))):
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
    words, letters = _frequent()
    return len(form) >= _LONG and not words.isdisjoint(_edited(form, letters))


def _edited(form: str, letters: Iterable[str]) -> Iterator[str]:
    """Yield a form with an edit after its first letter, which misspellings rarely change."""
    for place in range(1, len(form) + 1):
        before, at, after = form[:place], form[place : place + 1], form[place + 1 :]
        yield before + after
        yield before + after[:1] + at + after[1:]
        for letter in letters:
            yield before + letter + after
            yield before + letter + at + after


@cache
def _frequent(zipf: float = 3.5) -> tuple[frozenset[str], str]:
    """Return frequent words, and their letters.

    Most forms that resemble rarer words are names ("Trumble"), and misspellings of words just above
    this frequency are common ("opressed").
    """
    frequent = (word for word in frequent_words(zipf) if len(word) >= _LONG - 1)
    words = frozenset(filter(_is_listed, frequent))
    return words, "".join(sorted(set().union(*words)))
