"""What a fitted model predicts and explains."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from lcp.base import Predictor, check_fitted
from lcp.columns import columns_of, n_rows
from lcp.corpora.instances import as_instances, as_table, instance_columns, one_instance
from lcp.corpora.registry import Readers
from lcp.errors import InputError
from lcp.estimators.base import predicted_by
from lcp.model.conformal import check_coverage
from lcp.model.deferred import Deferring
from lcp.model.installed import predictor_for
from lcp.model.provenance import instance_codes
from lcp.model.readers import check_readers_column, first_language_of
from lcp.model.running_text import RunningText
from lcp.resources.store import Store

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.explanation import Explanation, Explanations
    from lcp.features.featureset import FeatureSet
    from lcp.model.conformal import ConformalInterval
    from lcp.model.levels import LevelScale
    from lcp.model.readers import ReaderIntervals
    from lcp.model.word_predictions import WordPredictions


class FittedModel(Deferring, Predictor):
    """Base class of :class:`lcp.ComplexityModel`, with the methods of a fitted model."""

    feature_set_: FeatureSet
    estimator_: Any
    quantiles_: pd.DataFrame
    trained_on_: dict[str, Any]
    interval_: ConformalInterval | ReaderIntervals | None
    levels_: LevelScale | None
    word_predictions_: WordPredictions | None

    def predict(self, X: pd.DataFrame) -> NDArray[np.float64]:
        """Return the complexity of each instance.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...), or list of dict
            Column ``token``, and optionally ``sentence``, ``genre``, ``readers``, ``start`` and
            ``end``.

        Returns
        -------
        ndarray of shape (n_instances,)
            From 0 (very easy) to 1 (very difficult).

        Raises
        ------
        InputError
            If `X` cannot be read, or an instance has readers that do not exist or whose first
            language the model was not trained for. The message names the first such row.
        """
        check_fitted(self)
        instances = as_instances(X)
        check_readers_column(self, instances)
        return self.predict_columns(columns_of(instances)) if len(instances) else np.empty(0)

    def predict_columns(self, columns: Columns) -> NDArray[np.float64]:
        """Return the complexity of instances as plain columns: :meth:`predict` without pandas.

        Parameters
        ----------
        columns : mapping of str to list
            Instances as from :func:`lcp.corpora.instances.instance_columns`, which are not checked.
        """
        check_fitted(self)
        return self.predict_features(self.feature_set_.measure(self._items(columns)))

    def predict_features(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the complexity of instances with measured features.

        Parameters
        ----------
        values : ndarray of shape (n_instances, n_features)
            The result of :meth:`lcp.FeatureSet.measure`, which is not checked.
        """
        names = self.feature_set_.get_feature_names_out()
        predicted = predicted_by(self.estimator_, values, names)
        return np.asarray(predicted, dtype=np.float64).clip(0, 1)

    def limits_of_columns(
        self, columns: Columns, predicted: NDArray[np.float64], *, coverage: float = 0.9
    ) -> NDArray[np.float64]:
        """Return prediction intervals without pandas, shape (n_instances, 2).

        As :meth:`with_interval`, for plain columns.
        """
        check_coverage(coverage)
        if self.interval_ is None:
            return np.full((len(predicted), 2), np.nan)
        limits = self.interval_.limits(columns, predicted, coverage=coverage)
        limits[~self._has_interval(columns)] = np.nan
        return limits

    def predict_level(self, X: pd.DataFrame) -> pd.DataFrame:
        """Return the CEFR level of each instance and its probability.

        Parameters and results are those of :func:`lcp.model.levels.predict_levels`.
        """
        check_fitted(self)
        from lcp.model.levels import predict_levels

        return predict_levels(self, as_table(X))

    def readers(self) -> list[Readers]:
        """Return the readers that the model predicts for."""
        learned = [readers for readers in get_args(Readers) if self._has_learned(readers)]
        if learned:
            return learned
        learner = "readers" in self.feature_set_.families
        return ["general", "native", "learner"] if learner else ["general", "native"]

    def depends_on_sentence(self, genre: str = "", readers: Readers = "general") -> bool:
        """Return whether predictions can differ between the sentences of a target.

        Parameters
        ----------
        genre : str, default=""
            Genre of the sentences.
        readers : str, default="general"
            Who reads them.
        """
        if first_language_of(readers):
            return False
        by_word = getattr(self.estimator_, "predicts_words_alone", lambda **_: False)
        context = self.feature_set_.extractors_.get("context")
        genres = () if context is None else context.get_params()["genres"]
        return not by_word(known_genre=genre in genres, learner=readers == "learner")

    def _has_learned(self, readers: Readers) -> bool:
        """Return whether the training data had learners with this first language."""
        if "first_language" not in self.feature_set_.families:
            return False
        column = f"first_language__{first_language_of(readers)}"
        return column in self.quantiles_ and bool(self.quantiles_[column].max() > 0)

    def _items(self, columns: Columns) -> Columns:
        """Return what the features of instances are measured on: see :func:`items_of_text`."""
        if "first_language" not in self.feature_set_.families:
            return columns
        from lcp.first_language.items import items_of_text

        return items_of_text(columns, self.feature_set_.store or Store())

    def _has_interval(self, columns: Columns) -> NDArray[np.bool_]:
        """Return which instances are like those that the intervals are calibrated on.

        Errors are larger for items whose translation is not given than for those of the test.
        """
        n = n_rows(columns)
        if "first_language" not in self.feature_set_.families:
            return np.ones(n, dtype=bool)
        texts = columns.get("translation", [""] * n)
        # A missing value is not a string.
        return np.array(
            [isinstance(text, str) and bool(text.strip()) for text in texts], dtype=bool
        )

    @cached_property
    def running_text_(self) -> RunningText:
        """Complexity of the words of running text, for thresholds and comparisons.

        Rated at the first access, and before saving. Empty for models that rate options of
        questions.
        """
        check_fitted(self)
        return RunningText.of(self)

    def predict_interval(self, X: pd.DataFrame, *, coverage: float = 0.9) -> pd.DataFrame:
        """Return the complexity of each instance with a prediction interval.

        The interval is for the mean rating of several readers, as in CompLex. The rating of a
        single reader lies outside it more often.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            As for :meth:`predict`.
        coverage : float, default=0.9
            Share of ratings inside the interval.

        Returns
        -------
        DataFrame of shape (n_instances, 3)
            Columns ``complexity``, ``low`` and ``high`` (0-1), with the index of `X`.

        Raises
        ------
        InputError
            If the model is not calibrated, or `coverage` is not between 0 and 1.
        """
        check_fitted(self)
        self.check_calibrated()
        check_coverage(coverage)
        return self.with_interval(X, self.predict(X), coverage=coverage)

    def check_calibrated(self) -> None:
        """Raise :class:`InputError` if the model has no prediction intervals."""
        if self.interval_ is None:
            raise InputError(
                "The model has no prediction intervals because it is not calibrated.",
                hint="Train it with cross-validation, as lcp.train or `lcp fit --cv 5` do.",
            )

    def with_interval(
        self, X: pd.DataFrame, predicted: NDArray[np.float64], *, coverage: float = 0.9
    ) -> pd.DataFrame:
        """Add prediction intervals to predictions of this model.

        Parameters and results are those of :meth:`predict_interval`, but ``low`` and ``high``
        are NaN if the model is not calibrated. `predicted` has the shape (n_instances,).
        """
        check_coverage(coverage)
        table = as_table(X)
        import pandas as pd

        result = pd.DataFrame({"complexity": predicted, "low": np.nan, "high": np.nan}, table.index)
        if self.interval_ is not None:
            result[["low", "high"]] = self.interval_.predict(table, predicted, coverage=coverage)
            result.loc[~self._has_interval(columns_of(table)), ["low", "high"]] = np.nan
        return result

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
            The sentence, and the target as written in it.
        genre : str, default=""
            Genre of the sentence, if known.
        readers : str, default="general"
            Who reads the sentence: ``general``, ``native``, ``learner``, or ``learner:es``,
            ``learner:de`` or ``learner:zh``. ``learner`` needs a model trained on ratings by
            learners. Learners with a first language need such a model, or the installed one.
        occurrence : int, optional
            Which occurrence of the target, counted from 1. Default: the first.

        Raises
        ------
        InputError
            If the sentence or target is empty, the sentence has no such occurrence, or the model
            was not trained for the readers.
        ResourceError
            If no model for learners with a first language is installed.
        """
        columns, _ = instance_columns(
            sentence, target, genre=genre, readers=readers, occurrence=occurrence
        )
        return float(predictor_for(self, readers).predict_columns(columns)[0])

    def explain(self, X: pd.DataFrame) -> Explanations:
        """Attribute each prediction to the features, exactly.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            As for :meth:`predict`.

        Returns
        -------
        Explanations
            Contributions as tables, and an :class:`lcp.explanation.Explanation` per instance.

        Raises
        ------
        InputError
            If the estimator cannot be explained; the message names the recipes that can.
        """
        check_fitted(self)
        import pandas as pd

        from lcp.explanation import Explanations
        from lcp.explanation.distribution import training_data_name

        table = as_instances(X)
        check_readers_column(self, table)
        return Explanations(
            self.feature_set_,
            self.estimator_,
            pd.DataFrame(self._items(columns_of(table)), table.index),
            self.quantiles_,
            training_data=training_data_name(self.trained_on_["corpora"]),
        )

    def explain_one(
        self,
        sentence: str,
        target: str,
        *,
        genre: str = "",
        readers: Readers = "general",
        occurrence: int | None = None,
    ) -> Explanation:
        """Explain the complexity of one word or expression; parameters as :meth:`predict_one`."""
        row, _ = one_instance(sentence, target, genre=genre, readers=readers, occurrence=occurrence)
        return predictor_for(self, readers).explain(row)[0]

    def seen(self, table: pd.DataFrame) -> NDArray[np.bool_]:
        """Return whether the model was trained on each instance (same sentence and target)."""
        check_fitted(self)
        codes = np.asarray(self.trained_on_["instance_codes"], dtype=np.uint32)
        return np.isin(instance_codes(as_table(table)), codes)
