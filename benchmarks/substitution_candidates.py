"""Candidates of the instances of a gold standard, with all that is needed to rank them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import lcp
from lcp.disambiguation import choice as senses
from lcp.disambiguation.usage import usage_of
from lcp.english.articles import put_in_place
from lcp.english.text import lemma
from lcp.extractors.wordnet import wordnet_reader
from lcp.substitution import confidence
from lcp.substitution.candidates import candidates
from lcp.substitution.easier import GAIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.substitution.gold import GoldInstance

    Floats = NDArray[np.float64]

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
            related, rows = [], NO_EVIDENCE
            if usage is not None:
                related = candidates(reader, usage)
                shares = senses.sense_shares(reader, usage)
                rows = confidence.evidence(reader, usage, related, shares)
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
    instances: list[GoldInstance],
    forms: list[list[str]],
    model: lcp.ComplexityModel,
    readers: str = "general",
) -> list[Floats]:
    """Return the complexity of each instance's forms in the place of its target."""
    rows = []
    for instance, own in zip(instances, forms, strict=True):
        for form in own:
            text, start, end = put_in_place(instance.sentence, instance.span, form)
            rows.append((text, text[start:end], start, end))
    table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
    limits = np.cumsum([len(own) for own in forms])[:-1]
    return np.split(model.predict(table.assign(readers=readers)), limits)


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
