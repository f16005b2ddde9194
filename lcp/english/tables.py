"""Lists of words of which the stages need to know: each is a file of rows, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, cast

#: Where an abbreviation is one: anywhere, before a number ("No. 5"), or after one ("5 ft.").
Context = Literal["any", "before number", "after number"]
_FOLDER = files("lcp.english") / "data"


@cache
def rows(name: str) -> list[str]:
    """Return the lines of a file in ``data/``."""
    return _FOLDER.joinpath(name).read_text(encoding="utf-8").splitlines()


@cache
def function_words() -> frozenset[str]:
    """Return the function words in lower case: spaCy's stop words without content words."""
    return frozenset(rows("function_words.txt"))


@cache
def units() -> frozenset[str]:
    """Return units of measurement, which follow a number or are attached to it."""
    return frozenset(rows("units.txt"))


@cache
def not_english() -> frozenset[str]:
    """Return frequent misspellings, and words of other languages that English texts quote.

    Rows are edited by hand. Each is in the lexicon or wordfreq's English list, but neither in a
    vocabulary profile nor, with its lemma, in WordNet; it is in codespell's dictionary and its
    correction ten times as frequent, or it is a hundred times as frequent in wordfreq's German,
    Spanish, French, Italian, Dutch or Portuguese, or it is one letter ("zzz").
    """
    return frozenset(rows("not_english.txt"))


@cache
def rare_words() -> frozenset[str]:
    """Return rare words that the lexicon lacks, without inflected forms.

    They are in the largest lists of SCOWL, and wordfreq counts them.
    """
    return frozenset(rows("rare_words.txt"))


@cache
def past_forms() -> frozenset[str]:
    """Return irregular past forms that are no lemma of a word: "swam", but not "rose"."""
    return frozenset(rows("past_forms.txt"))


@cache
def easy_words() -> frozenset[str]:
    """Return the words that are easy to read: the list of Dale and Chall (1948), from textstat."""
    return frozenset(rows("easy_words.txt"))


@cache
def plural_forms() -> frozenset[str]:
    """Return irregular plurals that are no other form of a word: "cacti", but not "leaves"."""
    nouns = [row.split("\t") for row in rows("irregular.tsv") if row.startswith("noun\t")]
    pairs = [(form, base) for _, base, forms in nouns for form in forms.split()]
    return frozenset(form for form, base in pairs if form != base and form[-1] != "s")


@cache
def degrees(ending: str) -> frozenset[str]:
    """Return comparatives ("er") or superlatives ("est") of adjectives: "sleeker"."""
    return frozenset(form for form in rows("degrees.txt") if form.endswith(ending))


@cache
def near_adjectives() -> frozenset[str]:
    """Return words near which a comparative is no adverb: "became", "for"."""
    return frozenset(rows("near_adjectives.txt"))


def clipped_words() -> list[str]:
    """Return the words whose beginning an apostrophe replaces, without it: "'em"."""
    return rows("clipped_words.txt")


@cache
def abbreviations() -> dict[str, Context]:
    """Return the abbreviations as written; those in lower case may also have a capital."""
    return {form: cast("Context", context) for form, context, *_ in _abbreviations()}


@cache
def expansions() -> dict[str, str]:
    """Return the word that an abbreviation stands for: "Sept.", "hrs"."""
    return {form: word[0] for form, _, *word in _abbreviations() if word}


def _abbreviations() -> list[list[str]]:
    return [row.split("\t") for row in rows("abbreviations.tsv")]


@cache
def contractions() -> dict[str, tuple[str, str]]:
    """Return the parts of contractions that the apostrophe alone does not divide ("cannot")."""
    return {first + last: (first, last) for first, last in pairs("contractions.tsv")}


def pairs(name: str) -> list[tuple[str, str]]:
    """Return the two columns of a file in ``data/``."""
    return [(first, last) for first, _, last in (row.partition("\t") for row in rows(name))]
