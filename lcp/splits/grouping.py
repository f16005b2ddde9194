"""Group instances so that a split keeps every group on one side.

The other modules are imported when they are needed, because the command line reads the names from
here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

GroupBy = Literal[
    "token", "form", "lemma", "stem", "sentence", "token+sentence", "item", "title", "passage"
]


def groups(table: pd.DataFrame, group_by: GroupBy = "token") -> pd.Series[str]:
    """Return the name of every instance's group.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table.
    group_by : str, default "token"
        Property that the instances of a group share:

        - ``token``: the target, case-sensitive, as in the released split of CompLex
        - ``form``: the target in any case (``Lamb``, ``lamb``)
        - ``lemma``: the lemmas of its words (``Lamb``, ``lambs``)
        - ``stem``: the stems of its words (``nation``, ``national``; Snowball's English stemmer,
          Porter, 1980)
        - ``sentence``: the sentence; a token may be in several groups
        - ``token+sentence``: a chain of shared tokens and sentences of any length
        - ``item``, ``title``, ``passage``: the columns of these names, in corpora of questions
          with options

    Returns
    -------
    Series of shape (n_instances,)
        Indexed like `table`. The name of a ``token+sentence`` group is the alphabetically first
        of its tokens.

    Raises
    ------
    InputError
        If `group_by` is unknown or the table lacks a column.

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
            hint=f"Use one of {', '.join(get_args(GroupBy))}.",
        )
    if group_by in ("item", "title", "passage"):
        if group_by not in table:
            raise InputError(
                f"The instances have no column '{group_by}'.",
                where="group_by",
                hint="Group by token; only corpora of questions with options have this column.",
            )
        return table[group_by].rename(group_by)
    columns = [name for name in ("token", "sentence") if name in group_by]
    require_columns(table, *(columns or ["token"]))
    if group_by == "token+sentence":
        return _connected(table).rename(group_by)
    if columns:
        return table[group_by].rename(group_by)
    from lcp.english.text import expression_words, lemma, stem

    normalizations: dict[str, Callable[[str], str]] = {
        "form": str.casefold,
        "lemma": lemma,
        "stem": stem,
    }
    normalize = normalizations[group_by]
    names = {
        token: " ".join(normalize(word) for word in expression_words(token))
        for token in table["token"].unique()
    }
    return table["token"].map(names).rename(group_by)


def _connected(table: pd.DataFrame) -> pd.Series[str]:
    """Return the first token of each instance's connected component of tokens and sentences."""
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
