"""Train a feature set and an estimator on measured features."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.estimator_base import cloned
from lcp.base.reader_groups import ALL, GENERAL, NATIVE
from lcp.errors import InputError
from lcp.features.featureset import FeatureSet
from lcp.model.capabilities import Capabilities
from lcp.model.fitted_state import POINTS, FittedState
from lcp.model.training_record import made_with, trained_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Singles
    from lcp.base.estimator_base import RegressorLike
    from lcp.base.task import Task
    from lcp.estimators.regressor import Regressor
    from lcp.features.family import Family
    from lcp.features.matrix import Matrix
    from lcp.targets import Targets


def load_features(source: str | Path | FeatureSet) -> FeatureSet:
    """Return an unfitted copy of a feature set, or the one of a name or file.

    Raises
    ------
    InputError
        If it cannot be read, or has no families.
    """
    features = cloned(source) if isinstance(source, FeatureSet) else FeatureSet.load(source)
    if not features.families:
        raise InputError(
            "The feature set has no families.",
            where="features",
            hint='Name at least one family, as in FeatureSet({"length": {}}).',
        )
    return features


def load_regressor(
    source: RegressorLike | str | Path, *, random_state: int, n_jobs: int | None
) -> Regressor:
    """Return an unfitted copy of a regressor, or the one of a recipe.

    Raises
    ------
    InputError
        If the recipe cannot be read.
    """
    if hasattr(source, "fit"):
        from lcp.estimators.adapter import adapted

        return adapted(cloned(source))
    from lcp.estimators.estimator_recipe import load_estimator

    return load_estimator(source, random_state=random_state, n_jobs=n_jobs)


def fit_state(
    targets: Targets,
    features: FeatureSet,
    matrix: Matrix,
    estimator: RegressorLike | str | Path,
    *,
    task: Task,
    random_state: int,
    n_jobs: int | None,
    sample_weight: ArrayLike | None = None,
) -> FittedState:
    """Return what is learned from rated targets.

    Parameters
    ----------
    targets : Targets
        Training instances with their ``complexity``.
    features : FeatureSet
        Feature set that was fitted to the targets.
    matrix : Matrix
        Features of the targets.
    task : Task
        What is predicted.
    estimator, random_state, n_jobs
        As for :class:`lcp.ComplexityModel`.
    sample_weight : array-like of shape (n_instances,), optional
        As for :meth:`lcp.ComplexityModel.fit`.

    Raises
    ------
    InputError
        If the estimator cannot be read or fitted.
    """
    regressor = load_regressor(estimator, random_state=random_state, n_jobs=n_jobs)
    weights = {} if sample_weight is None else {"sample_weight": sample_weight}
    regressor.fit(matrix, np.asarray(targets["complexity"]), **weights)
    readers = tuple(dict.fromkeys(targets.readers))
    return FittedState(
        feature_set=features,
        estimator=regressor,
        estimator_name="custom" if hasattr(estimator, "fit") else Path(estimator).stem,
        random_state=random_state,
        capabilities=replace(_capabilities(features, regressor), **task.abilities(readers)),
        quantiles=percentiles(features.families_, targets, matrix),
        trained_on=trained_on(targets),
        made_with=made_with(features),
    )


def _capabilities(features: FeatureSet, estimator: Regressor) -> Capabilities:
    """Return what a trained model can predict for."""
    counts = estimator.sentence_counts()
    return Capabilities(
        readers=(GENERAL, NATIVE, *(name for name in counts if name != ALL)),
        expressions=features.expressions_,
        sentence_counts=counts,
        compared_within=features.rank_within,
    )


def percentiles(families: Mapping[str, Family], targets: Targets, matrix: Matrix) -> Singles:
    """Return the percentiles of each column of the training matrix, in the first source.

    Words are compared with words, and sentences with sentences: percentiles of features with the
    scope "word" are over the distinct single-word targets, with the scope "sentence" over the
    distinct sentences, and all others over all instances.

    Parameters
    ----------
    families : mapping of str to Family
        The families of the features by name.
    targets : Targets
        The training instances.
    matrix : Matrix of shape (n_instances, n_features)
        Their features.

    Returns
    -------
    float32 array of shape (101, n_features)
        Values that occur, in ascending order. NaN for a column without values, and for features of
        words if no target is a single word.
    """
    first = np.ones(len(targets), dtype=bool)
    if "source" in targets:
        first = np.array([name == targets["source"][0] for name in targets["source"]], dtype=bool)
    rows = {
        "word": first & ~targets.is_expression & _first_of(targets.target, first),
        "sentence": first & _first_of(targets.sentence, first),
        "context": first,
    }
    columns = [rows[families[column.family].scope] for column in matrix.columns]
    result = np.full((len(POINTS), len(columns)), np.nan, dtype=np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a column without values is NaN
        for index, used in enumerate(columns):
            if used.any():
                result[:, index] = np.nanquantile(
                    matrix.values[used, index], POINTS, method="nearest"
                )
    return result


def _first_of(values: tuple[str, ...], rows: Bools) -> Bools:
    """Return whether each value occurs for the first time in these rows."""
    places: dict[str, int] = {}
    for place in np.flatnonzero(rows).tolist():
        places.setdefault(values[place], place)
    first = np.zeros(len(values), dtype=bool)
    first[list(places.values())] = True
    return first
