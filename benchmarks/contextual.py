"""Measure what a pre-trained encoder and senses add to `full`, and write ``contextual.md``.

5 folds grouped by case-sensitive token on train + trial; the test set is not used. Needs LCP_DATA
or ``lcp fetch``, and the folders of one encoder: its original weights (PyTorch), and converted with
``lcp encoder --onnx`` and ``--quantise``. Takes half an hour; ``--cache`` keeps the predictions::

    python benchmarks/contextual.py --onnx FOLDER --torch FOLDER --int8 FOLDER --seed 0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from scoring import add_seed_option, cache_file, out_of_fold, score_cell

import lcp
from lcp.corpora.instances import as_instances, is_multiword
from lcp.encoders.encoder import open_encoder
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.crossvalidation import SharedFeatures
from lcp.evaluation.subsets import score_table, subsets
from lcp.evaluation.within_word import spread_within_words, within_word_scores
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.resources import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Estimator of each task. The one of Task 2 has a ninth of the trees, because it has more features.
ESTIMATORS = {1: "lightgbm", 2: "lightgbm-fast"}
#: Sentences of the timing.
TIMED = 200
#: Every such instance is trained on for the examples.
SHARE = 4
EXAMPLE_SETS = ("full", "full + senses", "full-contextual")
#: Two meanings of each word, the more familiar one first. Our own sentences.
PAIRS = [
    ("cell", "The prisoner sat alone in his cell.", "Each cell divides during mitosis."),
    ("bank", "She paid the money into the bank.", "They walked along the bank of the river."),
    ("bass", "He plays bass in a jazz band.", "The angler caught a large bass."),
    ("virus", "He stayed home because of a virus.", "A virus deleted all files on the disk."),
    ("mouse", "The cat chased a mouse.", "Click the icon with the mouse."),
    ("charge", "The museum makes no charge.", "An electron carries a negative charge."),
    ("culture", "Food is a part of every culture.", "Bacteria grew in the culture."),
    ("nail", "He hammered a nail into the wall.", "The fungus had infected her nail."),
    ("chamber", "The judge left the chamber.", "Blood enters the left chamber of the heart."),
    ("expression", "She had a sad expression.", "Insulin raises the expression of the gene."),
]
HEADER = """\
# A contextual encoder and senses

Written by `python benchmarks/contextual.py --seed {seed}` with the encoder all-MiniLM-L6-v2 (6
layers, 384 dimensions; Wang et al. 2020, Reimers & Gurevych 2019). CompLex 2.0, train and trial
({singles:,} single words, {mwes:,} expressions); estimators `{words}` (Task 1) and `{both}`
(Task 2); 5 folds grouped by case-sensitive token, repeats: {repeats}. 95% bootstrap intervals over
tokens (1,000 resamples, seed {seed}). In Task 2, words and expressions are divided into folds, and
the expressions are scored.

"""
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
EXAMPLES = """
## Two meanings of a word

