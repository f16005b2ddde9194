"""Measure `lcp fit` and `lcp ablate` beside LightGBM alone, and write ``training.md``.

LightGBM alone trains the boosters of the same folds on the finished matrices. The commands are new
processes, with an empty and with a filled cache of features::

    python benchmarks/training.py --task 2 --ablations 1:lightgbm 2:lightgbm-fast
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import lightgbm
import numpy as np
from processes import LCP, measure

import lcp
from lcp.corpora.instances import as_instances
from lcp.estimators.booster_text import lightgbm_options
from lcp.evaluation.crossvalidation import SharedFeatures, fold_fits

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDS = 5
THREADS = {0: "all threads (its default)", 1: "one thread"}
HEADER = """\
# Training beside LightGBM alone

Written on {date} at commit {commit} by `python benchmarks/training.py {options}` on {cores} cores.
Other programs used them at the same time (load average {load}), so CPU seconds say more than
seconds. LightGBM alone trains {boosters} boosters on finished matrices: three seeds of the recipe
`lightgbm` on each of the {folds} folds. `lcp fit` also computes features, predicts each genre by a
model without it, trains the final model, resamples scores, calibrates intervals and rates running
text: it trains {models} models, {boosters_of_fit} boosters.

## `lcp fit --task {task} --features {features}`, {instances:,} instances, {columns} features

| what | seconds | CPU seconds | x first row | x first row, CPU |
|---|---|---|---|---|
"""
ABLATION = """
## `lcp ablate --features {features}`, every family left out, {folds} folds × 3 repeats

Written on {date} at commit {commit} by `python benchmarks/training.py {options}` on {cores} cores
(load average {load}). Minutes from start to report, with an empty cache for the first row. The last
column is half the CPU minutes: what two idle cores need.

| task | model | models trained | minutes | CPU minutes | CPU minutes / 2 |
|---|---|---|---|---|---|
"""


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", type=int, default=2)
    parser.add_argument("--features", default="full")
    parser.add_argument(
        "--threads",
        type=int,
        nargs="*",
        default=[0, 1],
        help="of LightGBM alone; without a number, the first part of the page is kept",
    )
    parser.add_argument("--ablations", nargs="*", default=[], help="TASK:MODEL")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    about = {
        "date": dt.datetime.now(tz=dt.UTC).date(),
        "commit": git("rev-parse", "--short", "HEAD"),
        "options": " ".join(sys.argv[1:]),
        "cores": os.cpu_count(),
        "load": f"{os.getloadavg()[0]:.1f}",
        "features": options.features,
        "folds": FOLDS,
    }
    with tempfile.TemporaryDirectory() as folder:
        if options.threads:
            page = fits_beside_lightgbm(options, Path(folder), about)
        else:
            page = options.out.read_text(encoding="utf-8").partition(ABLATION.partition("{")[0])[0]
        if options.ablations:
            page += ablations(options, Path(folder), about)
    options.out.write_text(page, encoding="utf-8")
    print(page)


def fits_beside_lightgbm(
    options: argparse.Namespace, folder: Path, about: dict[str, object]
) -> str:
    """Measure `lcp fit` and LightGBM alone; return the first part of the page."""
    table = as_instances(lcp.load_corpus("complex:train+trial", task=options.task))
    models = FOLDS + table["genre"].nunique() + 1
    fit = [*LCP, "fit", "--task", str(options.task), "--features", options.features]
    commands = {
        f"`lcp fit`, {state} cache": command([*fit, "--out", str(folder / state)], folder)
        for state in ("empty", "filled")
    }
    shared = SharedFeatures(lcp.FeatureSet.load(options.features), table)
    fits = [(np.asarray(f.train), f.rated) for f in fold_fits(shared, FOLDS, 1)]
    alone = {
        f"LightGBM alone, {THREADS.get(number, f'{number} threads')}": timed(
            lambda own=number: grow(fits, own)
        )
        for number in options.threads
    }
    page = HEADER.format(
        **about,
        task=options.task,
        models=models,
        boosters=3 * FOLDS,
        boosters_of_fit=3 * models,
        instances=len(table),
        columns=fits[0][0].shape[1],
    )
    reference = next(iter(alone.values()))
    for name, (seconds, cpu) in (alone | commands).items():
        page += f"| {name} | {seconds:.1f} | {cpu:.1f} "
        page += f"| {seconds / reference[0]:.2f} | {cpu / reference[1]:.2f} |\n"
    return page


def ablations(options: argparse.Namespace, folder: Path, about: dict[str, object]) -> str:
    """Measure `lcp ablate`; return the second part of the page."""
    page = ABLATION.format(**about)
    for task, model in (name.split(":") for name in options.ablations):
        out = folder / f"{task}-{model}"
        ablate = [*LCP, "ablate", "--task", task, "--features", options.features]
        seconds, cpu = command([*ablate, "--model", model, "--out", str(out), "--no-quote"], folder)
        models = FOLDS * len(list((out / "cells").glob("*.npz")))
        page += f"| {task} | `{model}` | {models} | {seconds / 60:.1f} | {cpu / 60:.1f} "
        page += f"| {cpu / 120:.1f} |\n"
    return page


def grow(fits: list[tuple[np.ndarray, np.ndarray]], n_threads: int) -> None:
    """Train the boosters of the recipe `lightgbm` with LightGBM's own defaults of speed."""
    for rows, rated in fits:
        parameters = lcp.load_estimator("lightgbm").get_params()
        recipe = lightgbm_options(parameters, len(rated))
        del recipe["force_col_wise"]
        recipe["num_threads"] = n_threads
        data = lightgbm.Dataset(rows, rated, params=recipe)
        for seed in range(parameters["n_seeds"]):
            lightgbm.train({**recipe, "seed": seed}, data, parameters["n_estimators"])


def timed(function: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds and CPU seconds of a call."""
    start, cpu = time.perf_counter(), time.process_time()
    function()
    return time.perf_counter() - start, time.process_time() - cpu


def command(arguments: list[str], folder: Path) -> tuple[float, float]:
    """Run a command with its own cache; return its seconds and CPU seconds."""
    usage = measure(arguments, environment={"LCP_CACHE": str(folder / "cache")})
    return usage.seconds, usage.cpu_seconds


def git(*arguments: str) -> str:
    """Return the output of a git command in this folder."""
    folder = Path(__file__).parent
    done = subprocess.run(
        ["git", *arguments],  # noqa: S607
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


if __name__ == "__main__":
    main()
