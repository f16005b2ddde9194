"""One regressor for several rated corpora, with predictions for general readers and learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.utils.metaestimators import available_if

from lcp.estimators.base import Regressor

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from lcp.estimators.base import Floats

#: Columns of the family ``readers``, and those of known genres.
SOURCE, LEARNER, GENRE = "readers__source_", "readers__learner", "context__genre_"


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
    - `learner` learns from the other corpora, each on its own scale, and predicts for learners, on
      the scale of the last source unless the instance has a source.

    A matrix without these columns, or with one source, is predicted by `home` alone.

    Parameters
    ----------
    home, shared, learner : regressor
        Must accept NaN.
    home_weight : float, default=0.2
        Weight, 0-1, of the home corpus in predictions of instances of other genres.

    Attributes
    ----------
    home_, shared_, learner_ : regressor or None
        Fitted regressors; None for the last two if there is only one source.
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

    _min_rows = 0

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
        values, rated = self._training_data(X, y)
        X = self._named(values)
        sources = _sources(X)
        home = X[sources[0]].eq(1).to_numpy() if sources else np.ones(len(X), dtype=bool)
        self.home_ = clone(self.home).fit(_without_readers(X[home]), rated[home])
        self.shared_ = self.learner_ = self.home_words_ = None
        self.word_features_: list[str] = []
        self.links_: dict[str, tuple[float, float]] = {}
        if home.all():
            return self
        words = _word_matrix(X)
        self.word_features_ = list(words.columns[words[~home].notna().any()])
        words = words[self.word_features_]
        single = home & _is_single(X)
        self.home_words_ = clone(self.shared).fit(words[single], rated[single])
        linked, rows = rated.copy(), single.copy()
        for source in sources[1:]:
            of_source = X[source].eq(1).to_numpy()
            if not of_source.any():
                continue
            link = _link(rated[of_source], self.home_words_.predict(words[of_source]))
            self.links_[source.removeprefix(SOURCE)] = link
            linked[of_source] = link[0] + link[1] * rated[of_source]
            rows |= of_source
        self.shared_ = clone(self.shared).fit(words[rows], linked[rows])
        others = rows & ~home
        learned = pd.concat([words, X[sources[1:]]], axis=1)
        self.learner_ = clone(self.learner).fit(learned[others], rated[others])
        return self

    def _predict(self, rows: Floats) -> Floats:
        X = self._named(rows)
        predicted = np.empty(len(X))
        for head, numbers, inputs in self._heads(X):
            predicted[numbers] = self._averaged(head, "predict", inputs)
        return predicted

    @available_if(_all_heads_contribute)  # type: ignore[untyped-decorator]
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
        X = self._named(self._rows(X))
        names = pd.Index(X.columns)
        values = np.zeros((len(X), len(names) + 1))
        for head, rows, inputs in self._heads(X):
            own = self._averaged(head, "contributions", inputs)
            values[rows, -1] = own[:, -1]
            features = names if head is self.home_ else names.map(_base)
            numbers = inputs.columns.get_indexer(features)
            used = np.flatnonzero(numbers >= 0)
            counts = np.bincount(numbers[used], minlength=inputs.shape[1])[numbers[used]]
            values[np.ix_(rows, used)] = own[:, numbers[used]] / counts
        return values

    def _averaged(self, head: Any, method: str, inputs: pd.DataFrame) -> Floats:
        """Call a method of a regressor, and average the result of `shared_` with `home_words_`."""
        values: Floats = getattr(head, method)(inputs)
        if head is self.shared_ and head is not None:
            home: Floats = getattr(self.home_words_, method)(inputs)
            values = (1 - self.home_weight) * values + self.home_weight * home
        return values

    def _heads(self, X: pd.DataFrame) -> list[tuple[Any, NDArray[np.intp], pd.DataFrame]]:
        """Return each regressor with the rows that it predicts, and its features of them."""
        if self.shared_ is None:
            return [(self.home_, np.arange(len(X)), _without_readers(X))]
        sources = _sources(X)
        genres = [column for column in X.columns if column.startswith(GENRE)]
        learner = X[LEARNER].eq(1) | X[sources[1:]].eq(1).any(axis=1)
        home = ~learner & (X[genres].eq(1).any(axis=1) | X[sources[0]].eq(1))
        heads = []
        for head, mask in (
            (self.home_, home),
            (self.shared_, ~home & ~learner),
            (self.learner_, learner),
        ):
            rows = np.flatnonzero(mask)
            if not len(rows):
                continue
            part = X.iloc[rows]
            if head is self.home_:
                heads.append((head, rows, _without_readers(part)))
                continue
            inputs = _word_matrix(part)[self.word_features_]
            if head is self.learner_:
                scales = part[sources[1:]].copy()
                scales.loc[~scales.eq(1).any(axis=1), sources[-1]] = 1.0
                inputs = pd.concat([inputs, scales], axis=1)
            heads.append((head, rows, inputs))
        return heads

    def _named(self, rows: Floats) -> pd.DataFrame:
        return pd.DataFrame(rows, columns=self._names())


def for_learners(X: pd.DataFrame) -> pd.DataFrame:
    """Return features of the same instances, read by learners."""
    return X.assign(**{LEARNER: 1.0})


def _sources(X: pd.DataFrame) -> list[str]:
    return [column for column in X.columns if column.startswith(SOURCE)]


def _without_readers(X: pd.DataFrame) -> pd.DataFrame:
    return X[[column for column in X.columns if not column.startswith("readers__")]]


def _base(column: str) -> str:
    """Return the name of a column without its aggregation."""
    return column.rpartition("@")[0] or column


def _word_matrix(X: pd.DataFrame) -> pd.DataFrame:
    """Average each feature over its aggregations."""
    X = _without_readers(X)
    groups: dict[str, list[str]] = {}
    for column in X.columns:
        groups.setdefault(_base(column), []).append(column)
    means = {}
    for feature, columns in groups.items():
        values = X[columns].to_numpy()
        present = ~np.isnan(values)
        total, count = np.where(present, values, 0).sum(axis=1), present.sum(axis=1)
        means[feature] = np.divide(total, count, out=np.full(len(X), np.nan), where=count > 0)
    return pd.DataFrame(means, index=X.index)


def _is_single(X: pd.DataFrame) -> NDArray[np.bool_]:
    """Return whether each row is a single word: all aggregations of a feature are equal."""
    by_aggregation: dict[str, list[str]] = {}
    for column in X.columns:
        if "@" in column:
            by_aggregation.setdefault(column.rpartition("@")[2], []).append(column)
    same = np.ones(len(X), dtype=bool)
    blocks = [X[columns].to_numpy() for columns in by_aggregation.values()]
    for block in blocks[1:]:
        same &= ((block == blocks[0]) | (np.isnan(block) & np.isnan(blocks[0]))).all(axis=1)
    return same


def _link(rated: Floats, predicted: Floats) -> tuple[float, float]:
    """Return intercept and slope that give ratings the mean and SD of the predictions."""
    spread = float(rated.std())
    slope = float(predicted.std()) / spread if spread else 0.0
    return float(predicted.mean() - slope * rated.mean()), slope
