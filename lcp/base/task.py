"""What is predicted: the interface of a task, and the tasks that are installed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypedDict

from lcp.base.caches import cached_property
from lcp.base.installed import installed_only, load_entry_points
from lcp.errors import InputError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Floats, Ints


class Rows(Protocol):
    """The targets of which a task divides or writes the results: :class:`lcp.targets.Targets`."""

    @property
    def genre(self) -> tuple[str, ...]:
        """Genre of each target."""

    @property
    def readers(self) -> tuple[str, ...]:
        """Readers of each target."""

    def __getitem__(self, name: str) -> Sequence[Any]: ...


class Abilities(TypedDict, total=False):
    """What a task decides of the :class:`lcp.model.capabilities.Capabilities` of its models."""

    task: str
    readers: tuple[str, ...]
    sentence_counts: Mapping[str, tuple[str, ...]]
    columns: tuple[str, ...]
    interval_needs: str


@dataclass(frozen=True)
class Metrics:
    """The metrics of a task.

    Attributes
    ----------
    names : tuple of str
        Names of the metrics.
    weighted : callable
        Function of counts, ratings, predictions, and the number of each instance's unit (the
        group that a resample draws), with the shapes of
        :func:`lcp.evaluation.metrics.weighted_scores`.
    """

    names: tuple[str, ...]
    weighted: Callable[[Floats, Floats, Floats, Ints], Floats]


@dataclass(frozen=True)
class Task:
    """What is predicted, how a model of it is trained by default, and how it is scored.

    The defaults are those of complexity.

    Attributes
    ----------
    name : str
        Name, such as ``complexity:1`` or ``PLUGIN:NAME``.
    title : str
        Display title.
    features, estimator : str
        Feature set and estimator recipe.
    group_by : str
        Grouping variable of the folds.
    training_corpus, test_corpus : str
        What :func:`lcp.load_corpus` accepts, to train and to test on.
    where : mapping of str to str
        Columns and the values of the rows that the task is about. Default: all rows.
    single_words : bool
        Whether the task is about single words only.
    columns : tuple of str
        Further columns that instances can have.
    intervals : bool
        Whether models have prediction intervals.
    unit : str
        Column of the groups that a resample of the bootstrap draws.
    quantity : str
        What is predicted.
    use : str
        Intended use of a model, in its card. Default: the complexity model's.
    """

    #: Method that returns targets as the features measure them, given the store of resources.
    prepare: ClassVar[Callable[..., Any] | None] = None

    name: str
    title: str = ""
    features: str = "core"
    estimator: str = "lightgbm"
    group_by: str = "token"
    training_corpus: str = "complex"
    test_corpus: str = "complex:test"
    where: Mapping[str, str] = field(default_factory=dict)
    single_words: bool = False
    columns: tuple[str, ...] = ()
    intervals: bool = True
    unit: str = "token"
    quantity: str = "complexity"
    use: str = ""

    def abilities(self, readers: tuple[str, ...]) -> Abilities:  # noqa: ARG002
        """Return what a model that was trained for readers can predict for.

        It replaces what its features and its estimator can predict for.
        """
        return {"task": self.name}

    def metrics(self) -> Metrics | None:
        """Return the metrics. Default: None, for the metrics of ratings."""
        return None

    def subsets(self, targets: Rows) -> Mapping[str, Bools] | None:  # noqa: ARG002
        """Return the masks by name of the subsets on which scores are reported.

        Default: None, for single words, expressions and both.
        """
        return None

    def submission(self, targets: Rows, predicted: ArrayLike) -> str | None:  # noqa: ARG002
        """Return the text of a submission to the shared task.

        Default: None, for lines of an id, a comma and a prediction.
        """
        return None


#: Complexity of words and expressions, and of single words, as in SemEval-2021 Task 1 (Shardlow et
#: al. 2021). The first is the default.
COMPLEXITY = (
    Task("complexity:2", "complexity of words and expressions"),
    Task("complexity:1", "complexity of single words", single_words=True),
)


@dataclass(frozen=True)
class Plugin:
    """Tasks and what they need, found by an entry point of the group ``lcp.tasks``.

    Attributes
    ----------
    folder : Path
        Folder of its files: ``corpora.toml`` and ``resources.toml``, in the formats of the
        package's registries, and recipes in ``features`` and ``models``.
    tasks : tuple of Task
        Tasks, the default first. Each is called ``PLUGIN:NAME`` after the entry point.
    families, estimators : mapping of str to str
        ``MODULE:CLASS`` of each feature family, and of each estimator that recipes can name.
    readers : mapping of str to str
        Display names of the readers that models predict for.
    """

    folder: Path
    tasks: tuple[Task, ...]
    families: Mapping[str, str] = field(default_factory=dict)
    estimators: Mapping[str, str] = field(default_factory=dict)
    readers: Mapping[str, str] = field(default_factory=dict)


class Registry:
    """The tasks of complexity, and the plugins, which are imported when they are first needed."""

    @cached_property
    def plugins(self) -> dict[str, Plugin]:
        """Installed plugins by name. One that cannot be imported is left out, with a warning."""
        return load_entry_points("lcp.tasks", "tasks", Plugin)

    def tasks(self) -> list[Task]:
        """Return every task: complexity, and then by plugin, the default of each first."""
        plugins = self.plugins.values()
        return [*COMPLEXITY, *(task for plugin in plugins for task in plugin.tasks)]

    def find(self, name: str | int | Task) -> Task:
        """Return a task, or find it: ``1`` and ``2`` are complexity, ``PLUGIN`` its first task.

        Raises
        ------
        InputError
            If there is no such task.

        Examples
        --------
        >>> Registry().find(1).name, Registry().find("complexity").name
        ('complexity:1', 'complexity:2')
        """
        if isinstance(name, Task):
            return name
        for task in COMPLEXITY:
            if str(name) in (task.name, *task.name.split(":")):
                return task
        for task in self.tasks():
            if name in (task.name, task.name.partition(":")[0]):
                return task
        raise InputError(
            f"There is no task '{name}' on this machine.",
            where="task",
            hint=nearest(str(name), ["1", "2", *(task.name for task in self.tasks())]),
        )

    def files(self, pattern: str) -> list[Path]:
        """Return the files of all plugins that match a pattern, such as ``features/*.toml``."""
        folders = [plugin.folder for plugin in self.plugins.values()]
        return [path for folder in folders for path in sorted(folder.glob(pattern))]

    def member(
        self,
        kind: Literal["families", "estimators"],
        name: str,
        own: Mapping[str, str] | None = None,
    ) -> Any:
        """Return a class by its key or its own name; None if neither `own` nor a plugin has it.

        Plugins are imported only if `own` has no such class.
        """
        return _member(own or {}, name) or next(
            filter(None, (_member(getattr(p, kind), name) for p in self.plugins.values())), None
        )

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Further columns that instances of the tasks can have."""
        return tuple(dict.fromkeys(name for task in self.tasks() for name in task.columns))

    @property
    def readers(self) -> dict[str, str]:
        """Names of the readers that models of plugins predict for, such as ``learner:es``."""
        return {key: name for p in self.plugins.values() for key, name in p.readers.items()}


def _member(addresses: Mapping[str, str], name: str) -> Any:
    """Return the class with a key or name among addresses; None if there is none."""
    for key, address in addresses.items():
        if name in (key, address.partition(":")[2]):
            return _imported(address)
    return None


@cache
def _imported(address: str) -> Any:
    module, _, member = address.partition(":")
    with installed_only():
        return getattr(import_module(module), member)


#: The tasks of this process; they depend on the installed packages only.
TASKS = Registry()
