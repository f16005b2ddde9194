"""Measure substitutes on BenchLS and TSAR-2022; write ``substitution.md``.

Needs LCP_DATA or ``lcp resources fetch benchls tsar2022 wordnet``. About two minutes::

    python benchmarks/substitution.py --seed 0

With ``--train``, the weights of ``lcp/reading/confidence.toml`` are
trained again first, on the half of BenchLS that is used for choices.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import rankdata
from scoring import (
    arguments,
    markdown_table,
    mean_with_limits,
    number,
    resample_weights,
    with_interval,
    write_page,
)
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

import lcp
from lcp.english.analysis import whole_sentences
from lcp.english.lemmas import lemma
from lcp.features.families.wordnet import wordnet_reader
from lcp.reading import confidence
from lcp.reading.articles import put_in_place
from lcp.reading.candidates import candidates
from lcp.reading.inflection import frequency
from lcp.reading.meaning import GAIN
from lcp.reading.proposals import CONFIDENCE
from lcp.reading.senses import narrowed, sense_shares
from lcp.reading.usage import usage_of
from lcp.targets.find import find_target

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

METRICS = ("potential@1", "potential@3", "potential@5", "map@3")
ORDERS = ("trank", "pairwise", "spearman")
THRESHOLDS = (0.0, 0.1, 0.2, 0.25, CONFIDENCE, 0.4, 0.5, 0.6)
WEIGHTS = Path(confidence.__file__).with_name("confidence.toml")

PAGE = """\
# Substitutes

Written by `python benchmarks/substitution.py --seed {seed}`.

Words that can replace a word in its sentence, measured on two public gold standards: BenchLS
(Paetzold & Specia 2016; {benchls} instances) and the trial part of TSAR-2022 (Saggion et al. 2022;
{tsar} instances). BenchLS is split by the lemma of the target: all choices (candidates, evidence,
weights, thresholds) were made on the first half ({chosen} instances). **The second half
({held_out} instances) has influenced some choices**: a confidence from 7 numbers and a stricter
share of the part of speech, better by cross-validation on the first half and worse on the second,
were dropped; a default confidence of 0.36 was dropped after a look at both; and only opposites of
likely senses are left out since a word of this half was seen to lose a candidate. Parentheses give
95% bootstrap intervals over instances (1,000 resamples, seed {seed}).

A candidate counts as right only if an annotator wrote it. BenchLS has {substitutes:.1f} substitutes
per instance, and annotators do not think of every good one, so that precision is a lower bound.

## Generation

*All candidates*: related words of the likely senses in WordNet and words of the thesaurus,
inflected like the target, in the order given; no threshold. *Offered*: those that `lcp.substitutes`
returns with default options (the confidence of the best at least {confidence}, of the others at
least half of it; at least {gain} easier); an instance without output counts 0. potential@k: one of
the first k is accepted; potential@1 is the accuracy of the first. map@3: sum of the precision at
each accepted candidate among the first 3, divided by 3.

{generation}

## Precision and coverage

`lcp.substitutes` with other thresholds for the confidence of the best synonym, on both halves of
BenchLS. The default was set on the first half, with confidence from cross-validation by target, at
a coverage of three quarters; the weights were fitted to the first half, so that the second shows
what to expect. Coverage: share of instances with output. Precision: share of the first synonyms, or
of all synonyms, that are accepted.

{trade_off}

## Ranking alone

The substitutes of BenchLS, ordered by difficulty; all {ranked} instances with at least two ranks,
since nothing was trained on this task. trank: the first has rank 1. pairwise: pairs in the right
order. spearman: mean over instances.

