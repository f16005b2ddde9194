"""The interface of a room and of its tasks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from lcp.evaluation.metrics import Metrics
    from lcp.model.capabilities import Capabilities
    from lcp.resources import Store
    from lcp.targets import Targets


@dataclass(frozen=True)
class Task:
    """What is predicted, how a model of it is trained by default, and how it is scored.

    Attributes
    ----------
    name : str
        ``ROOM:VARIANT``.
    title : str
        Display title.
    features, estimator : str
        Feature set and estimator recipe.
    group_by : str
        Grouping variable of the folds.
    train, test : str
        Addresses of the corpora to train and to test on.
    where : mapping of str to str
        Columns and the values of the rows that the task is about. Default: all rows.
    columns : tuple of str
        Further columns that instances can have.
    intervals : bool
        Whether models have prediction intervals.
    unit : str
        Column of the groups that a resample of the bootstrap draws.
    headline : str
        Metric that ablations rank by.
    quantity : str
        What is predicted.
    use : str
        Intended use of a model, in its card. Default: the complexity model's.
    """

    name: str
    title: str = ""
    features: str = "core"
    estimator: str = "lightgbm"
    group_by: str = "token"
    train: str = "auto"
    test: str = "auto"
    where: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    intervals: bool = True
    unit: str = "token"
    headline: str = "pearson"
    quantity: str = "complexity"
    use: str = ""

    def select(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows that the task is about, numbered anew."""
        for column, value in self.where.items():
            table = table[table[column] == value]
        return table.reset_index(drop=True)

    def capabilities(self, measured: Capabilities, readers: tuple[str, ...]) -> Capabilities:
        """Return what a model of the task can rate.

        Parameters
        ----------
        measured : Capabilities
            What its features and its estimator can rate.
        readers : tuple of str
            Readers of the training instances.
        """
        return replace(measured, task=self.name)

    def prepare(self, targets: Targets, store: Store) -> Targets:
        """Return instances as the features measure them. Default: unchanged."""
        return targets

    def metrics(self, targets: Targets) -> Metrics:
        """Return the metrics for instances. Default: regression metrics."""
        from lcp.evaluation.metrics import RATINGS

        return RATINGS

    def subsets(self, targets: Targets) -> dict[str, NDArray[np.bool_]]:
        """Return the masks of the subsets on which scores are reported."""
        from lcp.evaluation.scores import subsets

        return subsets(targets)

    def submission(self, table: pd.DataFrame, predicted: ArrayLike) -> str:
        """Return the text of a submission to the shared task.

        Raises
        ------
        InputError
            If the task has no format.
        """
        raise InputError(f"The task '{self.name}' has no format for submissions.", where="task")

    def place(self, scores: pd.DataFrame) -> list[str]:
        """Return sentences on the places that scores would have had in official results."""
        return []


@dataclass(frozen=True)
class Room:
    """Tasks and what they need.

    Attributes
    ----------
    name : str
        Name of the room.
    folder : Path
        Folder of its files: ``corpora.toml`` and ``resources.toml``, in the formats of the
        package's registries, and recipes in ``features`` and ``models``.
    tasks : mapping of str to Task
        Tasks by variant.
    default : str
        Variant of the task if none is named.
    families, estimators : mapping of str to str
        ``MODULE:CLASS`` of each feature family, and of each estimator that recipes can name.
    commands : mapping of str to str
        ``MODULE:FUNCTION`` of each command ``lcp tasks NAME COMMAND``.
    readers : mapping of str to str
        Display names of the readers that models predict for.
    """

    name: str
    folder: Path
    tasks: Mapping[str, Task]
    default: str
    families: Mapping[str, str] = field(default_factory=dict)
    estimators: Mapping[str, str] = field(default_factory=dict)
    commands: Mapping[str, str] = field(default_factory=dict)
    readers: Mapping[str, str] = field(default_factory=dict)
