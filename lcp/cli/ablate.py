"""``lcp ablate``: measure the contribution of each part of a feature set."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli import options
from lcp.cli.console import info, print_table, progress
from lcp.cli.inputs import choose_features, open_training_corpora

if TYPE_CHECKING:
    from lcp.ablation import AblationResult

PANEL = "Train and evaluate"
ORDER = 13

By = Literal["family", "feature", "resource"]
Mode = Literal["leave-one-out", "only-one", "add-one"]


def ablate(
    *,
    task: options.Task = 1,
    corpus: options.TrainingCorpora = ["auto"],  # noqa: B006 - typer copies it
    features: options.Features = "auto",
    model: options.Estimator = "lightgbm",
    by: Annotated[
        By, typer.Option(help="Parts to leave out or add; a resource is the source of a feature.")
    ] = "family",
    mode: Annotated[
        Mode,
        typer.Option(
            help="Leave out each part, train on each part alone, or add parts one by one "
            "(greedy forward selection by Pearson's r)."
        ),
    ] = "leave-one-out",
    cv: options.Folds = 5,
    repeats: options.Repeats = 3,
    group_by: options.Grouping = "token",
    seed: options.Seed = 0,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Number of models trained in parallel. Default: all processors."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the report and finished models. Default: in lcp-ablations/."),
    ] = None,
    quote: Annotated[
        bool, typer.Option(help="Quote the sentences of the largest errors in the report.")
    ] = True,
) -> None:
    """Measure the contribution of each part of a feature set, and write a report.

    After an interruption, run the same command again to continue.
    """
    from lcp.ablation import Ablation
    from lcp.estimators import load_estimator
    from lcp.reports.ablation import write_ablation_report

    start = time.monotonic()
    # Parallel models with one thread each use the processors better than threads inside a model.
    estimator = load_estimator(model, random_state=seed, n_jobs=1)
    feature_set = choose_features(features)
    name = f"task{task}-{feature_set.name}-{Path(model).stem}-{mode}-by-{by}"
    out = out or Path("lcp-ablations", name)
    table = open_training_corpora(corpus, str(task), feature_set, model)
    try:
        with progress(len(feature_set.families)) as step:
            study = Ablation.prepare(
                feature_set,
                estimator,
                table,
                by=by,
                mode=mode,
                folds=cv,
                repeats=repeats,
                group_by=group_by,
                random_state=seed,
                n_jobs=jobs,
                out=out,
                metadata={"task": task, "model": Path(model).stem},
                progress=step,
            )
        total = study.steps()
        if study.n_finished:
            info(f"Reusing {study.n_finished} of {total} models from an earlier run in {out}.")
        with progress(total) as step:
            result = study.run(progress=step)
    except KeyboardInterrupt:
        info(f"Finished models are kept in {out}. Run the same command again to continue.")
        raise
    seconds = time.monotonic() - start
    command = shlex.join(["lcp", *sys.argv[1:]])
    write_ablation_report(result, out, command=command, seconds=seconds, quote=quote)
    _print_ablation(result)
    info(f"Wrote the report to {out / 'report.html'} (also report.md, table.csv and plots/).")


def _print_ablation(result: AblationResult) -> None:
    from lcp.reports.ablation import ablation_content
    from lcp.reports.tables import number, probability, with_interval

    for table in ablation_content(result)["tables"]:
        info(f"{table['subset']}, n = {table['n']:,} (95% intervals in parentheses)")
        rows = []
        for row in table["rows"]:
            r = row["pearson"]
            difference = (r["difference"], r["difference_low"], r["difference_high"])
            rows.append(
                [
                    row["label"],
                    number(r["value"]),
                    with_interval(*difference, sign=True),
                    probability(r["p_holm"]),
                ]
            )
        print_table(["features", "r", "difference in r", "p (Holm)"], rows)