{ranking}
"""


class Gold(NamedTuple):
    """A target in its sentence, with the substitutes that people gave.

    The values of `substitutes` are ranks (BenchLS; 1 is the simplest, ranks can be shared) or
    numbers of annotators (TSAR-2022).
    """

    sentence: str
    span: tuple[int, int]
    substitutes: dict[str, int]

    @property
    def target(self) -> str:
        """The target as written in the sentence."""
        return self.sentence[slice(*self.span)]


class Rated(NamedTuple):
    """An instance with its candidates: inflected forms, evidence and gain."""

    gold: Gold
    forms: list[str]
    evidence: Floats
    gain: Floats
    zipf: Floats

    @property
    def confidence(self) -> Floats:
        """Estimated probability that people accept each candidate."""
        return confidence.probability(self.evidence)

    def accepted(self) -> NDArray[np.bool_]:
        """Return which candidates an annotator wrote."""
        return np.array([form in self.gold.substitutes for form in self.forms], dtype=bool)

    def offered(self, threshold: float = CONFIDENCE) -> NDArray[np.bool_]:
        """Return which candidates `lcp.substitutes` returns with a confidence threshold."""
        easier = self.gain >= GAIN
        best = self.confidence[easier].max(initial=0.0)
        return easier & (best >= threshold) & (self.confidence >= threshold / 2)

    def ordered(self, key: Floats, kept: NDArray[np.bool_] | None = None) -> list[str]:
        """Return distinct forms, the one with the highest key first."""
        order = np.argsort(-key, kind="stable")
        return list(dict.fromkeys(self.forms[i] for i in order if kept is None or kept[i]))


def main() -> None:
    """Measure, and write the page."""
    options = arguments(__doc__, train=False)
    seed = options.seed
    benchls, trial = load_gold("benchls"), load_gold("tsar2022")
    first, second = ([each for each in benchls if half(each) == side] for side in (0, 1))
    model = lcp.load_model()
    if options.train:
        train(gathered(first, None))
    chosen, held_out = gathered(first, model), gathered(second, model)
    parts = {
        "BenchLS, first half": chosen,
        "**BenchLS, second half**": held_out,
        "TSAR-2022, trial": gathered(trial, model),
    }
    page = PAGE.format(
        seed=seed,
        benchls=len(benchls),
        tsar=len(trial),
        chosen=len(first),
        held_out=len(second),
        substitutes=np.mean([len(each.substitutes) for each in benchls]),
        confidence=CONFIDENCE,
        gain=GAIN,
        generation=generation_table(parts, seed),
        trade_off=trade_off_table({"first": chosen, "**second**": held_out}, seed),
        ranked=sum(len(set(each.substitutes.values())) > 1 for each in benchls),
        ranking=ranking_table(benchls, model, seed),
    )
    write_page(options.out, page)


def load_gold(name: str) -> list[Gold]:
    """Load BenchLS (``benchls``) or the trial part of TSAR-2022 (``tsar2022``)."""
    lines = lcp.Store().fetch(name)[0].read_text(encoding="utf-8").splitlines()
    read = _benchls if name == "benchls" else _tsar2022
    return [read(*line.split("\t")) for line in lines if line.strip()]


def _benchls(sentence: str, target: str, index: str, *ranked: str) -> Gold:
    """Read a tokenised sentence, the target, its index among the tokens, and rank:substitute."""
    tokens = sentence.split(" ")
    start = sum(len(token) + 1 for token in tokens[: int(index)])
    span = (start, start + len(tokens[int(index)]))
    if sentence[slice(*span)].lower() != target.lower():
        # One instance has the index of a comma.
        span = find_target(sentence, target)
    ranks: dict[str, int] = {}
    for entry in ranked:
        rank, _, substitute = entry.partition(":")
        ranks.setdefault(substitute.strip().lower(), int(rank))
    ranks.pop(target.lower(), None)
    return Gold(sentence, span, ranks)


def _tsar2022(sentence: str, target: str, *answers: str) -> Gold:
    """Read a sentence, the target, and the substitutes of 25 annotators with repetition."""
    counts = Counter(substitute.strip().lower() for substitute in answers if substitute.strip())
    counts.pop(target.lower(), None)
    return Gold(sentence, find_target(sentence, target), dict(counts))


def half(instance: Gold) -> int:
    """Return the half of BenchLS that contains an instance, by the lemma of its target."""
    return hashlib.sha256(lemma(instance.target).encode()).digest()[-1] % 2


def gathered(instances: list[Gold], model: lcp.ComplexityModel | None) -> list[Rated]:
    """Return the candidates of each instance; without a model, gains are NaN."""
    store = lcp.Store()
    listed = []
    with wordnet_reader(store.nltk("wordnet")) as reader:
        analysed = whole_sentences([each.sentence for each in instances])
        for instance, sentence in zip(instances, analysed, strict=True):
            usage = usage_of(reader, sentence, instance.span)
            related, rows = [], np.empty((0, len(confidence.EVIDENCE)))
            if usage is not None:
                usage, shares = narrowed(usage, sense_shares(usage))
                related = candidates(reader, usage, shares)
                rows = confidence.evidence(usage, related, shares)
            forms = [each.form for each in related]
            listed.append(
                Rated(
                    gold=instance,
                    forms=forms,
                    evidence=rows,
                    gain=np.full(len(forms), np.nan),
                    zipf=np.array([frequency(form) for form in forms]),
                )
            )
    if model is None:
        return listed
    rated = complexities(instances, [[each.gold.target, *each.forms] for each in listed], model)
    return [each._replace(gain=row[0] - row[1:]) for each, row in zip(listed, rated, strict=True)]


def complexities(
    instances: list[Gold],
    forms: list[list[str]],
    model: lcp.ComplexityModel,
    readers: str = "general",
) -> list[Floats]:
    """Return the complexity of each instance's forms in the place of its target."""
    rows = []
    for instance, listed in zip(instances, forms, strict=True):
        for form in listed:
            text, start, end = put_in_place(instance.sentence, instance.span, form)
            rows.append((text, text[start:end], start, end))
    table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
    limits = np.cumsum([len(listed) for listed in forms])[:-1]
    return np.split(model.predict(table.assign(readers=readers)), limits)


