"""A trained model: a feature set, an estimator, and what they were trained on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from lcp.corpora.instances import as_instances, as_table, one_instance
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.estimators import load_estimator
from lcp.explanation import Explanation, Explanations
from lcp.explanation.distribution import quantiles
from lcp.featureset import FeatureSet
from lcp.intervals import ConformalInterval, check_coverage
from lcp.persistence.provenance import digest, instance_codes, made_with
from lcp.recipes import recipe_folder
from lcp.resources import Store
from lcp.substitution import substituted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray


class ComplexityModel(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Predict how hard a word or expression is in its sentence.

    Parameters
    ----------
    features : str, path or FeatureSet, default="core"
        A feature set, or the name or TOML file of one.
    estimator : str, path or scikit-learn regressor, default="lightgbm"
        A regressor, or the name or TOML file of a recipe for one.
    seed : int, default=0
        Seed of a recipe's estimator.
    jobs : int, optional
        Threads of a recipe's estimator; all processors unless given.

    Attributes
    ----------
    feature_set_ : FeatureSet
        The fitted feature set.
    estimator_ : scikit-learn regressor
        The fitted estimator.
    estimator_name_ : str
        The recipe's name, or ``"custom"`` for a regressor that was given.
    quantiles_ : DataFrame of shape (101, n_features) or None
        How each feature is distributed in the training data; see
        :func:`lcp.explanation.distribution.quantiles`.
    trained_on_ : dict
        Name, number of instances and sha256 of the training table.
    made_with_ : dict
        Versions of the packages, and checksums of the resources, that it was trained with.
    scores_ : DataFrame or None
        Cross-validated scores, where they were measured; see
        :func:`lcp.evaluation.crossvalidation.score_table`.
    scores_from_ : str or None
        How they were measured.
    breakdown_ : DataFrame or None
        Errors by genre and frequency; see :func:`lcp.evaluation.breakdown.breakdown`.
    interval_ : ConformalInterval or None
        What :meth:`calibrate` learned.
    interval_coverage_ : DataFrame or None
        Measured coverage of the intervals; see
        :func:`lcp.evaluation.calibration.interval_coverage`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Columns of the training table; not there in a model that was read from a folder.
    n_features_in_ : int
        Their number.

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
        seed: int = 0,
        jobs: int | None = None,
    ) -> None:
        self.features = features
        self.estimator = estimator
        self.seed = seed
        self.jobs = jobs

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
            Complexity from 0 to 1; the column ``complexity`` unless given.
        progress : callable, optional
            Called with a label before each step.

        Raises
        ------
        InputError
            When ratings are missing or outside 0-1, or the table cannot be used.
        ResourceError
            When the feature set needs a resource that is not on this machine.
        """
        original = as_table(X)
        table = as_instances(original)
        rated = ratings(table, y, hint="Give the column complexity, or y.")
        if not len(table):
            raise InputError(
                "The table has no instances to train on.", hint="Give rated instances."
            )
        features = self._feature_set()
        matrix = features.fit(table, rated).transform(table, progress=progress)
        if progress is not None:
            progress("final model")
        self.feature_set_ = features
        self.feature_names_in_ = np.asarray(original.columns, dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)
        self.estimator_ = self._estimator().fit(matrix, rated)
        self.quantiles_: pd.DataFrame | None = quantiles(features, table, matrix)
        given = hasattr(self.estimator, "fit")
        self.estimator_name_ = "custom" if given else Path(self.estimator).stem
        self.made_with_ = made_with(features)
        self.trained_on_ = {
            "corpus": str(table.attrs.get("corpus", "custom")),
            "instances": len(table),
            "sha256": digest(table, rated),
            "instance_codes": instance_codes(table),
        }
        self.scores_: pd.DataFrame | None = None
        self.scores_from_: str | None = None
        self.breakdown_: pd.DataFrame | None = None
        self.interval_: ConformalInterval | None = None
        self.interval_coverage_: pd.DataFrame | None = None
        return self

    def calibrate(self, table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike) -> Self:
        """Learn intervals from out-of-fold predictions of the same features and estimator.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Instances with their ``complexity``.
        predictions : array-like of shape (n_instances,) or (n_instances, repeats)
            Predictions of models that did not see the instances, as :func:`lcp.cross_validate`
            returns them.

        Raises
        ------
        InputError
            When ratings are missing or not from 0 to 1, or there is not a prediction for each
            instance.
        """
        check_is_fitted(self)
        self.interval_ = ConformalInterval().fit(as_table(table), predictions)
        return self

    def predict(self, X: pd.DataFrame) -> NDArray[np.float64]:
        """Complexity of instances.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Columns ``sentence`` and ``token``, and ``corpus`` where it is known.

        Returns
        -------
        ndarray of shape (n_instances,)
            From 0 (very easy) to 1 (very difficult).
        """
        check_is_fitted(self)
        if not len(X):
            return np.empty(0)
        predicted = self.estimator_.predict(self.feature_set_.transform(X))
        return np.asarray(predicted, dtype=np.float64).clip(0, 1)

    def predict_interval(self, X: pd.DataFrame, *, coverage: float = 0.9) -> pd.DataFrame:
        """Complexity of instances, and limits between which their ratings lie.

        A rating is what CompLex holds: the mean of the judgements of several readers. A single
        reader's judgement lies outside more often.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Columns ``sentence`` and ``token``, and ``corpus`` where it is known.
        coverage : float, default=0.9
            Share of ratings that the limits are to hold; more give wider limits.

        Returns
        -------
        DataFrame of shape (n_instances, 3)
            Columns ``complexity`` (as :meth:`predict`), ``low`` and ``high``, 0-1, with the index
            of `X`.

        Raises
        ------
        InputError
            When the model was not calibrated, or `coverage` is not between 0 and 1.
        """
        check_is_fitted(self)
        if self.interval_ is None:
            raise InputError(
                "The model has no intervals: it was not calibrated.",
                hint="Train it with cross-validation (`lcp fit --cv 5`), or call calibrate with "
                "the predictions of lcp.cross_validate.",
            )
        check_coverage(coverage)
        X = as_table(X)
        predicted = self.predict(X)
        limits = self.interval_.predict(X, predicted, coverage=coverage)
        limits.insert(0, "complexity", predicted)
        return limits

    def predict_one(
        self, sentence: str, target: str, *, corpus: str = "", occurrence: int | None = None
    ) -> float:
        """Complexity of one word or expression in one sentence, from 0 to 1.

        Parameters
        ----------
        sentence, target : str
            The target, where it stands.
        corpus : str, default=""
            The sentence's genre, where it is known.
        occurrence : int, optional
            Which of the target's places is meant, counted from 1; the first that is written
            like the target unless given.

        Raises
        ------
        InputError
            When the sentence or target is empty, or the target is not in the sentence, or not
            as often as `occurrence` says.
        """
        row = one_instance(sentence, target, corpus=corpus, occurrence=occurrence)
        return float(self.predict(row)[0])

    def rank(
        self,
        sentence: str,
        target: str,
        candidates: Sequence[str] | None = None,
        *,
        corpus: str = "",
        occurrence: int | None = None,
        coverage: float = 0.9,
    ) -> pd.DataFrame:
        """Rank words or expressions that may stand in a target's place, the easiest first.

        Each is judged in the sentence, with the target's initial capital and a fitting a or an.

        Parameters
        ----------
        sentence, target : str
            The target, where it stands.
        candidates : sequence of str, optional
            What may replace it; unless given, the synonyms of its sense in WordNet, inflected
            like it: :func:`lcp.substitution.synonyms.synonyms`.
        corpus : str, default=""
            The sentence's genre, where it is known.
        occurrence : int, optional
            Which of the target's places is meant, counted from 1; the first that is written
            like the target unless given.
        coverage : float, default=0.9
            Share of ratings that the limits are to hold.

        Returns
        -------
        DataFrame of shape (n_candidates + 1, 5)
            The target and the candidates: ``candidate``, ``complexity`` (0-1), its limits
            ``low`` and ``high`` (NaN where the model was not calibrated) and ``difference``
            (complexity minus the target's). ``attrs["target"]`` is the target as it is written
            in the sentence, ``attrs["notes"]`` what there is to know: the sense, say.

        Raises
        ------
        InputError
            When the target is not in the sentence, or not as often as `occurrence` says, there
            are no candidates, one is no word, or one has several words and the model takes
            single words only.
        ResourceError
            When synonyms are asked for, and WordNet or the tagger is not on this machine.
        """
        check_is_fitted(self)
        check_coverage(coverage)
        features = self.feature_set_
        table = substituted(
            sentence,
            target,
            candidates,
            occurrence=occurrence,
            store=features.store or Store(),
            multiword=features.multiword_,
        ).assign(corpus=corpus)
        if self.interval_ is None:
            judged = pd.DataFrame({"complexity": self.predict(table), "low": np.nan})
            judged["high"] = np.nan
        else:
            judged = self.predict_interval(table, coverage=coverage)
        judged.insert(0, "candidate", table["candidate"])
        judged["difference"] = judged["complexity"] - judged["complexity"].iloc[0]
        ranked = judged.sort_values("complexity", kind="stable", ignore_index=True)
        ranked.attrs = {"target": table["candidate"].iloc[0], "notes": table.attrs["notes"]}
        return ranked

    def explain(self, X: pd.DataFrame) -> Explanations:
        """Share out each prediction over the features, exactly.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Columns ``sentence`` and ``token``, and ``corpus`` where it is known.

        Returns
        -------
        Explanations
            Contributions as tables, and an :class:`lcp.explanation.Explanation` of each
            instance by its place.

        Raises
        ------
        InputError
            When the estimator's predictions cannot be shared out; says which recipes' can.
        """
        check_is_fitted(self)
        return Explanations(self.feature_set_, self.estimator_, X, self.quantiles_)

    def explain_one(
        self, sentence: str, target: str, *, corpus: str = "", occurrence: int | None = None
    ) -> Explanation:
        """Explain the complexity of one word or expression in one sentence.

        Parameters
        ----------
        sentence, target, corpus, occurrence
            As for :meth:`predict_one`.

        Raises
        ------
        InputError
            As :meth:`predict_one` and :meth:`explain`.
        """
        row = one_instance(sentence, target, corpus=corpus, occurrence=occurrence)
        return self.explain(row)[0]

    def seen(self, table: pd.DataFrame) -> NDArray[np.bool_]:
        """Which instances of a table the model was trained on (same sentence and target)."""
        check_is_fitted(self)
        codes = np.asarray(self.trained_on_["instance_codes"], dtype=np.uint32)
        return np.isin(instance_codes(as_table(table)), codes)

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Write the model to a folder; see :mod:`lcp.persistence`.

        Raises
        ------
        InputError
            When the folder exists and `overwrite` is not set, holds other files than a
            model's, or cannot be written to.
        """
        from lcp.persistence import save

        return save(self, folder, overwrite=overwrite)

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that a table of texts is expected, which may hold its ratings."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.target_tags.required = False
        return tags

    def _feature_set(self) -> FeatureSet:
        chosen = self.features
        features = clone(chosen) if isinstance(chosen, FeatureSet) else FeatureSet.load(chosen)
        return features.set_output(transform="pandas")  # type: ignore[no-any-return]

    def _estimator(self) -> Any:
        if hasattr(self.estimator, "fit"):
            return clone(self.estimator)
        return load_estimator(self.estimator, seed=self.seed, jobs=self.jobs)


def load_model(folder: str | Path | None = None, *, store: Store | None = None) -> ComplexityModel:
    """Read a model that :meth:`ComplexityModel.save` wrote. Runs no code from the files.

    The model can be fitted again: its parameter ``estimator`` is an unfitted copy of the
    regressor that was read.

    Parameters
    ----------
    folder : path, optional
        The model's folder; the trained model that ships (feature set ``core``, words and
        expressions of CompLex) unless given.
    store : Store, optional
        Where the features' resources come from; the default store unless given.

    Raises
    ------
    InputError
        When the folder is not a model, a file is missing or altered, or it was written by
        a newer version; says which.
    """
    from lcp.persistence import load

    return load(recipe_folder("models") / "core" if folder is None else folder, store=store)
