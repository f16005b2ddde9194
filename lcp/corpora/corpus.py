"""Load rated corpora by name or from a file."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np

from lcp.base.reader_groups import GENERAL
from lcp.base.task import TASKS
from lcp.corpora.parsers.instances_file import read_file
from lcp.corpora.rated_corpora import corpora
from lcp.corpora.ratings import COMPLEXITY, split_scale
from lcp.errors import InputError, ResourceError, check_type, nearest
from lcp.files.input_files import as_path, printable
from lcp.resources import Store
from lcp.targets import Targets
from lcp.targets.instance_columns import Table, as_table
from lcp.targets.targets import Instances, is_expression

if TYPE_CHECKING:
    import pandas as pd

    from lcp.base.task import Task
    from lcp.corpora.parsers.instances_file import InstancesFile

Rows = TypeVar("Rows", Targets, "pd.DataFrame")
#: Names of corpora and paths of files.
Addresses = str | Path | Sequence[str | Path]


def load_corpus(
    corpus: Addresses | None = None,
    *,
    task: str | int | None = None,
    columns: Mapping[str, str] | None = None,
    store: Store | None = None,
    download: bool = True,
) -> pd.DataFrame:
    """Load one or several corpora as one instance table.

    Parameters
    ----------
    corpus : str, Path or sequence of them, optional
        Name of a registered corpus, such as ``"complex"`` (CompLex 2.0) or ``"sample"`` (bundled
        with the package), or path of a file (:func:`read_instances`). Parts and genres of a corpus
        follow a colon: ``"complex:train+trial"``, ``"complex:train+bible"``. Ratings of a file are
        from 0 to 1, or on the scale that follows an at sign, from the rating of the easiest words
        to the most difficult: ``"mine.csv@1-5"``. Default: the training corpus of the task; for
        complexity, CompLex, or the sample if CompLex is not available.
    task : str or int, optional
        Task whose instances are loaded, such as 1 for single words. Default: all instances.
    columns : mapping of str to str, optional
        Names of the columns in files where they differ, such as ``{"sentence": "context"}``.
    store : Store, optional
        Store that provides the files. Default: a store of this machine.
    download : bool, default=True
        Whether to download a corpus that is missing.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        The instance table, rows in the order of the files. ``source`` is the name of the corpus
        or file, ``readers`` who rated it, ``part`` the part if the corpus has parts.

    Raises
    ------
    InputError
        If the name, task or part is unknown, a file has an error, no instance is left, or the
        ratings of a corpus are not of what the task predicts.
    ResourceError
        If a corpus is missing and cannot be downloaded.

    Warns
    -----
    UserWarning
        If the sample is used instead of the default.

    Examples
    --------
    >>> table = load_corpus("sample", task=1)
    >>> table["source"].unique().tolist(), bool(table["token"].str.contains(" ").any())
    (['sample'], False)
    """
    return load_with_files(corpus, task=task, columns=columns, store=store, download=download)[0]


def load_with_files(
    corpus: Addresses | None,
    *,
    task: str | int | Task | None = None,
    columns: Mapping[str, str] | None = None,
    store: Store | None = None,
    download: bool = True,
) -> tuple[pd.DataFrame, list[InstancesFile]]:
    """Return the table of :func:`load_corpus`, and what was read of the files in it."""
    import pandas as pd

    spec = None if task is None else TASKS.find(task)
    addresses: list[Any] = [corpus]
    if isinstance(corpus, Iterable) and not isinstance(corpus, str):
        addresses = list(corpus)
    elif corpus is None:
        default = TASKS.find("complexity" if spec is None else spec)
        addresses[0], reason = available_corpus(default, store, download=download)
        if reason is not None:
            warnings.warn(
                f"{default.training_corpus} is not available, so the bundled sample is used. "
                f"{reason.what}",
                stacklevel=2,
            )
    if not addresses:
        raise InputError("The list of corpora is empty.", where="corpus", hint="Name one or more.")
    if spec is not None:
        check_quantity(addresses, spec)
    columns = {} if columns is None else columns
    check_type(columns, Mapping, "columns", "a dictionary of names of columns")
    if columns and all(split_address(str(address))[0] in corpora() for address in addresses):
        raise InputError(
            "Names of columns are for files, and there is none.",
            where="columns",
            hint="Leave them out: the columns of a corpus are known.",
        )
    tables, files = [], []
    for address in addresses:
        table, file = _read(address, store or Store(), columns, download=download)
        tables.append(table)
        files += [file] if file else []
    table = pd.concat(tables) if len(tables) > 1 else tables[0]
    if spec is not None:
        table = select_rows(table, spec)
    return table.reset_index(drop=True), files


@overload
def as_instances(instances: Table | Addresses | None, task: Task | None = None) -> pd.DataFrame: ...


@overload
def as_instances(
    instances: Instances | Addresses | None, task: Task | None = None
) -> Targets | pd.DataFrame: ...


def as_instances(
    instances: Instances | Addresses | None, task: Task | None = None
) -> Targets | pd.DataFrame:
    """Return a table of instances, loaded if it is what :func:`load_corpus` accepts.

    Parameters
    ----------
    instances : Targets, DataFrame or what `Targets.table` and :func:`load_corpus` accept
        Instances; None loads the default of :func:`load_corpus`.
    task : Task, optional
        Task whose instances are returned. Default: all instances.

    Raises
    ------
    InputError
        As :func:`load_corpus` and :func:`select_rows`.
    """
    given: Any = instances
    several = given if isinstance(given, list | tuple) else [given]
    if given is None or all(isinstance(each, str | Path) for each in several):
        return load_with_files(given, task=task)[0]
    table: Any = given if isinstance(given, Targets) else as_table(given)
    selected: Targets | pd.DataFrame = table if task is None else select_rows(table, task)
    return selected


def select_rows(table: Rows, task: Task) -> Rows:
    """Return those of some Targets, or of a DataFrame of instances, that a task is about.

    Raises
    ------
    InputError
        If there are none, or their ratings are not of what the task predicts.
    """
    check_quantity(dict.fromkeys(map(str, table.get("source", ()))), task)
    mask = np.ones(len(table), dtype=bool)
    for column, value in task.where.items():
        mask &= np.array(table.get(column, ""), dtype=object) == value
    # Without targets, the table is refused when they are checked.
    if task.single_words and "token" in table:
        mask &= ~is_expression(map(str, table["token"]))
    if len(table) and not mask.any():
        raise InputError(
            f"The instances include none of task {task.name}"
            + (", which is about single words." if task.single_words else "."),
            where="task",
            hint="Give others, or another task; `lcp tasks` lists the tasks.",
        )
    return table.take(np.flatnonzero(mask))


def check_quantity(addresses: Iterable[object], task: Task) -> None:
    """Raise :class:`InputError` for the first corpus whose ratings a task does not predict."""
    for address in addresses:
        corpus = corpora().get(split_address(address)[0]) if isinstance(address, str) else None
        if corpus is not None and corpus.quantity != task.quantity:
            raise InputError(
                f"'{address}' has ratings of {corpus.quantity}, not of {task.quantity}.",
                where="task",
                hint="Give a task that predicts it; `lcp tasks` lists the tasks.",
            )


def available_corpus(
    task: Task, store: Store | None = None, *, download: bool = True
) -> tuple[str, ResourceError | None]:
    """Return the training corpus of a task, or the sample if it can replace that.

    Returns
    -------
    address : str
        The task's training corpus; ``"sample"`` if that is not available, and the sample has
        ratings of what the task predicts.
    reason : ResourceError or None
        Why the training corpus is not available.
    """
    store = store or Store()
    corpus = corpora()[split_address(task.training_corpus)[0]]
    if corpora()["sample"].quantity == corpus.quantity:
        provide = store.fetch if download else store.require
        try:
            for resource in corpus.resources:
                provide(resource)
        except ResourceError as error:
            return "sample", error
    return task.training_corpus, None


def split_address(address: str) -> tuple[str, tuple[str, ...]]:
    """Split an address into a corpus and its parts.

    Parameters
    ----------
    address : str
        Name of a corpus, or path of a file. The parts and genres of a corpus follow a colon,
        separated by ``+``. A part of a corpus can be a file in its format.

    Returns
    -------
    name : str
        The text before the colon.
    parts : tuple of str
        Empty if no part is named.

    Examples
    --------
    >>> split_address("complex:train+trial"), split_address("mine.tsv")
    (('complex', ('train', 'trial')), ('mine.tsv', ()))
    """
    name, colon, parts = address.partition(":")
    if not colon or name not in corpora():
        return address, ()  # a path may contain a colon
    return name, tuple(parts.split("+"))


def _read(
    address: str | Path, store: Store, columns: Mapping[str, str], *, download: bool
) -> tuple[pd.DataFrame, InstancesFile | None]:
    """Read the corpus or file at an address."""
    unscaled, scale = split_scale(str(address))
    name, parts = split_address(unscaled)
    if not isinstance(address, Path) and name in corpora():
        if scale is not None:
            raise InputError(
                f"The corpus '{name}' has a scale of its own.",
                where=address,
                hint=f"Write {unscaled}, or copy its file and name the copy's scale.",
            )
        corpus = corpora()[name]
        table = corpus.read(parts, store, download=download)
        table["source"] = name
        return table if "readers" in table else table.assign(readers=corpus.readers), None
    path = as_path(name)
    named = path.is_file() or isinstance(address, Path) or path.suffix or len(path.parts) > 1
    if not named:
        raise InputError(
            f"There is no corpus or file called '{name}'.",
            hint=nearest(name, [*corpora()]) + " Any other value is a path. For a single "
            f"word, write `lcp predict --target {name}`.",
        )
    file = read_file(path, scale or COMPLEXITY, columns)
    table = file.table.assign(source=printable(path.name))
    return table if "readers" in table else table.assign(readers=GENERAL), file


def read_rated_test() -> pd.DataFrame:
    """Read CompLex's test instances with their ratings: words and expressions.

    `lcp` does not download the ratings, so that no model is selected on the test set by accident.

    They are in ``complex/test-labels/lcp_single_test.tsv`` and ``lcp_multi_test.tsv``.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        The instance table.

    Raises
    ------
    ResourceError
        If a file is missing.
    """
    import pandas as pd

    store = Store()
    tables = []
    for kind in ("single", "multi"):
        name = Path("complex", "test-labels", f"lcp_{kind}_test.tsv")
        paths = [root / name for root in store.roots() if (root / name).is_file()]
        if not paths:
            raise ResourceError(
                f"CompLex's test ratings are missing ({name}).",
                hint="Put the file into $LCP_DATA, give a rated file with --corpus, or write a "
                "submission: `lcp predict FILE.tsv --model MODEL --submission`.",
            )
        tables.append(load_corpus(paths[0]).assign(source="complex"))
    return pd.concat(tables, ignore_index=True)
