"""Difficulty of words for learners by first language (BEA 2026; Schmitt et al. 2024)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.base.task import Metrics, Task
from lcp.evaluation.metrics import RATINGS
from lcp.tasks.vocabulary.estimator import log_odds
from lcp.tasks.vocabulary.items import prepared

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Floats, Ints
    from lcp.base.task import Abilities, Rows
    from lcp.resources import Store
    from lcp.targets import Targets


@dataclass(frozen=True)
class Vocabulary(Task):
    """Probability that a learner does not know a word.

    Metrics, on log-odds, for each first language: Pearson's r, and the root mean squared error
    (RMSE), by which the submissions to the shared task are ranked.
    """

    columns: tuple[str, ...] = ("pos", "translation", "translation_sentence", "clue")

    def abilities(self, readers: tuple[str, ...]) -> Abilities:
        """Return the readers of the training data; words with a translation have an interval."""
        return {
            "task": self.name,
            "readers": readers,
            "sentence_counts": {"*": ()},
            "columns": self.columns,
            "interval_needs": "translation",
        }

    def prepare(self, targets: Targets, store: Store) -> Targets:
        """Return targets without a translation as dictionary forms without a sentence."""
        return prepared(targets, store)

    def metrics(self) -> Metrics:
        """Return the metrics on log-odds."""
        return Metrics(("pearson", "rmse"), _weighted)

    def subsets(self, targets: Rows) -> dict[str, Bools]:
        """Return the mask of each kind of readers."""
        import numpy as np

        readers = np.array(targets.readers, dtype=object)
        return {name: readers == name for name in dict.fromkeys(targets.readers)}

    def submission(self, targets: Rows, predicted: ArrayLike) -> str:
        r"""Return a header, and a line with the number of each item and the log-odds.

        >>> from lcp.targets import Targets
        >>> from lcp.base.task import TASKS
        >>> targets = Targets.table([{"token": "river", "id": "es-6769"}])
        >>> TASKS.find("vocabulary").submission(targets, [0.5])
        'item_id,prediction\n6769,0.000000\n'
        """
        rows = zip(targets["id"], -log_odds(predicted), strict=True)
        lines = [f"{name.rpartition('-')[2]},{value + 0.0:.6f}\n" for name, value in rows]
        return "".join(["item_id,prediction\n", *lines])


def _weighted(counts: Floats, rated: Floats, predictions: Floats, units: Ints) -> Floats:
    """Return Pearson's r and the RMSE of log-odds, shape (n_models, n_resamples, 2)."""
    import numpy as np

    values = RATINGS.weighted(counts, log_odds(rated), log_odds(predictions), units)
    pearson, mse = (values[..., RATINGS.names.index(name)] for name in ("pearson", "mse"))
    return np.stack([pearson, np.sqrt(mse)], axis=-1)
