"""Overlap between a test set and its training set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.corpus import as_instances
from lcp.errors import InputError
from lcp.evaluation.scores import subsets_by_genre
from lcp.targets import Targets
from lcp.targets.groups import groups
from lcp.targets.instance_columns import as_table, require_columns

if TYPE_CHECKING:
    from lcp.base.array_types import Objects
    from lcp.corpora.corpus import Addresses
    from lcp.targets.instance_columns import Table

#: Properties of a target of which two tables may share values.
_TARGETS = ("token", "form", "lemma", "stem")
_MEMBERS = {"some member": any, "every member": all}


def overlap(train: Table | Addresses, test: Table | Addresses) -> pd.DataFrame:
    """Count the test instances that overlap with the training instances.

    Parameters
    ----------
    train, test : table, or what :func:`lcp.load_corpus` accepts
        Instances with ``genre``, ``sentence`` and ``token``; ratings are ignored. Each
        subset and genre of `test` is compared with all of `train`.

    Returns
    -------
    DataFrame
        One row per ``subset`` (``single``, ``mwe``, ``all``, if present in `test`), ``genre``
        (``all``, then each genre) and ``overlap``: ``token`` (as written in the tables),
        ``form`` (ignoring case), ``lemma``, ``stem`` and ``sentence``, compared as in
        :func:`lcp.targets.groups.groups`; for expressions also ``some member`` and
        ``every member``: words of the expression that occur, ignoring case, in the training
        targets. ``n`` is the number of test instances, ``shared`` the number with that overlap,
        ``share`` the ratio of the two (0-1); ``distinct`` and ``distinct_shared`` count distinct
        tokens, forms, …. Counts are exact and have no interval.

    Raises
    ------
    InputError
        If a table is not valid (see :meth:`lcp.targets.Targets.table`), lacks a column or is empty.

    Examples
    --------
    >>> rows = {"genre": "", "token": ["lamb", "ewe"], "sentence": ["A lamb.", "A ewe, a ram."]}
    >>> train = pd.DataFrame(rows)
    >>> test = train.assign(token=["Lamb", "ram"], sentence=["Lamb is dear.", "A ewe, a ram."])
    >>> counts = overlap(train, test).query("genre == 'all'").set_index("overlap")
    >>> counts["shared"].to_dict()
    {'token': 0, 'form': 1, 'lemma': 1, 'stem': 1, 'sentence': 1}
    """
    train, test = as_table(as_instances(train)), as_table(as_instances(test))
    for name, table in (("train", train), ("test", test)):
        require_columns(table, "genre", "token", "sentence")
        if table.empty:
            raise InputError(
                "The table has no instances.", where=name, hint="Give at least one instance."
            )
    trained, tested = Targets.table(train), Targets.table(test)
    training_values = {kind: set(_values(train, trained, kind)) for kind in (*_TARGETS, "sentence")}
    values = {kind: pd.Series(_values(test, tested, kind)) for kind in _TARGETS}
    words = {word for form in training_values["form"] for word in form.split()}
    members = [[word in words for word in form.split()] for form in values["form"]]
    values |= dict.fromkeys(_MEMBERS, values["form"])
    values["sentence"] = pd.Series(groups(tested, "sentence"))
    shared = {
        kind: np.array(list(map(_MEMBERS[kind], members)))
        if kind in _MEMBERS
        else column.isin(training_values[kind]).to_numpy()
        for kind, column in values.items()
    }
    rows = []
    for subset, genre, mask in subsets_by_genre(tested):
        for kind, column in values.items():
            if kind in _MEMBERS and subset != "mwe":
                continue
            both, n = mask & shared[kind], int(mask.sum())
            counts = n, int(both.sum()), both.sum() / n
            distinct = column[mask].nunique(), column[both].nunique()
            rows.append((subset, genre, kind, *counts, *distinct))
    columns = ["subset", "genre", "overlap", "n", "shared", "share", "distinct", "distinct_shared"]
    return pd.DataFrame(rows, columns=columns)


def _values(table: pd.DataFrame, targets: Targets, kind: str) -> Objects:
    """Return the property of each target; the token as written, not its form as a target."""
    return table["token"].to_numpy(object) if kind == "token" else groups(targets, kind)
