"""Measure generated and ranked substitutes on BenchLS and TSAR-2022; write ``substitution.md``.

Needs LCP_DATA or ``lcp fetch benchls tsar2022 wordnet tagger``. About two minutes::

    python benchmarks/substitution.py --seed 0

With ``--train``, the weights of ``lcp/substitution/confidence.toml`` are trained again first, on
the half of BenchLS that is used for choices.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from scoring import add_seed_option
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import lcp
from lcp.english.articles import put_in_place
from lcp.english.text import lemma
from lcp.extractors.wordnet import wordnet_reader
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.substitution import confidence, senses
from lcp.substitution.candidates import candidates
from lcp.substitution.easier import GAIN
from lcp.substitution.gold import GoldInstance, load_gold
from lcp.substitution.proposals import CONFIDENCE
from lcp.substitution.scoring import generation_scores, order_scores
from lcp.substitution.usage import usage_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 1_000
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
NO_EVIDENCE = np.empty((0, len(confidence.EVIDENCE)))
WEIGHTS = Path(confidence.__file__).with_name("confidence.toml")


class Rated(NamedTuple):
    """An instance with its candidates: inflected forms, evidence, confidence and gain."""

    gold: GoldInstance
    forms: list[str]
    evidence: Floats
    confidence: Floats
    gain: Floats
    zipf: Floats
    zipf_target: float

    def accepted(self) -> NDArray[np.bool_]:
        """Return which candidates an annotator wrote."""
        return np.array([form in self.gold.substitutes for form in self.forms], dtype=bool)

    def offered(self, threshold: float) -> NDArray[np.bool_]:
        """Return which candidates `easier_synonyms` returns with a confidence threshold."""
        easier = (self.gain >= GAIN) & (self.zipf >= self.zipf_target)
        return easier & (self.confidence >= threshold)


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

`lcp.easier_synonyms` with other thresholds for the confidence, on the second half of BenchLS.
Coverage: share of instances with output. Precision: share of the first synonyms, or of all
synonyms, that are accepted.

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
        trade_off_table(held_out, seed),
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
    ]
    options.out.write_text("".join(page), encoding="utf-8")


def half(instance: GoldInstance) -> int:
    """Return the half of BenchLS that contains an instance, by the lemma of its target."""
    return hashlib.sha256(lemma(instance.target).encode()).digest()[-1] % 2


def gathered(instances: list[GoldInstance], model: lcp.ComplexityModel | None) -> list[Rated]:
    """Return the candidates of each instance with all that is needed to rank them.

    Without a model, gains are NaN.
    """
    store = lcp.Store()
    listed = []
    with wordnet_reader(store.nltk("wordnet")) as reader:
        for instance in instances:
            usage = usage_of(reader, instance.sentence, instance.span, store)
            related = [] if usage is None else candidates(reader, usage)
            rows = confidence.evidence(reader, usage, related) if usage else NO_EVIDENCE
            forms = [each.form for each in related]
            listed.append(
                Rated(
                    gold=instance,
                    forms=forms,
                    evidence=rows,
                    confidence=confidence.probability(rows),
                    gain=np.full(len(forms), np.nan),
                    zipf=np.array([confidence.frequency(form) for form in forms]),
                    zipf_target=confidence.frequency(instance.target),
                )
            )
    if model is None:
        return listed
    rated = complexities(instances, [[each.gold.target, *each.forms] for each in listed], model)
    return [each._replace(gain=own[0] - own[1:]) for each, own in zip(listed, rated, strict=True)]


def complexities(
    instances: list[GoldInstance], forms: list[list[str]], model: lcp.ComplexityModel
) -> list[Floats]:
    """Return the complexity of each instance's forms in the place of its target."""
    rows = []
    for instance, own in zip(instances, forms, strict=True):
        for form in own:
            text, start, end = put_in_place(instance.sentence, instance.span, form)
            rows.append((text, text[start:end], start, end))
    table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
    limits = np.cumsum([len(own) for own in forms])[:-1]
    return np.split(model.predict(table), limits)


def train(rated: list[Rated]) -> None:
    """Fit the confidence and write its weights."""
    weights, intercept = fitted(rated)
    lines = [
        "# Weights of lcp.substitution.confidence: a logistic regression on the accepted and other",
        f"# candidates of {len(rated)} instances of BenchLS (Paetzold & Specia 2016).",
        "# Written by `python benchmarks/substitution.py --train`.",
        f"intercept = {intercept:.4f}",
        "",
        "[weights]",
        *(
            f"{name} = {weight:.4f}"
            for name, weight in zip(confidence.EVIDENCE, weights, strict=True)
        ),
    ]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    confidence.weights.cache_clear()


def fitted(rated: list[Rated], columns: list[int] | None = None) -> tuple[Floats, float]:
    """Return the weights of a logistic regression for values that are not scaled."""
    use = list(range(len(confidence.EVIDENCE))) if columns is None else columns
    rows = np.vstack([each.evidence for each in rated])[:, use]
    accepted = np.concatenate([each.accepted() for each in rated])
    scaler, regression = StandardScaler(), LogisticRegression(C=0.3)
    make_pipeline(scaler, regression).fit(rows, accepted)
    weights = regression.coef_[0] / scaler.scale_
    return weights, float(regression.intercept_[0] - weights @ scaler.mean_)


def ordered(each: Rated, key: Floats, kept: NDArray[np.bool_] | None = None) -> list[str]:
    """Return distinct forms, the one with the highest key first."""
    order = np.argsort(-key, kind="stable")
    return list(dict.fromkeys(each.forms[i] for i in order if kept is None or kept[i]))


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


def trade_off_table(rated: list[Rated], seed: int) -> str:
    """Return a row per threshold."""
    rows = []
    for threshold in THRESHOLDS:
        counts = []
        for each in rated:
            offered, accepted = each.offered(threshold), each.accepted()
            key = np.where(offered, each.confidence, -1)
            first = bool(offered.any()) and bool(accepted[key.argmax()])
            counts.append([offered.any(), first, offered.sum(), (offered & accepted).sum()])
        totals = np.array(counts, dtype=np.float64)
        weights = _resamples(len(totals), seed)
        values, resampled = totals.sum(axis=0), weights @ totals
        cells = [
            with_interval(top[0], *np.nanquantile(top[1], [0.025, 0.975]), 3)
            for top in (
                (values[0] / len(totals), resampled[:, 0] / len(totals)),
                (values[1] / values[0], resampled[:, 1] / resampled[:, 0]),
                (values[3] / values[2], resampled[:, 3] / resampled[:, 2]),
            )
        ]
        label = f"**{threshold}**" if threshold == CONFIDENCE else threshold
        rows.append([label, *cells, number(values[2] / values[0], 1)])
    columns = ["confidence from", "coverage", "precision of the first", "precision of all"]
    return markdown_table([*columns, "synonyms per instance with output"], rows)


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
