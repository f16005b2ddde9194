"""Result of an ablation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class AblationResult:
    """Result of an ablation.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances.
    settings : dict
        Data, options and versions.
    scores : DataFrame
        Output of :func:`lcp.ablation.table.compare`.
    predictions : ndarray of shape (n_instances, n_repeats)
        Out-of-fold predictions of the whole feature set (0-1).
    learning : DataFrame
        Learning curve of the whole feature set in the first repeat: columns ``share`` (of the
        training groups), ``subset``, ``n``, ``metric``, ``value``, ``low`` and ``high``.
    coverage : dict of str to DataFrame
        Coverage by ``family`` and by ``resource``; see
        :func:`lcp.evaluation.coverage.group_coverage`.
    n_finished : int
        Number of cells that an earlier run had finished, counting each repeat.
    """

    table: pd.DataFrame
    settings: dict[str, Any]
    scores: pd.DataFrame
    predictions: NDArray[np.float64]
    learning: pd.DataFrame
    coverage: dict[str, pd.DataFrame]
    n_finished: int
