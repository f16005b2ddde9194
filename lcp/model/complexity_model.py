"""A model: a feature set and an estimator, trained on rated instances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base import check_fitted
from lcp.base import cloned as clone
from lcp.corpora.instances import as_instances, as_table
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.features.featureset import FeatureSet
from lcp.model.fitted_model import FittedModel
from lcp.model.provenance import made_with, trained_on
from lcp.model.readers import ReaderIntervals, calibrated
from lcp.model.state import to_state

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from lcp.model.conformal import ConformalInterval
    from lcp.model.levels import LevelScale
    from lcp.model.word_predictions import WordPredictions


class ComplexityModel(FittedModel):
    """Predict how hard a word or expression is in its sentence.

    `fit` only trains the model; :func:`lcp.train` also cross-validates and calibrates it.

    Parameters
    ----------
    features : str, path or FeatureSet, default="core"
        A feature set, or the name or TOML file of one.
    estimator : str, path or scikit-learn regressor, default="lightgbm"
        A regressor, or the name or TOML file of a recipe.
    random_state : int, default=0
        Seed of a recipe's estimator.
    n_jobs : int, optional
        Number of threads of a recipe's estimator. Default: all processors.

    Attributes
    ----------
    feature_set_ : FeatureSet
        The fitted feature set.
    estimator_ : scikit-learn regressor
        The fitted estimator.
    estimator_name_ : str
        Name of the recipe, or ``"custom"`` for a regressor.
    quantiles_ : DataFrame of shape (101, n_features)
        Percentiles of each feature in the training data.
    trained_on_ : dict
        Source corpora, number of instances, sha256 of the training table and a checksum of each
        instance.
    made_with_ : dict
        Versions of the packages and checksums of the resources used in training.
    scores_ : DataFrame or None
        Cross-validated scores; see :func:`lcp.evaluation.subsets.score_table`.
    scores_from_ : str or None
        Description of the cross-validation.
    breakdown_ : DataFrame or None
        Errors by genre and frequency; see :func:`lcp.evaluation.breakdown.breakdown`.
    interval_ : ConformalInterval, ReaderIntervals or None
        Prediction intervals learned by :meth:`calibrate`.
    levels_ : LevelScale or None
        CEFR levels of predictions for learners, in a model trained on the corpus ``cefr``.
    word_predictions_ : WordPredictions or None
        Predictions for words that :meth:`precompute_words` stored.
    interval_coverage_ : DataFrame or None
        Measured coverage of the intervals; see :mod:`lcp.evaluation.calibration`.
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

    def __init__(
        self,
        features: str | Path | FeatureSet = "core",
        estimator: Any = "lightgbm",
        *,
        random_state: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.features = features
        self.estimator = estimator
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(
        self,
        X: pd.DataFrame,
        y: ArrayLike | None = None,
        *,
        progress: Callable[[str], object] | None = None,
    ) -> Self:
        """Train on rated instances.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Instance table; see :func:`lcp.load_corpus`.
        y : array-like of shape (n_instances,), optional
            Complexity from 0 to 1. Default: the column ``complexity``.
        progress : callable, optional
            Called with a label before each step.

        Raises
        ------
        InputError
            If ratings are missing or outside 0-1, or the table cannot be used.
        ResourceError
            If a resource of the feature set is missing.
        """
        rated = ratings(as_table(X), y)
        features = self.load_features()
        matrix = features.fit(X, rated).transform(X, progress=progress)
        if progress is not None:
            progress("final model")
        return self.fit_matrix(X, rated, features, matrix)

    def fit_matrix(
        self,
        table: pd.DataFrame,
        rated: NDArray[np.float64],
        features: FeatureSet,
        matrix: pd.DataFrame,
    ) -> Self:
        """Train on precomputed features.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Instance table.
        rated : ndarray of shape (n_instances,)
            Complexity from 0 to 1.
        features : FeatureSet
            Feature set, fitted on the table.
        matrix : DataFrame of shape (n_instances, n_features)
            Features of the table.
        """
        original = as_table(table)
        instances = as_instances(original)
        if not len(instances):
            raise InputError("The table has no instances.", hint="Give rated instances.")
        self.feature_set_ = features
        self.feature_names_in_ = np.asarray(original.columns, dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)
        self.estimator_ = self.load_estimator().fit(matrix, rated)
        from lcp.explanation.distribution import quantiles

        custom = hasattr(self.estimator, "fit")
        self.estimator_name_ = "custom" if custom else Path(self.estimator).stem
        self.quantiles_ = quantiles(features, instances, matrix)
        self.made_with_ = made_with(features)
        self.trained_on_ = trained_on(instances.assign(token=original["token"]), rated)
        self.scores_: pd.DataFrame | None = None
        self.scores_from_: str | None = None
        self.breakdown_: pd.DataFrame | None = None
        self.interval_: ConformalInterval | ReaderIntervals | None = None
        self.levels_: LevelScale | None = None
        self.word_predictions_: WordPredictions | None = None
        if "running_text_" in vars(self):
            del self.running_text_
        self.interval_coverage_: pd.DataFrame | None = None
        return self

    def calibrate(self, table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike) -> Self:
        """Learn prediction intervals from out-of-fold predictions.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
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
        self.interval_ = calibrated(as_table(table), predictions)
        return self

    def precompute_words(self, *, progress: Callable[[str], object] | None = None) -> Self:
        """Predict the words of the lexicon and of wordfreq's list, for :func:`lcp.annotate`.

        The results stay the same and are up to three times faster. A saved model is 6 MB larger.

        Parameters
        ----------
        progress : callable, optional
            Called with a label before each batch of words.

        Raises
        ------
        InputError
            If the predictions depend on the sentence.
        """
        check_fitted(self)
        if self.depends_on_sentence():
            raise InputError(
                "The predictions of this model depend on the sentence, not on the word alone.",
                hint="Only models trained with --model multi-source can precompute words.",
            )
        from lcp.model.word_predictions import WordPredictions

        self.word_predictions_ = WordPredictions.of(self, progress=progress)
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
        from lcp.model.saving import write_state

        return write_state(to_state(self), folder, overwrite=overwrite)

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name; those of the feature set and the estimator as ``outer__inner``.

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

    def load_features(self) -> FeatureSet:
        """Return the unfitted feature set."""
        source = self.features
        features = clone(source) if isinstance(source, FeatureSet) else FeatureSet.load(source)
        if not features.families:
            raise InputError(
                "The feature set has no families.",
                where="features",
                hint='Name at least one family, as in FeatureSet({"length": {}}).',
            )
        return features.set_output(transform="pandas")

    def load_estimator(self) -> Any:
        """Return the unfitted estimator."""
        if hasattr(self.estimator, "fit"):
            return clone(self.estimator)
        from lcp.estimators import load_estimator

        return load_estimator(self.estimator, random_state=self.random_state, n_jobs=self.n_jobs)

    def __sklearn_tags__(self) -> Any:
        """Declare that the input is a table of texts, which may contain the ratings."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.target_tags.required = False
        return tags