def train(rated: list[Rated]) -> None:
    """Fit the confidence and write its weights, for values that are not scaled."""
    rows = np.vstack([each.evidence for each in rated])
    accepted = np.concatenate([each.accepted() for each in rated])
    scaler = StandardScaler().fit(rows)
    regression = LogisticRegression(C=0.3).fit(scaler.transform(rows), accepted)
    weights = regression.coef_[0] / scaler.scale_
    lines = [
        "# Weights of lcp.reading.confidence: a logistic regression on the accepted and other",
        f"# candidates of {len(rated)} instances of BenchLS (Paetzold & Specia 2016).",
        "# Written by `python benchmarks/substitution.py --train`.",
        f"intercept = {float(regression.intercept_[0] - weights @ scaler.mean_):.4f}",
        "",
        "[weights]",
        *(
            f"{name} = {value:.4f}"
            for name, value in zip(confidence.EVIDENCE, weights, strict=True)
        ),
    ]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    confidence.weights.cache_clear()


#: How each row of the first table orders and selects candidates.
SYSTEMS: dict[str, Callable[[Rated], list[str]]] = {
    "all candidates, by word frequency": lambda each: each.ordered(each.zipf),
    "all candidates, by complexity": lambda each: each.ordered(each.gain),
    "all candidates, by confidence": lambda each: each.ordered(each.confidence),
    "offered, by word frequency": lambda each: each.ordered(each.zipf, each.offered()),
    "offered, by complexity": lambda each: each.ordered(each.gain, each.offered()),
    "offered, by confidence (`lcp.substitutes`)": lambda each: each.ordered(
        each.confidence, each.offered()
    ),
}


def generation_table(parts: dict[str, list[Rated]], seed: int) -> str:
    """Return a row per gold standard and system."""
    rows = []
    for part, rated in parts.items():
        for name, system in SYSTEMS.items():
            scores = [generation_scores(system(each), each.gold.substitutes) for each in rated]
            rows.append([part, name, *cells(scores, seed)])
    return markdown_table(["instances", "candidates", *METRICS], rows)


