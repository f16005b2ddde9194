"""What instances are grouped by, so that none of a group stands on two sides of a split.

Nothing here imports pandas before it is used: the command line offers the names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from lcp.errors import InputError
from lcp.text import expression_words, lemma, stem

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

GroupBy = Literal["token", "form", "lemma", "stem", "sentence", "token+sentence"]

#: How the words of a target are read before targets are compared.
_READ: dict[str, Callable[[str], str]] = {"form": str.casefold, "lemma": lemma, "stem": stem}


def groups(table: pd.DataFrame, group_by: GroupBy = "token") -> pd.Series[str]:
    """Name the group of every instance; folds keep groups together.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table.
    group_by : {"token", "form", "lemma", "stem", "sentence", "token+sentence"}, default "token"
        ``token`` is the target as it is written, as in the released split of CompLex;
        ``form`` ignores its case (``Lamb``, ``lamb``); ``lemma`` is stricter, for
        ``Lamb`` and ``lambs`` are one group; so is ``stem`` (Snowball's English stemmer;
        Porter, 1980), for ``nation`` and ``national`` are one group. ``sentence`` keeps the
        targets of one sentence together, and lets a token stand in several groups.
        ``token+sentence`` keeps together whatever is linked by a shared token or a shared
        sentence, in any number of steps.

    Returns
    -------
    Series of shape (n_instances,)
        Indexed like `table`. A group of ``token+sentence`` is named after the first of its
        tokens in alphabetical order.

    Raises
    ------
    InputError
        When `group_by` is unknown or the table lacks the column.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"token": ["lamb", "Lambs"]})
    >>> groups(table, "lemma").tolist()
    ['lamb', 'lamb']
    """
    from lcp.corpora.instances import require_columns

    if group_by not in get_args(GroupBy):
        raise InputError(
            f"Instances cannot be grouped by {group_by!r}.",
            where="group_by",
            hint=f"Group by one of {', '.join(get_args(GroupBy))}.",
        )
    columns = [name for name in ("token", "sentence") if name in group_by]
    require_columns(table, *(columns or ["token"]))
    if group_by == "token+sentence":
        return _linked(table).rename(group_by)
    if columns:
        return table[group_by].rename(group_by)
    read = _READ[group_by]
    named = {
        token: " ".join(read(word) for word in expression_words(token))
        for token in table["token"].unique()
    }
    return table["token"].map(named).rename(group_by)


def _linked(table: pd.DataFrame) -> pd.Series[str]:
    """First token of each instance's connected component of tokens and sentences."""
    import numpy as np
    import pandas as pd
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    token, tokens = pd.factorize(table["token"])
    sentence, sentences = pd.factorize(table["sentence"])
    n_nodes = len(tokens) + len(sentences)
    edges = (np.ones(len(table)), (token, sentence + len(tokens)))
    _, component = connected_components(coo_array(edges, shape=(n_nodes, n_nodes)), directed=False)
    return table["token"].groupby(component[token]).transform("min")
