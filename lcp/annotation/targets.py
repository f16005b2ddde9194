"""Kinds of targets in their sentences."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, Literal

from lcp.annotation.segments import segments
from lcp.corpora.instances import as_instances

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from lcp.annotation.kinds import Kind
    from lcp.annotation.segments import Token

#: Kinds of a target without content words; the first that occurs in it counts.
_MINOR: tuple[Kind, ...] = (
    *("contraction part", "function word", "symbol", "punctuation", "markup"),
)
#: Kinds of a target that has content words, but not all of one kind; the first counts.
_MAJOR: tuple[Kind, ...] = (
    *("name", "identifier", "abbreviation", "number", "URL", "e-mail", "other script", "long run"),
)


def token_kinds(table: Any) -> pd.Series[str]:
    """Return the kind of each target in its sentence.

    A target of several words is a name if its content words are names, and an expression if one
    of them is an ordinary word. The kinds are those of :func:`lcp.annotate`.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        Columns ``sentence`` and ``token``, optionally ``start`` and ``end``.

    Returns
    -------
    Series of str of shape (n_instances,)
        With the index of the table: ``word``, ``expression``, ``name``, ``abbreviation``,
        ``number``, ``identifier`` or another value of :data:`lcp.annotation.kinds.KINDS`.

    Raises
    ------
    InputError
        If a column is missing or a value is invalid.

    Examples
    --------
    >>> import pandas as pd
    >>> sentence = "Priya's iPhone cost £900 in New York, an outrageous price."
    >>> targets = ["Priya", "iPhone", "£900", "New York", "outrageous", "outrageous price"]
    >>> token_kinds(pd.DataFrame({"sentence": sentence, "token": targets})).tolist()
    ['name', 'name', 'number', 'name', 'word', 'expression']
    """
    import pandas as pd

    instances = as_instances(table)
    targets = list(zip(*(instances[name] for name in ("token", "start", "end")), strict=True))
    kinds: list[str] = [""] * len(instances)
    for sentence, rows in instances.groupby("sentence", sort=False).indices.items():
        tokens = _tokens(str(sentence))
        ends = [token.end for token in tokens]
        starts = [token.start for token in tokens]
        for row in rows:
            target, start, end = targets[row]
            inside = tokens[bisect_right(ends, start) : bisect_left(starts, end)]
            kinds[row] = kind_of_target(inside, several=len(target.split()) > 1)
    return pd.Series(kinds, index=instances.index, name="kind", dtype=str)


def kind_of_target(tokens: Sequence[Token], *, several: bool) -> Kind | Literal["expression"]:
    """Return the kind of a target from its tokens, `several` if it consists of several words."""
    kinds = {token.kind for token in tokens}
    if "word" in kinds or not kinds:
        return "expression" if several else "word"
    return next(kind for kind in (*_MAJOR, *_MINOR) if kind in kinds)


def _tokens(text: str) -> list[Token]:
    """Return the tokens of a text, with positions in the whole text."""
    return [
        token._replace(start=segment.start + token.start, end=segment.start + token.end)
        for segment in segments([text])
        for token in segment.tokens
    ]
