"""Lexical diversity and density of a text.

All words of the text count, names and numbers too, in lower case; contractions are one word. Only
lexical density is a share of the running words.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from typing import TYPE_CHECKING

from lcp.base.levels import LEVELS
from lcp.reader.profiles.measures import Measure

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from lcp.reader.annotation.tally import Tally


def mtld(words: Sequence[Hashable], threshold: float = 0.72) -> float:
    """Return the measure of textual lexical diversity.

    The mean number of words in which the type-token ratio falls to the threshold, forwards and
    backwards; the last words count as a part of such a factor (McCarthy & Jarvis, 2010, MTLD,
    vocd-D, and HD-D, Behavior Research Methods 42). NaN if no word is repeated.

    >>> mtld("of the people by the people".split())
    6.0
    """
    values = [len(words) / n for n in map(_factors, (words, words[::-1]), [threshold] * 2) if n]
    return sum(values) / 2 if len(values) == 2 else math.nan  # noqa: PLR2004


def _factors(words: Iterable[Hashable], threshold: float) -> float:
    factors, length = 0.0, 0
    types: set[Hashable] = set()
    for word in words:
        length += 1
        types.add(word)
        if len(types) / length <= threshold:
            factors, length = factors + 1, 0
            types.clear()
    return factors + ((1 - len(types) / length) / (1 - threshold) if length else 0)


def mattr(words: Sequence[Hashable], window: int = 50) -> float:
    """Return the moving-average type-token ratio, 0-1 (Covington & McFall, 2010).

    The mean ratio of all windows of successive words, whose size Covington and McFall leave to the
    user; NaN for a text shorter than the window.

    >>> mattr("a b a c".split(), window=3)
    0.8333333333333334
    """
    if len(words) < window:
        return math.nan
    counts = Counter(words[:window])
    types = [len(counts)]
    for old, new in zip(words, words[window:], strict=False):
        counts[new] += 1
        counts[old] -= 1
        if not counts[old]:
            del counts[old]
        types.append(len(counts))
    return sum(types) / len(types) / window


def hdd(words: Iterable[Hashable], sample: int = 42) -> float:
    """Return HD-D, the expected type-token ratio of a random sample of words, 0-1.

    The mean over types of the hypergeometric probability to be drawn, times the number of types
    over the size of the sample (McCarthy & Jarvis, 2007, vocd: a theoretical and empirical
    evaluation, Language Testing 24; samples have the size of vocd-D's). NaN for a text shorter than
    the sample.

    >>> round(hdd("a b a c".split(), sample=2), 4)
    0.9167
    """
    counts = Counter(words)
    total = counts.total()
    if total < sample:
        return math.nan

    def absent(count: int) -> float:
        """Probability that a type of `count` tokens is not in the sample."""
        draws = (1 - sample / (total - number) for number in range(count))
        return math.prod(max(0.0, share) for share in draws)

    frequencies = Counter(counts.values())
    return sum(n * (1 - absent(count)) for count, n in frequencies.items()) / sample


#: Description, unit and source of each measure.
_MEASURES = {
    "mtld": ("MTLD: words until their type-token ratio is 0.72", "words", "McCarthy & Jarvis 2010"),
    "mattr": ("MATTR: mean type-token ratio of 50 words", "0-1", "Covington & McFall 2010"),
    "hdd": ("HD-D: expected type-token ratio of 42 words", "0-1", "McCarthy & Jarvis 2007"),
    "lexical_density": ("lexical density: share of content words", "0-1", "Ure 1971"),
    **{
        f"types_above_{level}": (
            f"sophistication: distinct content words above {level}", "0-1", "Laufer & Nation 1995",
        )
        for level in LEVELS[1:4]
    },
}  # fmt: skip


class DiversityCounts:
    """Words of a text, added sentence by sentence, at four bytes each."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._words = array("I")

    def add(self, words: Sequence[str]) -> None:
        """Add the words of a sentence."""
        numbers = self._numbers
        self._words.extend(numbers.setdefault(word.lower(), len(numbers)) for word in words)

    def measures(self, tally: Tally, levels: Mapping[str, int]) -> list[Measure]:
        """Return the measures for which the text is long enough, given its other numbers.

        `levels` are the numbers of distinct words at each CEFR level. The words above a level are
        the lexical sophistication of the text (after Laufer & Nation, 1995, who count families
        beyond frequency bands).
        """
        words = self._words
        values = {
            "mtld": mtld(words),
            "mattr": mattr(words),
            "hdd": hdd(words),
            "lexical_density": tally.share(tally["word"]) if tally.words else math.nan,
        }
        total = sum(levels.values())
        for place, level in enumerate(LEVELS[1:4], start=2) if total else ():
            above = sum(levels.get(name, 0) for name in LEVELS[place:])
            values[f"types_above_{level}"] = above / total
        return [
            Measure(name, description, values[name], unit, source)
            for name, (description, unit, source) in _MEASURES.items()
            if not math.isnan(values.get(name, math.nan))
        ]
