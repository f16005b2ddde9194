"""CatBoost's regressors in its binary format (cbm)."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

#: Losses whose predictions are not sums over the trees, or several numbers.
_OTHER = ("MultiRMSE", "Poisson", "RMSEWithUncertainty", "Tweedie", "LogLinQuantile", "SurvivalAft")
#: Metadata that differ between identical fits.
_METADATA = ("model_guid", "train_finish_time")
#: Time for a trial in seconds, most of it for the import.
_LIMIT = 60
_TRIAL = """
import sys
from catboost import CatBoostRegressor
model = CatBoostRegressor()
model.load_model(blob=sys.stdin.buffer.read())
model.predict([[0.5] * len(model.feature_names_), [float("nan")] * len(model.feature_names_)])
"""


def is_supported(estimator: Any) -> bool:
    """Return whether the trees can be saved."""
    loss = estimator.get_param("loss_function") or estimator.get_param("objective") or "RMSE"
    return str(loss).partition(":")[0] not in _OTHER


def is_explainable(estimator: Any) -> bool:
    """Return whether contributions add up to the predictions."""
    # The format lacks numbers that CatBoost needs to explain asymmetric trees.
    symmetric = estimator.get_param("grow_policy") in (None, "SymmetricTree")
    return symmetric and is_supported(estimator)


def contributions(estimator: Any, X: pd.DataFrame) -> Any:
    """Return SHAP values and, in the last column, the base."""
    from catboost import Pool

    return estimator.get_feature_importance(data=Pool(X), type="ShapValues")


def to_bytes(estimator: Any) -> bytes:
    """Return the model, the same bytes for identical fits."""
    metadata = estimator.get_metadata()
    for key in _METADATA:
        metadata[key] = ""
    return bytes(estimator._serialize_model())  # noqa: SLF001 - else only to a file


def from_bytes(kind: type[Any], parameters: dict[str, Any], content: bytes) -> Any:
    """Restore an estimator.

    CatBoost's reader can end the process if the content is damaged, so that another process
    reads it first.

    Raises
    ------
    ValueError
        If the content is damaged.
    """
    trial = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _TRIAL],
        input=content,
        capture_output=True,
        timeout=_LIMIT,
        check=False,
    )
    if trial.returncode:
        raise ValueError("CatBoost cannot read it")
    from catboost import CatBoostError

    estimator = kind(**parameters)
    try:
        estimator.load_model(blob=content)
    except CatBoostError as error:
        raise ValueError(f"CatBoost cannot read it: {error}") from error
    return estimator
