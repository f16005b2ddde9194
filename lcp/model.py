"""A trained model: a feature set, an estimator, and what they were trained on."""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from lcp.corpora.instances import as_instances
from lcp.errors import InputError
from lcp.estimators import load_estimator
from lcp.featureset import FeatureSet
from lcp.persistence.provenance import made_with
from lcp.recipes import recipe_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lcp.resources import Store


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
        y: object = None,
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
        table = as_instances(X)
        rated = _ratings(table, y)
        features = self._feature_set()
        matrix = features.fit(table).transform(table, progress=progress)
        if progress is not None:
            progress("final model")
        self.feature_set_ = features
        self.estimator_ = self._estimator().fit(matrix, rated)
        given = hasattr(self.estimator, "fit")
        self.estimator_name_ = "custom" if given else Path(self.estimator).stem
        self.made_with_ = made_with(features)
        self.trained_on_ = {
            "corpus": str(X.attrs.get("corpus", "custom")),
            "instances": len(table),
            "sha256": table_digest(table, rated),
            "instance_codes": _instance_codes(table),
        }
        self.scores_: pd.DataFrame | None = None
        self.scores_from_: str | None = None
        self.breakdown_: pd.DataFrame | None = None
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

    def predict_one(self, sentence: str, target: str, *, corpus: str = "") -> float:
        """Complexity of one word or expression in one sentence, from 0 to 1.

        Raises
        ------
        InputError
            When the sentence or target is empty, or the target is not in the sentence.
        """
        for name, value in (("sentence", sentence), ("target", target)):
            if not value.strip():
                raise InputError(f"The {name} is empty.", hint=f"Give a {name} of a word or more.")
        row = {"corpus": [corpus], "sentence": [sentence], "token": [target]}
        return float(self.predict(pd.DataFrame(row))[0])

    def seen(self, table: pd.DataFrame) -> NDArray[np.bool_]:
        """Which instances of a table the model was trained on (same sentence and target)."""
        check_is_fitted(self)
        codes = np.asarray(self.trained_on_["instance_codes"], dtype=np.uint32)
        return np.isin(_instance_codes(table), codes)

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

    def _feature_set(self) -> FeatureSet:
        chosen = self.features
        if isinstance(chosen, FeatureSet):
            return clone(chosen)  # type: ignore[no-any-return]
        return FeatureSet.load(chosen)

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


def _ratings(table: pd.DataFrame, y: object) -> NDArray[np.float64]:
    if y is None and "complexity" not in table.columns:
        raise InputError(
            "The table has no ratings to train on.",
            hint="Give the column complexity, or y.",
        )
    if not len(table):
        raise InputError("The table has no instances to train on.", hint="Give rated instances.")
    try:
        rated = np.asarray(table["complexity"] if y is None else y, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(
            "The ratings are not numbers.", where="complexity", hint="Give numbers from 0 to 1."
        ) from error
    if rated.shape != (len(table),):
        raise InputError(f"There are {len(table)} instances but ratings of shape {rated.shape}.")
    wrong = np.flatnonzero(~((rated >= 0) & (rated <= 1)))
    if len(wrong):
        raise InputError(
            f"The rating {rated[wrong[0]]} is not from 0 to 1.",
            where=f"row {wrong[0]}",
            hint="Complexity is 0 (very easy) to 1 (very difficult).",
        )
    return rated


def table_digest(table: pd.DataFrame, rated: NDArray[np.float64]) -> str:
    """Compute the sha256 of rated instances: genres, sentences, targets and ratings, in order."""
    rows = zip(table["corpus"], table["sentence"], table["token"], rated, strict=True)
    lines = "\n".join("\t".join(map(str, row)) for row in rows)
    return hashlib.sha256(lines.encode()).hexdigest()


def _instance_codes(table: pd.DataFrame) -> NDArray[np.uint32]:
    """A checksum of each instance, so that a model knows its training data without it."""
    pairs = zip(table["sentence"], table["token"], strict=True)
    codes = [zlib.crc32(f"{sentence}\t{token}".encode()) for sentence, token in pairs]
    return np.array(codes, dtype=np.uint32)
