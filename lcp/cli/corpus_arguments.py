"""Load corpora for a command, and print what the user should know about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.cli.console import info, print_warning
from lcp.cli.inputs import download_resources, warnings_printed
from lcp.errors import InputError, ResourceError, requiring

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

    from lcp.base.task import Task
    from lcp.corpora.parsers.instances_file import InstancesFile
    from lcp.features.featureset import FeatureSet

#: CompLex's test set, whose ratings are not in a resource.
TEST = "complex:test"
_SAMPLE = "its ratings were predicted by a model, not collected from readers."


def open_training_corpora(
    addresses: list[str] | None,
    task: Task,
    features: FeatureSet,
    estimator: str,
    columns: str,
) -> pd.DataFrame:
    """Load rated instances of a task and the features' resources; print what is trained on."""
    from lcp.corpora.corpus import available_corpus, check_quantity, load_with_files
    from lcp.targets.instance_columns import without_ratings

    _check_packages(features)
    named = addresses or [task.training_corpus]
    check_quantity(named, task)
    reason = None
    if not addresses:
        named[0], reason = available_corpus(task)
    names = ", ".join(named)
    with warnings_printed():
        table, files = load_with_files(named, task=task, columns=column_names(columns))
    if "complexity" not in table:
        raise without_ratings(map(str, table))
    _report_raters(files)
    for file in files:
        _report_names(file.renamed.items())
    if "sample" in named:
        print_warning(
            (f"{reason} " if reason else "")
            + f"Training on the BUNDLED SAMPLE CORPUS: {_SAMPLE} The model will work, "
            "but its scores are meaningless. Do not compare them with published ones.",
            title="CompLex is not available" if reason else "Sample corpus",
        )
    info(
        f"Task {task.name} on {names}: {len(table):,} instances, feature set {features.name}, "
        f"estimator {estimator}."
    )
    # Last: they may be large, and the corpora may have an error.
    download_resources(features.missing())
    return table


def _check_packages(features: FeatureSet) -> None:
    """Raise :class:`ResourceError` early if reading a resource needs a package that is missing."""
    from lcp.resources import registry

    store = features.resource_store
    for name in features.resources():
        if registry()[name].format != "rda":
            continue
        if store.find(name):
            store.table(name)  # its parsed copy needs no package
        else:
            with requiring("rdata", "Data files of R"):
                import rdata  # noqa: F401


def column_names(text: str) -> dict[str, str]:
    """Return the columns of an option such as ``sentence=text,complexity=rating``."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    names = {name.strip(): other.strip() for name, _, other in pairs}
    distinct = len({*names.values()}) == len(pairs)
    if not distinct or not all(map(all, names.items())):
        raise InputError(
            f"'{text}' does not name columns.",
            where="--columns",
            hint="Write --columns sentence=text,complexity=rating: a name here, then in the file.",
        )
    return names


def open_corpus(address: str, columns: str = "") -> pd.DataFrame:
    """Load instances, announcing a download and printing warnings."""
    table, file = open_with_file(address, columns)
    if file is not None:
        _report_names(file.renamed.items())
    return table


def open_with_file(address: str, columns: str) -> tuple[pd.DataFrame, InstancesFile | None]:
    """Load instances as :func:`open_corpus`, and return what was read of a file."""
    from lcp.corpora.corpus import load_with_files

    with warnings_printed():
        table, files = load_with_files(address, columns=column_names(columns))
    _report_raters(files)
    return table, next(iter(files), None)


def _report_raters(files: list[InstancesFile]) -> None:
    """Print the number, spread and agreement of ratings in several columns."""
    import numpy as np

    from lcp.corpora.ratings import krippendorff_alpha

    for path, ratings in [(file.path, file.ratings) for file in files]:
        if ratings is None:
            continue
        counts = np.isfinite(ratings).sum(axis=1)
        several = ratings[counts > 1]
        agreement = "No instance has two ratings: agreement is unknown."
        if len(several):
            spread, alpha = np.nanstd(several, axis=1, ddof=1).mean(), krippendorff_alpha(ratings)
            text = "undefined, since all ratings are equal" if np.isnan(alpha) else f"{alpha:.3f}"
            agreement = (
                f"Mean standard deviation {spread:.3f} on the file's scale; Krippendorff's alpha "
                f"(interval) {text}."
            )
        info(
            f"{path}: means of {ratings.shape[1]} raters, {counts.mean():.1f} ratings for an "
            f"instance. {agreement} Each instance has rating_sd and rating_n."
        )


def with_input(
    results: pd.DataFrame,
    table: pd.DataFrame,
    file: InstancesFile | None,
    columns: Sequence[str],
) -> pd.DataFrame:
    """Return results after columns of their instances and the further columns of a file.

    A further column with the name of another one gets a new name, which is printed.
    """
    import pandas as pd

    kept = table[[name for name in columns if name in table]].reset_index(drop=True)
    parts = [kept, results.reset_index(drop=True)]
    if file is not None:
        further = file.further_columns(columns).loc[table["id"]].reset_index(drop=True)
        parts.insert(1, renamed_columns(further, [*kept, *results]))
    return pd.concat(parts, axis=1)


def renamed_columns(table: pd.DataFrame, taken: Sequence[str]) -> pd.DataFrame:
    """Return a table with a new name for each column whose name is taken or used before."""
    from lcp.corpora.parsers.instances_file import free_names

    names = free_names(map(str, table), taken)
    _report_names(zip(map(str, table), names, strict=True))
    return table.set_axis(names, axis=1)


def _report_names(pairs: Iterable[tuple[str, str]]) -> None:
    """Print the columns, pairs of an old and a new name, whose name is another one."""
    changed = [f"{name} is {new}" for name, new in pairs if name != new]
    if changed:
        info(f"Columns of the file with a new name: {', '.join(changed)}.")


def open_rated_corpus(address: str | None, task: Task, columns: str) -> tuple[str, pd.DataFrame]:
    """Load rated instances to score on; return their address too.

    ``complex:test`` is read with the user's ratings. Default: the task's test corpus, or what
    replaces it on this machine.
    """
    from lcp.corpora.corpus import available_corpus, read_rated_test

    used = address or task.test_corpus
    if used == TEST:
        try:
            return TEST, _select(task, read_rated_test())
        except ResourceError as error:
            if address is not None:
                raise
            name = available_corpus(task, download=False)[0]
            used = "complex:trial" if name == "complex" else name
            info(f"{error.what} Scoring on {used} instead.")
    if used == "sample":
        print_warning(
            f"Scoring on the BUNDLED SAMPLE CORPUS: {_SAMPLE} That model and the bundled "
            "one were trained on the same data, CompLex: these scores are meaningless.",
            title="Sample corpus",
        )
    return used, _select(task, open_corpus(used, columns))


def _select(task: Task, table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that a task is about, and print how many are left out."""
    from lcp.corpora.corpus import select_rows

    rows: pd.DataFrame = select_rows(table, task)
    if len(rows) < len(table):
        info(f"Task {task.name}: {len(table) - len(rows):,} instances of other kinds are left out.")
    return rows