Our own sentences. Predictions of `lightgbm-fast`, trained on every fourth single word ({n:,}) with
`full`, with `full` and `senses`, and with `full-contextual`. `aoa` is the school grade of the
matched meaning (Dale & O'Rourke 1981), and *sense* the one that is chosen in WordNet.

"""


def main() -> None:
    """Cross-validate the feature sets, time the backends, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    for kind in ("onnx", "torch", "int8"):
        parser.add_argument(f"--{kind}", required=True, help=f"Folder of the encoder ({kind}).")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--task", type=int, action="append", choices=(1, 2), help="Default: both.")
    add_seed_option(parser)
    parser.add_argument("--cache", type=Path, help="Folder for out-of-fold predictions.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("contextual.md"))
    options = parser.parse_args()

    both = lcp.load_corpus("complex")
    several = is_multiword(both["token"])
    words = both[~several]
    sets = feature_sets(options.onnx)
    parts = [
        HEADER.format(
            seed=options.random_state,
            singles=len(words),
            mwes=int(several.sum()),
            words=ESTIMATORS[1],
            both=ESTIMATORS[2],
            repeats=options.repeats,
        )
    ]
    rows, predicted = [], {}
    for task, table in ((1, words), (2, both)):
        if task not in (options.task or (1, 2)):
            continue
        names = list(sets) if task == 1 else [name for name in sets if name != "full + senses"]
        for name in names:
            predicted[task, name] = out_of_fold(
                lcp.FeatureSet(**sets[name]),
                ESTIMATORS[task],
                table,
                repeats=options.repeats,
                random_state=options.random_state,
                cache=cache_file(options.cache, task, name.replace(" ", ""), options.random_state),
            )
            rows.append(scored(task, name, table, predicted, options.random_state))
            print(*rows[-1], flush=True)
    parts.append(markdown_table(["task", "features", "Pearson", "MAE", "gain in r"], rows))
    if (1, "full") in predicted:
        parts += within_words(words, {n: predicted[1, n] for n in sets}, options.random_state)
    parts += timing(words, options)
    parts += examples(words, sets, options.random_state)
    options.out.write_text("\n\n".join(part.strip("\n") for part in parts) + "\n", encoding="utf-8")


def feature_sets(encoder: str) -> dict[str, dict[str, Any]]:
    """Return the parameters of each feature set by its name in the tables."""
    full = lcp.FeatureSet.load("full")
    shared = {"aggregations": full.aggregations, "drop": full.drop}
    contextual = {"contextual": {"model": encoder, "n_jobs": 1}}
    return {
        "full": {"families": full.families, **shared},
        "full + senses": {"families": {**full.families, "senses": {}}, **shared},
        "full-contextual": {"families": {**full.families, **contextual}, **shared},
        "contextual alone": {"families": contextual, **shared},
    }


def scored(
    task: int,
    name: str,
    table: pd.DataFrame,
    predicted: dict[tuple[int, str], pd.DataFrame],
    seed: int,
) -> list[object]:
    """Return a row of the first table, with the gain over `full` in the first repeat."""
    subset = "single" if task == 1 else "mwe"
    mask = subsets(table)[subset]
    scores = score_table(table, predicted[task, name], random_state=seed)
    gain = paired_difference(
        table["complexity"][mask],
        predicted[task, name].to_numpy()[mask, 0],
        predicted[task, "full"].to_numpy()[mask, 0],
        groups=table["token"][mask],
        random_state=seed,
    ).loc["pearson"]
    cells = [score_cell(scores, subset, metric) for metric in ("pearson", "mae")]
    difference = with_interval(*gain[["value", "low", "high"]], sign=True)
    return [task, name, *cells, "–" if name == "full" else difference]


def within_words(
    words: pd.DataFrame, predicted: dict[str, pd.DataFrame], seed: int
) -> Sequence[str]:
    """Return the section on differences between contexts, from the first repeat."""
    rows = []
    firsts = {name: predictions.to_numpy()[:, 0] for name, predictions in predicted.items()}
    # On the scale of predictions, so that the spread can be compared.
    length = words["sentence"].str.len().to_numpy() / 1000
    for name, first in {**firsts, "characters of the sentence / 1,000": length}.items():
        row = within_word_scores(words, first, random_state=seed).iloc[0]
        cell = with_interval(*row[["value", "low", "high"]], 3)
        rows.append([name, cell, number(spread_within_words(words, first), 3)])
    ceilings = [
        with_interval(*_ceiling(words, sd, seed)[["value", "low", "high"]], 2)
        for sd in (0.25, 0.2, 0.28)
    ]
    counts = words["token"].value_counts()
    return [
        WITHIN.format(
            tokens=int((counts >= 3).sum()),  # noqa: PLR2004
            n=int(counts[counts >= 3].sum()),  # noqa: PLR2004
            spread=number(spread_within_words(words, words["complexity"]), 3),
            ceiling=ceilings[0],
            lower_noise=ceilings[1],
            higher_noise=ceilings[2],
        ),
        markdown_table(["features", "r within words", "spread"], rows),
    ]


def _ceiling(words: pd.DataFrame, rater_sd: float, seed: int) -> pd.Series[Any]:
    scores = within_word_scores(words, words["complexity"], rater_sd=rater_sd, random_state=seed)
    return scores.set_index("metric").loc["within_word_ceiling"]


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
    return [TIME.format(n=len(requests)), table]


def examples(words: pd.DataFrame, sets: dict[str, dict[str, Any]], seed: int) -> Sequence[str]:
    """Return the section with two meanings of each word."""
    rows = [
        {"genre": "", "sentence": sentence, "token": token}
        for token, *sentences in PAIRS
        for sentence in sentences
    ]
    pairs = lcp.FeatureSet({"senses": {}}).fit_transform(pd.DataFrame(rows))
    train = words.iloc[::SHARE]
    columns = ["genre", "sentence", "token"]
    table = pd.concat([train[[*columns, "complexity"]], pd.DataFrame(rows)], ignore_index=True)
    families = {**sets["full-contextual"]["families"], "senses": {}}
    shared = SharedFeatures(
        lcp.FeatureSet(**{**sets["full"], "families": families}), as_instances(table)
    )
    rated = np.arange(len(train))
    learned = shared.learned_from(rated)
    predicted = {}
    for name in EXAMPLE_SETS:
        kept = set(sets[name]["families"])
        matrix = shared.matrix(learned, lambda column, kept=kept: column.split("__")[0] in kept)
        model = lcp.load_estimator(ESTIMATORS[2], random_state=seed)
        model.fit(matrix.iloc[rated], train["complexity"].to_numpy())
        predicted[name] = model.predict(matrix.iloc[len(train) :]).clip(0, 1)
    lines = []
    for place, row in enumerate(rows):
        listed = lcp.senses(row["sentence"], row["token"])
        marked = row["sentence"].replace(row["token"], f"**{row['token']}**", 1)
        values = [number(predicted[name][place], 3) for name in EXAMPLE_SETS]
        age = number(pairs["senses__aoa"].iloc[place], 1)
        lines.append([marked, listed[0].gloss if listed else "–", age, *values])
    return [
        EXAMPLES.format(n=len(train)),
        markdown_table(["sentence", "sense", "aoa", *EXAMPLE_SETS], lines),
    ]


if __name__ == "__main__":
    main()
