"""Measures of texts: level, coverage and readability."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from lcp.english import readability_formulas
from lcp.english.lemmas import MUCH_RARER, lemma
from lcp.english.levels import LEVELS
from lcp.english.pronunciation import pronunciations
from lcp.english.readability_formulas import Counts, count_texts
from lcp.english.word_frequency import zipf
from lcp.features.families.readability import PLAIN, SYLLABIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lcp.resources import Store


class LevelShare(NamedTuple):
    """Words of a level in a text.

    Attributes
    ----------
    level : str
        A1 to C2.
    words : int
        Running words of this level.
    share, up_to, above : float
        Shares of the running words: of this level, of this and lower levels, of higher levels.
    """

    level: str
    words: int
    share: float
    up_to: float
    above: float


def level_shares(words: list[int], easy: int) -> list[LevelShare]:
    """Return the share of each level.

    Parameters
    ----------
    words : list of int
        Rated words of each level, A1 to C2.
    easy : int
        Function words, and other words that the reader knows; they count as A1.
    """
    counts = [words[0] + easy, *words[1:]]
    total = max(1, sum(counts))
    shares, below = [], 0
    for level, count in zip(LEVELS, counts, strict=True):
        below += count
        shares.append(
            LevelShare(level, count, count / total, below / total, (sum(counts) - below) / total)
        )
    return shares


def level_below(level: str) -> str:
    """Return the level below a level; A1 for A1.

    >>> level_below("B2"), level_below("A1")
    ('B1', 'A1')
    """
    return LEVELS[max(0, LEVELS.index(level) - 1)]


#: Shares of running words for which Nation (2006) gives vocabulary sizes, and 90%.
SHARES = (0.9, 0.95, 0.98)
#: Share of capitalised occurrences above which a word is a name: "London" has 1.00, "lord" 0.93.
_NAME = 0.95
#: Penn Treebank tags of the endings of participles.
_PARTICIPLES = {"ed": "VBN", "ing": "VBG"}


class Coverage(NamedTuple):
    """Vocabulary that covers a share of a text.

    Attributes
    ----------
    share : float
        Share of the running words, 0-1.
    words : int or None
        Number of the most frequent English words, with their inflected forms, that cover this
        share; None if words outside the frequency list are more than the rest.
    """

    share: float
    words: int | None


def coverages(forms: Mapping[str, int], easy: int = 0) -> list[Coverage]:
    """Return how many of the most frequent words cover 90%, 95% and 98% of a text.

    As in Nation (2006), names and numbers are assumed to be understood. Nation counts word
    families; here a word is a lemma with its inflected forms, and the list is longer.

    Parameters
    ----------
    forms : mapping of str to int
        Forms in the text that the reader may not know, and how often each occurs.
    easy : int, default=0
        Number of further running words that the reader knows.
    """
    counts: dict[float, int] = {}
    for form, count in forms.items():
        rank = frequency_rank(form)
        key = math.inf if rank is None else rank
        counts[key] = counts.get(key, 0) + count
    total = easy + sum(counts.values())
    results, covered = [], easy
    places = iter(sorted(counts))
    place: float = 0
    for share in SHARES:
        # Rounded, so that 19 of 20 words are 95%.
        while covered < round(share * total, 9):
            place = next(places)
            covered += counts[place]
        results.append(Coverage(share, None if math.isinf(place) else int(place)))
    return results


def frequency_rank(word: str) -> int | None:
    """Return the rank of a word's lemma by frequency, from 1, or None if it is not listed.

    The frequency of a lemma is the sum over its forms in the bundled lexicon (wordfreq; Speer
    2022), without words that are nearly always capitalised, because these are names. Parts of a
    compound that is not listed are looked up instead, and the rarest counts.

    Examples
    --------
    >>> frequency_rank("the"), frequency_rank("xqzzt")
    (1, None)
    >>> frequency_rank("mice") == frequency_rank("mouse")
    True
    """
    listed = _ranks()
    rank = listed.get(lemma(word))
    if rank is None and "-" in word:
        parts = [listed.get(lemma(part)) for part in word.split("-") if part]
        ranks = [part for part in parts if part is not None]
        return max(ranks) if ranks and len(ranks) == len(parts) else None
    return rank


@cache
def _ranks() -> dict[str, int]:
    from lcp.lexicon.file import load_lexicon

    lexicon = load_lexicon()
    capitals = lexicon.capital_share(lexicon.rows(lexicon.words))
    frequencies: dict[str, float] = {}
    for word, capital in zip(lexicon.words, capitals, strict=True):
        # The capital share is NaN without occurrences. Frequencies of compounds are estimates.
        if not word.isalpha() or capital > _NAME or (len(word) == 1 and word not in "ai"):
            continue
        frequency = zipf(word)
        if not math.isnan(frequency):
            base = lemma(word)
            frequencies[base] = frequencies.get(base, 0.0) + 10**frequency
    ordered = sorted(frequencies, key=lambda base: (-frequencies[base], base))
    return {base: rank for rank, base in enumerate(ordered, start=1)}


def word_lemma(word: str) -> str:
    """Return the lemma under which the forms of a word are counted together.

    A compound is its lemma: the lemma of its last part would give words that nobody writes. A
    participle that is much more frequent than its verb is an adjective.

    >>> word_lemma("Mice"), word_lemma("left-leaning"), word_lemma("dilapidated")
    ('mouse', 'left-leaning', 'dilapidated')
    """
    form, base = word.lower(), lemma(word)
    if "-" in word:
        return form
    tag = next((tag for ending, tag in _PARTICIPLES.items() if form.endswith(ending)), None)
    if tag is None or base == form:
        return base
    # Without a tag, the dictionary has verbs that do not exist ("playe").
    verb = lemma(word, tag)
    return verb if zipf(verb) > zipf(form) - MUCH_RARER else form


class KnownWords:
    """Words that a reader knows, in any inflected form.

    Parameters
    ----------
    words : iterable of str
        Words or lemmas in any case. Lines of a file may be passed: white space around a word, empty
        lines and lines that begin with ``#`` are ignored.

    Examples
    --------
    >>> words = KnownWords(["# animals", "mouse", "Running"])
    >>> "mice" in words, "runs" in words, "river" in words
    (True, True, False)
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        stripped = (word.strip() for word in words)
        listed = [word.lower() for word in stripped if word and not word.startswith("#")]
        self._words = {*listed, *map(word_lemma, listed)}

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._words or word_lemma(word) in self._words


