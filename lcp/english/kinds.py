"""Kinds of tokens, as far as the token alone decides: see :mod:`lcp.english.names`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from lcp.english.text import CACHED_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Kind = Literal[
    "word", "name", "abbreviation", "number", "identifier", "function word", "contraction part",
    "URL", "e-mail", "punctuation", "symbol", "other script", "long run", "markup",
]  # fmt: skip

#: Kinds of tokens; only words are rated, and names on request.
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]

#: Kinds that results show, although they are not rated by default.
SHOWN = frozenset({"name", "abbreviation", "number", "identifier", "contraction part"})
#: Names of kinds that are not countable nouns, for one and for several tokens.
_NOUNS: dict[str, tuple[str, str]] = {
    "punctuation": ("punctuation mark", "punctuation marks"),
    "other script": ("word in another script", "words in other scripts"),
    "markup": ("markup tag", "markup tags"),
}

#: Nouns, lexical verbs and adjectives in spaCy's stop list, which are content words here.
CONTENT = frozenset(
    {
        *("amount", "back", "bottom", "call", "empty", "front", "full", "give", "go", "keep"),
        *("made", "make", "move", "name", "part", "put", "regarding", "say", "see", "seem"),
        *("seemed", "seeming", "seems", "serious", "show", "side", "take", "top", "used"),
        *("using", "various"),
    }
)
#: Minimum length of a run without white space that is not a word. The running time of spaCy's
#: tokeniser is quadratic in the length of a run.
LONG_RUN = 200
#: Units of measurement, after a number or attached to one.
UNITS = frozenset(
    {
        *("nm", "μm", "µm", "mm", "cm", "m", "km", "ft", "yd", "mi", "sq", "ha", "mph", "km/h"),
        *("pg", "ng", "μg", "µg", "mg", "g", "kg", "lb", "lbs", "oz", "μl", "µl", "ml", "mL"),
        *("cl", "dl", "dL", "l", "L", "s", "ns", "ms", "h", "hr", "hrs", "min", "mins", "sec"),
        *("am", "AM", "a.m.", "pm", "PM", "p.m.", "BC", "BCE", "AD", "CE", "Ma", "Ga", "bp"),
        *("Hz", "kHz", "MHz", "GHz", "kb", "kB", "KB", "Mb", "MB", "GB", "TB", "bps", "kbps"),
        *("Mbps", "Gbps", "dpi", "px", "W", "kW", "MW", "GW", "kWh", "MWh", "V", "mV", "kV"),
        *("mA", "mAh", "J", "kJ", "cal", "kcal", "mol", "mmol", "μM", "µM", "nM", "mM", "kDa"),
        *("Pa", "hPa", "kPa", "C", "F", "K", "k", "M", "bn", "tn", "dB", "rpm", "hp", "cc", "x"),
        *("°", "%", "°C", "°F", "c", "f"),
    }
)
#: Words that precede a name.
TITLES = frozenset(
    {
        *("mr", "mrs", "ms", "miss", "dr", "prof", "sir", "lady", "lord", "dame", "rev", "hon"),
        *("president", "king", "queen", "prince", "princess", "pope", "saint", "st", "senator"),
        *("gen", "general", "col", "colonel", "capt", "captain", "lt", "sgt", "maj", "cmdr"),
        *("gov", "sen", "rep", "minister", "chancellor", "emperor", "judge", "justice", "mayor"),
    }
)

_ABBREVIATIONS = frozenset(
    {
        *("mr", "mrs", "ms", "dr", "etc", "vs", "inc", "ltd", "corp", "jr", "sr", "cf", "viz"),
        *("ie", "eg", "approx", "dept", "prof", "phd", "bsc", "msc", "llc", "plc", "gmbh", "mt"),
        *("sgt", "lt", "capt", "vol", "vols", "ibid", "aka", "feat", "asap", "ed", "eds", "st"),
        "et",  # before "al."
    }
)
#: Abbreviations that are ordinary words without their full stop.
_WITH_STOP = frozenset(
    {
        *("al.", "ca.", "co.", "no.", "nos.", "fig.", "figs.", "eq.", "eqs.", "pp.", "p.", "sec."),
        *("est.", "min.", "max.", "ave.", "rd.", "gen.", "gov.", "sen.", "rep.", "rev.", "hon."),
        *("adm.", "col.", "ft.", "bros.", "ref.", "refs.", "sp.", "spp.", "var.", "subsp."),
        *("jan.", "feb.", "mar.", "apr.", "jun.", "jul.", "aug.", "sep.", "sept.", "oct.", "nov."),
        *("dec.", "mon.", "tue.", "wed.", "thu.", "fri.", "sat.", "sun.", "calif.", "ph.d.", "c."),
        *("ill.", "mass.", "mich.", "minn.", "miss.", "pa.", "tenn.", "va.", "wash.", "conn."),
        *("ariz.", "colo.", "fla.", "ind.", "kan.", "ore.", "tex.", "wis.", "v.", "b.", "d.", "r."),
    }
)
_CONTRACTED = frozenset(
    {
        *("n't", "'ll", "'re", "'ve", "'m", "'d", "'em", "y'", "y'all", "'cause", "'til", "gonna"),
        *("wanna", "gotta", "gimme", "lemme", "dunno", "gon", "ain't"),
    }
)

_NUMBER = re.compile(r"[-+−±~]?\d[\d.,:/–-]*(?:st|nd|rd|th|s)?")
_WITH_UNIT = re.compile(r"[-+−±~]?[£$€¥]?\d[\d.,:/–-]*(?P<unit>[a-zA-Zµμ°/]{1,4})")
CURRENCY = re.compile(r"[A-Z]{0,3}[$£€¥]")
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
_DIGIT = re.compile(r"\d")
_PART = re.compile(r"[-–/&]")
_ORDINARY_PART = re.compile(r"[A-Za-z][a-z]{2,}")
#: Characters that occur in markup and code, never in words.
_CODE = re.compile(r"[<>{}()\[\]=@#\\|^~*_$%;\"]")
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
def kind_of(text: str) -> Kind:
    """Return the kind of a token without its sentence, which decides about names.

    >>> kind_of("acquiescence"), kind_of("the"), kind_of("£15.1bn"), kind_of("NATO")
    ('word', 'function word', 'number', 'abbreviation')
    """
    if _LETTERS.fullmatch(text):
        return _listed_kinds().get(text.lower(), "word")
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


@cache
def _listed_kinds() -> dict[str, Kind]:
    """Return the kinds of forms without capitals, as the rules decide."""
    listed: dict[str, Kind] = dict.fromkeys(_function_words(), "function word")
    listed |= dict.fromkeys(_CONTRACTED, "contraction part")
    listed |= dict.fromkeys(_ABBREVIATIONS, "abbreviation")
    return listed


@cache
def _function_words() -> frozenset[str]:
    from spacy.lang.en.stop_words import STOP_WORDS

    return frozenset(STOP_WORDS - CONTENT - {"ca"})


@cache
def _rules() -> list[tuple[Kind, Callable[[str], bool]]]:
    """Return the tests for every kind but ``word``; the first that matches applies."""
    from spacy.lang.lex_attrs import is_punct, like_email, like_url

    return [
        ("long run", lambda text: len(text) >= LONG_RUN),
        ("e-mail", like_email),
        ("abbreviation", _is_abbreviation),
        ("URL", like_url),
        ("punctuation", is_punct),
        ("number", lambda text: bool(CURRENCY.fullmatch(text)) and len(text) > 1),
        ("symbol", lambda text: not any(character.isalnum() for character in text)),
        ("number", _is_number),
        ("symbol", lambda text: bool(_CODE.search(text))),
        ("other script", lambda text: not _LATIN.search(text)),
        ("contraction part", lambda text: text.lower().replace("’", "'") in _CONTRACTED),
        ("function word", lambda text: text.lower() in _function_words()),
        ("symbol", lambda text: len(text) == 1),
        ("abbreviation", _is_acronym),
        ("identifier", _is_identifier),
    ]


def _is_abbreviation(text: str) -> bool:
    lowered = text.lower()
    return (
        lowered in _WITH_STOP
        or lowered.rstrip(".") in _ABBREVIATIONS
        or bool(_DOTTED.fullmatch(text))
    )


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
            (unit and unit["unit"] in UNITS)
            or _NUMBER.fullmatch(text)
            or _PREFIXED_NUMBER.fullmatch(text.lower())
        )
    return bool(_ROMAN.fullmatch(text))


def _is_identifier(text: str) -> bool:
    """Whether a token mixes letters and digits, without an ordinary word as in "19th-century"."""
    if not _DIGIT.search(text):
        return False
    return not any(_ORDINARY_PART.fullmatch(part) for part in _PART.split(text))
