"""A target and its candidates as instances: each in the sentence, in the target's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from lcp.corpora.targets import place_target
from lcp.errors import InputError
from lcp.substitution.placing import put_in_place
from lcp.substitution.synonyms import synonyms
from lcp.text import expression_words

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
) -> pd.DataFrame:
    """Put each candidate in the target's place; see :func:`put_in_place`.

    Parameters
    ----------
    sentence, target : str
        An instance.
    candidates : sequence of str, optional
        Words or expressions; WordNet's synonyms unless given, see
        :func:`lcp.substitution.synonyms.synonyms`.
    store : Store
        Where WordNet comes from.
    occurrence : int, optional
        Which of the target's places is meant, counted from 1; the first that is written like
        the target unless given.
    multiword : bool, default=True
        Whether synonyms may be expressions of several words.

    Returns
    -------
    DataFrame of shape (n_candidates + 1, 5)
        Instances with their ``candidate``, the target first; ``attrs["notes"]`` says in
        sentences what was chosen and what was left out.

    Raises
    ------
    InputError
        When the target is not in the sentence, or not as often as `occurrence` says, a candidate
        is no word, or there are none.
    ResourceError
        When synonyms are asked for and WordNet or the tagger is not on this machine.
    """
    span, notes = place_target(sentence, target, occurrence)
    if candidates is None:
        chosen, said = synonyms(sentence, span, store)
        if not multiword:
            chosen, left = _single_words(chosen)
            said += left
    else:
        chosen, said = _checked(candidates), []
    written = sentence[slice(*span)]
    distinct = {_key(written): written}
    repeated = []
    for candidate in chosen:
        if _key(candidate) in distinct:
            repeated.append(f"“{candidate}”")
        distinct.setdefault(_key(candidate), candidate)
    if repeated and candidates is not None:
        said.append(f"Listed once: {', '.join(dict.fromkeys(repeated))}.")
    rows = [(written, sentence, written, *span)]
    for candidate in list(distinct.values())[1:]:
        text, start, end = put_in_place(sentence, span, candidate)
        rows.append((candidate, text, text[start:end], start, end))
    table = pd.DataFrame(rows, columns=["candidate", "sentence", "token", "start", "end"])
    table.attrs["notes"] = [*notes, *said]
    return table


def _checked(candidates: Sequence[str]) -> list[str]:
    if isinstance(candidates, str) or not all(isinstance(each, str) for each in candidates):
        raise InputError(
            f"Candidates are a list of texts, not {candidates!r}.",
            where="candidates",
            hint='Give for example ["stream", "brook"].',
        )
    chosen = [" ".join(candidate.split()) for candidate in candidates]
    if not chosen or not all(any(c.isalnum() for c in candidate) for candidate in chosen):
        raise InputError(
            "A candidate is no word." if chosen else "There are no candidates.",
            where="candidates",
            hint="Give one word or expression or more, or leave candidates out for synonyms.",
        )
    return chosen


def _single_words(chosen: list[str]) -> tuple[list[str], list[str]]:
    single = [each for each in chosen if len(expression_words(each)) == 1]
    left = [f"“{each}”" for each in chosen if each not in single]
    if not single:
        raise InputError(
            f"All synonyms are expressions of several words: {', '.join(left)}.",
            hint="Use a model for expressions (lcp fit --task 2), or give the candidates yourself.",
        )
    note = f"Left out, for the model knows single words only: {', '.join(left)}."
    return single, [note] if left else []


def _key(candidate: str) -> str:
    return " ".join(candidate.lower().split())
