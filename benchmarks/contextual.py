"""Measure what a pre-trained encoder and senses add to `full`, and write ``contextual.md``.

5 folds grouped by case-sensitive token on train + trial; the test set is not used. Needs LCP_DATA
or ``lcp fetch``, and the folders of one encoder: converted with ``lcp encoder --onnx``, and for the
section on time its original weights (PyTorch) and ``--quantise`` too. Takes half an hour per
repeat; ``--cache`` keeps the predictions, and ``--section`` replaces only some sections::

    python benchmarks/contextual.py --onnx FOLDER --torch FOLDER --int8 FOLDER --seed 0
    python benchmarks/contextual.py --onnx FOLDER --section task-1 --repeats 3 --cache FOLDER
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from contextual_deviations import deviations
from contextual_examples import examples
from scoring import add_seed_option, cache_file, out_of_fold, score_cell
from sections import write_sections

import lcp
from lcp.corpora.instances import is_multiword
from lcp.encoders.encoder import open_encoder
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.subsets import score_table, subsets
from lcp.evaluation.within_word import spread_within_words, within_word_difference
from lcp.evaluation.within_word import within_word_scores as scores_within
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.resources import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

SECTIONS = ("task-1", "task-2", "deviations", "time", "examples")
#: Estimator of each task. The one of Task 2 has a ninth of the trees, because it has more features.
ESTIMATORS = {1: "lightgbm", 2: "lightgbm-fast"}
#: Feature sets of Task 2.
OF_TASK_2 = ("full", "full-contextual", "contextual alone")
#: Sentences of the timing.
TIMED = 200
HEADER = """\
# A contextual encoder and senses

Written by `python benchmarks/contextual.py --seed {seed}` with the encoder all-MiniLM-L6-v2 (6
layers, 384 dimensions; Wang et al. 2020, Reimers & Gurevych 2019). CompLex 2.0, train and trial
({singles:,} single words, {mwes:,} expressions); 5 folds grouped by case-sensitive token. 95%
bootstrap intervals over tokens (1,000 resamples, seed {seed}). Scores, differences and limits are
averaged over the repeats of the cross-validation. `senses by encoder` is the family `senses` with
the option `model`.
"""
TASKS = {
    1: """\
## Task 1

Single words, estimator `{estimator}`, repeats: {repeats}.
""",
    2: """\
## Task 2

Words and expressions are divided into folds, and the expressions are scored. Estimator
`{estimator}`, repeats: {repeats}.
""",
}
WITHIN = """
## Within words

Pearson's r of ratings and predictions minus the mean of their token, for the {tokens:,} single
words in three or more contexts ({n:,} instances). Ratings vary within them with a standard
deviation of {spread}; *spread* is that of the predictions. The ceiling, {ceiling}, holds if single
ratings of an instance have a standard deviation of 0.25, one step of the scale, which is an
assumption: single ratings are not published. With 0.20, it is {lower_noise}; with 0.28, it is
{higher_noise}.

"""
TIME = """
## Time

Processor time of one thread, {n} sentences of CompLex in batches of similar lengths, without
reading the weights and without the cache. *r* is the mean correlation of the vectors with those of
PyTorch (highest layers).

"""


def main() -> None:
    """Measure the parts that are asked for, and write their sections."""
    parser = argparse.ArgumentParser(description=__doc__)
    for kind in ("onnx", "torch", "int8"):
        parser.add_argument(f"--{kind}", default="", help=f"Folder of the encoder ({kind}).")
    parser.add_argument("--section", action="append", choices=SECTIONS, help="Default: all.")
    parser.add_argument("--repeats", type=int, default=1)
    add_seed_option(parser)
    parser.add_argument("--cache", type=Path, help="Folder for out-of-fold predictions.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("contextual.md"))
    options = parser.parse_args()

    both = lcp.load_corpus("complex")
    several = is_multiword(both["token"])
    words, seed = both[~several], options.random_state
    sets = feature_sets(options.onnx)
    header = HEADER.format(seed=seed, singles=len(words), mwes=int(several.sum()))
    for section in options.section or SECTIONS:
        if section in {"task-1", "task-2"}:
            parts = scores(int(section[-1]), words if section == "task-1" else both, sets, options)
        elif section == "deviations":
            full = predicted(1, "full", words, sets, options)
            parts = deviations(words, full, options.onnx, seed)
        elif section == "time":
            parts = timing(words, options)
        else:
            parts = examples(words, sets, options.onnx, ESTIMATORS[2], seed)
        write_sections(options.out, header, "\n\n".join(parts))
        print(section, flush=True)


def feature_sets(encoder: str) -> dict[str, dict[str, Any]]:
    """Return the parameters of each feature set by its name in the tables."""
    full = lcp.FeatureSet.load("full")
    shared = {"aggregations": full.aggregations, "drop": full.drop}
    contextual = {"contextual": {"model": encoder, "n_jobs": 1}}
    senses = {"senses": {"model": encoder, "n_jobs": 1}}
    families = {
        "full": full.families,
        "full + senses": {**full.families, "senses": {}},
        "full + senses by encoder": {**full.families, **senses},
        "full-contextual": {**full.families, **contextual},
        "full-contextual + senses by encoder": {**full.families, **contextual, **senses},
        "contextual alone": contextual,
    }
    return {name: {"families": own, **shared} for name, own in families.items()}


def predicted(
    task: int,
    name: str,
    table: pd.DataFrame,
    sets: dict[str, dict[str, Any]],
    options: argparse.Namespace,
) -> pd.DataFrame:
    """Return out-of-fold predictions, one column per repeat."""
    key = (task, name.replace(" ", ""), options.random_state, options.repeats)
    return out_of_fold(
        lcp.FeatureSet(**sets[name]),
        ESTIMATORS[task],
        table,
        repeats=options.repeats,
        random_state=options.random_state,
        cache=cache_file(options.cache, *key),
    )


def scores(
    task: int, table: pd.DataFrame, sets: dict[str, dict[str, Any]], options: argparse.Namespace
) -> list[str]:
    """Return the section of a task, and for words also that on differences within words."""
    names = list(sets) if task == 1 else OF_TASK_2
    predictions = {name: predicted(task, name, table, sets, options) for name in names}
    rows = []
    for name in names:
        rows.append(scored(task, name, table, predictions, options.random_state))
        print(*rows[-1], flush=True)
    text = TASKS[task].format(estimator=ESTIMATORS[task], repeats=options.repeats)
    parts = [text + "\n" + markdown_table(["features", "Pearson", "MAE", "gain in r"], rows)]
    return parts + ([within_words(table, predictions, options.random_state)] if task == 1 else [])


def scored(
    task: int, name: str, table: pd.DataFrame, predictions: dict[str, pd.DataFrame], seed: int
) -> list[object]:
    """Return a row of a task's table."""
    subset = "single" if task == 1 else "mwe"
    mask = subsets(table)[subset]
    measured = score_table(table, predictions[name], random_state=seed)
    cells = [score_cell(measured, subset, metric) for metric in ("pearson", "mae")]
    gains = [
        paired_difference(
            table["complexity"][mask], a, b, groups=table["token"][mask], random_state=seed
        ).loc["pearson", ["value", "low", "high"]]
        for a, b in zip(
            predictions[name].to_numpy()[mask].T,
            predictions["full"].to_numpy()[mask].T,
            strict=True,
        )
    ]
    difference = with_interval(*np.mean(gains, axis=0), sign=True)
    return [name, *cells, "–" if name == "full" else difference]


