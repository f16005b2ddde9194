"""One regressor for several rated corpora, with predictions for general readers and learners."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base.estimator_base import cloned
from lcp.base.parameters import Limits
from lcp.base.reader_groups import ALL, GENERAL, LEARNER
from lcp.corpora.grades import GRADES, complexity_of
from lcp.errors import InputError
from lcp.estimators.heads import (
    ExpressionHead,
    ExpressionScale,
    Head,
    Part,
    Scale,
    of_word,
    two_words,
    values_of,
    weighted_sum,
)
from lcp.estimators.regressor import Regressor, columns_with_values
from lcp.features.aggregation import BY_FREQUENCY
from lcp.features.families.acquisition import Acquisition
from lcp.features.families.length import Length

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.base.array_types import Bools, Floats, Ints
    from lcp.features.matrix import Matrix

#: Corpora whose terms of use allow to publish models that are trained on them.
SOURCES = (
    *("complex", "word-complexity-lexicon", "living-word-vocabulary-words", "cefr"),
    "living-word-vocabulary",
)
ABBREVIATION = Length.column("acronym")
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

    It decides by the source, the readers, the genre and the kind of a row
    (:class:`lcp.features.matrix.Rows`). For expressions, it expects the aggregations ``rarest`` and
    ``commonest``. The home corpus is the first of its sources.

    - `home` learns from the home corpus alone, with all features, and predicts instances of its
      genres.
    - `shared` learns from single words of all corpora, without the home corpus's abbreviations
      (names of genes), and predicts words of other genres. It uses the features that words without
      a sentence have. The ratings of each other corpus are linked to the scale of the home corpus:
      they get the mean and the standard deviation that a regressor trained on the home corpus
      predicts for the same words (mean-sigma linking; Kolen & Brennan, 2014). Its prediction is
      averaged with the latter regressor's, which has the weight `home_weight`.
    - `learner` learns from the words of each of the other corpora, on its own scale. The regressor
      of the last one predicts words for learners, unless the instance is from another corpus.
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

    With one source or none, or if the rows are unknown, `home` alone predicts.

    Parameters
    ----------
    home, shared, learner, whole : regressor
        Must accept NaN.
    sources : sequence of str
        Corpora of the ratings, the home corpus first. Default: those of the bundled model.
    home_weight : float, default=0.1
        Weight, 0-1, of the home corpus in predictions of words of other genres.
    whole_weight : float, default=1/3
        Weight, 0-0.5, of `whole` in predictions of listed expressions.

    Attributes
    ----------
    home_, shared_ : regressor or None
        Fitted regressors; None for the second if there is only one source.
    genres_ : list of str
        Genres of the home corpus.
    learners_, wholes_ : dict of str to regressor
        Regressors of the sources of words for learners, and of expressions.
    home_words_ : regressor or None
        A clone of `shared`, fitted to single words of the home corpus.
    links_ : dict of str to Scale
        From the ratings of each other source of words to the home scale.
    expressions_ : dict of str to ExpressionScale
        Scales of expressions for general readers and for learners; empty without a corpus of
        expressions.
    heads_ : list of Head
        What predicts which rows, made of the other attributes. The first that applies predicts.
    """

    stored: ClassVar[dict[str, Any]] = {
        "home_": Regressor,
        "genres_": [str],
        "shared_": (Regressor, None),
        "home_words_": (Regressor, None),
        "learners_": {"": Regressor},
        "wholes_": {"": Regressor},
        "links_": {"": Scale},
        "expressions_": {"": ExpressionScale},
    }
    limits: ClassVar[dict[str, Limits]] = dict.fromkeys(
        ("home_weight", "whole_weight"), Limits(low=0, high=1)
    )
    stages: ClassVar[tuple[str, ...]] = ("home", "shared", "learner", "whole")
    uses_weights: ClassVar[bool] = True

    home: Any
    shared: Any
    learner: Any
    whole: Any
    _: KW_ONLY
    sources: Sequence[str] = SOURCES
    home_weight: float = 0.1
    whole_weight: float = 1 / 3

    def check_params(self) -> None:
        """Raise ValueError for an invalid parameter."""
        super().check_params()
        names = self.sources if isinstance(self.sources, list | tuple) else ()
        if not names or not all(isinstance(name, str) for name in names):
            raise ValueError("The 'sources' parameter is not a list of names of corpora.")

    def _fit(self, X: Matrix, y: Floats) -> None:
        home, *others = self._members(X)
        targets = _of_targets(X)
        self.home_ = cloned(self.home).fit(targets.take(home), y[home])
        self.genres_: list[str] = []
        self.shared_: Regressor | None = None
        self.home_words_: Regressor | None = None
        self.learners_: dict[str, Regressor] = {}
        self.wholes_: dict[str, Regressor] = {}
        self.links_: dict[str, Scale] = {}
        self.expressions_: dict[str, ExpressionScale] = {}
        if X.rows is not None and not home.all():
            self._fit_others(X, y, home, dict(zip(self.sources[1:], others, strict=True)))
        self.heads_ = self._heads()

    def _fit_others(self, X: Matrix, y: Floats, home: Bools, members: dict[str, Bools]) -> None:
        """Learn from the rows of the other sources, `members`, and from the home corpus's words."""
        assert X.rows is not None  # noqa: S101 - for the type checker
        targets = _of_targets(X)
        self.genres_ = sorted({*X.rows.genre[home]} - {""})
        single = ~X.rows.is_expression
        for source, rows in members.items():
            if rows.any() and 2 * (rows & single).sum() <= rows.sum():
                features = targets.select(columns_with_values(targets.take(rows)))
                self.wholes_[source] = cloned(self.whole).fit(features.take(rows), y[rows])
        of_words = {
            source: rows & single
            for source, rows in members.items()
            if rows.any() and source not in self.wholes_
        }
        words = X.word("rarest")
        words = words.select(columns_with_values(words.take(single & ~home)))
        self._fit_words(words, y, home & single, of_words)
        if self.wholes_ and self.learners_:
            corpus, rated = (members[[*each][-1]] for each in (self.wholes_, self.learners_))
            self._scale_expressions(X, y, corpus, rated)

    def _members(self, X: Matrix) -> list[Bools]:
        """Return the rows of each source; all are of the home corpus if no source is named."""
        n = len(X.values)
        none = [np.zeros(n, dtype=bool) for _ in self.sources[1:]]
        if X.rows is None:
            return [np.ones(n, dtype=bool), *none]
        members = [X.rows.source == name for name in self.sources]
        is_named = np.any(members, axis=0)
        if not is_named.any():
            return [~is_named, *none]
        if not is_named.all():
            raise InputError(
                f"{np.count_nonzero(~is_named):,} instances are of corpora that the estimator does "
                "not name.",
                hint='Name them in its recipe: [parameters] sources = ["complex", …].',
            )
        return members

    def _fit_words(self, words: Matrix, y: Floats, home: Bools, others: dict[str, Bools]) -> None:
        """Learn from single words: the rows of the home corpus, and of each other source."""
        selected = home & (values_of(words, ABBREVIATION) != 1)
        self.home_words_ = cloned(self.shared).fit(words.take(selected), y[selected])
        linked = y.copy()
        for source, rows in others.items():
            self.learners_[source] = cloned(self.learner).fit(words.take(rows), y[rows])
            predicted = self.home_words_.predict(words.take(rows))
            link = Scale.to(y[rows], float(predicted.mean()), float(predicted.std()))
            self.links_[source] = link
            linked[rows] = link.intercept + link.slope * y[rows]
            selected |= rows
        self.shared_ = cloned(self.shared).fit(words.take(selected), linked[selected])

    def _scale_expressions(self, X: Matrix, y: Floats, corpus: Bools, rated: Bools) -> None:
        """Learn the scales of the words and of the whole of expressions.

        `corpus` are the rows of the corpus of expressions, `rated` those rated by learners.
        """
        assert X.rows is not None  # noqa: S101 - for the type checker
        words = two_words(self._of_learners())
        listed = X.take(corpus)
        score = weighted_sum(words, listed)
        rarest, commonest = (
            weighted_sum(of_word(self._of_others(), which), listed) for which in BY_FREQUENCY
        )
        spread = SPREAD * float(((rarest + commonest) / 2).std())
        # Words for learners have grades and ratings: on the scale of both, grades become ratings.
        listed_grades = values_of(X, GRADE)
        graded = rated & ~X.rows.is_expression & (listed_grades >= GRADES[0])
        grades = complexity_of(listed_grades[graded])
        ratings = y[graded]
        if graded.sum() < FEWEST:
            grades, ratings = y[corpus], score
        whole = Scale.to(grades, float(ratings.mean()), float(ratings.std()))
        link = self.links_[[*self.learners_][-1]]
        home = Scale(link.intercept + link.slope * whole.intercept, link.slope * whole.slope)
        general = Scale.to(score, float(rarest.mean()), spread)
        self.expressions_[GENERAL] = ExpressionScale(general, home, spread)
        expressions = rated & X.rows.is_expression
        # Without expressions rated by learners, theirs are as difficult as their words.
        rating, highest = score, float(score.max())
        if expressions.sum() >= FEWEST:
            rating, score = y[expressions], weighted_sum(words, X.take(expressions))
        spread, mean, middle = float(rating.std()), float(rating.mean()), float(score.mean())
        learner = Scale.to(score, mean, spread)
        # The listed expressions are harder than the rated ones. Above the mean, the slope leads to
        # the highest rating, so that they are not all beyond it.
        above = (float(rating.max()) - mean) / (highest - middle) if highest > middle else np.inf
        bent = Scale(learner.intercept, learner.slope, middle, min(learner.slope, above))
        self.expressions_[LEARNER] = ExpressionScale(bent, whole, spread)

    def _predict(self, X: Matrix) -> Floats:
        predicted = np.empty(len(X.values))
        for head, rows in self._divided(X):
            predicted[rows] = head.predict(X.take(rows))
        return predicted

    def sentence_counts(self) -> dict[str, tuple[str, ...]]:
        """Return the genres in which the sentence of a target counts, by readers."""
        if not self.learners_:
            return super().sentence_counts()
        return {ALL: tuple(self.genres_), LEARNER: ()}

    def check(self) -> None:
        """Raise ValueError unless the regressors have their scales."""
        readers = {GENERAL, LEARNER} if self.wholes_ and self.learners_ else set()
        if {*self.links_} != {*self.learners_} or {*self.expressions_} != readers:
            raise ValueError("a regressor has no scale, or a scale no regressor")
        if self.learners_ and None in (self.shared_, self.home_words_):
            raise ValueError("a regressor of words is missing")
        self.heads_ = self._heads()

    def is_explainable(self) -> bool:
        """Return whether all regressors are explainable."""
        return all(getattr(self, stage).is_explainable() for stage in self.stages)

    def _contributions(self, X: Matrix) -> Floats:
        """Return contributions to the weighted predictions of the regressors.

        They belong to the features of the rarest or of the most frequent word of an expression, and
        are 0 for features that the regressors do not use.
        """
        values = np.zeros((len(X.values), len(X.columns) + 1))
        for head, rows in self._divided(X):
            values[rows] = head.contributions(X.take(rows))
        return values

    def _divided(self, X: Matrix) -> Iterator[tuple[Head, Ints]]:
        """Yield each head with the rows that it predicts, if any."""
        remaining = np.ones(len(X.values), dtype=bool)
        if X.rows is None:
            yield Head(parts=[Part(1.0, self.home_)]), np.flatnonzero(remaining)
            return
        for head in self.heads_:
            rows = remaining & head.applies(X.rows)
            remaining &= ~rows
            if rows.any():
                yield head, np.flatnonzero(rows)

    def _heads(self) -> list[Head]:
        """Return the heads of what was learned."""
        home = [Part(1.0, self.home_)]
        if not self.learners_:
            return [Head(parts=home)]
        heads = [
            Head(parts=[Part(1.0, whole)], where={"source": [name]})
            for name, whole in self.wholes_.items()
        ]
        for name, learner in self.learners_.items():
            heads += self._word_heads([Part(1.0, learner)], LEARNER, source=[name])
        return [
            *heads,
            *self._word_heads(self._of_learners(), LEARNER, readers=[LEARNER]),
            Head(parts=home, where={"source": self.sources[:1]}),
            Head(parts=home, where={"genre": self.genres_}),
            *self._word_heads(self._of_others(), GENERAL),
        ]

    def _word_heads(self, parts: list[Part], scale: str, **where: Any) -> list[Head]:
        """Return the heads of words, which `parts` predict, and of expressions, for some rows."""
        words = Head(parts=of_word(parts, "rarest"), where={**where, "is_expression": [False]})
        where["is_expression"] = [True]
        if not self.expressions_:
            return [words, Head(parts=two_words(parts), where=where)]
        expressions = ExpressionHead(
            parts=two_words(self._of_learners()),
            whole=Part(1.0, [*self.wholes_.values()][-1]),
            scale=self.expressions_[scale],
            whole_weight=self.whole_weight,
            where=where,
        )
        return [words, expressions]

    def _of_learners(self) -> list[Part]:
        """Return the regressor for words that learners read."""
        return [Part(1.0, [*self.learners_.values()][-1])]

    def _of_others(self) -> list[Part]:
        """Return the regressors for words of other genres, with their weights."""
        assert self.shared_ is not None and self.home_words_ is not None  # noqa: S101, PT018
        return [Part(1 - self.home_weight, self.shared_), Part(self.home_weight, self.home_words_)]


def _of_targets(X: Matrix) -> Matrix:
    """Return the features of whole targets, without those of their rarest or commonest word."""
    return X.select([str(each) for each in X.columns if each.aggregation not in BY_FREQUENCY])
