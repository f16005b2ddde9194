"""Train the confidence of easier words: ``lcp/reader/meaning/data/confidence.toml``.

On the half of BenchLS (Paetzold & Specia, 2016) that is used for choices. Needs LCP_DATA or
``lcp resources fetch benchls wordnet``; about a minute. Run ``benchmarks/substitution.py`` after::

    python -m tools.confidence
"""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

import lcp
from lcp.english.analysis import whole_sentences
from lcp.english.lemmas import lemma
from lcp.reader.meaning.candidates import (
    EVIDENCE,
    FILE,
    candidates,
    evidence,
    parameters,
    probability,
)
from lcp.reader.meaning.finder import OFFER, MeaningFinder
from lcp.reader.meaning.replacement import frequency, replaced
from lcp.reader.meaning.sense_inventory import usage_of
from lcp.reader.meaning.senses import one_reading, sense_shares
from lcp.resources.wordnet_database import opened_wordnet
from lcp.targets.find import find_target
from tools import SETTINGS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Inverse strength of the penalty on the weights.
PENALTY = 0.3
#: Limits of confidence and of the share of a sense that are tried for words that are shown unasked.
LIMITS = [each / 50 for each in range(5, 48)]
#: Share of the shown words that an annotator wrote. At 0.88, 12 of 87 shown words were wrong when
#: they were read, at 0.95 3 of 29: half in old texts (benchmarks/meanings.md).
ACCEPTED = 0.95


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


class Scored(NamedTuple):
    """An instance with its candidates: inflected forms, evidence and gain."""

    gold: Gold
    forms: list[str]
    evidence: Floats
    gain: Floats
    zipf: Floats

    @property
    def confidence(self) -> Floats:
        """Estimated probability that people accept each candidate."""
        return probability(self.evidence)

    def accepted(self) -> NDArray[np.bool_]:
        """Return which candidates an annotator wrote."""
        return np.array([form in self.gold.substitutes for form in self.forms], dtype=bool)

    def offered(self, threshold: float = OFFER.confidence) -> NDArray[np.bool_]:
        """Return which candidates `lcp.substitutes` returns with a confidence threshold."""
        easier = self.gain >= OFFER.gain
        best = self.confidence[easier].max(initial=0.0)
        return easier & (best >= threshold) & (self.confidence >= threshold / 2)

    def ordered(self, key: Floats, kept: NDArray[np.bool_] | None = None) -> list[str]:
        """Return distinct forms, the one with the highest key first."""
        order = np.argsort(-key, kind="stable")
        return list(dict.fromkeys(self.forms[i] for i in order if kept is None or kept[i]))


def main() -> None:
    """Train the weights, choose limits of the shown words with them, and write both."""
    chosen = [each for each in load_gold("benchls") if half(each) == 0]
    settings = {name: SETTINGS[name] for name in ("candidates", "easier")}
    parameters().update(settings)
    parameters().update(train(gathered(chosen, None)))
    number, confident, share = limits(chosen)
    lines = [
        "# Weights of lcp.reader.meaning.candidates: a logistic regression on the accepted and",
        f"# other candidates of {len(chosen)} instances of BenchLS (Paetzold & Specia 2016).",
        "# Written by `python -m tools.confidence`.",
        f"intercept = {parameters()['intercept']}",
        "",
        *section("weights", parameters()["weights"]),
        "",
        f"# With these limits, {number} of the targets show a word, and at least {ACCEPTED:.0%} of",
        "# these words are accepted.",
        *section("shown", {"confidence": confident, "sense": share}),
        "",
        "# Set by hand; see tools/settings.toml.",
        *(line for each in settings.items() for line in section(*each)),
        "",
    ]
    FILE.write_text("\n".join(lines), encoding="utf-8")


def section(name: str, values: dict[str, Any]) -> list[str]:
    """Return the lines of a section of the file."""
    return [f"[{name}]", *(f"{key} = {value}" for key, value in values.items())]


def limits(chosen: list[Gold]) -> tuple[int, float, float]:
    """Return limits with which most words are shown, of which people accept enough.

    Before them is the number of these words.
    """
    meanings = MeaningFinder(lcp.load_model(), "learner")
    sentences = whole_sentences([each.sentence for each in chosen])
    pairs = zip(sentences, chosen, strict=True)
    listed = [meanings.meaning(sentence, gold.span) for sentence, gold in pairs]
    best = (0, LIMITS[-1], LIMITS[-1])
    for limit, share in product(LIMITS, LIMITS):
        words = [meaning.easier_from(limit, share) for meaning in listed]
        accepted = [
            word.form in gold.substitutes for word, gold in zip(words, chosen, strict=True) if word
        ]
        if accepted and np.mean(accepted) >= ACCEPTED:
            best = max(best, (len(accepted), limit, share))
    return best


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


def gathered(instances: list[Gold], model: lcp.ComplexityModel | None) -> list[Scored]:
    """Return the candidates of each instance; without a model, gains are NaN."""
    store = lcp.Store()
    listed = []
    with opened_wordnet(store.nltk("wordnet")) as reader:
        analysed = whole_sentences([each.sentence for each in instances])
        for instance, sentence in zip(instances, analysed, strict=True):
            usage = usage_of(reader, sentence, instance.span)
            related, rows = [], np.empty((0, len(EVIDENCE)))
            if usage is not None:
                usage, shares = one_reading(usage, sense_shares(usage))
                related = candidates(reader, usage, shares)
                rows = evidence(usage, related, shares)
            forms = [each.form for each in related]
            listed.append(
                Scored(
                    gold=instance,
                    forms=forms,
                    evidence=rows,
                    gain=np.full(len(forms), np.nan),
                    zipf=np.array([frequency(form) for form in forms]),
                )
            )
    if model is None:
        return listed
    scored = complexities(instances, [[each.gold.target, *each.forms] for each in listed], model)
    return [each._replace(gain=row[0] - row[1:]) for each, row in zip(listed, scored, strict=True)]


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
            text, start, end = replaced(instance.sentence, instance.span, form)
            rows.append((text, text[start:end], start, end))
    table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
    limits = np.cumsum([len(listed) for listed in forms])[:-1]
    return np.split(model.predict(table.assign(readers=readers)), limits)


def train(scored: list[Scored]) -> dict[str, Any]:
    """Return the intercept and the weights of the confidence, for values that are not scaled."""
    rows = np.vstack([each.evidence for each in scored])
    accepted = np.concatenate([each.accepted() for each in scored])
    scaler = StandardScaler().fit(rows)
    regression = LogisticRegression(C=PENALTY).fit(scaler.transform(rows), accepted)
    weights = regression.coef_[0] / scaler.scale_
    intercept = float(regression.intercept_[0] - weights @ scaler.mean_)
    rounded = [round(float(weight), 4) for weight in (intercept, *weights)]
    named = dict(zip(EVIDENCE, rounded[1:], strict=True))
    return {"intercept": rounded[0], "weights": named}


if __name__ == "__main__":
    main()
