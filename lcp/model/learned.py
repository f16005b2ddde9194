"""What a model has learned, as attributes in scikit-learn's style."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from lcp.model.state import Records


class _Learned:
    """A field of the fitted state, as a read-only attribute that ends with an underscore.

    Parameters
    ----------
    view : callable, optional
        What returns the attribute, given the field. Default: the field itself.
    """

    def __init__(self, view: Callable[[Any], object] | None = None) -> None:
        self.view = view

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, model: Any, owner: type | None = None) -> Any:
        if model is None:
            return self
        if not model.__sklearn_is_fitted__():
            raise AttributeError(f"'{type(model).__name__}' object has no '{self.name}'")
        value = getattr(model.state_, self.name.removesuffix("_"))
        return value if self.view is None else self.view(value)

    def __set__(self, model: Any, value: Any) -> None:
        raise AttributeError(f"'{self.name}' is set by fitting only")


def _table(records: Records | None) -> pd.DataFrame | None:
    """Return records as a table, or None."""
    if records is None:
        return None
    import pandas as pd

    return pd.DataFrame(records)


class LearnedAttributes:
    """The fields of a model's fitted state. Its tables are copies.

    Attributes
    ----------
    capabilities_ : Capabilities
        What the model can rate.
    feature_set_ : FeatureSet
        A copy of the fitted feature set.
    estimator_ : Regressor
        A copy of the fitted estimator.
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
    words_ : WordPredictions or None
        Precomputed predictions of listed words, if any; they change nothing but time.
    out_of_fold_ : DataFrame of shape (n_instances, n_repeats) or None
        Cross-validated predictions of the training instances. Not available in loaded models.
    """

    capabilities_ = _Learned()
    # A shared state does not change with them.
    feature_set_ = _Learned(copy)
    estimator_ = _Learned(copy)
    estimator_name_ = _Learned()
    quantiles_ = _Learned()
    trained_on_ = _Learned()
    made_with_ = _Learned()
    scores_ = _Learned(_table)
    scores_from_ = _Learned()
    breakdown_ = _Learned(_table)
    intervals_ = _Learned()
    interval_coverage_ = _Learned(_table)
    levels_ = _Learned()
    words_ = _Learned()
    out_of_fold_ = _Learned(_table)
