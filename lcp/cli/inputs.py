"""Load models, feature sets and corpora for a command, and print what the user should know."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lcp.cli.console import info, megabytes, print_warning
from lcp.cli.first_language import with_first_language

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pandas as pd

    from lcp.columns import Columns
    from lcp.corpora.registry import Readers
    from lcp.features.featureset import FeatureSet
    from lcp.model.complexity_model import ComplexityModel


_SAMPLE = "its ratings were predicted by a model, not collected from readers."


def open_model(folder: Path | None) -> ComplexityModel:
    """Load a model and print its warnings."""
    from lcp.model.loading import load_model

    with warnings_printed():
        return load_model(folder)


def open_instance(
    model: Path | None,
    sentence: str,
    target: str,
    *,
    genre: str,
    readers: Readers,
    occurrence: int | None,
    l1: str | None = None,
) -> tuple[ComplexityModel, Columns]:
    """Load a model and the instance of a target, and print notes on both."""
    from lcp.corpora.instances import instance_columns
    from lcp.model.installed import predictor_for

    row, notes = instance_columns(
        sentence, target, genre=genre, readers=readers, occurrence=occurrence
    )
    fitted = open_model(model)
    row = with_first_language(fitted, row, l1, readers)
    if "l1" not in row:
        predictor_for(fitted, readers)
    report_unknown_genres({genre}, fitted.feature_set_)
    for note in notes:
        info(note)
    return fitted, row


def choose_features(name: str) -> FeatureSet:
    """Load a feature set and download its resources; ``auto`` never downloads."""
    from lcp.errors import ResourceError
    from lcp.features.featureset import FeatureSet

    if name != "auto":
        with warnings_printed():
            features = FeatureSet.load(name)
        download_resources(features.missing())
        return features
    with warnings_printed():
        full = FeatureSet.load("full")
    try:
        absent = full.missing()
    except ResourceError as error:
        info(f"Features: core, because a file of the set full cannot be used. {error}")
        return FeatureSet.load("core")
    if not absent:
        info("Features: full (all its resources are on this machine).")
        return full
    info(f"Features: core. To use the set full, run `lcp fetch`. Missing: {', '.join(absent)}.")
    return FeatureSet.load("core")


def default_task(addresses: list[str]) -> str:
    """Return the task that `lcp fit` trains for if none is given: 1, or all first languages."""
    from lcp.corpora.loading import split_address
    from lcp.corpora.registry import WHOLE, corpora

    registered = [corpora().get(split_address(address)[0]) for address in addresses]
    return WHOLE if all(corpus and WHOLE in corpus.tasks for corpus in registered) else "1"


def task_defaults(addresses: list[str], task: str) -> dict[str, str]:
    """Return the defaults of a corpus's own task; empty for 1 and 2 of other corpora."""
    from lcp.corpora.loading import split_address
    from lcp.corpora.registry import corpora
    from lcp.errors import InputError

    for address in addresses:
        registered = corpora().get(split_address(address)[0])
        if registered is None or task not in registered.tasks:
            if task in ("1", "2"):
                return {}
            owners = [name for name, corpus in corpora().items() if task in corpus.tasks]
            raise InputError(
                f"'{address}' has no task '{task}'.",
                where="--task",
                hint=f"Use --corpus {' or '.join(owners)}, or task 1 or 2.",
            )
    return corpora()[split_address(addresses[0])[0]].tasks[task]


def has_own_tasks(model: ComplexityModel) -> bool:
    """Return whether a model was trained for a task of its corpus, instead of complexity."""
    from lcp.corpora.registry import corpora

    names = [name for name in model.trained_on_["corpora"] if name in corpora()]
    return any(corpora()[name].tasks for name in names)


def open_training_corpora(
    addresses: list[str],
    task: str,
    features: FeatureSet,
    model: str,
    *,
    scale: str = "0-1",
    parts: str | None = None,
) -> pd.DataFrame:
    """Load rated instances for training, and print what the model is trained on.

    For a task of the corpus itself, `parts` are those of addresses that name none, which may be
    empty for those of the corpus. None for tasks 1 and 2.
    """
    from lcp.corpora.instances import is_multiword
    from lcp.corpora.loading import choose_corpus, load_corpus, split_address
    from lcp.corpora.registry import corpora
    from lcp.corpora.scale import parse_scale
    from lcp.errors import InputError

    for address in addresses:
        _announce_corpus(address)
    reason = None
    if "auto" in addresses:
        name, reason = choose_corpus()
        addresses = [name if address == "auto" else address for address in addresses]
    if parts:
        addresses = [a if split_address(a)[1] else f"{a}:{parts}" for a in addresses]
    only_words = parts is None and task == "1"
    table = load_corpus(addresses, task=1 if only_words else 2, scale=parse_scale(scale))
    if owner := corpora().get(split_address(addresses[0])[0]):
        table = owner.rows_of_task(table, task)
    names = ", ".join(addresses)
    if parts is None and task == "2" and not is_multiword(table["token"]).any():
        raise InputError(
            "The corpus has no multi-word expressions to train on.",
            where=names,
            hint="Use task 1, or a corpus with expressions.",
        )
    if "sample" in addresses:
        print_warning(
            (f"{reason}\n\n" if reason else "")
            + f"Training on the BUNDLED SAMPLE CORPUS: {_SAMPLE} The model will work, "
            "but its scores are meaningless. Do not compare them with published ones.",
            title="CompLex is not available" if reason else "Sample corpus",
        )
    info(
        f"Task {task} on {names}: {len(table):,} instances, feature set {features.name}, "
        f"estimator {model}."
    )
    return table


