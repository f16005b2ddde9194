"""Kinds of tokens, from form, tag and neighbours: words, names, numbers, punctuation and others.

Function words, units and abbreviations are rows of ``function_words.txt`` (spaCy's stop words
without content words), ``units.txt`` and ``abbreviations.tsv``.
"""

from __future__ import annotations

import math
import re
import unicodedata
from enum import IntFlag
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.network import load_model_of_english
from lcp.english.sentences import may_begin, may_end
from lcp.english.tables import (
    abbreviations,
    contractions,
    degrees,
    function_words,
    past_forms,
    plural_forms,
    units,
)
from lcp.english.tokens import DOMAIN, DOTTED, E_MAIL, LONG_RUN, PROTOCOL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Bools, Ints

Kind = Literal[
    "word", "name", "abbreviation", "number", "identifier", "function word", "contraction part",
    "URL", "e-mail", "punctuation", "symbol", "other script", "long run", "markup",
]  # fmt: skip

#: Kinds of tokens; only words are targets, and names on request.
KINDS: tuple[Kind, ...] = get_args(Kind)

#: Kinds that results show, although they are skipped by default.
SHOWN = frozenset({"name", "abbreviation", "number", "identifier", "contraction part"})
#: Names of kinds that are not countable nouns, for one and for several tokens.
_NOUNS: dict[str, tuple[str, str]] = {
    "punctuation": ("punctuation mark", "punctuation marks"),
    "other script": ("word in another script", "words in other scripts"),
    "markup": ("markup tag", "markup tags"),
}

_NUMBER = re.compile(r"[-+−±~]?\d[\d.,:/–-]*(?:st|nd|rd|th|s)?")
_WITH_UNIT = re.compile(r"[-+−±~]?[£$€¥]?\d[\d.,:/–-]*(?P<unit>[a-zA-Zµμ°/]{1,4})")
_CURRENCY = re.compile(r"[A-Z]{0,3}[$£€¥]")
#: A decade or year after a prefix: "mid-1990s", "pre-2010".
_PREFIXED_NUMBER = re.compile(r"(?:early|late|mid|non|over|post|pre|top|under)-\d[\d,./–-]*s?")
#: Roman numerals below 40 and longer ones; other short ones are abbreviations such as DC and MC.
_ROMAN = re.compile(
    r"(?=[IVX]{2,}$|[IVXLCDM]{4,}$)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
)
_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}[^\W\d_]?|[A-Z]\.(?:-[A-Z]\.)*")
#: Parts of acronyms such as "mRNA", "PhD", "SARS-CoV-2", "TNF-α" and "R&D".
_ACRONYM_PART = re.compile(r"[a-z]{0,2}[A-Z]+(?:[a-z][A-Z]+)?|\d{1,3}[A-Za-z]?|[α-ωΑ-Ω]")
_ACRONYM_ENDING = re.compile(r"['’]?s$|['’]$")
_E_MAIL = re.compile(E_MAIL)
_URL = re.compile(f"(?i:{PROTOCOL})|{DOMAIN}|{DOTTED}$")
_DIGIT = re.compile(r"\d")
_PART = re.compile(r"[-–/&]")
#: A name after a prefix or a particle: "pro-Western", "al-Hakim", "d'Arc".
_INNER_NAME = re.compile(r"(?:[a-z]+['’]|[a-z]{2,}-)[A-Z][a-z].*")
_ORDINARY_PART = re.compile(r"[A-Za-z][a-z]{2,}")
#: Characters that occur in markup, code and damaged text, never in words.
_CODE = re.compile(
    r"[<>{}()\[\]=@#\\|^~*_$%;\"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ue000-\uf8ff\ufff9-\uffff"
    r"\U000f0000-\U0010ffff]"
)
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿﬀ-ﬆ]")
#: Most words: for these letters, only lists of words decide.
_LETTERS = re.compile(rf"[A-Za-z][a-z]{{1,{LONG_RUN - 2}}}")


#: Kinds of a target without content words; the first that occurs in it counts.
_MINOR: tuple[Kind, ...] = (
    *("contraction part", "function word", "symbol", "punctuation", "markup"),
)
#: Kinds of a target that has content words, but not all of one kind; the first counts.
_MAJOR: tuple[Kind, ...] = (
    *("name", "identifier", "abbreviation", "number", "URL", "e-mail", "other script", "long run"),
)


def in_numbers(kind: str, number: int) -> str:
    """Return a number of tokens of a kind, in words.

    >>> in_numbers("name", 1), in_numbers("name", 1200), in_numbers("other script", 3)
    ('1 name', '1,200 names', '3 words in other scripts')
    """
    singular, plural = _NOUNS.get(kind, (kind, f"{kind}s"))
    return f"{number:,} {singular if number == 1 else plural}"


@lru_cache(maxsize=CACHED_WORDS)
def form_kind(text: str) -> Kind:
    """Return the kind of a token without its sentence, which decides about names.

    >>> form_kind("acquiescence"), form_kind("the"), form_kind("£15.1bn"), form_kind("NATO")
    ('word', 'function word', 'number', 'abbreviation')
    """
    if _LETTERS.fullmatch(text):
        if text.lower() in function_words():
            return "function word"
        return "abbreviation" if _is_abbreviation(text) else "word"
    return next((kind for kind, matches in _rules() if matches(text)), "word")


