"""How often a word is met: on the web, in films, on YouTube and in the training corpora."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature, look_up
from lcp.resources import registry
from lcp.text import expression_words, stem, words
from lcp.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What `sources` may hold; all but wordfreq are resources of that name.
SOURCES = ("wordfreq", "subtlex_us", "tubelex")

#: The corpora of CompLex, whose columns are announced before anything is learned.
CORPORA = ("bible", "biomed", "europarl")

_WORDFREQ = "Speer (2022), wordfreq"
_SUBTLEX = "Brysbaert & New (2009), SUBTLEX-US"
_TUBELEX = "Nohejl et al. (2024), TUBELEX"


class Frequency(Extractor):
    """Frequency and spread of a word in large corpora and in the training sentences.

    Parameters
    ----------
    sources : sequence of {"wordfreq", "subtlex_us", "tubelex"}
        Where frequencies come from. The last two are resources of the same name, looked
        up by word form and then by lemma.
    training : bool
        Whether to count the word in the training sentences of each corpus as well; the
        family then learns from the training fold.

    Attributes
    ----------
    counts_ : dict of str to dict of str to int
        For each corpus seen in :meth:`fit`, the occurrences of its lower-cased words; only
        where `training` is on.

    Examples
    --------
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
        """Name the chosen sources that are files."""
        return tuple(source for source in self._known_sources() if source != "wordfreq")

    def features(self) -> Sequence[Feature]:
        """Describe the columns of each source in turn, then those of the training corpora."""
        features = [feature for source in self._known_sources() for feature in _FEATURES[source]()]
        if self.training:
            source = "training corpus"
            unit = "log10(count + 1)"
            features += [
                Feature(f"train_{corpus}", f"occurrences in the corpus {corpus}", unit, source)
                for corpus in getattr(self, "counts_", CORPORA)
            ]
            features.append(Feature("train_all", "occurrences in all corpora", unit, source))
        return features

    def fit(self, table: pd.DataFrame) -> Self:
        """Count the words of the distinct training sentences of each corpus.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Columns ``corpus``, ``sentence`` and ``token``.
        """
        if not self.training:
            return self
        targets: dict[tuple[str, str], set[str]] = {}
        instances = zip(table["corpus"], table["sentence"], table["token"], strict=True)
        for corpus, sentence, token in instances:
            found = targets.setdefault((_column(corpus), sentence), set())
            found.update(_key(word) for word in expression_words(token))
        counts: dict[str, Counter[str]] = {}
        for (corpus, sentence), own in targets.items():
            # Every training word is in its own training sentences because it was chosen
            # there as a target. Were those sentences counted, the counts would say "this
            # word is in training" rather than how usual it is. What remains uneven: a word
            # to be predicted is counted in its own sentence where that sentence is in
            # training with another target (18 % of CompLex' test instances). Leaving it out
            # there too would need the test instances in training, and changes nothing: by
            # -.0001 (-.0008 to .0006) in r of the set core, Task 1, 5 folds grouped by token.
            spelled = (word.lower() for word in words(sentence))
            counts.setdefault(corpus, Counter()).update(w for w in spelled if w not in own)
        self.counts_ = {corpus: dict(counts[corpus]) for corpus in sorted(counts)}
        return self

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look the words up in each source.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            NaN where a source does not know the word. A word that no training sentence
            holds was counted, and has zero there.

        Raises
        ------
        sklearn.exceptions.NotFittedError
            When `training` is on and :meth:`fit` was not called.
        ResourceError
            When a source is not on this machine.
        """
        parts = [
            _wordfreq(frame)
            if source == "wordfreq"
            else _VALUES[source](look_up(self.store.table(source), frame))
            for source in self._known_sources()
        ]
        if self.training:
            check_is_fitted(self, "counts_")
            parts.append(self._training_counts(frame))
        if not parts:
            return pd.DataFrame(index=frame.index)
        return pd.concat(parts, axis=1).astype("float64")

    def _training_counts(self, frame: pd.DataFrame) -> pd.DataFrame:
        keys = [_key(word) for word in frame["word"]]
        occurrences = pd.DataFrame(
            {
                f"train_{corpus}": [counts.get(key, 0) for key in keys]
                for corpus, counts in self.counts_.items()
            },
            index=frame.index,
            dtype="float64",
        )
        occurrences["train_all"] = occurrences.sum(axis=1)
        return _log(occurrences)

    def _known_sources(self) -> Sequence[str]:
        unknown = [source for source in self.sources if source not in SOURCES]
        if unknown or isinstance(self.sources, str):
            raise InputError(
                f"The frequency sources {self.sources!r} are not a list of known ones.",
                where="frequency.sources",
                hint=f"Known are: {', '.join(SOURCES)}.",
            )
        return self.sources


def _key(word: str) -> str:
    """Spell a word as those of the training sentences are counted."""
    return " ".join(words(word)).lower()


def _column(corpus: object) -> str:
    """Make a corpus name the end of a column name; "unnamed" where it cannot be."""
    column = re.sub(r"\W+", "_", corpus.lower()).strip("_") if isinstance(corpus, str) else ""
    return column if column not in ("", "all") else "unnamed"


def _log(counts: pd.DataFrame) -> pd.DataFrame:
    values = np.log10(counts.to_numpy() + 1)
    return pd.DataFrame(values, index=counts.index, columns=counts.columns)


def _wordfreq(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "zipf": [zipf(word) for word in frame["word"]],
            "zipf_lemma": [zipf(lemma) for lemma in frame["lemma"]],
            "zipf_stem": [zipf(stem(word)) for word in frame["word"]],
        },
        index=frame.index,
    )


def _wordfreq_features() -> list[Feature]:
    unit = "Zipf: log10 per billion words"
    return [
        Feature("zipf", "frequency of the word form", unit, _WORDFREQ),
        Feature("zipf_lemma", "frequency of the lemma", unit, _WORDFREQ),
        Feature("zipf_stem", "frequency of the Snowball stem as a word", unit, _WORDFREQ),
    ]


def _subtlex(found: pd.DataFrame) -> pd.DataFrame:
    values = found[["subtlex_frequency", "subtlex_diversity"]].copy()
    values["subtlex_low_share"] = found["subtlex_low"] / found["subtlex_count"]
    return values


def _subtlex_features() -> list[Feature]:
    columns = registry()["subtlex_us"].columns
    return [
        *(
            Feature(name, columns[name].description, columns[name].unit, _SUBTLEX)
            for name in ("subtlex_frequency", "subtlex_diversity")
        ),
        Feature(
            "subtlex_low_share",
            "share of the occurrences in film subtitles that begin with a small letter",
            "0-1",
            _SUBTLEX,
        ),
    ]


def _tubelex(found: pd.DataFrame) -> pd.DataFrame:
    spread = found["channels"] / found["videos"]
    values = _log(found).add_prefix("tubelex_")
    values.insert(3, "tubelex_channels_per_video", spread)
    return values


def _tubelex_features() -> list[Feature]:
    features = [
        Feature(f"tubelex_{name}", column.description, "log10(count + 1)", _TUBELEX)
        for name, column in registry()["tubelex"].columns.items()
    ]
    spread = Feature(
        "tubelex_channels_per_video", "channels for each video with the word", "0-1", _TUBELEX
    )
    return [*features[:3], spread, *features[3:]]


_FEATURES = {
    "wordfreq": _wordfreq_features,
    "subtlex_us": _subtlex_features,
    "tubelex": _tubelex_features,
}
_VALUES = {"subtlex_us": _subtlex, "tubelex": _tubelex}
