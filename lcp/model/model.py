"""A model: a feature set and an estimator, trained on rated instances."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from lcp.base.estimator_base import RegressorBase, check_fitted, cloned
from lcp.base.reader_groups import ALL, GENERAL, Readers
from lcp.base.task import TASKS
from lcp.errors import InputError
from lcp.features.featureset import FeatureSet
from lcp.model.fitted_attributes import FittedAttributes
from lcp.model.intervals import Intervals
from lcp.model.predictor import Predictor
from lcp.model.word_predictions import WordPredictions
from lcp.targets import Targets
from lcp.targets.instance_columns import indexed_like

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats
    from lcp.base.estimator_base import RegressorLike
    from lcp.model.predictions import Predictions
    from lcp.targets.targets import Instances


@dataclass(eq=False, repr=False)
class ComplexityModel(FittedAttributes, RegressorBase):
    """Predict how hard a word or expression is in its sentence.

    `fit` only trains the model; :func:`lcp.train` also cross-validates and calibrates it.
    Threads may share a model. Apart from its parameters, a model has a fitted state, which is what
    is saved, loaded and pickled. Its attributes cannot be set.

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
    state_ : FittedState
        What was learned. The model has properties for most of its fields, such as ``scores_``.
    predictor_ : Predictor
        What predicts for checked targets with it.
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

    features: str | Path | FeatureSet = "core"
    estimator: RegressorLike | str | Path = "lightgbm"
    _: KW_ONLY
    task: str = "complexity:2"
    random_state: int = 0
    n_jobs: int | None = None
    _predictor: Predictor | None = field(init=False, default=None)

    def with_predictor(self, predictor: Predictor) -> Self:
        """Return a model with copies of these parameters, which uses a predictor."""
        model: Self = cloned(self)
        model._predictor = predictor
        return model

    @property
    def predictor_(self) -> Predictor:
        """What predicts for checked targets; models may share it."""
        check_fitted(self)
        return cast("Predictor", self._predictor)

    # Prediction

    def predictions(self, X: Instances, *, probability: float = 0.9) -> Predictions:
        """Predict for targets: complexity, interval, rank in running text, and CEFR level.

        Everything that gives a complexity calls this method, or is a view of it. A model for
        learners with a first language gives the CEFR levels of the bundled model.

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
            If a table is not valid, or the model cannot predict for a target. Names the first such
            row.
        """
        return self.predictor_.predictions(Targets.table(X), probability=probability)

    def predict(self, X: Instances) -> Floats:
        """Return the complexity of each instance, from 0 (very easy) to 1 (very difficult).

        `X` and errors are as for :meth:`predictions`; the result has the shape (n_instances,).
        """
        return self.predictor_.predict(Targets.table(X))

    def predict_one(
        self,
        sentence: str,
        target: str,
        *,
        genre: str = "",
        readers: Readers = "general",
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
        options = {"genre": genre, "readers": readers}
        targets, _ = self.predictor_.one(sentence, target, **options, occurrence=occurrence)
        return float(self.predictor_.predict(targets)[0])

    def predict_interval(self, X: Instances, *, probability: float = 0.9) -> pd.DataFrame:
        """Return the complexity of each instance with a prediction interval.

        Parameters
        ----------
        X, probability
            As for :meth:`predictions`.

        Returns
        -------
        DataFrame of shape (n_instances, 3)
            Columns ``complexity``, ``low`` and ``high`` (0-1), with the index of `X`.

        Raises
        ------
        InputError
            As for :meth:`predictions`, and if the model is not calibrated.
        """
        if self.state_.intervals is None:
            raise InputError(
                "The model has no prediction intervals because it is not calibrated.",
                hint="Train it with cross-validation, as lcp.train or `lcp fit --cv 5` do.",
            )
        table = self.predictions(X, probability=probability).to_frame()
        return indexed_like(table[["complexity", "low", "high"]], X)

    # Training

    def fit(
        self,
        X: Instances,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Train on rated instances.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Instance table; see :func:`lcp.load_corpus`.
        y : array-like of shape (n_instances,), optional
            Complexity from 0 to 1. Default: the column ``complexity``.
        sample_weight : array-like of shape (n_instances,), optional
            Weight of each instance in the estimator, 0 or more. Families that learn do not use
            it. Default: equal weights.

        Raises
        ------
        InputError
            If ratings are missing or outside 0-1, the table cannot be used, there is no such task,
            a weight is negative, or the estimator cannot use weights.
        ResourceError
            If a resource of the feature set is missing.
        """
        targets = Targets.rated(X, y)
        from lcp.model.fitting import fit_state, load_features

        parameters = self.get_params(deep=False)
        parameters["task"] = TASKS.find(self.task)
        features = load_features(parameters.pop("features"))
        features.check()
        if not len(targets):
            raise InputError("The table has no instances.", hint="Give rated instances.")
        matrix = features.learn(targets, np.asarray(targets["complexity"])).measure(targets)
        state = fit_state(targets, features, matrix, **parameters, sample_weight=sample_weight)
        self._predictor = Predictor(state)
        self._record_columns(X)
        return self

    def calibrate(self, X: Instances, predictions: ArrayLike) -> Self:
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
        state = self.state_
        targets = Targets.rated(X)
        intervals = Intervals.fit(targets, targets["complexity"], predictions)
        self._predictor = Predictor(replace(state, intervals=intervals))
        return self

    def precompute_words(self) -> Self:
        """Predict the words of the lexicon and of wordfreq's list, so that texts take less time.

        The results stay the same. A saved model is 3 MB larger.

        Raises
        ------
        InputError
            If the predictions depend on the sentence.
        """
        state = replace(self.state_, running_text=None, words=None)
        if state.capabilities.genres(GENERAL) == (ALL,):
            raise InputError(
                "The predictions of this model depend on the sentence, not on the word alone.",
                hint="Only models of the recipe multi-source can precompute words.",
            )
        words = WordPredictions.of(Predictor(state).predict, state.capabilities.distinct_readers)
        self._predictor = Predictor(replace(state, words=words))
        return self

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Write the model to a folder; see :mod:`lcp.model.output_folder`.

        Raises
        ------
        InputError
            If the folder exists and `overwrite` is False, contains other files than a model's,
            or cannot be written to.
        """
        state = replace(self.state_, running_text=self.running_text_)
        from lcp.model.output_folder import write_state

        return write_state(state, folder, overwrite=overwrite)

    def set_params(self, **params: object) -> Self:
        """Set parameters by name; for the feature set and the estimator, ``outer__inner``.

        A feature set or estimator that is given by name is loaded if a parameter of it is set.
        """
        from lcp.model.fitting import load_features, load_regressor

        super().set_params(**{name: params[name] for name in params if "__" not in name})
        inner = {name: value for name, value in params.items() if "__" in name}
        outer = {name.partition("__")[0] for name in inner}
        if "features" in outer and not isinstance(self.features, FeatureSet):
            self.features = load_features(self.features)
        if "estimator" in outer and not hasattr(self.estimator, "fit"):
            self.estimator = load_regressor(
                self.estimator, random_state=self.random_state, n_jobs=self.n_jobs
            )
        return super().set_params(**inner)

    def __sklearn_tags__(self) -> Any:
        """Declare that the input is a table of texts, which may contain the ratings."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.target_tags.required = False
        return tags