def kind_of_target(kinds: Iterable[Kind], *, several: bool) -> Kind | Literal["expression"]:
    """Return the kind of a target from its tokens' kinds, `several` if it has several words.

    A target of several words is a name if its content words are names, and an expression if one
    of them is an ordinary word.

    >>> kind_of_target(["name", "name"], several=True), kind_of_target(["word"], several=False)
    ('name', 'word')
    """
    present = set(kinds)
    if "word" in present or not present:
        return "expression" if several else "word"
    return next(kind for kind in (*_MAJOR, *_MINOR) if kind in present)


#: What is known about a form, whatever is around it. `CAPITAL`: an initial capital only.
Fact = IntFlag(
    "Fact",
    "CAPITAL CAPITALS MIXED LONG ORDINARY USUAL SELDOM LETTER UNIT SLASH CURRENCY ENDING STEM"
    " SPOKEN LISTED MAY_END MAY_BEGIN PAST PLURAL COMPARATIVE SUPERLATIVE COMMA FUNCTION ALWAYS",
)


def facts_of(forms: Sequence[str]) -> NDArray[np.uint32]:
    """Return the facts about forms."""
    lexicon = load_lexicon()
    rows = lexicon.rows(forms)
    facts = [*map(_facts, forms, lexicon.capital_share(rows).tolist())]
    return np.array(facts, dtype=np.uint32) | (rows >= 0) * np.uint32(Fact.LISTED)


def _facts(form: str, capital_share: float) -> int:
    """Return the facts about a form that is in the lexicon with a share of capitals, or NaN."""
    lowered = form.lower()
    capitals = len(form) > 1 and form.isupper() and form.isalpha()
    firsts, _ = _contracted()
    limits: dict[str, float] = load_model_of_english().settings
    # The capital of "X-ray" is no evidence.
    share = math.nan if form == lowered or form[1:2] == "-" else capital_share
    return (
        Fact.CAPITAL * (form[:1].isupper() and not capitals)
        | Fact.CAPITALS * capitals
        | Fact.MIXED * (form[1:] != lowered[1:] and _is_mixed(form))
        | Fact.LONG * (len(form) >= limits["long_acronym"])
        | Fact.ORDINARY * (capital_share < limits["usually_name"])
        | Fact.USUAL * (share >= limits["usually_name"])
        | Fact.SELDOM * (share < limits["seldom_name"])
        | Fact.LETTER * form[:1].isalpha()
        | Fact.UNIT * (form in units() or form.rstrip(".") in units())
        | Fact.SLASH * (form == "/")
        | Fact.CURRENCY * bool(_CURRENCY.fullmatch(form))
        | Fact.ENDING * _is_ending(lowered)
        | Fact.STEM * (lowered in firsts)
        | Fact.SPOKEN * any(map(str.isalnum, form))
        | Fact.MAY_END * may_end(form)
        | Fact.MAY_BEGIN * may_begin(form)
        | Fact.PAST * (lowered in past_forms())
        | Fact.PLURAL * (lowered in plural_forms())
        | Fact.COMPARATIVE * (form in degrees("er"))
        | Fact.SUPERLATIVE * (form in degrees("est"))
        | Fact.COMMA * (form == ",")
        | Fact.FUNCTION * (lowered in function_words())
        | Fact.ALWAYS * (share >= limits["always_name"])
    )


def common_words(facts: NDArray[np.integer], stops: Ints) -> Bools:
    """Return which words are no proper nouns.

    Words that seldom have one inside sentences are common at the start of a sentence, and in a
    sentence in capitals. So is a word alone or in lower case, unless it is usually a name or is
    between two words with capitals.

    Parameters
    ----------
    facts : int array of shape (n_tokens,)
        See :func:`facts_of`.
    stops : int array of shape (n_sentences,)
        Places after the last token of each sentence.
    """
    firsts = np.append(0, stops[:-1])
    is_word = facts & Fact.LETTER > 0
    is_first, in_capitals = _first_words(is_word, stops), _in_capitals(facts, stops)
    alone = np.repeat(np.add.reduceat(is_word, firsts, dtype=np.intp) == 1, stops - firsts)
    seldom, ordinary = facts & Fact.SELDOM > 0, facts & Fact.ORDINARY > 0
    is_upper = facts & (Fact.CAPITAL | Fact.CAPITALS | Fact.MIXED) > 0
    follows, precedes = np.append(False, is_upper[:-1]), np.append(is_upper[1:], False)
    follows[firsts] = precedes[stops - 1] = False
    # Not the particle of Ludwig van Beethoven.
    is_lower = is_word & ~is_upper & ~(follows & precedes)
    common: Bools = (is_first | in_capitals) & seldom
    common |= (is_lower | alone) & ordinary
    return common


