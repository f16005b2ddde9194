"""Lemmas of words, with one table of irregular forms."""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lcp.english.text import CACHED_WORDS
from lcp.english.word_classes import class_shares
from lcp.english.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Plural or third person, past tense, past participle, -ing form, comparative and superlative.
Ending = Literal["s", "ed", "en", "ing", "er", "est"]

#: Classes of Penn Treebank tags (Marcus et al. 1993) by their first two letters; "other" if absent.
COARSE = {"NN": "noun", "VB": "verb", "JJ": "adjective", "RB": "adverb"}
#: Ending of each Penn Treebank tag of an inflected word.
ENDINGS: dict[str, Ending] = {
    **dict.fromkeys(("NNS", "VBZ"), "s"),
    **dict.fromkeys(("JJR", "RBR"), "er"),
    **dict.fromkeys(("JJS", "RBS"), "est"),
    "VBD": "ed",
    "VBN": "en",
    "VBG": "ing",
}
#: Tags of words without an ending.
_BASES = frozenset(("NN", "JJ", "VB", "VBP"))
#: Class of :mod:`lcp.english.word_classes` for each part of speech.
_CLASSES = {"noun": "NN", "verb": "VB", "adjective": "JJ", "adverb": "RB"}
_FILE = Path(__file__).with_name("irregular.tsv")
#: Endings of the columns of the file, by part of speech.
_COLUMNS: dict[str, tuple[Ending, ...]] = {
    "noun": ("s",),
    "verb": ("ed", "en", "s"),
    "adjective": ("er", "est"),
    "adverb": ("er", "est"),
}
_PREFIX = re.compile("after|fore|inter|mis|off|out|over|re|under|un|up|with")
#: Largest share of nouns among the occurrences of an irregular past form that is taken for a verb.
_SELDOM = 0.12
#: Smallest share of adjectives or adverbs among the occurrences of a word with a comparative.
_OFTEN = 0.3
#: Smallest share of each class among a word's occurrences, except as a name. The tagger takes many
#: nouns and participles for adjectives. Chosen on texts of CompLex and CWI, with spaCy's tags.
_LEAST_SHARES = {"JJ": 0.3, "NN": 0.05, "RB": 0.05}
#: Share of a part of speech of words without counts, and least share of the others.
_UNLISTED, _UNSEEN = 0.1, 0.001
#: What the dictionary's lemma counts more than others, as a difference in Zipf frequency.
_LISTED = 1.5
#: Stem of regular verb forms with a double l.
_BRITISH_STEM = re.compile("[a-z]{3,}ll")
#: Difference in Zipf frequency of words that are not forms of each other.
MUCH_RARER = 1.3
_REGULAR_PLURAL = re.compile("[^isu]s$")
#: A stem of one syllable whose last letter is doubled before an ending ("stopped", "running").
_DOUBLED = re.compile(r"[^aeiou]*[aeiouy][^aeiouwxy]")
#: A stem with a plural or third person in -es.
_SIBILANT = re.compile(r"(?:[sxzo]|[cs]h)e$")


@lru_cache(maxsize=CACHED_WORDS)
def lemma(word: str, tag: str = "") -> str:
    """Return the lower-case lemma of a word.

    The lemma of an uninflected tag is the word; a name is its lemma ("United States"). Irregular
    forms are in ``irregular.tsv``; for other forms, the lemma is the one in simplemma's English
    dictionary or by the rules of spelling.

    Parameters
    ----------
    word : str
        A word in any case.
    tag : str, default=""
        Penn Treebank tag in its sentence (Marcus et al. 1993). Default: the lemma of the most
        frequent reading, as in simplemma.

    Examples
    --------
    >>> lemma("Mountains"), lemma("mice"), lemma("wound", "VBD"), lemma("wound", "NN")
    ('mountain', 'mouse', 'wind', 'wound')
    >>> lemma("cancelled"), lemma("called")
    ('cancel', 'call')
    """
    form = word.lower()
    listed = str(_lemmatizer().lemmatize(form, "en")).lower()
    # The dictionary has some British forms under their stem ("cancelled").
    single = listed[:-1]
    if _BRITISH_STEM.fullmatch(listed) and listed != form and zipf(single) > max(0, zipf(listed)):
        listed = single
    if tag == "VBP" and (form, "verb", "ed") in _bases():
        tag = "VBD"
    if not tag or tag == "FW" or _is_inflected(form, tag, listed):
        return listed
    if tag in ENDINGS:
        return _base_of(form, COARSE[tag[:2]], ENDINGS[tag], listed)
    return "be" if form in {"am", "are"} else form


def _is_seldom_base(form: str) -> bool:
    """Return whether a form is an irregular plural, or an irregular past that is seldom a noun."""
    bases = _bases()
    if bases.get((form, "noun", "s"), form) != form:
        return True
    past = any(bases.get((form, "verb", ending), form) != form for ending in ("ed", "en"))
    return past and class_shares(form).get("NN", 1.0) < _SELDOM


