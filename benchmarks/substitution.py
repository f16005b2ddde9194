"""Measure generated and ranked substitutes on BenchLS and TSAR-2022; write ``substitution.md``.

Needs LCP_DATA or ``lcp fetch benchls tsar2022 wordnet tagger``. About two minutes::

    python benchmarks/substitution.py --seed 0

With ``--train``, the weights of ``lcp/substitution/confidence.toml`` are trained again first, on
the half of BenchLS that is used for choices.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scoring import add_seed_option
from sklearn.model_selection import GroupKFold
from substitution_candidates import (
    Rated,
    complexities,
    fitted,
    gathered,
    half,
    ordered,
    train,
)

import lcp
from lcp.disambiguation import choice as senses
from lcp.english.text import lemma
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.substitution import confidence
from lcp.substitution.easier import GAIN
from lcp.substitution.gold import GoldInstance, load_gold
from lcp.substitution.proposals import CONFIDENCE
from lcp.substitution.scoring import generation_scores, order_scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 1_000
TIMED, WARM_UP = 200, 50
METRICS = ["potential@1", "potential@5", "potential@10", "map@3", "map@5", "map@10"]
METRICS += ["accuracy@1@top1", "accuracy@3@top1"]
THRESHOLDS = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6)
#: Exponents of the prior, of Lesk's overlap and of the similarity of vectors.
SENSES = {
    "all senses alike": (0, 0, 0),
    "frequency of the sense": (1, 0, 0),
    "Lesk": (0, senses.OVERLAP, 0),
    "vectors": (0, 0, senses.SIMILARITY),
    "Lesk and vectors": (0, senses.OVERLAP, senses.SIMILARITY),
    "frequency and Lesk": (1, senses.OVERLAP, 0),
    "frequency and vectors": (1, 0, senses.SIMILARITY),
    "all three (used)": (1, senses.OVERLAP, senses.SIMILARITY),
}


HEADER = """\
# Substitutes

Written by `python benchmarks/substitution.py --seed {seed}` on {date}, after commit {commit}.

Words that can replace a word in its sentence, measured on two public gold standards: BenchLS
(Paetzold & Specia 2016; {benchls} instances) and the trial part of TSAR-2022 (Saggion et al. 2022;
{tsar} instances). BenchLS is split by the lemma of the target: all choices (candidates, evidence,
weights, thresholds) were made on the first half ({chosen} instances), and **the second half
({held_out} instances) was used for no choice**. Parentheses give 95% bootstrap intervals over
instances ({resamples:,} resamples, seed {seed}).

A candidate counts as right only if an annotator wrote it. BenchLS has {substitutes:.1f} substitutes
per instance, and annotators do not think of every good one, so that precision is a lower bound.

## Generation

*All candidates*: synonyms, similar words and hypernyms of all senses in WordNet, inflected like the
target, in the order given; no threshold. *Offered*: the output of `lcp.easier_synonyms` and `lcp
rank` with default options (confidence at least {confidence}, at least {gain} easier, not rarer);
an instance without output counts 0. potential@k: one of the first k is accepted.
potential@1 is the accuracy of the first. map@k: sum of the precision at each accepted candidate
among the first k, divided by k. accuracy@k@top1: one of the first k is the best one (BenchLS: rank
1; TSAR-2022: given by most annotators).

"""
TRADE_OFF = """
## Precision and coverage

`lcp.easier_synonyms` with other thresholds for the confidence, on both halves of BenchLS. The
default was set on the first half: it is the lowest of these thresholds at which half of all
synonyms are accepted. Coverage: share of instances with output. Precision: share of the first
synonyms, or of all synonyms, that are accepted.

"""
SENSE = """
## Sense in context

How much the choice between the target's senses contributes: all candidates by confidence, with
weights trained for each row on the first half.

"""
EVIDENCE = """
## Evidence

What the confidence is computed from ({weights} weights of a logistic regression). Weight: for one
standard deviation. Without: all candidates by confidence, cross-validated in the first half (5
folds by lemma), without this column; with all columns, potential@1 is {full}.

"""
RANKING = """
## Ranking alone

The substitutes of BenchLS, ordered by difficulty; all {n} instances with at least two ranks, since
nothing was trained on this task. trank: the first has rank 1. pairwise: pairs in the right order.
spearman: mean over instances.

"""
SPEED = """
## Speed

`lcp.easier_synonyms` after {warm_up} calls, for {n} instances of the second half that it
was not called for before: CPU time in milliseconds.

