"""Frequency of a word on the web, in films and on YouTube."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.affixes import stem
from lcp.english.word_frequency import is_estimated, zipf
from lcp.errors import unknown
from lcp.features.family import WORDFREQ, ZIPF, Family, Feature, registered
from lcp.resources.resource import registry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Bools, Floats
    from lcp.features.family import Fitted, Words

#: Valid `sources`. All but wordfreq are resources of the same name.
SOURCES = ("wordfreq", "subtlex_us", "tubelex")

_LICENCE = "Apache-2.0 (code), CC BY-SA 4.0 (frequencies)"
_WORDFREQ = tuple(
    Feature(name, description, ZIPF, WORDFREQ, n=321_180, licence=_LICENCE)
    for name, description in (
        ("zipf", "frequency of the word form"),
        ("zipf_lemma", "frequency of the lemma"),
        ("zipf_stem", "frequency of the Snowball stem as a word"),
    )
)


@dataclass(frozen=True)
class Frequency(Family):
    """Frequency and dispersion of a word in large corpora.

    Parameters
    ----------
    sources : sequence of {"wordfreq", "subtlex_us", "tubelex"}
        Sources of frequencies. The last two are resources of the same name. A form that they do
        not list has no frequency, also if its lemma has one. wordfreq predicts the frequency of
        numbers with several digits ("1990s") from their digits.

    Examples
    --------
    >>> from lcp.features.family import Fitted, Words
    >>> words = Words(["Mice"], ["mouse"])
    >>> Frequency(sources=["wordfreq"]).measure(words, Fitted()).round(1).tolist()
    [[4.1, 4.3, 4.1]]
    """

    name = "frequency"
    scope = "word"

    sources: Sequence[str] = SOURCES

    def resources(self) -> tuple[str, ...]:
        """Return the sources that are resources."""
        return tuple(source for source in self._valid_sources() if source != "wordfreq")

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the columns of each source."""
        sources = self._valid_sources()
        described = (_WORDFREQ if s == "wordfreq" else registered(registry()[s]) for s in sources)
        return list(chain.from_iterable(described))

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words in each source; NaN where it does not contain the word."""
        blocks = [np.empty((len(inputs), 0))]
        for source in self._valid_sources():
            if source == "wordfreq":
                blocks.append(_wordfreq(inputs))
            else:
                table = fitted.store.table(source).reindex(list(map(str.lower, inputs.form)))
                blocks.append(table.to_numpy(dtype=np.float64))
        return np.hstack(blocks)

    def predicted(self, inputs: Words, fitted: Fitted) -> Bools:
        """Return which values are predicted: wordfreq's of numbers with several digits."""
        flags = super().predicted(inputs, fitted)
        names = [feature.name for feature in self.features({})]
        for feature, words in zip(_WORDFREQ, _wordfreq_words(inputs), strict=True):
            if feature.name in names:
                flags[:, names.index(feature.name)] = [*map(is_estimated, words)]
        return flags

    def _valid_sources(self) -> Sequence[str]:
        for source in self.sources:
            if source not in SOURCES:
                raise unknown("frequency source called", source, SOURCES, where="frequency.sources")
        return self.sources


def _wordfreq(words: Words) -> Floats:
    columns = [[*map(zipf, column)] for column in _wordfreq_words(words)]
    return np.array(columns, dtype=np.float64).reshape(3, len(words)).T


def _wordfreq_words(words: Words) -> tuple[Sequence[str], ...]:
    """Return the words whose frequencies are the features of wordfreq."""
    return words.form, words.lemma, [*map(stem, words.form)]
