"""One regressor for several rated corpora, with predictions for general readers and learners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from lcp.base import available_if, cloned
from lcp.estimators.base import Regressor, predicted_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

#: Columns of the family ``readers``, and those of known genres.
READERS = "readers__"
SOURCE, LEARNER, GENRE = "readers__source_", "readers__learner", "context__genre_"


@dataclass(frozen=True)
class _Layout:
    """The columns of a matrix.

    Attributes
    ----------
    sources, genres, learner : int array
        Columns of the sources, of the known genres, and whether the readers are learners.
    own : int array
        Columns of all other families than ``readers``.
    features : tuple of str of length n_words
        Names of these columns, without aggregation and repetitions.
    aggregations : int array of shape (n_aggregations, n_words)
        Columns of each feature's aggregations; the number of columns where there are fewer.
    """

    sources: Numbers
    genres: Numbers
    learner: Numbers
    own: Numbers
    features: tuple[str, ...]
    aggregations: Numbers

    def word_matrix(self, rows: Floats) -> Floats:
        """Average each feature over its aggregations, ignoring NaN; shape (n_rows, n_words)."""
        padded = np.column_stack([rows, np.full(len(rows), np.nan)])
        total = np.zeros((len(rows), len(self.features)))
        count = np.zeros(total.shape, dtype=np.intp)
        # The order of a sum decides on its last bit, and that bit on some splits of a tree.
        for columns in self.aggregations:
            values = padded[:, columns]
            present = ~np.isnan(values)
            total += np.where(present, values, 0)
            count += present
        mean = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
        return np.asarray(mean)


@lru_cache(maxsize=8)
def _layout(names: tuple[str, ...]) -> _Layout:
    def starting(prefix: str) -> Numbers:
        return np.array([i for i, name in enumerate(names) if name.startswith(prefix)], np.intp)

    groups: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        if not name.startswith(READERS):
            groups.setdefault(_base(name), []).append(number)
    aggregations = list(zip_longest(*groups.values(), fillvalue=len(names)))
    if not groups:  # as in an ablation; without features, the sources are all that can be learned
        none = np.empty(0, np.intp)
        return _Layout(none, none, none, np.arange(len(names)), (), none.reshape(0, 0))
    return _Layout(
        starting(SOURCE),
        starting(GENRE),
        starting(LEARNER),
        np.array(sorted(number for numbers in groups.values() for number in numbers), np.intp),
        tuple(groups),
        np.array(aggregations, dtype=np.intp).reshape(len(aggregations), len(groups)),
    )


def _all_heads_contribute(estimator: Any) -> bool:
    heads = (estimator.home, estimator.shared, estimator.learner)
    return all(hasattr(head, "contributions") for head in heads)


class MultiSourceRegressor(Regressor):
    """Regressors for the home corpus, for other texts, and for learners.

    Expects a matrix from :class:`lcp.FeatureSet` with the family ``readers``. The home corpus is
    the first of its sources.

    - `home` learns from the home corpus alone, with all features, and predicts instances of a
      genre that the family ``context`` distinguishes.
    - `shared` learns from single words of all corpora, and predicts instances of other genres. It
      uses the features that words without a sentence have, averaged over the words of an
      expression. The ratings of each other corpus are linked to the scale of the home corpus: they
      get the mean and the standard deviation that a regressor trained on the home corpus predicts
      for the same words (mean-sigma linking; Kolen & Brennan, 2014). Its prediction is averaged
      with that of the latter regressor, which has the weight `home_weight`.
    - `learner` learns from each of the other corpora, on its own scale. The one of the last of them
      predicts for learners, unless the instance is from another corpus.

    A matrix without these columns, with no others, or with one source is predicted by `home` alone.

    Parameters
    ----------
    home, shared, learner : regressor
        Must accept NaN.
    home_weight : float, default=0.2
        Weight, 0-1, of the home corpus in predictions of instances of other genres.

    Attributes
    ----------
    home_, shared_ : regressor or None
        Fitted regressors; None for the second if there is only one source.
    learners_ : dict of str to regressor
        Regressors of the sources for learners.
    home_words_ : regressor or None
        A clone of `shared`, fitted to single words of the home corpus.
    word_features_ : list of str
        Features of `shared` and `learner`, without aggregation.
    links_ : dict of str to (float, float)
        Intercept and slope that map the ratings of each other source to the home scale.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if `X` had names.
    """

    __module__ = "lcp.estimators"  # the name in saved models

    _min_rows = 0
    home_words_: Any = None

    def __init__(self, home: Any, shared: Any, learner: Any, *, home_weight: float = 0.2) -> None:
        self.home = home
        self.shared = shared
        self.learner = learner
        self.home_weight = home_weight

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit the three regressors.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN if unknown.
        y : array-like of shape (n_rows,)
            Complexity, 0-1, on the scale of each row's source.

        Raises
        ------
        ValueError
            If `y` has NaN, a value is infinite, or the lengths differ.
        """
        rows, rated = self._training_data(X, y)
        names = self._names()
        layout = _layout(names)
        own = [names[number] for number in layout.own]
        home = (
            rows[:, layout.sources[0]] == 1
            if len(layout.sources)
            else np.ones(len(rows), dtype=bool)
        )
        self.home_ = _fitted(self.home, rows[home][:, layout.own], rated[home], own)
        self.shared_ = self.home_words_ = None
        self.learners_: dict[str, Any] = {}
        self.word_features_: list[str] = []
        self.links_: dict[str, tuple[float, float]] = {}
        if home.all():
            return self
        words = layout.word_matrix(rows)
        used = ~np.isnan(words[~home]).all(axis=0)
        self.word_features_ = [
            name for name, kept in zip(layout.features, used, strict=True) if kept
        ]
        words = words[:, used]
        single = home & _is_single(rows, names)
        self.home_words_ = _fitted(self.shared, words[single], rated[single], self.word_features_)
        linked, selected = rated.copy(), single.copy()
        for number in layout.sources[1:]:
            of_source = rows[:, number] == 1
            if not of_source.any():
                continue
            source = names[number].removeprefix(SOURCE)
            self.learners_[source] = _fitted(
                self.learner, words[of_source], rated[of_source], self.word_features_
            )
            predicted = predicted_by(self.home_words_, words[of_source], self.word_features_)
            link = _link(rated[of_source], predicted)
            self.links_[source] = link
            linked[of_source] = link[0] + link[1] * rated[of_source]
            selected |= of_source
        self.shared_ = _fitted(self.shared, words[selected], linked[selected], self.word_features_)
        return self

    def predicts_words_alone(self, *, known_genre: bool, learner: bool) -> bool:
        """Return whether predictions do not depend on the sentence.

        Parameters
        ----------
        known_genre : bool
            Whether the genre is one of the home corpus.
        learner : bool
            Whether the readers are learners.
        """
        return self.shared_ is not None and (learner or not known_genre)

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict rows that need no validation; see :meth:`Regressor.predict_rows`."""
        predicted = np.empty(len(rows))
        for head, numbers, inputs, names in self._heads(rows):
            predicted[numbers] = predicted_by(head, inputs, names)
            if self._is_averaged(head):
                home = predicted_by(self.home_words_, inputs, names)
                predicted[numbers] = self._averaged(predicted[numbers], home)
        return predicted

    @available_if(_all_heads_contribute)
    def contributions(self, X: ArrayLike) -> Floats:
        """Attribute each prediction to the features of the regressor that makes it.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            The features of :meth:`fit`.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            As :meth:`BoostedTrees.contributions`. The contribution of a feature is divided
            equally among its aggregations; features that the regressor does not use have 0.
        """
        import pandas as pd

        rows, names = self._rows(X), self._names()
        values = np.zeros((len(rows), len(names) + 1))
        for head, numbers, inputs, own_names in self._heads(rows):
            table = pd.DataFrame(inputs, columns=own_names)
            own = head.contributions(table)
            if self._is_averaged(head):
                own = self._averaged(own, self.home_words_.contributions(table))
            values[numbers, -1] = own[:, -1]
            places = {name: place for place, name in enumerate(own_names)}
            features = names if head is self.home_ else map(_base, names)
            columns = np.array([places.get(name, -1) for name in features])
            used = np.flatnonzero(columns >= 0)
            counts = np.bincount(columns[used], minlength=len(own_names))[columns[used]]
            values[np.ix_(numbers, used)] = own[:, columns[used]] / counts
        return values

    def _is_averaged(self, head: Any) -> bool:
        return head is self.shared_ and self.home_words_ is not None

    def _averaged(self, shared: Floats, home: Floats) -> Floats:
        """Average results of `shared_` with those of `home_words_`."""
        return (1 - self.home_weight) * shared + self.home_weight * home

    def _heads(self, rows: Floats) -> list[tuple[Any, Numbers, Floats, list[str]]]:
        """Return each regressor with the rows that it predicts, their features, and the names."""
        names = self._names()
        layout = _layout(names)
        own = [names[number] for number in layout.own]
        if self.shared_ is None:
            return [(self.home_, np.arange(len(rows)), rows[:, layout.own], own)]
        others = layout.sources[1:]
        learner = (rows[:, [*layout.learner, *others]] == 1).any(axis=1)
        home = ~learner & (rows[:, [*layout.genres, layout.sources[0]]] == 1).any(axis=1)
        heads: list[tuple[Any, Numbers, Floats, list[str]]] = []
        if home.any():
            heads.append((self.home_, np.flatnonzero(home), rows[home][:, layout.own], own))
        places = {name: place for place, name in enumerate(layout.features)}
        kept = [places[name] for name in self.word_features_]
        general = ~home & ~learner
        if general.any():
            words = layout.word_matrix(rows[general])[:, kept]
            heads.append((self.shared_, np.flatnonzero(general), words, self.word_features_))
        *_, last = self.learners_
        rest = learner
        masks = {source: rows[:, names.index(SOURCE + source)] == 1 for source in self.learners_}
        for mask in masks.values():
            rest = rest & ~mask
        for source, head in self.learners_.items():
            mask = masks[source] | rest if source == last else masks[source]
            if mask.any():
                words = layout.word_matrix(rows[mask])[:, kept]
                heads.append((head, np.flatnonzero(mask), words, self.word_features_))
        return heads


def _fitted(estimator: Any, rows: Floats, rated: Floats, names: list[str]) -> Any:
    import pandas as pd

    return cloned(estimator).fit(pd.DataFrame(rows, columns=names), rated)


def for_learners(rows: Floats, names: Sequence[str]) -> Floats:
    """Return features of the same instances, read by learners; shape (n_rows, n_features)."""
    changed = rows.copy()
    changed[:, list(names).index(LEARNER)] = 1
    return changed


def _base(column: str) -> str:
    """Return the name of a column without its aggregation."""
    return column.rpartition("@")[0] or column


def _is_single(rows: Floats, names: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return whether each row is a single word: all aggregations of a feature are equal."""
    by_aggregation: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        if "@" in name:
            by_aggregation.setdefault(name.rpartition("@")[2], []).append(number)
    same = np.ones(len(rows), dtype=bool)
    blocks = [rows[:, numbers] for numbers in by_aggregation.values()]
    for block in blocks[1:]:
        same &= ((block == blocks[0]) | (np.isnan(block) & np.isnan(blocks[0]))).all(axis=1)
    return same


def _link(rated: Floats, predicted: Floats) -> tuple[float, float]:
    """Return intercept and slope that give ratings the mean and SD of the predictions."""
    spread = float(rated.std())
    slope = float(predicted.std()) / spread if spread else 0.0
    return float(predicted.mean() - slope * rated.mean()), slope
