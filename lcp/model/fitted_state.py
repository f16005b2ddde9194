"""What a trained model consists of: the only thing that is saved, loaded and pickled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.reader_groups import GENERAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from lcp.base.array_types import Singles
    from lcp.estimators.regressor import Regressor
    from lcp.features.featureset import FeatureSet
    from lcp.model.capabilities import Capabilities
    from lcp.model.intervals import Intervals
    from lcp.model.level_scale import LevelScale
    from lcp.model.running_text import RunningText
    from lcp.model.word_predictions import WordPredictions

    #: Rows of a table as dictionaries: reading them does not import pandas.
    Records = list[dict[str, object]]

#: Quantile levels of the percentiles of features.
POINTS = np.linspace(0, 1, 101)


@dataclass(frozen=True, eq=False)
class FittedState:
    """Everything that training gives. Models and threads share it, and nothing changes it.

    Attributes
    ----------
    feature_set : FeatureSet
        The fitted feature set.
    estimator : Regressor
        The fitted estimator.
    estimator_name : str
        Name of the recipe, or ``"custom"`` for a regressor.
    random_state : int
        Seed of the training.
    capabilities : Capabilities
        What the model can predict for.
    quantiles : float32 array of shape (101, n_features)
        Percentiles of each feature in the training data.
    trained_on : mapping
        Source corpora, number of instances, sha256 of the training table and a checksum of each
        instance.
    made_with : mapping
        Versions of the packages and checksums of the resources used in training.
    scores : list of dict or None
        Rows of the cross-validated scores.
    scores_from : str or None
        Description of the cross-validation.
    breakdown : list of dict or None
        Rows of the errors by genre and frequency.
    interval_coverage : list of dict or None
        Rows of the measured coverage of the intervals.
    intervals : Intervals or None
        Prediction intervals.
    levels : LevelScale or None
        CEFR levels of predictions for learners.
    running_text : RunningText or None
        Complexity of the words of running text; None if it was not computed yet.
    words : WordPredictions or None
        Precomputed predictions of listed words, if any; they change nothing but time.
    out_of_fold : list of dict or None
        Cross-validated predictions of the training instances, in their order, with a key for each
        repeat. Not saved.
    tables : mapping of str to DataFrame
        Tables for people, by the name of the file that is saved with the model; not loaded.
    """

    feature_set: FeatureSet
    estimator: Regressor
    estimator_name: str
    random_state: int
    capabilities: Capabilities
    quantiles: Singles
    trained_on: Mapping[str, Any]
    made_with: Mapping[str, object]
    scores: Records | None = None
    scores_from: str | None = None
    breakdown: Records | None = None
    interval_coverage: Records | None = None
    intervals: Intervals | None = None
    levels: LevelScale | None = None
    running_text: RunningText | None = None
    words: WordPredictions | None = None
    out_of_fold: Records | None = None
    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict)

    @property
    def gives_levels(self) -> bool:
        """Whether predictions contain CEFR levels: the model's, or those of the bundled model.

        Models for learners with a first language, such as ``learner:es``, have none of their own.
        """
        return self.levels is not None or GENERAL not in self.capabilities.readers
