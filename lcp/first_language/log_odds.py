"""Log-odds of the probability that a learner does not know a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: Distance of probabilities from 0 and 1, where log-odds are infinite.
_MARGIN = 1e-4


def log_odds(probabilities: ArrayLike) -> NDArray[np.float64]:
    """Return the log-odds of probabilities; those within 0.0001 of 0 or 1 are moved to it.

    >>> log_odds([0.5, 0.9]).round(2).tolist()
    [0.0, 2.2]
    """
    clipped = np.clip(np.asarray(probabilities, dtype=np.float64), _MARGIN, 1 - _MARGIN)
    return np.asarray(np.log(clipped / (1 - clipped)))