"""


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("substitution.md"))
    add_seed_option(parser)
    options = parser.parse_args()
    benchls, trial = load_gold("benchls"), load_gold("tsar2022")
    first, second = ([each for each in benchls if half(each) == side] for side in (0, 1))
    model = lcp.load_model()
    # Before the words of the instances are loaded.
    speed = speed_table(second, model)
    if options.train:
        train(gathered(first, None))
    parts = {
        "BenchLS, first half": gathered(first, model),
        "**BenchLS, second half**": gathered(second, model),
        "TSAR-2022, trial": gathered(trial, model),
    }
    chosen, held_out, _ = parts.values()
    seed = options.random_state
    evidence_rows, full = evidence_table(chosen)
    page = [
        HEADER.format(
            seed=seed,
            date=datetime.now(UTC).date(),
            commit=_commit(),
            benchls=len(benchls),
            tsar=len(trial),
            chosen=len(first),
            held_out=len(second),
            resamples=RESAMPLES,
            substitutes=np.mean([len(each.substitutes) for each in benchls]),
            confidence=CONFIDENCE,
            gain=GAIN,
        ),
        generation_table(parts, seed),
        "\n",
        TRADE_OFF,
        trade_off_table({"first": chosen, "**second**": held_out}, seed),
        "\n",
        SENSE,
        sense_table(first, second, seed),
        "\n",
        EVIDENCE.format(weights=len(confidence.EVIDENCE), full=number(full, 3)),
        evidence_rows,
        "\n",
        RANKING.format(n=sum(len(set(each.substitutes.values())) > 1 for each in benchls)),
        ranking_table(benchls, model, seed),
        "\n",
        SPEED.format(n=TIMED, warm_up=WARM_UP),
        speed,
        "\n",
    ]
    options.out.write_text("".join(page), encoding="utf-8")


#: How each row of the first table orders and selects candidates.
SYSTEMS: dict[str, Callable[[Rated], list[str]]] = {
    "all candidates, by word frequency": lambda each: ordered(each, each.zipf),
    "all candidates, by complexity": lambda each: ordered(each, each.gain),
    "all candidates, by confidence": lambda each: ordered(each, each.confidence),
    "offered, by word frequency": lambda each: ordered(each, each.zipf, each.offered(CONFIDENCE)),
    "offered, by complexity (`lcp rank`)": lambda each: ordered(
        each, each.gain, each.offered(CONFIDENCE)
    ),
    "offered, by confidence (`lcp.easier_synonyms`)": lambda each: ordered(
        each, each.confidence, each.offered(CONFIDENCE)
    ),
}


def scored(rated: list[Rated], system: Callable[[Rated], list[str]]) -> pd.DataFrame:
    """Return the scores of each instance."""
    return pd.DataFrame(
        [generation_scores(system(each), each.gold.substitutes, each.gold.best()) for each in rated]
    )


def generation_table(parts: dict[str, list[Rated]], seed: int) -> str:
    """Return a row per gold standard and system."""
    rows = []
    for part, rated in parts.items():
        for name, system in SYSTEMS.items():
            scores = scored(rated, system)[METRICS].to_numpy()
            cells = [with_interval(*row, 3) for row in means(scores, seed)]
            rows.append([part, name, *cells])
    return markdown_table(["instances", "candidates", *METRICS], rows)


def trade_off_table(halves: dict[str, list[Rated]], seed: int) -> str:
    """Return a row per half and threshold."""
    rows = []
    for half_name, rated in halves.items():
        for threshold in THRESHOLDS:
            totals = np.array([_outcome(each, threshold) for each in rated], dtype=np.float64)
            sums = np.vstack([totals.sum(axis=0), _resamples(len(totals), seed) @ totals])
            with_output, first, offered, accepted = sums.T
            shares = (with_output / len(rated), first / with_output, accepted / offered)
            cells = [
                with_interval(share[0], *np.quantile(share[1:], [0.025, 0.975]), 3)
                for share in shares
            ]
            label = f"**{threshold}**" if threshold == CONFIDENCE else threshold
            rows.append([half_name, label, *cells, number(offered[0] / with_output[0], 1)])
    columns = ["half", "confidence from", "coverage", "precision of the first", "precision of all"]
    return markdown_table([*columns, "synonyms per instance with output"], rows)


def _outcome(each: Rated, threshold: float) -> list[float]:
    """Return whether there is output, whether its first is accepted, its size, and how many are."""
    offered, accepted = each.offered(threshold), each.accepted()
    first = np.where(offered, each.confidence, -1).argmax() if offered.any() else None
    right = first is not None and bool(accepted[first])
    return [offered.any(), right, offered.sum(), (offered & accepted).sum()]


def sense_table(first: list[GoldInstance], second: list[GoldInstance], seed: int) -> str:
    """Return a row per kind of evidence for a sense."""
    used = senses.PRIOR, senses.OVERLAP, senses.SIMILARITY
    rows = []
    for name, exponents in SENSES.items():
        senses.PRIOR, senses.OVERLAP, senses.SIMILARITY = exponents
        weights, _ = fitted(gathered(first, None))
        own = [each._replace(confidence=each.evidence @ weights) for each in gathered(second, None)]
        scores = scored(own, SYSTEMS["all candidates, by confidence"])
        columns = ["potential@1", "potential@5", "map@5"]
        rows.append([name, *(with_interval(*row, 3) for row in means(scores[columns], seed))])
    senses.PRIOR, senses.OVERLAP, senses.SIMILARITY = used
    return markdown_table(["senses by", *columns], rows)


def evidence_table(rated: list[Rated]) -> tuple[str, float]:
    """Return a row per column of evidence, and potential@1 with all."""
    deviations = np.vstack([each.evidence for each in rated]).std(axis=0)
    weights = confidence.weights()[0] * deviations
    full = cross_validated(rated, list(range(len(weights))))
    rows = []
    for number_, name in enumerate(confidence.EVIDENCE):
        others = [column for column in range(len(weights)) if column != number_]
        change = cross_validated(rated, others)
        rows.append([f"`{name}`", number(weights[number_], 2, sign=True), number(change, 3)])
    return markdown_table(["evidence", "weight", "potential@1 without"], rows), full


def cross_validated(rated: list[Rated], columns: list[int]) -> float:
    """Return potential@1 in five folds by the lemma of the target."""
    groups = [lemma(each.gold.target) for each in rated]
    hits = []
    for training, testing in GroupKFold(5).split(rated, groups=groups):
        weights, _ = fitted([rated[i] for i in training], columns)
        own = [
            rated[i]._replace(confidence=rated[i].evidence[:, columns] @ weights) for i in testing
        ]
        hits.append(scored(own, SYSTEMS["all candidates, by confidence"])["potential@1"])
    return float(pd.concat(hits).mean())


def ranking_table(instances: list[GoldInstance], model: lcp.ComplexityModel, seed: int) -> str:
    """Return a row per ranking of the given substitutes."""
    forms = [list(each.substitutes) for each in instances]
    rankers = {
        "complexity": complexities(instances, forms, model),
        "complexity for learners": complexities(instances, forms, model, "learner"),
        "word frequency": [-np.array([confidence.frequency(f) for f in own]) for own in forms],
        "length": [np.array([len(form) for form in own]) for own in forms],
    }
    rows = []
    for name, difficulty in rankers.items():
        pairs = zip(difficulty, instances, strict=True)
        scores = [order_scores(own, list(each.substitutes.values())) for own, each in pairs]
        table = pd.DataFrame(scores).dropna()
        rows.append([name, *(with_interval(*row, 3) for row in means(table, seed))])
    return markdown_table(["ordered by", *table.columns], rows)


def speed_table(instances: list[GoldInstance], model: lcp.ComplexityModel) -> str:
    """Return a table with the time of a call."""
    times = []
    for each in instances[-TIMED - WARM_UP :]:
        start = time.process_time()
        lcp.easier_synonyms(each.sentence, each.target, model=model)
        times.append(1000 * (time.process_time() - start))
    quantiles = np.quantile(times[WARM_UP:], [0.5, 0.95, 1])
    return markdown_table(
        ["median", "95% of the calls below", "maximum"], [[number(q, 1) for q in quantiles]]
    )


def means(scores: pd.DataFrame | Floats, seed: int) -> Floats:
    """Return the mean of each column with its interval, shape (n_columns, 3)."""
    values = np.asarray(scores, dtype=np.float64)
    resampled = _resamples(len(values), seed) @ values / len(values)
    return np.column_stack([values.mean(axis=0), *np.quantile(resampled, [0.025, 0.975], axis=0)])


def _resamples(size: int, seed: int) -> Floats:
    """Return how often each instance occurs in each resample, shape (RESAMPLES, size)."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(size, np.full(size, 1 / size), size=RESAMPLES)


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    root = Path(__file__).parent
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout[:-1]


if __name__ == "__main__":
    main()
