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

Minutes from start to report. The last column is half the CPU minutes: what two idle cores need.

| task | model | models trained | minutes | CPU minutes | CPU minutes / 2 |
|---|---|---|---|---|---|
"""


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", type=int, default=2)
    parser.add_argument("--features", default="full")
    parser.add_argument("--threads", type=int, nargs="+", default=[0, 1], help="of LightGBM alone")
    parser.add_argument("--ablations", nargs="*", default=[], help="TASK:MODEL")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    load = os.getloadavg()[0]
    table = as_instances(lcp.load_corpus("complex:train+trial", task=options.task))
    genres = table["genre"].nunique()
    with tempfile.TemporaryDirectory() as folder:
        fit = [*LCP, "fit", "--task", str(options.task), "--features", options.features]
        cache = {"LCP_CACHE": f"{folder}/cache"}
        rows = {
            f"`lcp fit`, {state} cache": command([*fit, "--out", f"{folder}/{state}"], cache)
            for state in ("empty", "filled")
        }
        shared = SharedFeatures(lcp.FeatureSet.load(options.features), table)
        fits = [(np.asarray(f.train), f.rated) for f in fold_fits(shared, FOLDS, 1)]
        del shared
        alone = {
            f"LightGBM alone, {THREADS.get(number, f'{number} threads')}": timed(
                lambda own=number: grow(fits, own)
            )
            for number in options.threads
        }
        reference = next(iter(alone.values()))
        text = HEADER.format(
            date=dt.datetime.now(tz=dt.UTC).date(),
            commit=git("rev-parse", "--short", "HEAD"),
            options=" ".join(sys.argv[1:]),
            cores=os.cpu_count(),
            load=f"{load:.1f}",
            boosters=3 * FOLDS,
            folds=FOLDS,
            models=FOLDS + genres + 1,
            boosters_of_fit=3 * (FOLDS + genres + 1),
            instances=len(table),
            columns=fits[0][0].shape[1],
            **{name: getattr(options, name) for name in ("task", "features")},
        )
        for name, (seconds, cpu) in (alone | rows).items():
            text += f"| {name} | {seconds:.1f} | {cpu:.1f} "
            text += f"| {seconds / reference[0]:.2f} | {cpu / reference[1]:.2f} |\n"
        if options.ablations:
            text += ABLATION.format(features=options.features, folds=FOLDS)
        for number, (task, model) in enumerate(name.split(":") for name in options.ablations):
            out = Path(folder, f"ablation-{number}")
            ablate = [*LCP, "ablate", "--task", task, "--features", options.features]
            ablate += ["--model", model, "--out", str(out), "--no-quote"]
            seconds, cpu = command(ablate, cache)
            models = FOLDS * len(list((out / "cells").glob("*.npz")))
            text += f"| {task} | `{model}` | {models} | {seconds / 60:.1f} | {cpu / 60:.1f} "
            text += f"| {cpu / 120:.1f} |\n"
            print(text, flush=True)
    options.out.write_text(text, encoding="utf-8")
    print(text)


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


def command(arguments: list[str], cache: dict[str, str]) -> tuple[float, float]:
    """Run a command; return its seconds and CPU seconds."""
    usage = measure(arguments, environment=cache)
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
