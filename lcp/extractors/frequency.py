"""Frequency of a word on the web, in films, on YouTube and in the training sentences."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Self

import numpy as np

from lcp.base import check_fitted
from lcp.corpora.instances import lacks_sentence
from lcp.english.text import expression_words, stem, words
from lcp.english.word_frequency import zipf
from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature, look_up
from lcp.resources.registry import registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns

#: Valid `sources`. All but wordfreq are resources of the same name.
SOURCES = ("wordfreq", "subtlex_us", "tubelex")

#: The genres of CompLex, whose columns are described before fitting.
GENRES = ("bible", "biomed", "europarl")

_WORDFREQ = "Speer (2022), wordfreq"
_SUBTLEX = "Brysbaert & New (2009), SUBTLEX-US"
_TUBELEX = "Nohejl et al. (2024), TUBELEX"


class Frequency(Extractor):
    """Frequency and dispersion of a word in large corpora and in the training sentences.

    Parameters
    ----------
    sources : sequence of {"wordfreq", "subtlex_us", "tubelex"}
        Sources of frequencies. The last two are resources of the same name, looked up by word
        form and then by lemma.
    training : bool
        Whether to count the word in the training sentences of each genre too. The family then
        learns from training instances.

    Attributes
    ----------
    counts_ : dict of str to dict of str to int
        Occurrences of lower-case words in the training sentences of each genre. Only set if
        `training` is true.

    Examples
    --------
    >>> import pandas as pd
    >>> family = Frequency(sources=["wordfreq"], training=False)
    >>> family.extract(pd.DataFrame({"word": ["Mice"], "lemma": ["mouse"]})).round(1)
       zipf  zipf_lemma  zipf_stem
    0   4.1         4.3        4.1
    """

    name = "frequency"
    level = "word"

    def __init__(self, *, sources: Sequence[str] = SOURCES, training: bool = True) -> None:
        self.sources = sources
        self.training = training

    @property
    def learns(self) -> bool:  # type: ignore[override]
        """Whether the training sentences are counted."""
        return self.training

    def resources(self) -> tuple[str, ...]:
        """Return the sources that are resources."""
        return tuple(source for source in self._valid_sources() if source != "wordfreq")

    def features(self) -> Sequence[Feature]:
        """Describe the columns of each source, then those of the training genres."""
        features = [feature for source in self._valid_sources() for feature in _FEATURES[source]()]
        if self.training:
            source = "training corpus"
            unit = "log10(count + 1)"
            features += [
                Feature(f"train_{genre}", f"occurrences in the genre {genre}", unit, source)
                for genre in getattr(self, "counts_", GENRES)
            ]
            features.append(Feature("train_all", "occurrences in all genres", unit, source))
        return features

    def fit(self, table: pd.DataFrame) -> Self:
        """Count the words of the distinct training sentences of each genre."""
        if not self.training:
            return self
        table = table[~lacks_sentence(table)]
        targets: dict[tuple[str, str], set[str]] = {}
        instances = zip(table["genre"], table["sentence"], table["token"], strict=True)
        for genre, sentence, token in instances:
            own = targets.setdefault((_column(genre), sentence), set())
            own.update(_key(word) for word in expression_words(token))
        counts: dict[str, Counter[str]] = {}
        for (genre, sentence), own in targets.items():
            # A sentence's own targets are not counted: every training target occurs in a training
            # sentence, so counting it would encode "this word is in the training set". Targets to
            # be predicted are still counted in their own sentence if it is a training sentence of
            # another target (18% of CompLex's test instances). Not counting those would need the
            # test instances in training and changes r by -0.0001 (-0.0008 to +0.0006; set core,
            # Task 1, 5 folds grouped by token).
            spelled = (word.lower() for word in words(sentence))
            counts.setdefault(genre, Counter()).update(w for w in spelled if w not in own)
        self.counts_ = {genre: dict(counts[genre]) for genre in sorted(counts)}
        return self

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Look up the words in each source.

        NaN where a source does not contain the word. Words that do not occur in the training
        sentences have a count of 0.
        """
        blocks = [np.empty((len(columns["word"]), 0))]
        blocks += [
            _wordfreq(columns) if source == "wordfreq" else self._listed(source, columns)
            for source in self._valid_sources()
        ]
        if self.training:
            check_fitted(self, "counts_")
            blocks.append(self._training_counts(columns["word"]))
        return np.hstack(blocks)

    def _listed(self, source: str, columns: Columns) -> NDArray[np.float64]:
        """Look up the words in the table of a resource."""
        import pandas as pd

        words = pd.DataFrame({name: columns[name] for name in ("word", "lemma")}, dtype=str)
        table = _VALUES[source](look_up(self.store.table(source), words))
        return table.to_numpy(dtype=np.float64)

    def _training_counts(self, words: Sequence[str]) -> NDArray[np.float64]:
        keys = [_key(word) for word in words]
        occurrences = np.zeros((len(keys), len(self.counts_) + 1))
        for column, counts in enumerate(self.counts_.values()):
            occurrences[:, column] = [counts.get(key, 0) for key in keys]
        occurrences[:, -1] = occurrences.sum(axis=1)
        return np.log10(occurrences + 1)

    def _valid_sources(self) -> Sequence[str]:
        unknown = [source for source in self.sources if source not in SOURCES]
        if unknown or isinstance(self.sources, str):
            raise InputError(
                f"{self.sources!r} is not a list of frequency sources.",
                where="frequency.sources",
                hint=f"Valid sources: {', '.join(SOURCES)}.",
            )
        return self.sources


