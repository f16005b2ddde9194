"""Groups of targets that share a property, such as the token or its lemma."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.english.affixes import stem
from lcp.english.lemmas import lemma
from lcp.errors import InputError, check_type, unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from lcp.base.array_types import Objects
    from lcp.targets.targets import Targets

#: Normalisations of the words of a target by which instances can be grouped, besides the lemma.
_NORMALISED: dict[str, Callable[[str], str]] = {"form": str.casefold, "stem": stem}
CONNECTED = "token+sentence"


def groups(targets: Targets, group_by: str = "token") -> Objects:
    """Return the group of every instance.

    Parameters
    ----------
    targets : Targets
        Instances.
    group_by : str, default="token"
        Property that the instances of a group share:

        - ``form``: the target in any case (``Lamb``, ``lamb``)
        - ``lemma``: the lemmas of its words in the sentence (``Lamb``, ``lambs``)
        - ``stem``: the stems of its words (``nation``, ``national``; Snowball's English stemmer,
          Porter, 1980)
        - ``token+sentence``: a chain of shared tokens and sentences of any length
        - any other name: a column, such as ``sentence`` or ``token``, in the form of the target:
          ordinary words without the capital that starts a sentence

    Returns
    -------
    ndarray of shape (n_instances,)
        The name of a ``token+sentence`` group is the alphabetically first of its tokens.

    Raises
    ------
    InputError
        If the column does not exist or has a missing value.

    Examples
    --------
    >>> from lcp.targets import Targets
    >>> groups(Targets.words(["lamb", "Lambs"]), "lemma").tolist()
    ['lamb', 'lamb']
    """
    check_type(group_by, str, "group_by", "the name of a column")
    if group_by in _NORMALISED:
        words = map(str.split, targets.target)
        return np.array([" ".join(map(_NORMALISED[group_by], each)) for each in words], object)
    if group_by == CONNECTED:
        return _connected(targets)
    if group_by == "sentence":
        return _sentences(targets)
    if group_by == "lemma":
        return _lemmas(targets)
    if group_by not in targets:
        valid = [*_NORMALISED, "lemma", CONNECTED, *targets.keys()]
        raise unknown("column", group_by, valid, where="group_by")
    names = np.array(targets[group_by], dtype=object)
    # NaN differs from itself.
    if any(name is None or name != name for name in names):  # noqa: PLR0124
        raise InputError(
            f"Not every instance has a '{group_by}' to group by.",
            where="group_by",
            hint=f"Use a column without missing values, form, lemma, stem or {CONNECTED}.",
        )
    return names


def _lemmas(targets: Targets) -> Objects:
    """Return the lemmas of each target's words: of their tokens, or of words without a token."""
    read, spans = targets.sentences, (targets.start, targets.end)
    places = zip(*read.overlapping(targets.sentence_numbers, *spans), strict=True)
    names = []
    for token, (first, last) in zip(targets.target, places, strict=True):
        tokens = dict(zip(read.target_forms[first:last], read.lemmas[first:last], strict=True))
        names.append(" ".join((tokens.get(word) or lemma(word)).lower() for word in token.split()))
    return np.array(names, dtype=object)


def _sentences(targets: Targets) -> Objects:
    """Return the sentence of each instance; words without one share none, and get themselves."""
    pairs = zip(targets.sentence, targets.target, strict=True)
    return np.array([sentence or token for sentence, token in pairs], dtype=object)


def _connected(targets: Targets) -> Objects:
    """Return the first token of each instance's connected component of tokens and sentences."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    tokens, token = np.unique(np.array(targets.target, dtype=object), return_inverse=True)
    sentences, sentence = np.unique(_sentences(targets), return_inverse=True)
    n_nodes = len(tokens) + len(sentences)
    edges = (np.ones(len(targets)), (token, sentence + len(tokens)))
    _, component = connected_components(coo_array(edges, shape=(n_nodes, n_nodes)), directed=False)
    # Tokens are in alphabetical order, so that the first of each component is its name.
    _, first = np.unique(component[: len(tokens)], return_index=True)
    return np.asarray(tokens[first][component[token]], dtype=object)
