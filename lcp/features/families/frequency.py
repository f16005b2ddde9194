"""Frequency of a word on the web, in films and on YouTube."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.stems import stem
from lcp.english.word_frequency import zipf
from lcp.errors import unknown
from lcp.features.family import Family, Feature
from lcp.resources.registry import registry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from lcp.arrays import Floats
    from lcp.features.family import Fitted, Words

#: Valid `sources`. All but wordfreq are resources of the same name.
SOURCES = ("wordfreq", "subtlex_us", "tubelex")


_WORDFREQ = "Speer (2022), wordfreq"
_N, _LICENCE = 321_180, "Apache-2.0 (code), CC BY-SA 4.0 (frequencies)"
_SUBTLEX = "Brysbaert & New (2009), SUBTLEX-US"
_TUBELEX = "Nohejl et al. (2024), TUBELEX"


@dataclass(frozen=True)
class Frequency(Family):
    """Frequency and dispersion of a word in large corpora.

    Parameters
    ----------
    sources : sequence of {"wordfreq", "subtlex_us", "tubelex"}
        Sources of frequencies. The last two are resources of the same name. A form that they do
        not list has no frequency, also if its lemma has one.

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
        return [feature for source in self._valid_sources() for feature in _FEATURES[source]()]

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words in each source; NaN where it does not contain the word."""
        blocks = [np.empty((len(inputs), 0))]
        for source in self._valid_sources():
            if source == "wordfreq":
                blocks.append(_wordfreq(inputs))
            else:
                table = fitted.store.table(source).reindex(list(map(str.lower, inputs.form)))
                blocks.append(_VALUES[source](table).to_numpy(dtype=np.float64))
        return np.hstack(blocks)

    def _valid_sources(self) -> Sequence[str]:
        for source in self.sources:
            if source not in SOURCES:
                raise unknown("frequency source called", source, SOURCES, where="frequency.sources")
        return self.sources


def _wordfreq(words: Words) -> Floats:
    rows = [
        (zipf(word), zipf(lemma), zipf(stem(word)))
        for word, lemma in zip(words.form, words.lemma, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 3)


def _wordfreq_features() -> list[Feature]:
    unit = "Zipf: log10 per billion words"
    return [
        Feature("zipf", "frequency of the word form", unit, _WORDFREQ, n=_N, licence=_LICENCE),
        Feature("zipf_lemma", "frequency of the lemma", unit, _WORDFREQ),
        Feature("zipf_stem", "frequency of the Snowball stem as a word", unit, _WORDFREQ),
    ]


def _subtlex(table: pd.DataFrame) -> pd.DataFrame:
    values = table[["subtlex_frequency", "subtlex_diversity"]].copy()
    values["subtlex_low_share"] = table["subtlex_low"] / table["subtlex_count"]
    return values


def _subtlex_features() -> list[Feature]:
    resource = registry()["subtlex_us"]
    names = ("subtlex_frequency", "subtlex_diversity", "subtlex_low")
    frequency, diversity, low = (resource.columns[name] for name in names)
    text = "share of the occurrences in film subtitles that begin with a lower-case letter"
    rows = (
        (names[0], frequency.description, frequency.unit),
        (names[1], diversity.description, diversity.unit),
        ("subtlex_low_share", text, "0-1"),
    )
    return [Feature(*row, _SUBTLEX, n=low.n, licence=resource.licence) for row in rows]


def _tubelex(table: pd.DataFrame) -> pd.DataFrame:
    spread = table["channels"] / table["videos"]
    values = (table + 1).apply(np.log10).add_prefix("tubelex_")
    values.insert(3, "tubelex_channels_per_video", spread)
    return values


def _tubelex_features() -> list[Feature]:
    resource = registry()["tubelex"]
    rows = [
        (f"tubelex_{name}", column.description, "log10(count + 1)")
        for name, column in resource.columns.items()
    ]
    rows.insert(
        3, ("tubelex_channels_per_video", "channels per video that contains the word", "0-1")
    )
    n = resource.columns["count"].n
    return [Feature(*row, _TUBELEX, n=n, licence=resource.licence) for row in rows]


_FEATURES = {
    "wordfreq": _wordfreq_features,
    "subtlex_us": _subtlex_features,
    "tubelex": _tubelex_features,
}
_VALUES = {"subtlex_us": _subtlex, "tubelex": _tubelex}
