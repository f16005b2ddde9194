"""Instances for a target and its candidates: each in the target's position in the sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from lcp.corpora.targets import place_target
from lcp.english.articles import put_in_place
from lcp.errors import InputError
from lcp.substitution.proposals import proposals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.resources import Store


def substituted(
    sentence: str,
    target: str,
    candidates: Sequence[str] | None,
    *,
    store: Store,
    occurrence: int | None = None,
) -> tuple[pd.DataFrame, list[str]]:
    """Replace the target by each candidate; see :func:`lcp.english.articles.put_in_place`.

    Parameters and errors are those of :func:`lcp.rank`.

    Returns
    -------
    table : DataFrame of shape (n_candidates + 1, 5)
        Instances with their ``candidate``, the target first.
    notes : list of str
        The sense of the target, and which candidates were left out.
    """
    span, notes = place_target(sentence, target, occurrence)
    if candidates is None:
        proposed = proposals(sentence, span, store)
        substitutes = [proposal.form for proposal in proposed]
        if proposed:
            notes.append(f"Sense of “{target}” in WordNet: “{proposed[0].gloss}”.")
    else:
        substitutes = _checked(candidates)
    original = sentence[slice(*span)]
    distinct = {_key(original): original}
    repeated = []
    for substitute in substitutes:
        if _key(substitute) in distinct:
            repeated.append(f"“{substitute}”")
        distinct.setdefault(_key(substitute), substitute)
    if repeated and candidates is not None:
        notes.append(f"Listed once: {', '.join(dict.fromkeys(repeated))}.")
    rows = [(original, sentence, original, *span)]
    for substitute in list(distinct.values())[1:]:
        text, start, end = put_in_place(sentence, span, substitute)
        rows.append((substitute, text, text[start:end], start, end))
    return pd.DataFrame(rows, columns=["candidate", "sentence", "token", "start", "end"]), notes


def _checked(candidates: Sequence[str]) -> list[str]:
    if isinstance(candidates, str) or not all(isinstance(item, str) for item in candidates):
        raise InputError(
            f"Candidates must be a list of strings, not {candidates!r}.",
            where="candidates",
            hint='Give for example ["stream", "brook"].',
        )
    words = [" ".join(candidate.split()) for candidate in candidates]
    if not words or not all(any(map(str.isalnum, word)) for word in words):
        raise InputError(
            "A candidate contains no letter or digit." if words else "There are no candidates.",
            where="candidates",
            hint="Give one or more words or expressions, or leave candidates out for synonyms.",
        )
    return words


def _key(candidate: str) -> str:
    return " ".join(candidate.lower().split())