def generation_scores(ranked: list[str], accepted: dict[str, int]) -> list[float]:
    """Return `METRICS` of the candidates of an instance, as in TSAR-2022 (Saggion et al. 2022).

    >>> generation_scores(["big", "vast", "large"], {"big": 1, "large": 2})
    [1.0, 1.0, 1.0, 0.5555555555555555]
    """
    right = np.array([form in accepted for form in ranked], dtype=np.float64)
    precision = right * np.cumsum(right) / np.arange(1, len(right) + 1)
    return [*(float(right[:k].any()) for k in (1, 3, 5)), float(precision[:3].sum() / 3)]


def trade_off_table(halves: dict[str, list[Rated]], seed: int) -> str:
    """Return a row per half and threshold."""
    rows = []
    for half_name, rated in halves.items():
        for threshold in THRESHOLDS:
            totals = np.array([_outcome(each, threshold) for each in rated], dtype=np.float64)
            sums = np.vstack([totals.sum(axis=0), resample_weights(len(totals), seed) @ totals])
            with_output, first, offered, accepted = sums.T
            shares = (with_output / len(rated), first / with_output, accepted / offered)
            written = [
                with_interval(share[0], *np.quantile(share[1:], [0.025, 0.975]), 3)
                for share in shares
            ]
            label = f"**{threshold}**" if threshold == CONFIDENCE else threshold
            rows.append([half_name, label, *written, number(offered[0] / with_output[0], 1)])
    columns = ["half", "confidence from", "coverage", "precision of the first", "precision of all"]
    return markdown_table([*columns, "synonyms per instance with output"], rows)


def _outcome(each: Rated, threshold: float) -> list[float]:
    """Return whether there is output, whether its first is accepted, its size, and how many are."""
    offered, accepted = each.offered(threshold), each.accepted()
    first = np.where(offered, each.confidence, -1).argmax() if offered.any() else None
    right = first is not None and bool(accepted[first])
    return [offered.any(), right, offered.sum(), (offered & accepted).sum()]


def ranking_table(instances: list[Gold], model: lcp.ComplexityModel, seed: int) -> str:
    """Return a row per ranking of the given substitutes."""
    instances = [each for each in instances if len(set(each.substitutes.values())) > 1]
    forms = [list(each.substitutes) for each in instances]
    rankers = {
        "complexity": complexities(instances, forms, model),
        "complexity for learners": complexities(instances, forms, model, "learner"),
        "word frequency": [np.array([-frequency(f) for f in row]) for row in forms],
        "length": [np.array([len(form) for form in row]) for row in forms],
    }
    rows = []
    for name, difficulty in rankers.items():
        pairs = zip(difficulty, instances, strict=True)
        scores = [order_scores(row, list(each.substitutes.values())) for row, each in pairs]
        rows.append([name, *cells(scores, seed)])
    return markdown_table(["ordered by", *ORDERS], rows)


def order_scores(difficulty: Floats, ranks: list[int]) -> list[float]:
    """Return `ORDERS` of the ordered substitutes of an instance (Paetzold & Specia 2016).

    Equal predictions count one half. ``spearman`` is 0 if all are equal.

    >>> order_scores(np.array([0.1, 0.3, 0.2]), [1, 2, 3])
    [1.0, 0.6666666666666666, 0.5]
    """
    gold = np.asarray(ranks)
    pairs = [(i, j) for i, j in combinations(range(len(gold)), 2) if gold[i] != gold[j]]
    order = [np.sign((difficulty[j] - difficulty[i]) * (gold[j] - gold[i])) for i, j in pairs]
    first, second = rankdata(difficulty), rankdata(gold)
    return [
        float((gold[difficulty == difficulty.min()] == gold.min()).mean()),
        float((np.array(order) + 1).mean() / 2),
        float(np.corrcoef(first, second)[0, 1]) if first.std() else 0.0,
    ]


def cells(scores: list[list[float]], seed: int) -> list[str]:
    """Return the mean of each column with its interval."""
    return [with_interval(*row, 3) for row in mean_with_limits(scores, seed=seed)]


if __name__ == "__main__":
    main()
