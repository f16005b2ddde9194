"""Estimate whether people would accept a candidate in a sentence."""

from __future__ import annotations

import math
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.disambiguation.choice import directions, mean_direction, tagged_count
from lcp.disambiguation.lesk import content
from lcp.disambiguation.usage import part_of
from lcp.english.word_frequency import zipf
from lcp.lexicon.file import load_lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.disambiguation.usage import Usage
    from lcp.substitution.candidates import Candidate

    Floats = NDArray[np.float64]

#: Columns of :func:`evidence`.
EVIDENCE = (
    "hypernym",
    "sense_share",
    "own_share",
    "own_senses",
    "similarity",
    "context",
    "zipf",
    "neighbours",
)
#: Cosine of unrelated words, for words without a vector.
_NO_VECTOR = 0.2


def probability(rows: Floats) -> Floats:
    """Return the estimated probability that people accept each candidate, shape (n_candidates,).

    A logistic regression on the rows of :func:`evidence`, trained on half of BenchLS (Paetzold &
    Specia 2016).
    """
    columns, intercept = weights()
    return np.asarray(1 / (1 + np.exp(-(rows @ columns + intercept))))


def evidence(reader: Any, usage: Usage, candidates: Sequence[Candidate], shares: Floats) -> Floats:
    """Return what speaks for and against each candidate.

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.disambiguation.choice.sense_shares`.

    Returns
    -------
    ndarray of shape (n_candidates, 8)
        ``hypernym``: whether it is only a hypernym (0 or 1). ``sense_share``: probability, in
        the sentence, of the target's senses that it is related to (ln). ``own_share``: share of
        its own uses in these senses (ln). ``own_senses``: number of its senses (ln of count + 1).
        ``similarity`` and ``context``: cosine with the target, and with the mean of the
        sentence's words. ``zipf``: Zipf frequency. ``neighbours``: how often it occurs next to
        the words beside the target (sum of ln of count + 1).
    """
    if not candidates:
        return np.empty((0, len(EVIDENCE)))
    vectors = directions(candidate.form for candidate in candidates)
    own = directions([usage.form])[0]
    context = mean_direction(content(" ".join([*usage.before, *usage.after])))
    similarity = np.nan_to_num(vectors @ own, nan=_NO_VECTOR)
    in_context = np.nan_to_num(vectors @ context, nan=_NO_VECTOR)
    frequencies = np.array([frequency(candidate.form) for candidate in candidates])
    links = np.array([_link_evidence(reader, each, shares) for each in candidates])
    neighbours = _neighbours(usage, candidates)
    return np.column_stack([links, similarity, in_context, frequencies, neighbours])


def frequency(form: str) -> float:
    """Return the Zipf frequency of the rarest word of a form, 0 if it is not listed."""
    values = [zipf(word) for word in form.split()]
    return min(0.0 if math.isnan(value) else value for value in values)


def _link_evidence(reader: Any, candidate: Candidate, shares: Floats) -> list[float]:
    """Return the columns of :func:`evidence` that come from WordNet."""
    relations = {relation for relation, _, _ in candidate.links}
    numbers = sorted({number for _, number, _ in candidate.links})
    linked = {sense for _, _, sense in candidate.links}
    own = reader.synsets(candidate.base.replace(" ", "_"), part_of(candidate.links[0][2]))
    counts = {sense: tagged_count(reader, sense, candidate.base) + 0.5 for sense in own}
    in_linked = sum(counts.get(sense, 0.0) for sense in linked)
    return [
        float(relations == {"hypernym"}),
        math.log(shares[numbers].sum() + 0.01),
        math.log(in_linked / max(sum(counts.values()), 0.5) + 0.01),
        math.log1p(len(own)),
    ]


def _neighbours(usage: Usage, candidates: Sequence[Candidate]) -> Floats:
    """Return how often candidates occur next to the target's neighbours."""
    lexicon = load_lexicon()
    rows = lexicon.rows(candidate.form for candidate in candidates)
    total = np.zeros(len(rows))
    for word, is_before in zip(usage.neighbours, (True, False), strict=True):
        if word is None:
            continue
        other = np.full(len(rows), lexicon.rows([word])[0])
        pair = (other, rows) if is_before else (rows, other)
        total += np.log1p(np.nan_to_num(lexicon.pairs.count(*pair)))
    return total


@cache
def weights() -> tuple[Floats, float]:
    """Return the weight of each column of :func:`evidence`, and the intercept."""
    text = files("lcp.substitution").joinpath("confidence.toml").read_text(encoding="utf-8")
    about = tomllib.loads(text)
    return np.array([about["weights"][name] for name in EVIDENCE]), float(about["intercept"])