def _is_inflected(form: str, tag: str, listed: str) -> bool:
    """Return whether a form with an ending has a tag of words without one.

    The tagger often misses plurals ("traffic jams", "mice"), irregular verbs ("who stood"),
    comparatives, and participles that are hardly ever adjectives or nouns.
    """
    if (tag in _BASES and re.search("[^s]s$", form)) or (tag == "NN" and _is_seldom_base(form)):
        return True
    if tag not in _LEAST_SHARES:
        return False
    if form.endswith(("er", "est")) and class_shares(listed).get("JJ", 0.0) > _OFTEN:
        return True
    shares = class_shares(form)
    least = _LEAST_SHARES[tag] * (1 - shares.get("NNP", 0.0))
    return bool(shares) and shares.get(tag, 0.0) < least


def irregular_forms(word: str, part: str, ending: Ending) -> list[str]:
    """Return the irregular forms of a word, the commonest first; also with a prefix.

    >>> irregular_forms("take", "verb", "en"), irregular_forms("undertake", "verb", "ed")
    (['taken'], ['undertook'])
    """
    table = _table()
    if (word, part, ending) in table:
        return table[word, part, ending]
    match = _PREFIX.match(word)
    forms = table.get((word[match.end() :], part, ending), []) if match else []
    return [match[0] + form for form in forms if match and not math.isnan(zipf(match[0] + form))]


def _base_of(form: str, part: str, ending: Ending, listed: str) -> str:
    """Return the base of an inflected form, or the form if it has none.

    Parameters
    ----------
    form : str
        The form in lower case.
    part : {"noun", "verb", "adjective", "adverb"}
        Part of speech.
    ending : str
        See :data:`Ending`.
    listed : str
        Its lemma in a dictionary, for irregular nouns.
    """
    if (form, part, ending) in _bases():
        return _bases()[form, part, ending]
    other = {"ing": ("ed",), "ed": ("ing",), "en": ("ing",)}.get(ending, ("ed", "ing"))
    if form.endswith(other) or (ending in {"er", "est"} and not form.endswith(ending)):
        return form
    stems = _stems(form, ending)
    if ending in {"er", "est"} and listed == form:
        # The dictionary lacks some comparatives ("bigger"). The tagger takes "forest" for one.
        stems = [base for base in stems if class_shares(base).get(_CLASSES[part], 0) > _OFTEN]
    if listed not in {form, *stems} and (part != "noun" or not stems or listed.endswith("sis")):
        return listed
    in_use = [base for base in stems if not math.isnan(zipf(base))]
    # Without a base ("series", "everything"), the stem is much rarer.
    rarest = max(0, zipf(form)) - MUCH_RARER
    if part == "noun":
        in_use = [base for base in in_use if base == listed or _frequency(base, part) > rarest]
    elif listed == form:
        in_use = [base for base in in_use if zipf(base) > rarest or base in dictionary()]
    if not in_use and part == "noun" and form not in dictionary():
        return stems[0] if stems and _REGULAR_PLURAL.search(form) else form
    return max(
        in_use,
        key=lambda base: _frequency(base, part) + _LISTED * (base == listed),
        default=form,
    )


def _frequency(base: str, part: str) -> float:
    """Return the Zipf frequency of a word with a part of speech."""
    shares = class_shares(base)
    share = shares.get(_CLASSES[part], 0.0) if shares else _UNLISTED
    return zipf(base) + math.log10(share + _UNSEEN)


def _stems(form: str, ending: Ending) -> list[str]:
    """Return the words that have this regular form, in English or not."""
    suffix = "ed" if ending == "en" else ending
    if not form.endswith(suffix) or len(form) < len(suffix) + 2:
        return []
    stem = form.removesuffix(suffix)
    if ending == "s":
        if stem.endswith("ie"):
            return [stem[:-2] + "y", stem]
        stems = [stem, stem[:-1]] if _SIBILANT.search(stem) else [stem]
        return stems[::-1] if re.search("(?:[xz]|ss|[cs]h)e$", stem) else stems
    stems = [stem + "e"]
    if not _DOUBLED.fullmatch(stem):
        stems.append(stem)
    if stem[-1] == stem[-2:-1] or stem.endswith("ck"):
        stems.append(stem[:-1])
    if stem.endswith("i") and ending != "ing":
        stems.append(stem[:-1] + "y")
    if stem.endswith("y") and ending == "ing":
        stems.append(stem[:-1] + "ie")
    return stems


@cache
def _table() -> dict[tuple[str, str, str], list[str]]:
    """Return the irregular forms of each base, part of speech and ending."""
    forms: dict[tuple[str, str, str], list[str]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        part, base, *columns = line.split("\t")
        for ending, column in zip(_COLUMNS[part], columns, strict=False):
            forms[base, part, ending] = column.split()
    return forms


@cache
def _bases() -> dict[tuple[str, str, str], str]:
    """Return the base of each irregular form, part of speech and ending."""
    forms = _table().items()
    return {(form, part, end): base for (base, part, end), listed in forms for form in listed}


@cache
def _dictionaries() -> Any:
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    return DefaultDictionaryFactory()


def dictionary() -> Mapping[str, str]:
    """Return the lemma of each form in simplemma's English dictionary."""
    lemmas: Mapping[str, str] = _dictionaries().get_dictionary("en")
    return lemmas


@cache
def _lemmatizer() -> Any:
    from simplemma import Lemmatizer
    from simplemma.strategies import DefaultStrategy

    # The dictionary for low memory is ready 0.05 s sooner, and six times as slow. lemma() has its
    # own cache.
    strategy = DefaultStrategy(dictionary_factory=_dictionaries())
    return Lemmatizer(cache_max_size=0, lemmatization_strategy=strategy)