def meant_capitals(facts: NDArray[np.integer], stops: Ints) -> Bools:
    """Return which words have a capital that their place does not explain: "the Commission".

    A place explains it at the start of a sentence, after a mark other than a comma, and in a
    heading. So do capitals that stress a long word.

    Parameters
    ----------
    facts : int array of shape (n_tokens,)
        See :func:`facts_of`.
    stops : int array of shape (n_sentences,)
        Places after the last token of each sentence.
    """
    capital = facts & (Fact.CAPITAL | Fact.CAPITALS | Fact.MIXED) > 0
    if not capital.any():
        return capital
    # reduceat has no sums of sentences without tokens.
    stops = stops[np.diff(stops, prepend=0) > 0]
    stressed = facts & Fact.CAPITALS > 0
    stressed &= (facts & Fact.LONG > 0) | _in_capitals(facts, stops)
    after_mark = np.append(True, facts[:-1] & (Fact.SPOKEN | Fact.COMMA) == 0)
    after_mark[stops[:-1]] = True
    is_word = facts & Fact.LETTER > 0
    explained = _first_words(is_word, stops) | after_mark | stressed
    # In a heading, only function words are in lower case.
    is_lower = is_word & ~capital & (facts & Fact.FUNCTION == 0)
    firsts = np.append(0, stops[:-1])
    explained |= np.repeat(~np.logical_or.reduceat(is_lower, firsts), stops - firsts)
    meant: Bools = capital & ~explained
    return meant


def _first_words(is_word: Bools, stops: Ints) -> Bools:
    """Return which tokens are the first word of their sentence."""
    places = np.where(is_word, np.arange(len(is_word)), len(is_word))
    is_first = np.zeros(len(is_word) + 1, dtype=bool)
    is_first[np.minimum.reduceat(places, np.append(0, stops[:-1]))] = True
    return is_first[:-1]


def _in_capitals(facts: NDArray[np.integer], stops: Ints) -> Bools:
    """Return which tokens are in a sentence most of whose words are in capitals."""
    firsts = np.append(0, stops[:-1])
    flags = facts & Fact.CAPITALS > 0, facts & Fact.LETTER > 0
    capitals, words = (np.add.reduceat(flag, firsts, dtype=np.intp) for flag in flags)
    return np.repeat(2 * capitals > words, stops - firsts)


def _is_mixed(form: str) -> bool:
    """Whether a form that has capitals inside is no acronym."""
    return (form.isalpha() and not form.isupper()) or bool(_INNER_NAME.fullmatch(form))


def _is_ending(lowered: str) -> bool:
    return lowered in _contracted()[1] or (
        len(lowered) > 1 and lowered[0] == "'" and lowered[1:].isalpha()
    )


@cache
def _contracted() -> tuple[frozenset[str], frozenset[str]]:
    """Return the first and the last parts of contractions."""
    firsts, lasts = zip(*contractions().values(), strict=True)
    return frozenset(firsts), frozenset(lasts)


@cache
def _rules() -> list[tuple[Kind, Callable[[str], bool]]]:
    """Return the tests for every kind but ``word``; the first that matches applies."""
    return [
        ("long run", lambda text: len(text) >= LONG_RUN),
        ("e-mail", lambda text: bool(_E_MAIL.fullmatch(text))),
        ("abbreviation", _is_abbreviation),
        ("URL", lambda text: bool(_URL.match(text))),
        ("punctuation", lambda text: all(unicodedata.category(c)[0] == "P" for c in text)),
        ("number", lambda text: bool(_CURRENCY.fullmatch(text)) and len(text) > 1),
        ("symbol", lambda text: not any(character.isalnum() for character in text)),
        ("number", _is_number),
        ("symbol", lambda text: bool(_CODE.search(text))),
        ("other script", lambda text: not _LATIN.search(text)),
        (
            "contraction part",
            lambda text: _is_ending(text.lower()) and text.lower() not in function_words(),
        ),
        ("function word", lambda text: text.lower() in function_words()),
        ("symbol", lambda text: len(text) == 1),
        ("abbreviation", _is_acronym),
        ("identifier", _is_identifier),
    ]


def _is_abbreviation(text: str) -> bool:
    listed = abbreviations()
    return text in listed or text[:1].lower() + text[1:] in listed or bool(_DOTTED.fullmatch(text))


def _is_acronym(text: str) -> bool:
    if sum(character.isupper() for character in text) < 2:  # noqa: PLR2004 - "A-level" is a word
        return False
    return all(map(_ACRONYM_PART.fullmatch, _PART.split(_ACRONYM_ENDING.sub("", text))))


def _is_number(text: str) -> bool:
    if not any(character.isalpha() for character in text):
        return True
    if _DIGIT.search(text):
        unit = _WITH_UNIT.fullmatch(text)
        return bool(
            (unit and unit["unit"] in units())
            or _NUMBER.fullmatch(text)
            or _PREFIXED_NUMBER.fullmatch(text.lower())
        )
    return bool(_ROMAN.fullmatch(text))


def _is_identifier(text: str) -> bool:
    """Whether a token mixes letters and digits, without an ordinary word as in "19th-century"."""
    if not _DIGIT.search(text):
        return False
    return not any(_ORDINARY_PART.fullmatch(part) for part in _PART.split(text))
