"""Instances for a target and its candidates: each in the target's position in the sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from lcp.corpora.instances import is_multiword
from lcp.corpora.targets import place_target
from lcp.english.articles import put_in_place
from lcp.errors import InputError
from lcp.substitution.synonyms import synonyms

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
    multiword: bool = True,
) -> tuple[pd.DataFrame, list[str]]:
    """Replace the target by each candidate; see :func:`lcp.english.articles.put_in_place`.

    Parameters and errors are those of :func:`lcp.rank`; `multiword` is whether synonyms may be
    expressions of several words.

    Returns
    -------
    table : DataFrame of shape (n_candidates + 1, 5)
        Instances with their ``candidate``, the target first.
    notes : list of str
        How synonyms were selected and which candidates were left out.
    """
    span, notes = place_target(sentence, target, occurrence)
    if candidates is None:
        substitutes, sense_notes = synonyms(sentence, span, store)
        notes += sense_notes
        if not multiword:
            substitutes, omission_notes = _single_words(substitutes)
            notes += omission_notes
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


def _single_words(substitutes: list[str]) -> tuple[list[str], list[str]]:
    """Leave out expressions; return the single words and a note."""
    multiword = is_multiword(substitutes)
    expressions = ", ".join(
        f"“{word}”" for word, several in zip(substitutes, multiword, strict=True) if several
    )
    if multiword.all():
        raise InputError(
            f"All synonyms are expressions of several words: {expressions}.",
            hint="Use a model for expressions (lcp fit --task 2), or give the candidates yourself.",
        )
    note = f"Left out, because the model accepts single words only: {expressions}."
    single = [word for word, several in zip(substitutes, multiword, strict=True) if not several]
    return single, [note] if expressions else []


def _key(candidate: str) -> str:
    return " ".join(candidate.lower().split())
