"""``lcp compare``: two models, or files of predictions, on the same rated instances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import print_table, say
from lcp.cli.evaluate import read_rated, warn_of_seen
from lcp.cli.options import BootstrapSeed, OnlyTask, RatedCorpus, ReportFolder
from lcp.cli.predict import load_aloud

if TYPE_CHECKING:
    from lcp.evaluation.comparison import Comparison
    from lcp.model import ComplexityModel


def compare(
    a: Annotated[Path, typer.Argument(help="A model's folder, or a file of id,prediction.")],
    b: Annotated[Path, typer.Argument(help="The same.")],
    *,
    corpus: RatedCorpus = "test",
    task: OnlyTask = None,
    instances: Annotated[
        int, typer.Option(min=0, help="How many of the instances that differ most are quoted.")
    ] = 10,
    seed: BootstrapSeed = 0,
    out: ReportFolder = None,
) -> None:
    """Say which of two systems predicts better, how surely, and where they differ."""
    from lcp.evaluation.comparison import compare as find
    from lcp.reports.comparison import page
    from lcp.reports.tables import check_report_folder, write_report

    if out is not None:
        check_report_folder(out)
    systems = {"A": _read(a), "B": _read(b)}
    models = {name: system for name, system in systems.items() if not isinstance(system, Path)}
    if task is None and any(not model.feature_set_.multiword_ for model in models.values()):
        task = 1
        say("A model was trained on single words: expressions are left out.")
    table = read_rated(corpus, task)
    for name, model in models.items():
        warn_of_seen(model, table, f"model {name}")
    found = find(systems["A"], systems["B"], table, seed=seed)
    how = f"A is {a}, B is {b}. p and 95 % intervals by paired bootstrap over tokens, seed {seed}."
    say(how)
    if (found.instances["a"] == found.instances["b"]).all():
        say("A and B predict the same for every instance.")
    _print(found, corpus, instances)
    if out is not None:
        names = (str(a), str(b))
        text = page(found, names=names, corpus=corpus, shown=instances, how=how)
        tables = {
            "scores": found.scores,
            "williams": found.williams,
            "breakdown": found.breakdown,
            "instances": found.instances,
        }
        say(f"Wrote {', '.join(write_report(out, text, tables))} to {out}.")


def _read(path: Path) -> ComplexityModel | Path:
    from lcp.errors import InputError

    if not path.exists():
        raise InputError(
            "There is no such file or folder.",
            where=str(path),
            hint="Give a model's folder, or a file with a line 'id,prediction' for each instance.",
        )
    return load_aloud(path) if path.is_dir() else path


def _print(found: Comparison, corpus: str, instances: int) -> None:
    from lcp.reports.comparison import (
        breakdown_cells,
        instance_cells,
        score_cells,
        undefined,
        williams_cells,
    )
    from lcp.reports.tables import SUBSETS

    for subset in found.scores["subset"].unique():
        say(f"{corpus}, {SUBSETS[subset]}")
        print_table(*score_cells(found, subset))
    say("Williams' test that A and B correlate equally with the ratings (Steiger, 1980)")
    print_table(*williams_cells(found))
    if undefined(found):
        say(undefined(found))
    say("Errors by genre, and by frequency of the target's rarest word")
    print_table(*breakdown_cells(found))
    if instances:
        say("Instances whose absolute errors differ most")
        print_table(*instance_cells(found.instances.head(instances)))
