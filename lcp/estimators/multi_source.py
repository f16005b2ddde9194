"""One regressor for several rated corpora, with predictions for general readers and learners."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base.estimator_base import cloned
from lcp.corpora.grades import GRADES, complexity_of
from lcp.errors import InputError
from lcp.estimators.regressor import Regressor, columns_with_values
from lcp.estimators.weighted_parts import weighted_contributions, weighted_sum
from lcp.features.aggregation import BY_FREQUENCY
from lcp.features.families import context, readers
from lcp.features.families.acquisition import Acquisition
from lcp.features.families.association import Association
from lcp.features.families.context import Context
from lcp.features.families.length import Length
from lcp.features.families.readers import Readers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Bools, Floats, Ints
    from lcp.estimators.weighted_parts import Parts
    from lcp.features.matrix import Matrix

#: Columns of the readers and of known genres.
SOURCE, LEARNER = Readers.column(readers.SOURCE), Readers.column(readers.LEARNER)
GENRE = Context.column(context.GENRE)
ABBREVIATION = Length.column("acronym")
#: How far an expression has its own meaning (0, 1 or 2), and whether its rarest word is a name.
FIXEDNESS, NAME = Association.column("fixedness"), Length.column("initial_capital", "rarest")
#: School grade of a word.
GRADE = Acquisition.column("grade", "rarest")
#: Standard deviation of expressions in other genres, relative to the mean of their words. Chosen on
#: CWI 2018, where readers mark expressions less often than words.
SPREAD = 2 / 3
#: Minimum number of expressions or words to learn a scale.
FEWEST = 10


@dataclass(eq=False, repr=False)
class MultiSourceRegressor(Regressor):
    """Regressors for the home corpus, for other texts, for learners, and for expressions.

    Expects a matrix from :class:`lcp.FeatureSet` with the family ``readers`` and, for expressions,
    the aggregations ``rarest`` and ``commonest``. The home corpus is the first of its sources.

    - `home` learns from the home corpus alone, with all features, and predicts instances of a
      genre that the family ``context`` distinguishes.
    - `shared` learns from single words of all corpora, without the home corpus's abbreviations
      (names of genes), and predicts words of other genres. It uses the features that words without
      a sentence have. The ratings of each other corpus are linked to the scale of the home corpus:
      they get the mean and the standard deviation that a regressor trained on the home corpus
      predicts for the same words (mean-sigma linking; Kolen & Brennan, 2014). Its prediction is
      averaged with the latter regressor's, which has the weight `home_weight`.
    - `learner` learns from the words of each of the other corpora, on its own scale. That of the
      last predicts words for learners, unless the instance is from another corpus.
    - `whole` learns from a corpus that consists of expressions, on its own scale.

    An expression outside the home corpus's genres is predicted from two parts. One is the mean
    prediction for learners of its rarest and its most frequent word. On the corpus of expressions,
    it gets the mean of `shared` for the rarest words and 2/3 of the standard deviation for the two
    words; for learners, mean and standard deviation of the ratings of expressions in their corpus,
    with a second slope above the mean that leads to the highest rating.
    The other is the school grade that `whole` predicts, linked like the grades of words in the
    last corpus for learners. Its weight is `whole_weight` for a listed expression, twice that for
    an idiom, and 0 for a literal sequence of words. A sequence whose rarest word is capitalised is
    a name, and easier by one standard deviation. Without a corpus of expressions, the prediction
    is the mean of the two words.

    Without these columns, without others, or with one source or none, `home` alone predicts.

    Parameters
    ----------
    home, shared, learner, whole : regressor
        Must accept NaN.
    home_weight : float, default=0.1
        Weight, 0-1, of the home corpus in predictions of words of other genres.
    whole_weight : float, default=1/3
        Weight, 0-0.5, of `whole` in predictions of listed expressions.

    Attributes
    ----------
    home_, shared_ : regressor or None
        Fitted regressors; None for the second if there is only one source.
    learners_, wholes_ : dict of str to regressor
        Regressors of the sources of words for learners, and of expressions.
    home_words_ : regressor or None
        A clone of `shared`, fitted to single words of the home corpus.
    links_ : dict of str to (float, float)
        Intercept and slope that map the ratings of each other source of words to the home scale.
    expressions_ : dict of str to tuple of 5 or 7 floats
        By readers: intercept and slope of the mean prediction of the two words, of the whole,
        and the standard deviation of the first on the corpus of expressions; for learners, the
        mean prediction above which the slope is another one, and this slope.
    """

    stored: ClassVar[dict[str, Any]] = {
        "home_": Regressor,
        "shared_": (Regressor, None),
        "home_words_": (Regressor, None),
        "learners_": {"": Regressor},
        "wholes_": {"": Regressor},
        "links_": {"": [float]},
        "expressions_": {"": [float]},
    }
    stages: ClassVar[tuple[str, ...]] = ("home", "shared", "learner", "whole")

    home: Any
    shared: Any
    learner: Any
    whole: Any
    _: KW_ONLY
    home_weight: float = 0.1
    whole_weight: float = 1 / 3

    def _constraints(self) -> dict[str, list[Any]]:
        from sklearn.utils._param_validation import Interval

        share = Interval(Real, 0, 1, closed="both")
        return {"home_weight": [share], "whole_weight": [share]}

    def _fit(self, X: Matrix, y: Floats) -> None:
        features, sources = _without_sources(X), _starting_with(X, SOURCE)
        is_known = _has_any(X, sources)
        # In an ablation without features, the sources are all that can be learned.
        alone = not is_known.any() or not features.columns
        if not alone and not is_known.all():
            raise InputError(
                f"{np.count_nonzero(~is_known):,} instances are of corpora that no feature names.",
                hint='Name them in the feature set: [families.readers] sources = ["complex", …].',
            )
        home = np.ones(len(y), dtype=bool) if alone else _has_any(X, sources[:1])
        features = features if features.columns else X
        of_targets = [str(c) for c in features.columns if c.aggregation not in BY_FREQUENCY]
        targets = features.select(of_targets)
        self.home_ = cloned(self.home).fit(targets.take(home), y[home])
        self.shared_: Regressor | None = None
        self.home_words_: Regressor | None = None
        self.learners_: dict[str, Regressor] = {}
        self.wholes_: dict[str, Regressor] = {}
        self.links_: dict[str, tuple[float, float]] = {}
        self.expressions_: dict[str, tuple[float, ...]] = {}
        if home.all():
            return
        rows = {name.removeprefix(SOURCE): _has_any(X, [name]) for name in sources[1:]}
        single = features.is_single()
        words = features.word("rarest")
        words = words.select(columns_with_values(words.take(single & ~home)))
        selected = home & single & (_column(words, ABBREVIATION) != 1)
        self.home_words_ = cloned(self.shared).fit(words.take(selected), y[selected])
        linked = y.copy()
        for source, members in rows.items():
            selection = members & single
            if 2 * selection.sum() > members.sum():
                self.learners_[source] = cloned(self.learner).fit(
                    words.take(selection), y[selection]
                )
                predicted = self.home_words_.predict(words.take(selection))
                link = _to_scale(y[selection], float(predicted.mean()), float(predicted.std()))
                self.links_[source] = link
                linked[selection] = link[0] + link[1] * y[selection]
                selected |= selection
            elif members.any():  # a corpus of expressions
                features_of_whole = targets.select(columns_with_values(targets.take(members)))
                whole = cloned(self.whole).fit(features_of_whole.take(members), y[members])
                self.wholes_[source] = whole
        self.shared_ = cloned(self.shared).fit(words.take(selected), linked[selected])
        if self.wholes_ and self.learners_:
            *_, learner = self.learners_
            corpus = rows[[*self.wholes_][-1]]
            self._scale_expressions(features, corpus, rows[learner], single, y)

    def _scale_expressions(
        self,
        features: Matrix,
        corpus: Bools,
        rated: Bools,
        single: Bools,
        y: Floats,
    ) -> None:
        """Learn the scales of the words and of the whole of expressions.

        `corpus` are the rows of the corpus of expressions, `rated` those rated by learners.
        """
        words, _ = self._parts()
        listed = features.take(corpus)
        score = weighted_sum(words, listed)
        rarest, commonest = (
            weighted_sum([(weight, head, which) for weight, head in self._shared()], listed)
            for which in BY_FREQUENCY
        )
        spread = SPREAD * float(((rarest + commonest) / 2).std())
        # Words for learners have grades and ratings: on the scale of both, grades become ratings.
        listed_grades = _column(features, GRADE)
        graded = rated & single & (listed_grades >= GRADES[0])
        grades = complexity_of(listed_grades[graded])
        ratings = y[graded]
        if graded.sum() < FEWEST:
            grades, ratings = y[corpus], score
        whole = _to_scale(grades, float(ratings.mean()), float(ratings.std()))
        link = self.links_[[*self.learners_][-1]]
        home = (link[0] + link[1] * whole[0], link[1] * whole[1])
        general = _to_scale(score, float(rarest.mean()), spread)
        self.expressions_["general"] = (*general, *home, spread)
        expressions = rated & ~single
        # Without expressions rated by learners, theirs are as difficult as their words.
        rating, highest = score, float(score.max())
        if expressions.sum() >= FEWEST:
            rating, score = y[expressions], weighted_sum(words, features.take(expressions))
        spread, mean, middle = float(rating.std()), float(rating.mean()), float(score.mean())
        learner = _to_scale(score, mean, spread)
        # The listed expressions are harder than the rated ones. Above the mean, the slope leads to
        # the highest rating, so that they are not all beyond it.
        above = (float(rating.max()) - mean) / (highest - middle) if highest > middle else np.inf
        self.expressions_["learner"] = (*learner, *whole, spread, middle, min(learner[1], above))

    def _predict(self, X: Matrix) -> Floats:
        predicted = np.empty(len(X.values))
        for rows, intercept, parts in self._heads(X):
            predicted[rows] = intercept + weighted_sum(parts, X.take(rows))
        return predicted

    def check(self) -> None:
        """Raise ValueError unless the links and scales have their numbers."""
        lengths = {*map(len, self.links_.values())}, {*map(len, self.expressions_.values())}
        if not (lengths[0] <= {2} and lengths[1] <= {5, 7}):
            raise ValueError("a link or a scale has another length")

    def is_explainable(self) -> bool:
        """Return whether all regressors are explainable."""
        return all(getattr(self, stage).is_explainable() for stage in self.stages)

    def _contributions(self, X: Matrix) -> Floats:
        """Return contributions to the weighted predictions of the regressors.

        They belong to the features of the rarest or of the most frequent word of an expression, and
        are 0 for features that the regressors do not use.
        """
        values = np.zeros((len(X.values), len(X.columns) + 1))
        for rows, intercept, parts in self._heads(X):
            values[rows] = weighted_contributions(parts, X.take(rows))
            values[rows, -1] += intercept
        return values

    def _heads(self, X: Matrix) -> list[tuple[Ints, float | Floats, Parts]]:
        """Return rows, and the intercepts and the regressors that predict them."""
        if self.shared_ is None or not self.learners_:
            return [(np.arange(len(X.values)), 0.0, [(1.0, self.home_, "")])]
        first, *others = _starting_with(X, SOURCE)
        single = _without_sources(X).is_single()
        wholes = {source: _has_any(X, [SOURCE + source]) for source in self.wholes_}
        whole = np.any([*wholes.values(), np.zeros(len(single), dtype=bool)], axis=0)
        learner = ~whole & _has_any(X, [LEARNER, *others])
        home = ~learner & ~whole & _has_any(X, [first, *_starting_with(X, GENRE)])
        general = ~home & ~learner & ~whole
        masks = {source: _has_any(X, [SOURCE + source]) for source in self.learners_}
        *_, last = masks
        masks[last] = masks[last] | (learner & ~np.any(list(masks.values()), axis=0))
        heads: list[tuple[Bools, float | Floats, Parts]]
        heads = [(home, 0.0, [(1.0, self.home_, "")])]
        heads += [(rows, 0.0, [(1.0, self.wholes_[name], "")]) for name, rows in wholes.items()]
        by_readers = [(general, self._shared())]
        by_readers += [(rows, [(1.0, self.learners_[s])]) for s, rows in masks.items()]
        for rows, words in by_readers:
            heads.append((rows & single, 0.0, [(weight, head, "rarest") for weight, head in words]))
            if not self.expressions_:
                parts: Parts
                parts = [
                    (weight / 2, head, which) for weight, head in words for which in BY_FREQUENCY
                ]
                heads.append((rows & ~single, 0.0, parts))
        if self.expressions_:
            heads.append(self._of_expressions((general | learner) & ~single, general, X))
        return [(np.flatnonzero(rows), base, parts) for rows, base, parts in heads if rows.any()]

    def _of_expressions(
        self, rows: Bools, general: Bools, X: Matrix
    ) -> tuple[Bools, Floats, Parts]:
        """Return rows, and the intercepts and the regressors that predict these expressions."""
        # The scale for general readers has one slope.
        scales = [(*self.expressions_[r], np.inf, 0.0)[:7] for r in ("general", "learner")]
        intercept, slope, of_whole, slope_of_whole, spread, middle, slope_above = np.where(
            general[rows], *(np.reshape(scale, (-1, 1)) for scale in scales)
        )
        words, whole = self._parts()
        several = np.flatnonzero(np.isfinite(middle))
        if len(several):
            score = weighted_sum(words, X.take(np.flatnonzero(rows)[several]))
            hard = several[score > middle[several]]
            intercept[hard] += (slope[hard] - slope_above[hard]) * middle[hard]
            slope[hard] = slope_above[hard]
        fixedness = np.nan_to_num(_column(X, FIXEDNESS)[rows], nan=1.0)
        share = fixedness * self.whole_weight
        is_name = (fixedness == 0) & (_column(X, NAME)[rows] == 1)
        base = (1 - share) * intercept + share * of_whole - np.where(is_name, spread, 0)
        parts = [((1 - share) * slope * part, head, which) for part, head, which in words]
        parts += [(share * slope_of_whole * part, head, which) for part, head, which in whole]
        return rows, base, parts

    def _shared(self) -> list[tuple[float, Regressor]]:
        """Return the regressors for words of other genres, with their weights."""
        assert self.shared_ is not None and self.home_words_ is not None  # noqa: S101, PT018
        return [(1 - self.home_weight, self.shared_), (self.home_weight, self.home_words_)]

    def _parts(self) -> tuple[Parts, Parts]:
        """Return the regressors for the words of an expression, and for the whole."""
        *_, learner = self.learners_.values()
        *_, whole = self.wholes_.values()
        return [(0.5, learner, which) for which in BY_FREQUENCY], [(1.0, whole, "")]


def _without_sources(X: Matrix) -> Matrix:
    """Return the features of all other families than ``readers``."""
    columns = zip(X.names, X.columns, strict=True)
    return X.select([name for name, column in columns if column.family != Readers.name])


def _column(X: Matrix, name: str) -> Floats:
    """Return the values of a column; NaN if there is none."""
    return X.column(name) if name in X.names else np.full(len(X.values), np.nan)


def _starting_with(X: Matrix, prefix: str) -> list[str]:
    return [name for name in X.names if name.startswith(prefix)]


def _has_any(X: Matrix, names: Sequence[str]) -> Bools:
    """Return whether any of these columns is 1, of each row."""
    return np.asarray((X.select(names).values == 1).any(axis=1))


def _to_scale(values: Floats, mean: float, deviation: float) -> tuple[float, float]:
    """Return intercept and slope that give values this mean and standard deviation."""
    spread = float(values.std())
    slope = deviation / spread if spread else 0.0
    return mean - slope * float(values.mean()), slope
