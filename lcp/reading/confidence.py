"""How probably people accept a candidate in the place of a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.lexicon.file import load_lexicon
from lcp.reading.candidates import trained
from lcp.reading.inflection import frequency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.features.family import Floats
    from lcp.reading.candidates import Candidate
    from lcp.reading.sense_context import Usage

#: Columns of :func:`evidence`.
EVIDENCE = (
    *("synonym", "similar", "hypernym", "shared_rank", "similarity", "similarity_rank"),
    *("vectors", "before", "after", "zipf_gain"),
)
#: Those that are relations in WordNet.
_RELATIONS = EVIDENCE[:3]


def probability(rows: Floats) -> Floats:
    """Return the estimated probability that people accept each candidate, shape (n_candidates,).

    A logistic regression on the rows of :func:`evidence`, trained on half of BenchLS (Paetzold &
    Specia 2016).
    """
    columns, intercept = weights()
    return np.asarray(1 / (1 + np.exp(-(rows @ columns + intercept))))


def evidence(usage: Usage, candidates: Sequence[Candidate], shares: Floats) -> Floats:
    """Return what speaks for and against each candidate.

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.reading.senses.sense_shares`.

    Returns
    -------
    ndarray of shape (n_candidates, 10)
        ``synonym``, ``similar`` and ``hypernym``: highest probability, in the sentence, of the
        target's senses to which it has this relation (ln); of a hypernym, times the sense's share
        of its own uses. ``similarity``: see :class:`lcp.lexicon.synonyms.Tie`. ``shared_rank``,
        ``similarity_rank``: its rank among the candidates (ln). ``vectors``: cosine with the
        target in the lexicon's vectors. ``before``, ``after``: how often it occurs next to the
        target's neighbours (ln of count + 1). ``zipf_gain``: difference to the target's Zipf
        frequency.
    """
    if not candidates:
        return np.empty((0, len(EVIDENCE)))
    lexicon = load_lexicon()
    vectors = lexicon.directions(candidate.form for candidate in candidates)
    direction = lexicon.directions([usage.form])[0]
    similarity, shared = np.array([candidate.tie for candidate in candidates]).T
    frequencies = np.array([frequency(candidate.form) for candidate in candidates])
    return np.column_stack(
        [
            np.log([_link_shares(candidate, shares) for candidate in candidates]),
            *(_log_rank(shared), similarity, _log_rank(similarity)),
            np.nan_to_num(vectors @ direction),
            _neighbours(usage, candidates),
            frequencies - frequency(usage.form),
        ]
    )


def _log_rank(values: Floats) -> Floats:
    """Return the logarithm of the rank of each value, the highest first; ties share the best."""
    return np.asarray(np.log((values[:, None] < values).sum(axis=1) + 1))


def _link_shares(candidate: Candidate, shares: Floats) -> list[float]:
    """Return the highest probability of a sense for each relation, plus 0.01."""
    best = dict.fromkeys(_RELATIONS, 0.0)
    for relation, number, share in candidate.links:
        value = shares[number] * (share if relation == "hypernym" else 1)
        best[relation] = max(best[relation], value)
    return [value + 0.01 for value in best.values()]


def _neighbours(usage: Usage, candidates: Sequence[Candidate]) -> Floats:
    """Return how often candidates occur after and before the target's neighbours."""
    lexicon = load_lexicon()
    rows = lexicon.rows(candidate.form for candidate in candidates)
    counts = np.zeros((len(rows), 2))
    for column, word in enumerate(usage.neighbours):
        if word is not None:
            other = np.full(len(rows), lexicon.rows([word])[0])
            pair = (rows, other) if column else (other, rows)
            counts[:, column] = np.log1p(np.nan_to_num(lexicon.pairs.count(*pair)))
    return counts


def weights() -> tuple[Floats, float]:
    """Return the weight of each column of :func:`evidence`, and the intercept."""
    about = trained()
    return np.array([about["weights"][name] for name in EVIDENCE]), float(about["intercept"])
