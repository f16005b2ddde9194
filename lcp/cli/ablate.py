"""``lcp ablate``: what each part of a feature set is worth."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli.console import print_table, progress, say
from lcp.cli.fit import announce_training, choose_features, require_expressions, say_download
from lcp.cli.options import (
    Estimator,
    Features,
    Folds,
    Grouping,
    Repeats,
    Seed,
    Task,
    TrainingCorpus,
)

if TYPE_CHECKING:
    from lcp.ablation import AblationResult

By = Literal["family", "feature", "resource"]
Mode = Literal["leave-one-out", "only-one", "add-one"]


def ablate(
    *,
    task: Task = 1,
    corpus: TrainingCorpus = "auto",
    features: Features = "auto",
    model: Estimator = "lightgbm",
    by: Annotated[
        By, typer.Option(help="What to leave out or add; a resource is a feature's source.")
    ] = "family",
    mode: Annotated[
        Mode, typer.Option(help="add-one is greedy forward selection by Pearson's r.")
    ] = "leave-one-out",
    cv: Folds = 5,
    repeats: Repeats = 3,
    group_by: Grouping = "token",
    seed: Seed = 0,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Models trained at the same time; all cores unless given."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the report and of finished models; below lcp-ablations/."),
    ] = None,
    quote: Annotated[
        bool, typer.Option(help="Quote the sentences of the largest errors in the report.")
    ] = True,
) -> None:
    """Measure what each part of a feature set is worth, with a report.

    Stopped with Ctrl-C, the same command goes on where it was.
    """
    from lcp.ablation import Ablation
    from lcp.corpora import load_corpus
    from lcp.estimators import load_estimator
    from lcp.reports.ablation import write_report

    begun = time.monotonic()
    # One thread each: models side by side use the processors better than threads inside one.
    estimator = load_estimator(model, seed=seed, jobs=1)
    chosen = choose_features(features)
    name = f"task{task}-{chosen.name}-{Path(model).stem}-{mode}-by-{by}"
    out = out or Path("lcp-ablations", name)
    say_download(corpus)
    table = load_corpus(corpus, task=1 if task == 1 else None)
    require_expressions(table, task)
    announce_training(table, chosen, task, model)
    try:
        with progress(len(chosen.families)) as step:
            study = Ablation(
                chosen,
                estimator,
                table,
                by=by,
                mode=mode,
                folds=cv,
                repeats=repeats,
                group_by=group_by,
                seed=seed,
                jobs=jobs,
                out=out,
                named={"task": task, "model": Path(model).stem},
                progress=step,
            )
        total = study.steps()
        if study.found:
            say(f"Found {study.found} of {total} models and repeats in {out}.")
        with progress(total) as step:
            result = study.run(progress=step)
    except KeyboardInterrupt:
        say(f"Finished models are kept in {out}: the same command goes on from there.")
        raise
    seconds = time.monotonic() - begun
    command = shlex.join(["lcp", *sys.argv[1:]])
    write_report(result, out, command=command, seconds=seconds, quote=quote)
    _print(result)
    say(f"The report is {out / 'report.html'} (also report.md, table.csv and plots/).")


def _print(result: AblationResult) -> None:
    from lcp.reports.ablation import describe
    from lcp.reports.tables import probability, with_interval

    for table in describe(result)["tables"]:
        say(f"{table['subset']}, n = {table['n']:,} (in brackets: 95 % interval)")
        rows = []
        for row in table["rows"]:
            r = row["pearson"]
            ends = (r["difference"], r["difference_low"], r["difference_high"])
            rows.append(
                [
                    row["label"],
                    f"{r['value']:.4f}",
                    with_interval(*ends, sign=True),
                    probability(r["p_holm"]),
                ]
            )
        print_table(["features", "r", "difference in r", "p (Holm)"], rows)