def _key(word: str) -> str:
    """Normalise a word like the words of the training sentences."""
    return " ".join(words(word)).lower()


def _column(genre: object) -> str:
    """Return the part of a column name for a genre; "unnamed" if the genre has no usable name."""
    column = re.sub(r"\W+", "_", genre.lower()).strip("_") if isinstance(genre, str) else ""
    return column if column not in ("", "all") else "unnamed"


def _log(counts: pd.DataFrame) -> pd.DataFrame:
    import pandas as pd

    values = np.log10(counts.to_numpy() + 1)
    return pd.DataFrame(values, index=counts.index, columns=counts.columns)


def _wordfreq(columns: Columns) -> NDArray[np.float64]:
    rows = [
        (zipf(word), zipf(lemma), zipf(stem(word)))
        for word, lemma in zip(columns["word"], columns["lemma"], strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 3)


def _wordfreq_features() -> list[Feature]:
    unit = "Zipf: log10 per billion words"
    return [
        Feature("zipf", "frequency of the word form", unit, _WORDFREQ),
        Feature("zipf_lemma", "frequency of the lemma", unit, _WORDFREQ),
        Feature("zipf_stem", "frequency of the Snowball stem as a word", unit, _WORDFREQ),
    ]


def _subtlex(table: pd.DataFrame) -> pd.DataFrame:
    values = table[["subtlex_frequency", "subtlex_diversity"]].copy()
    values["subtlex_low_share"] = table["subtlex_low"] / table["subtlex_count"]
    return values


def _subtlex_features() -> list[Feature]:
    columns = registry()["subtlex_us"].columns
    names = ("subtlex_frequency", "subtlex_diversity")
    rows = [(name, columns[name].description, columns[name].unit) for name in names]
    text = "share of the occurrences in film subtitles that begin with a lower-case letter"
    return [Feature(*row, _SUBTLEX) for row in (*rows, ("subtlex_low_share", text, "0-1"))]


def _tubelex(table: pd.DataFrame) -> pd.DataFrame:
    spread = table["channels"] / table["videos"]
    values = _log(table).add_prefix("tubelex_")
    values.insert(3, "tubelex_channels_per_video", spread)
    return values


def _tubelex_features() -> list[Feature]:
    features = [
        Feature(f"tubelex_{name}", column.description, "log10(count + 1)", _TUBELEX)
        for name, column in registry()["tubelex"].columns.items()
    ]
    text = "channels per video that contains the word"
    features.insert(3, Feature("tubelex_channels_per_video", text, "0-1", _TUBELEX))
    return features


_FEATURES = {
    "wordfreq": _wordfreq_features,
    "subtlex_us": _subtlex_features,
    "tubelex": _tubelex_features,
}
_VALUES = {"subtlex_us": _subtlex, "tubelex": _tubelex}