def within_words(words: pd.DataFrame, predictions: dict[str, pd.DataFrame], seed: int) -> str:
    """Return the section on differences between contexts."""
    rows = []
    repeats = predictions["full"].shape[1]
    # On the scale of predictions, so that the spread can be compared.
    length = np.repeat((words["sentence"].str.len().to_numpy() / 1000)[:, None], repeats, axis=1)
    full = predictions["full"].to_numpy().T
    for name, own in {**predictions, "characters of the sentence / 1,000": length}.items():
        values = np.asarray(own).T
        r = [
            scores_within(words, each, random_state=seed).iloc[0][["value", "low", "high"]]
            for each in values
        ]
        gains = [
            within_word_difference(words, each, base, random_state=seed)[["value", "low", "high"]]
            for each, base in zip(values, full, strict=True)
        ]
        gain = with_interval(*np.mean(gains, axis=0), 3, sign=True)
        spread = np.mean([spread_within_words(words, each) for each in values])
        cells = [with_interval(*np.mean(r, axis=0), 3), "–" if name == "full" else gain]
        rows.append([name, *cells, number(spread, 3)])
    ceilings = [
        with_interval(*_ceiling(words, sd, seed)[["value", "low", "high"]], 2)
        for sd in (0.25, 0.2, 0.28)
    ]
    counts = words["token"].value_counts()
    text = WITHIN.format(
        tokens=int((counts >= 3).sum()),  # noqa: PLR2004
        n=int(counts[counts >= 3].sum()),  # noqa: PLR2004
        spread=number(spread_within_words(words, words["complexity"]), 3),
        ceiling=ceilings[0],
        lower_noise=ceilings[1],
        higher_noise=ceilings[2],
    )
    return (
        text.strip("\n") + "\n\n" + markdown_table(["features", "r", "gain in r", "spread"], rows)
    )


def _ceiling(words: pd.DataFrame, rater_sd: float, seed: int) -> pd.Series[Any]:
    rows = scores_within(words, words["complexity"], rater_sd=rater_sd, random_state=seed)
    return rows.set_index("metric").loc["within_word_ceiling"]


def timing(words: pd.DataFrame, options: argparse.Namespace) -> Sequence[str]:
    """Return the section on the backends' time per sentence."""
    sample = words.iloc[:: len(words) // TIMED].head(TIMED)
    starts, ends = sample["start"].astype(int), sample["end"].astype(int)
    requests = list(zip(sample["sentence"], starts, ends, strict=True))
    rows, reference = [], None
    for label, folder in (
        ("PyTorch", options.torch),
        ("ONNX Runtime", options.onnx),
        ("ONNX Runtime, 8 bits", options.int8),
    ):
        encoder = open_encoder(folder, Store(), n_jobs=1)
        encoder._encode(requests[:4], 3, 384)  # noqa: SLF001 - reads the weights
        begin = time.process_time()
        records = encoder._encode(requests, 3, 384)[:, 768:-1]  # noqa: SLF001 - not cached
        seconds = time.process_time() - begin
        reference = records if reference is None else reference
        r = np.mean([np.corrcoef(a, b)[0, 1] for a, b in zip(records, reference, strict=True)])
        size = sum(f.stat().st_size for f in Path(folder).glob("model.*")) / 1e6
        rows.append([label, f"{1000 * seconds / len(requests):.0f}", f"{size:.0f}", number(r, 4)])
    table = markdown_table(["backend", "ms per sentence", "MB", "r"], rows)
    return [TIME.format(n=len(requests)).strip("\n") + "\n\n" + table]


if __name__ == "__main__":
    main()
