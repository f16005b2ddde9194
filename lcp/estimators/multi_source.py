"""One regressor for several rated corpora, with predictions for general readers and learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base import cloned
from lcp.estimators.base import Regressor, with_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.features.matrix import Matrix

    Floats = NDArray[np.float64]

#: Columns of the family ``readers``, and those of known genres.
READERS = "readers__"
SOURCE, LEARNER, GENRE = "readers__source_", "readers__learner", "context__genre_"


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
    links_ : dict of str to (float, float)
        Intercept and slope that map the ratings of each other source to the home scale.
    """

    stored: ClassVar[dict[str, Any]] = {
        "home_": Regressor,
        "shared_": Regressor | None,
        "home_words_": Regressor | None,
        "learners_": {"": Regressor},
        "links_": {"": (float, float)},
    }
    stages: ClassVar[tuple[str, ...]] = ("home", "shared", "learner")

    home_: Regressor
    shared_: Regressor | None
    home_words_: Regressor | None
    learners_: dict[str, Regressor]
    links_: dict[str, tuple[float, float]]

    def __init__(self, home: Any, shared: Any, learner: Any, *, home_weight: float = 0.2) -> None:
        self.home = home
        self.shared = shared
        self.learner = learner
        self.home_weight = home_weight

    def _fit(self, X: Matrix, y: Floats) -> None:
        features, sources = _own(X), _starting(X, SOURCE)
        # In an ablation without features, the sources are all that can be learned.
        alone = not sources or not features.columns
        home = np.ones(len(y), dtype=bool) if alone else _any(X, sources[:1])
        features = features if features.columns else X
        self.home_ = cloned(self.home).fit(features.take(home), y[home])
        self.shared_ = self.home_words_ = None
        self.learners_, self.links_ = {}, {}
        if home.all():
            return
        words = features.word("mean")
        words = words.select(with_values(words.take(~home)))
        single = home & X.is_single()
        self.home_words_ = cloned(self.shared).fit(words.take(single), y[single])
        linked, selected = y.copy(), single.copy()
        for name in sources[1:]:
            rows, source = _any(X, [name]), name.removeprefix(SOURCE)
            if not rows.any():
                continue
            self.learners_[source] = cloned(self.learner).fit(words.take(rows), y[rows])
            link = _link(y[rows], self.home_words_.predict(words.take(rows)))
            self.links_[source] = link
            linked[rows] = link[0] + link[1] * y[rows]
            selected |= rows
        self.shared_ = cloned(self.shared).fit(words.take(selected), linked[selected])

    def _predict(self, X: Matrix) -> Floats:
        predicted = np.empty(len(X.values))
        for head, rows, inputs in self._heads(X):
            predicted[rows] = self._averaged(head, "predict", inputs)
        return predicted

    def is_explainable(self) -> bool:
        """Return whether all regressors are explainable."""
        return all(part.is_explainable() for part in (self.home, self.shared, self.learner))

    def _contributions(self, X: Matrix) -> Floats:
        """Return contributions to the prediction of the regressor that makes it.

        The contribution of a feature is divided equally among its aggregations; features that the
        regressor does not use have 0.
        """
        values = np.zeros((len(X.values), len(X.columns) + 1))
        for head, rows, inputs in self._heads(X):
            parts = self._averaged(head, "contributions", inputs)
            values[rows, -1] = parts[:, -1]
            place = {column: number for number, column in enumerate(inputs.columns)}
            columns = X.columns if head is self.home_ else [c.alone() for c in X.columns]
            numbers = np.array([place.get(column, -1) for column in columns])
            used = np.flatnonzero(numbers >= 0)
            counts = np.bincount(numbers[used], minlength=len(place))[numbers[used]]
            values[np.ix_(rows, used)] = parts[:, numbers[used]] / counts
        return values

    def _averaged(self, head: Regressor, method: str, inputs: Matrix) -> Floats:
        """Return the result of a regressor's method; for `shared_`, averaged with `home_words_`."""
        result: Floats = getattr(head, method)(inputs)
        if head is not self.shared_ or self.home_words_ is None:
            return result
        home = getattr(self.home_words_, method)(inputs)
        return np.asarray((1 - self.home_weight) * result + self.home_weight * home)

    def _heads(self, X: Matrix) -> list[tuple[Regressor, NDArray[np.intp], Matrix]]:
        """Return each regressor with the rows that it predicts, and their features."""
        features = X.select(self.home_.feature_names_in_.tolist())
        if self.shared_ is None or not self.learners_:
            return [(self.home_, np.arange(len(X.values)), features)]
        first, *others = _starting(X, SOURCE)
        learner = _any(X, [LEARNER, *others])
        home = ~learner & _any(X, [first, *_starting(X, GENRE)])
        masks = {source: _any(X, [SOURCE + source]) for source in self.learners_}
        *_, last = masks
        masks[last] = masks[last] | (learner & ~np.any(list(masks.values()), axis=0))
        words = [(self.shared_, ~home & ~learner)]
        words += [(self.learners_[source], mask) for source, mask in masks.items()]
        heads = [(self.home_, np.flatnonzero(home), features.take(home))] if home.any() else []
        for head, mask in words:
            if mask.any():
                inputs = features.take(mask).word("mean").select(head.feature_names_in_.tolist())
                heads.append((head, np.flatnonzero(mask), inputs))
        return heads


def for_learners(rows: Floats, names: Sequence[str]) -> Floats:
    """Return features of the same instances, read by learners; shape (n_rows, n_features)."""
    changed = rows.copy()
    changed[:, list(names).index(LEARNER)] = 1
    return changed


def _own(X: Matrix) -> Matrix:
    """Return the features of all other families than ``readers``."""
    return X.select([name for name in X.names if not name.startswith(READERS)])


def _starting(X: Matrix, prefix: str) -> list[str]:
    return [name for name in X.names if name.startswith(prefix)]


def _any(X: Matrix, names: Sequence[str]) -> NDArray[np.bool_]:
    """Return whether any of these columns is 1, of each row."""
    return np.asarray((X.select(names).values == 1).any(axis=1))


def _link(rated: Floats, predicted: Floats) -> tuple[float, float]:
    """Return intercept and slope that give ratings the mean and SD of the predictions."""
    spread = float(rated.std())
    slope = float(predicted.std()) / spread if spread else 0.0
    return float(predicted.mean() - slope * rated.mean()), slope
