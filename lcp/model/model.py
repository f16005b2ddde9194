"""A model: a feature set and an estimator, trained on rated instances."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.english.expression_forms import rated_forms
from lcp.errors import InputError
from lcp.estimators.multi_source import MultiSourceRegressor, for_learners
from lcp.features.featureset import FeatureSet
from lcp.features.matrix import Matrix
from lcp.features.row_cache import RowCache
from lcp.model.capabilities import Capabilities
from lcp.model.intervals import Intervals, check_probability
from lcp.model.levels import listed_levels
from lcp.model.ratings import Ratings
from lcp.model.running_text import RunningText
from lcp.resources.store import Store
from lcp.scikit_learn import Predictor, check_fitted, cloned
from lcp.targets import Targets
from lcp.targets.ratings import rated_targets
from lcp.targets.sentences import forget_sentences
from lcp.task import TASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from lcp.estimators.regressor import Regressor
    from lcp.model.levels import LevelScale
    from lcp.model.word_predictions import WordPredictions

    Floats = NDArray[np.float64]

#: Readers whose predictions decide on CEFR levels.
LEARNER = "learner"
#: Words whose complexity is kept in memory.
CACHED_COMPLEXITIES = 50_000


class _Table:
    """A table of a model, kept as records: only reading it imports pandas."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        if self.name not in vars(instance):
            raise AttributeError(f"'{type(instance).__name__}' object has no '{self.name}'")
        records = vars(instance)[self.name]
        if records is None:
            return None
        import pandas as pd

        return pd.DataFrame(records)

    def __set__(self, instance: Any, table: Any) -> None:
        records = table.to_dict(orient="records") if hasattr(table, "to_dict") else table
        vars(instance)[self.name] = records


