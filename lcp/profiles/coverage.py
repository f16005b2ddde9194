"""Coverage: how many of the most frequent words a reader must know to read a text."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from lcp.english.text import lemma

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Shares of running words for which Nation (2006) gives vocabulary sizes, and 90%.
SHARES = (0.9, 0.95, 0.98)
#: Share of capitalised occurrences above which a word is a name: "London" has 1.00, "lord" 0.93.
_NAME = 0.95


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
    from lcp.english.word_frequency import zipf
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