def open_corpus(address: str, task: int, scale: str = "0-1") -> pd.DataFrame:
    """Load instances, announcing a download and printing warnings."""
    from lcp.corpora.loading import load_corpus
    from lcp.corpora.scale import parse_scale

    _announce_corpus(address)
    with warnings_printed():
        return load_corpus(address, task=task, scale=parse_scale(scale))


def open_rated_corpus(address: str, task: int, scale: str = "0-1") -> pd.DataFrame:
    """Load rated instances to score on; ``test`` is CompLex's test set with its ratings."""
    from lcp.corpora.labelled_test import read_labelled_test

    if address in {"test", "complex:test"}:
        return read_labelled_test(task)
    if address == "sample":
        print_warning(
            f"Scoring on the BUNDLED SAMPLE CORPUS: {_SAMPLE} That model and the bundled "
            "one were trained on the same data, CompLex: these scores are meaningless.",
            title="Sample corpus",
        )
    return open_corpus(address, task, scale)


def available_rated_corpus(address: str) -> str:
    """Return the address that ``auto`` stands for: rated instances that are on this machine."""
    from lcp.corpora.labelled_test import read_labelled_test
    from lcp.corpora.loading import choose_corpus
    from lcp.errors import ResourceError

    if address != "auto":
        return address
    try:
        read_labelled_test()
    except ResourceError as error:
        name = choose_corpus(download=False)[0]
        instead = "complex:trial" if name == "complex" else name
        info(f"{error.what} Scoring on {instead} instead.")
        return instead
    return "test"


def download_resources(names: list[str]) -> None:
    """Download resources one by one, announcing each; an error does not stop the others."""
    from lcp.errors import ResourceError
    from lcp.resources import Store

    store = Store()
    failures: dict[str, ResourceError] = {}
    for name in names:
        _announce_resource(name)
        try:
            store.fetch(name)
        except ResourceError as error:
            if len(names) > 1:
                info(f"  {error.what}")
            failures[name] = error
    if len(failures) == 1:
        raise next(iter(failures.values()))
    if failures:
        failed = " ".join(failures)
        raise ResourceError(
            f"{len(failures)} of {len(names)} resources could not be downloaded: {failed}.",
            hint=f"Connect to the network and run `lcp fetch {failed}`, or set LCP_DATA to a "
            "folder that contains the files (`lcp resources` lists their paths).",
        )


def _announce_resource(name: str) -> None:
    """Print title, size, licence and citation of a resource before it is downloaded."""
    from lcp.resources import registry

    resource = registry()[name]
    info(
        f"Fetching {name}: {resource.title}, {megabytes(resource.bytes)}. "
        f"Licence: {resource.licence}. Cite: {resource.citation}."
    )


def _announce_corpus(address: str) -> None:
    """Announce the download of a corpus if it is not on this machine."""
    from lcp.corpora.loading import split_address
    from lcp.corpora.registry import corpora
    from lcp.resources import Store

    name, parts = split_address(address)
    registered = corpora().get("complex" if name == "auto" else name)
    if registered and parts and not set(parts) & set(registered.parts):
        return  # files of the user
    for resource in registered.resources if registered else ():
        if Store().find(resource) is None:
            _announce_resource(resource)


def warn_of_seen(model: ComplexityModel, table: pd.DataFrame, name: str = "the model") -> str:
    """Warn if instances were in a model's training data; return the warning."""
    seen = int(model.seen(table).sum())
    if not seen:
        return ""
    warning = (
        f"{seen:,} of the {len(table):,} instances were in {name}'s training data: these scores "
        "measure how well it remembers, not how well it predicts."
    )
    print_warning(warning, title="Scores on training data")
    return warning


def report_unknown_genres(genres: set[str], features: FeatureSet) -> None:
    """Print the genres without a feature; all genre features of their instances are zero."""
    context = features.extractors_.get("context")
    if context is None:
        return
    modelled = context.get_params()["genres"]
    unknown = sorted(genres - set(modelled) - {""})
    if unknown:
        info(
            f"Genres that the features do not distinguish: {', '.join(unknown)}. "
            f"Distinguished genres: {', '.join(modelled)}."
        )


@contextmanager
def warnings_printed() -> Iterator[None]:
    """Print each warning on one line."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        yield
    for warning in caught:
        info(str(warning.message))