@dataclass(eq=False, repr=False)
class ComplexityModel(Predictor):
    """Predict how hard a word or expression is in its sentence.

    `fit` only trains the model; :func:`lcp.train` also cross-validates and calibrates it.
    Threads may share a model.

    Parameters
    ----------
    features : str, path or FeatureSet, default="core"
        A feature set, or the name or TOML file of one.
    estimator : str, path or scikit-learn regressor, default="lightgbm"
        A regressor, or the name or TOML file of a recipe.
    task : str, default="complexity:2"
        What is predicted: a task that `lcp tasks` lists, such as ``complexity:1``.
    random_state : int, default=0
        Seed of a recipe's estimator.
    n_jobs : int, optional
        Number of threads of a recipe's estimator. Default: all processors.

    Attributes
    ----------
    capabilities_ : Capabilities
        What the model can rate.
    feature_set_ : FeatureSet
        The fitted feature set.
    estimator_ : Regressor
        The fitted estimator.
    estimator_name_ : str
        Name of the recipe, or ``"custom"`` for a regressor.
    quantiles_ : float32 array of shape (101, n_features)
        Percentiles of each feature in the training data.
    trained_on_ : dict
        Source corpora, number of instances, sha256 of the training table and a checksum of each
        instance.
    made_with_ : dict
        Versions of the packages and checksums of the resources used in training.
    scores_ : DataFrame or None
        Cross-validated scores.
    scores_from_ : str or None
        Description of the cross-validation.
    breakdown_ : DataFrame or None
        Errors by genre and frequency.
    intervals_ : Intervals or None
        Prediction intervals.
    interval_coverage_ : DataFrame or None
        Measured coverage of the intervals.
    levels_ : LevelScale or None
        CEFR levels of predictions for learners.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Columns of the training table. Not available in loaded models.
    n_features_in_ : int
        Number of these columns.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> model = ComplexityModel("core", "ridge").fit(table)
    >>> easy = model.predict_one("The water was cold.", "water")
    >>> easy < model.predict_one("The haploinsufficiency was mild.", "haploinsufficiency")
    True
    """

    scores_ = _Table()
    breakdown_ = _Table()
    interval_coverage_ = _Table()

    features: str | Path | FeatureSet = "core"
    estimator: Any = "lightgbm"
    _: KW_ONLY
    task: str = "complexity:2"
    random_state: int = 0
    n_jobs: int | None = None
    _running_text: RunningText | None = field(init=False, default=None)
    _words: WordPredictions | None = field(init=False, default=None)

    # Rating

    def rate(self, X: Any, *, probability: float = 0.9) -> Ratings:
        """Rate targets: complexity, interval, rank in running text, and CEFR level.

        Everything that gives a complexity calls this method, or is a view of it.

        Parameters
        ----------
        X : Targets, DataFrame or list of dict
            Targets; see :meth:`lcp.targets.Targets.table`.
        probability : float, default=0.9
            Share of mean ratings inside the interval, each the mean of several
            readers, as in CompLex. The rating of a single reader lies outside it more often.

        Raises
        ------
        InputError
            If a table is not valid, or the model cannot rate a target. Names the first such row.
        """
        check_fitted(self)
        check_probability(probability)
        targets = self._checked(X)
        counted = self.capabilities_.counts_sentence(targets)
        complexity, learner = self._complexity(targets, counted, levels=self.levels_ is not None)
        low, high = np.full((2, len(targets)), np.nan)
        if self.intervals_ is not None:
            # A genre whose sentence does not count changes nothing, not even the interval.
            pairs = zip(targets.genre, counted, strict=True)
            genres = tuple(genre if counts else "" for genre, counts in pairs)
            rated = replace(targets, genre=genres)
            low, high = self.intervals_.limits(rated, complexity, probability=probability).T
            without = ~self._has_interval(targets)
            low, high = np.where(without, np.nan, low), np.where(without, np.nan, high)
        harder = np.full(len(targets), np.nan)
        for readers in dict.fromkeys(targets.readers):
            rows = np.array([name == readers for name in targets.readers], dtype=bool)
            harder[rows] = self.running_text_.share_below(complexity[rows], readers)
        level = np.full(len(targets), -1, dtype=np.int8)
        level_probability = np.full(len(targets), np.nan)
        listed = np.zeros(len(targets), dtype=bool)
        if self.levels_ is not None:
            level, level_probability = self.levels_.levels(learner)
            in_list = listed_levels(targets.token, targets.get("pos"))
            listed = in_list >= 0
            level = np.where(listed, in_list, level)
            level_probability = np.where(listed, 1, level_probability)
        return Ratings(complexity, low, high, harder, level, level_probability, listed)

    def predict(self, X: Any) -> Floats:
        """Return the complexity of each instance, from 0 (very easy) to 1 (very difficult).

        Parameters
        ----------
        X : Targets, DataFrame of shape (n_instances, ...) or list of dict
            As for :meth:`rate`.

        Returns
        -------
        ndarray of shape (n_instances,)

        Raises
        ------
        InputError
            As for :meth:`rate`.
        """
        check_fitted(self)
        targets = self._checked(X)
        counted = self.capabilities_.counts_sentence(targets)
        return np.asarray(self._complexity(targets, counted)[0])

    def predict_one(
        self,
        sentence: str,
        target: str,
        *,
        genre: str = "",
        readers: str = "general",
        occurrence: int | None = None,
    ) -> float:
        """Return the complexity of one word or expression in one sentence, from 0 to 1.

        Parameters
        ----------
        sentence, target : str
            The sentence, which may be empty, and the target as written in it.
        genre : str, default=""
            Genre of the sentence, if the model knows it.
        readers : str, default="general"
            Who reads the sentence: ``general``, ``native``, ``learner`` or others that the model
            was trained for.
        occurrence : int, optional
            Which occurrence of the target, counted from 1. Default: the first.

        Raises
        ------
        InputError
            If a text is not valid, the sentence has no such occurrence, the genre has no effect, or
            the model was not trained for the readers.
        """
        check_fitted(self)
        targets, _ = Targets.one(
            sentence, target, genre=genre, readers=readers, occurrence=occurrence
        )
        self.capabilities_.check_options(genre, readers, alone=bool(targets.alone.all()))
        return float(self.predict(targets)[0])

    def predict_interval(self, X: Any, *, probability: float = 0.9) -> pd.DataFrame:
        """Return the complexity of each instance with a prediction interval.

        Parameters
        ----------
        X, probability
            As for :meth:`rate`.

        Returns
        -------
        DataFrame of shape (n_instances, 3)
            Columns ``complexity``, ``low`` and ``high`` (0-1), with the index of `X`.

        Raises
        ------
        InputError
            As for :meth:`rate`, and if the model is not calibrated.
        """
        check_fitted(self)
        if self.intervals_ is None:
            raise InputError(
                "The model has no prediction intervals because it is not calibrated.",
                hint="Train it with cross-validation, as lcp.train or `lcp fit --cv 5` do.",
            )
        table = self.rate(X, probability=probability).to_frame()[["complexity", "low", "high"]]
        return table.set_axis(X.index) if hasattr(X, "iloc") else table

    def contributions(self, targets: Targets) -> tuple[Floats, Floats]:
        """Attribute predictions to the features, exactly.

        Returns
        -------
        values : ndarray of shape (n_targets, n_features)
            The features, in the order of the feature set's columns.
        contributions : ndarray of shape (n_targets, n_features + 1)
            On the scale from 0 to 1; the last column is the base. Each row adds up to the
            prediction before it is clipped.

        Raises
        ------
        InputError
            If a target cannot be rated, or the estimator cannot be explained; the message names
            recipes that can.
        """
        check_fitted(self)
        values = self.feature_set_.measure(self.measured(targets))
        forget_sentences()
        names = self.feature_set_.get_feature_names_out()
        return values, self.estimator_.contributions(Matrix.of(values, names.tolist()))

    def measured(self, targets: Targets) -> Targets:
        """Return targets as they are measured: by another form if their sentence does not count.

        See :func:`lcp.english.expression_forms.rated_forms`.
        """
        targets = self._checked(targets)
        counted = self.capabilities_.counts_sentence(targets)
        triples = zip(targets.token, rated_forms(targets.token), counted, strict=True)
        tokens = tuple([token if counts else form for token, form, counts in triples])
        return replace(self._prepared(targets), token=tokens)

    def _checked(self, X: Any) -> Targets:
        targets = X if isinstance(X, Targets) else Targets.table(X)
        self.capabilities_.check(targets)
        return targets

    def _complexity(
        self, targets: Targets, counted: NDArray[np.bool_], *, levels: bool = False
    ) -> Floats:
        """Return the complexity of targets for their readers, and for learners if `levels`.

        `counted` are the targets whose sentence counts. The result has the shape (2, n_targets).
        """
        targets = self._prepared(targets)
        complexity = np.full((2, len(targets)), np.nan)
        if counted.any():
            part = targets.take(counted)
            complexity[0, counted] = self._predicted(self.feature_set_.measure(part))
            if levels:
                # Predictions for learners do not depend on the sentence.
                words = part.out_of_sentence().for_all(readers=LEARNER)
                complexity[1, counted] = self._of_words(words)[0]
        if not counted.all():
            complexity[:, ~counted] = self._of_words(targets.take(~counted))
        forget_sentences()
        return complexity

    def _of_words(self, targets: Targets) -> Floats:
        """Return what :meth:`_complexity` does for targets whose sentence does not count.

        Each distinct target is measured once, and not at all if it was precomputed.
        """
        columns: list[Sequence[Any]] = [targets.token, targets.readers]
        columns += [targets[name] for name in self.capabilities_.columns if name in targets]
        keys = list(zip(*columns, strict=True))
        return self._cache.rows(keys, lambda new: self._measured_words(targets.take(new))).T

    def _measured_words(self, targets: Targets) -> list[tuple[float, float]]:
        """Return the complexity of each word for its readers, and for learners or NaN."""
        columns = [name for name in self.capabilities_.columns if name in targets]
        alone = targets.out_of_sentence(columns)
        alone = replace(alone, token=tuple(rated_forms(alone.token)))
        asked, learner = np.full((2, len(targets)), np.nan)
        missing = np.ones(len(targets), dtype=bool)
        if self.words_ is not None:
            listed, predicted = self.words_.look_up(alone.token)
            is_learner = np.array([name == LEARNER for name in targets.readers])[listed]
            learner[listed] = predicted.get(LEARNER, np.nan)
            asked[listed] = np.where(is_learner, learner[listed], predicted["general"])
            missing = ~listed
        if missing.any():
            part = alone.take(missing)
            values = self.feature_set_.measure(part)
            if self.levels_ is not None:
                names = self.feature_set_.get_feature_names_out()
                values = np.vstack([values, for_learners(values, names.tolist())])
            rated = self._predicted(values)
            asked[missing] = rated[: len(part)]
            if self.levels_ is not None:
                learner[missing] = rated[len(part) :]
        return list(zip(asked.tolist(), learner.tolist(), strict=True))

    def _predicted(self, values: Floats) -> Floats:
        names = self.feature_set_.get_feature_names_out()
        return self.estimator_.predict(Matrix.of(values, names.tolist())).clip(0, 1)

    def _prepared(self, targets: Targets) -> Targets:
        """Return targets as the model's task measures them."""
        task = TASKS.find(self.capabilities_.task)
        prepared: Targets = task.prepare(targets, self.feature_set_.store or Store())
        return prepared

    def _has_interval(self, targets: Targets) -> NDArray[np.bool_]:
        """Return which targets are like those that the intervals are calibrated on."""
        column = self.capabilities_.interval_needs
        if not column:
            return np.ones(len(targets), dtype=bool)
        texts = targets.get(column, [""] * len(targets))
        return np.array([isinstance(text, str) and bool(text.strip()) for text in texts], bool)

    @property
    def words_(self) -> WordPredictions | None:
        """Precomputed predictions of listed words, if any; they change nothing but time."""
        return self._words

    @property
    def running_text_(self) -> RunningText:
        """Complexity of the words of running text, rated at the first access and when saving."""
        check_fitted(self)
        if self._running_text is None:
            compared = bool(self.capabilities_.compared_within)
            readers = () if compared else self.capabilities_.readers
            self._running_text = RunningText.of(self.predict, readers)
        return self._running_text

    # Training

    def fit(self, X: Any, y: ArrayLike | None = None) -> Self:
        """Train on rated instances.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Instance table; see :func:`lcp.load_corpus`.
        y : array-like of shape (n_instances,), optional
            Complexity from 0 to 1. Default: the column ``complexity``.

        Raises
        ------
        InputError
            If ratings are missing or outside 0-1, or the table cannot be used.
        ResourceError
            If a resource of the feature set is missing.
        """
        targets = rated_targets(X, y)
        rated = np.asarray(targets["complexity"])
        features = self.load_features()
        features.check()
        matrix = features.learn(targets, rated).measure(targets)
        self.fit_matrix(targets, rated, features, matrix)
        self._record_columns(X)
        return self

    def fit_matrix(
        self, targets: Targets, rated: Floats, features: FeatureSet, matrix: Floats
    ) -> Self:
        """Train on measured features.

        Parameters
        ----------
        targets : Targets
            Training instances.
        rated : ndarray of shape (n_instances,)
            Complexity from 0 to 1.
        features : FeatureSet
            Feature set, fitted on the targets.
        matrix : ndarray of shape (n_instances, n_features)
            Features of the targets.
        """
        if not len(targets):
            raise InputError("The table has no instances.", hint="Give rated instances.")
        from lcp.model.percentiles import percentiles
        from lcp.model.provenance import made_with, trained_on

        self.feature_set_ = features
        names = features.get_feature_names_out().tolist()
        self.estimator_ = self.load_estimator().fit(Matrix.of(matrix, names), rated)
        custom = hasattr(self.estimator, "fit")
        self.estimator_name_ = "custom" if custom else Path(self.estimator).stem
        measured = _capabilities(features, self.estimator_)
        self.capabilities_ = TASKS.find(self.task).capabilities(
            measured, tuple(dict.fromkeys(targets.readers))
        )
        self.quantiles_ = percentiles(features, targets, matrix)
        self.made_with_ = made_with(features)
        self.trained_on_ = trained_on(targets, rated)
        self.scores_ = self.breakdown_ = self.interval_coverage_ = None
        self.scores_from_: str | None = None
        self.intervals_: Intervals | None = None
        self.levels_: LevelScale | None = None
        self._clear()
        return self

    def calibrate(self, X: Any, predictions: ArrayLike) -> Self:
        """Learn prediction intervals from out-of-fold predictions; see :meth:`Intervals.fit`.

        Parameters
        ----------
        X : Targets or DataFrame of shape (n_instances, ...)
            Instances with their ``complexity``.
        predictions : array-like of shape (n_instances,) or (n_instances, repeats)
            Out-of-fold predictions with the same features and estimator; see
            :func:`lcp.cross_validate`.

        Raises
        ------
        InputError
            If ratings are missing or outside 0-1, or the number of predictions differs.
        """
        check_fitted(self)
        targets = rated_targets(X)
        self.intervals_ = Intervals.fit(targets, targets["complexity"], predictions)
        return self

    def precompute_words(self) -> Self:
        """Predict the words of the lexicon and of wordfreq's list, so that texts take less time.

        The results stay the same. A saved model is 6 MB larger.

        Raises
        ------
        InputError
            If the predictions depend on the sentence.
        """
        check_fitted(self)
        if self.capabilities_.genres("general") == ("*",):
            raise InputError(
                "The predictions of this model depend on the sentence, not on the word alone.",
                hint="Only models of the recipe multi-source can precompute words.",
            )
        from lcp.model.word_predictions import WordPredictions

        self._clear()
        self._words = WordPredictions.of(self)
        return self

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Write the model to a folder; see :mod:`lcp.model.saving`.

        Raises
        ------
        InputError
            If the folder exists and `overwrite` is False, contains other files than a model's,
            or cannot be written to.
        """
        check_fitted(self)
        from lcp.model.saving import write_model

        return write_model(self, folder, overwrite=overwrite)

    def load_features(self) -> FeatureSet:
        """Return the unfitted feature set."""
        source = self.features
        features = cloned(source) if isinstance(source, FeatureSet) else FeatureSet.load(source)
        if not features.families:
            raise InputError(
                "The feature set has no families.",
                where="features",
                hint='Name at least one family, as in FeatureSet({"length": {}}).',
            )
        return features

    def load_estimator(self) -> Regressor:
        """Return the unfitted estimator."""
        if hasattr(self.estimator, "fit"):
            from lcp.estimators.scikit_learn import adapted

            return adapted(cloned(self.estimator))
        from lcp.estimators.loading import load_estimator

        return load_estimator(self.estimator, random_state=self.random_state, n_jobs=self.n_jobs)

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name; for the feature set and the estimator, ``outer__inner``.

        A feature set or estimator that is given by name is loaded if a parameter of it is set.
        """
        super().set_params(**{name: params[name] for name in params if "__" not in name})
        inner = {name: value for name, value in params.items() if "__" in name}
        outer = {name.partition("__")[0] for name in inner}
        if "features" in outer and not isinstance(self.features, FeatureSet):
            self.features = self.load_features()
        if "estimator" in outer and not hasattr(self.estimator, "fit"):
            self.estimator = self.load_estimator()
        return super().set_params(**inner)

    def restore(self, running_text: RunningText | None, words: WordPredictions | None) -> None:
        """Set what a saved model has computed before: see :mod:`lcp.model.loading`."""
        self._clear()
        self._running_text = running_text
        self._words = words

    def _clear(self) -> None:
        """Forget what was computed with an earlier training."""
        self._running_text = self._words = None
        self._cache = RowCache(2, CACHED_COMPLEXITIES)

    def __sklearn_tags__(self) -> Any:
        """Declare that the input is a table of texts, which may contain the ratings."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.target_tags.required = False
        return tags


def _capabilities(features: FeatureSet, estimator: Any) -> Capabilities:
    """Return what a trained model can rate."""
    readers = ["general", "native"]
    counts: dict[str, tuple[str, ...]] = {"*": ("*",)}
    if isinstance(estimator, MultiSourceRegressor) and estimator.shared_ is not None:
        readers.append(LEARNER)
        genres = tuple(getattr(features.families_["context"], "genres", ()))
        counts = {"*": genres, LEARNER: ()}
    return Capabilities(
        readers=tuple(readers),
        expressions=features.multiword_,
        sentence_counts=counts,
        compared_within=features.rank_within,
    )