#: Number of sentences that are counted at once.
_BATCH = 500
_SYLLABIC = ("flesch_reading_ease", "flesch_kincaid_grade")


class Formula(NamedTuple):
    """Value of a readability formula.

    Attributes
    ----------
    name, description : str
        Name as in the feature family ``readability``, and what it measures.
    value : float
        The value, in the formula's unit.
    unit, source : str
        Unit or scale, author and year.
    """

    name: str
    description: str
    value: float
    unit: str
    source: str


class ReadabilityCounts:
    """Counts of a text for readability formulas, added sentence by sentence."""

    def __init__(self) -> None:
        self._sums = [0] * len(Counts._fields)
        self._sentences: list[str] = []

    def add(self, sentence: str) -> None:
        """Add a sentence."""
        self._sentences.append(sentence)
        if len(self._sentences) == _BATCH:
            self._count()

    def _count(self) -> None:
        """Count the sentences that were added since the last time."""
        texts = [sentence for sentence in self._sentences if sentence.strip()]
        if texts:
            sums = (int(counts.sum()) for counts in count_texts(texts))
            self._sums = [before + new for before, new in zip(self._sums, sums, strict=True)]
        self._sentences = []

    def formulas(self, forms: Mapping[str, int], store: Store) -> list[Formula]:
        """Return the values of the formulas; none without words.

        Parameters
        ----------
        forms : mapping of str to int
            Words of the text in lower case, and how often each occurs.
        store : Store
            Source of the CMU Pronouncing Dictionary. Without it, the two formulas of Flesch, which
            count syllables, are missing.
        """
        self._count()
        counts = Counts(*self._sums)
        if not counts.words or not counts.tokens:
            return []
        syllables = _syllables_per_word(forms, store)
        counted = [row for row in SYLLABIC if row.name in _SYLLABIC and syllables is not None]
        formulas = []
        for row in (*counted, *PLAIN):
            arguments = (counts,) if row in PLAIN else (counts, syllables)
            value = float(getattr(readability_formulas, row.name)(*arguments))
            formulas.append(Formula(row.name, row.description, value, row.unit, row.source))
        return formulas


def _syllables_per_word(forms: Mapping[str, int], store: Store) -> float | None:
    """Return the mean over the words of the dictionary, or None if it is not installed."""
    if store.missing(["cmudict"]):
        return None
    entries = pronunciations(store.nltk("cmudict"))
    listed = {form: count for form, count in forms.items() if form in entries}
    if not listed:
        return None
    total = sum(
        count * sum(phoneme[-1].isdigit() for phoneme in entries[form])
        for form, count in listed.items()
    )
    return total / sum(listed.values())
