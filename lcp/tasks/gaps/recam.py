"""Abstract words: SemEval-2021 Task 4, ReCAM (Zheng et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.tasks.gaps.items import ItemTask

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.arrays import Floats, Ints
    from lcp.evaluation.metrics import Metrics
    from lcp.targets import Targets


@dataclass(frozen=True)
class AbstractWords(ItemTask):
    """The word that was removed from a summary, one of five options.

    Metric: share of the questions whose right option has the highest prediction.
    """

    def metrics(self) -> Metrics:
        """Return the accuracy on questions."""
        from lcp.evaluation.metrics import Metrics

        return Metrics(("accuracy",), _weighted)

    def submission(self, targets: Targets, predicted: ArrayLike) -> str:
        r"""Return a line for each question: its number and the number of its answer, from 0.

        >>> from lcp.targets import Targets
        >>> from lcp.task import TASKS
        >>> items = {"item": ["b", "b", "a", "a"], "option": [0, 1, 0, 1]}
        >>> targets = Targets.words(["idea", "wood", "hope", "iron"]).having(**items)
        >>> TASKS.find("gaps:abstractness").submission(targets, [0.1, 0.9, 0.4, 0.2])
        '0,1\n1,0\n'
        """
        from lcp.targets.sentences import factorized

        options = targets["option"]
        rows = answers(predicted, factorized(targets["item"])[0]).tolist()
        return "".join(f"{index},{options[row]}\n" for index, row in enumerate(rows))


def _weighted(counts: Floats, rated: Floats, predictions: Floats, items: Ints) -> Floats:
    """Return the accuracy, shape (n_models, n_resamples, 1)."""
    import numpy as np

    hits = np.stack([rated[answers(y, items)][items] for y in predictions.T])
    # Items have equally many options: means over options and over items are the same.
    return np.asarray((hits @ counts / counts.sum(axis=0))[..., None])


def answers(predicted: ArrayLike, codes: Ints) -> Ints:
    """Return the row of the option with the highest prediction of each item, the first of several.

    >>> import numpy as np
    >>> answers([0.1, 0.9, 0.4, 0.2], np.array([0, 0, 1, 1])).tolist()
    [1, 2]
    """
    import numpy as np

    values = np.asarray(predicted, dtype=np.float64)
    order = np.lexsort((np.arange(len(values)), -values, codes))
    return np.asarray(order[np.searchsorted(codes[order], np.arange(codes.max(initial=-1) + 1))])
