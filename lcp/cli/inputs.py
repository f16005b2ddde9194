"""Load models, feature sets and resources for a command, and print what the user should know."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.base.reader_groups import GENERAL, Readers
from lcp.cli.console import info, print_warning
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pandas as pd

    from lcp.features.featureset import FeatureSet
    from lcp.model.model import ComplexityModel
    from lcp.targets import Targets


def open_model(folder: Path | None) -> ComplexityModel:
    """Load a model and print its warnings."""
    from lcp.model.saved_model import load_model

    with warnings_printed():
        return load_model(folder)


def refuse(reason: str, hint: str, **options: object) -> None:
    """Raise :class:`InputError` for the first of the options that is given, with a reason."""
    for name, value in options.items():
        if value not in (None, False, ""):
            raise InputError(f"--{name.replace('_', '-')} {reason}.", hint=hint)


def report_unknown_words(
    model: ComplexityModel, targets: Targets, levels: Iterable[str | None]
) -> None:
    """Say which targets are no known words: a model that gives levels gives them none."""
    pairs = zip(targets.target, levels, strict=True)
    unknown = [token for token, level in pairs if not isinstance(level, str)]
    if unknown and model.state_.gives_levels:
        info(
            f"Targets that are no known words: {len(unknown):,}, such as “{unknown[0]}”. They have "
            "no level, and their complexity is uncertain."
        )


def open_target(
    model: Path | None,
    sentence: str,
    target: str,
    *,
    genre: str,
    readers: Readers,
) -> tuple[ComplexityModel, Targets]:
    """Load a model and one target, and print notes on both."""
    opened = open_model(model)
    targets, notes = opened.predictor_.one(sentence, target, genre=genre, readers=readers)
    for note in notes:
        info(note)
    report_unused_sentences(targets, opened)
    return opened, targets


def open_features(name: str) -> FeatureSet:
    """Load a feature set and print its warnings."""
    from lcp.features.featureset import FeatureSet

    with warnings_printed():
        return FeatureSet.load(name)


def download_resources(names: list[str]) -> None:
    """Download resources one by one; stop at the first that fails."""
    from lcp.resources import Store

    for name in names:
        Store().fetch(name)


def warn_of_seen(model: ComplexityModel, table: pd.DataFrame, name: str = "the model") -> str:
    """Warn if instances were in a model's training data; return the warning."""
    from lcp.model.training_record import seen as seen_in
    from lcp.targets import Targets

    seen = int(seen_in(model.trained_on_, Targets.table(table)).sum())
    if not seen:
        return ""
    warning = (
        f"{seen:,} of the {len(table):,} instances were in {name}'s training data: these scores "
        "measure how well it remembers, not how well it predicts. Score on other instances, such "
        "as the corpus cwi2018, or complex:test if you have the test ratings of CompLex."
    )
    print_warning(warning, title="Scores on training data")
    return warning


def report_unused_sentences(table: Targets | pd.DataFrame, model: ComplexityModel) -> None:
    """Print the genres of instances whose sentences the model does not use, or that none is given.

    If no instance has a sentence, nothing is printed.
    """
    capabilities = model.capabilities_
    every = table["readers"] if "readers" in table else [GENERAL] * len(table)
    unused: dict[str, set[str]] = {}
    for genre, readers, inside in set(
        zip(table["genre"], every, map(bool, table["sentence"]), strict=True)
    ):
        if inside and not capabilities.uses(genre, readers):
            unused.setdefault(readers, set()).add(genre)
    for readers, genres in sorted(unused.items()):
        effective = ", ".join(capabilities.genres(readers))
        named = ", ".join(sorted(filter(None, genres)))
        given = f"Genre {named}" if named else "No genre given"
        about = "" if readers == GENERAL else f" (readers '{readers}')"
        where = f"With genre {effective}" if effective else "In no genre"
        counts = "the sentence counts" if effective else "does the sentence count"
        info(f"{given}{about}: predictions are without their sentences. {where}, {counts}.")


@contextmanager
def warnings_printed() -> Iterator[None]:
    """Print each warning on one line."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        yield
    for warning in caught:
        info(str(warning.message))
