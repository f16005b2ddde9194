"""The attributes of a fitted model: what it learned, by name."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from lcp.base.estimator_base import Estimator

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from lcp.estimators.regressor import Regressor
    from lcp.features.featureset import FeatureSet
    from lcp.model.capabilities import Capabilities
    from lcp.model.fitted_state import FittedState, Records
    from lcp.model.intervals import Intervals
    from lcp.model.level_scale import LevelScale
    from lcp.model.predictor import Predictor
    from lcp.model.running_text import RunningText


class FittedAttributes(Estimator):
    """Attributes of a model that has a predictor. They cannot be set."""

    _predictor: Predictor | None

    @property
    def running_text_(self) -> RunningText:
        """Complexity of the words of running text, from the first access or when saving."""
        return self.predictor_.running_text

    @property
    def state_(self) -> FittedState:
        """What was learned."""
        return self.predictor_.state

    @property
    def predictor_(self) -> Predictor:
        """What predicts for checked targets; models may share it."""
        raise NotImplementedError

    def __sklearn_is_fitted__(self) -> bool:
        return self._predictor is not None

    @property
    def capabilities_(self) -> Capabilities:
        """What the model can predict for: its task, readers and genres."""
        return self.state_.capabilities

    @property
    def feature_set_(self) -> FeatureSet:
        """A copy of the fitted feature set."""
        return copy(self.state_.feature_set)

    @property
    def estimator_(self) -> Regressor:
        """A copy of the fitted estimator."""
        return copy(self.state_.estimator)

    @property
    def estimator_name_(self) -> str:
        """Name of the recipe, or ``custom`` for a regressor."""
        return self.state_.estimator_name

    @property
    def trained_on_(self) -> Mapping[str, Any]:
        """Source corpora, number of instances, and checksums of the training data."""
        return self.state_.trained_on

    @property
    def scores_(self) -> pd.DataFrame | None:
        """Cross-validated scores with 95% intervals, as :func:`lcp.train` reports; else None."""
        return _table(self.state_.scores)

    @property
    def scores_from_(self) -> str | None:
        """Description of the cross-validation; None without one."""
        return self.state_.scores_from

    @property
    def breakdown_(self) -> pd.DataFrame | None:
        """Cross-validated errors by genre and frequency; None without cross-validation."""
        return _table(self.state_.breakdown)

    @property
    def intervals_(self) -> Intervals | None:
        """Prediction intervals; None if the model is not calibrated."""
        return self.state_.intervals

    @property
    def interval_coverage_(self) -> pd.DataFrame | None:
        """Measured coverage of the prediction intervals; None if it was not measured."""
        return _table(self.state_.interval_coverage)

    @property
    def levels_(self) -> LevelScale | None:
        """CEFR levels of predictions for learners; None if the model has none of its own."""
        return self.state_.levels

    @property
    def out_of_fold_(self) -> pd.DataFrame | None:
        """Cross-validated predictions of the training instances; None in a loaded model."""
        return _table(self.state_.out_of_fold)


def _table(records: Records | None) -> pd.DataFrame | None:
    """Return records as a table, or None."""
    if records is None:
        return None
    import pandas as pd

    return pd.DataFrame(records)
