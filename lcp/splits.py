"""Divide instances into parts and folds so that no word stands on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from sklearn.model_selection import BaseCrossValidator, StratifiedGroupKFold

from lcp.corpora.instances import as_table, require_columns
from lcp.corpora.ratings import ratings
from lcp.corpora.reader import COLUMNS, RATING
from lcp.corpora.writer import write_instances
from lcp.errors import InputError
from lcp.grouping import GroupBy, groups
from lcp.text import expression_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

__all__ = ["GroupBy", "GroupedStratifiedKFold", "complex_split", "groups", "write_split"]

#: Parts of every twenty groups in a row (Shardlow et al., 2021, section 4).
PATTERN = ("trial", "test", "test", *["train"] * 17)

#: Complexity bins of equal size by which folds are stratified within each corpus.
COMPLEXITY_BINS = 10


def complex_split(table: pd.DataFrame, group_by: GroupBy = "token") -> pd.Series[str]:
    """Divide rated instances into trial, test and train as CompLex was divided.

    Within each genre (``corpus``) the instances are grouped, as CompLex was by their
    case-sensitive token, and the groups sorted by the complexity of their least complex
    instance. Of every twenty groups the first goes to trial, the next two to test and the
    other seventeen to train (Shardlow et al., 2021, section 4). Single words and
    expressions are divided separately.

    The paper does not say what becomes of a group that several genres share. Here the
    genres take turns in alphabetical order, and a group that an earlier genre has placed
    keeps its part and takes no place in the later genres' lists. On CompLex the share of
    its instances that a genre gives to a part then differs between genres by at most
    0.6 percentage points for single words and 1.9 for expressions.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.
    group_by : str, default "token"
        What may not stand in two parts; see :func:`lcp.grouping.groups`.

    Returns
    -------
    Series of shape (n_instances,)
        ``"trial"``, ``"test"`` or ``"train"``, indexed like `table`. The same table in
        another order gives the same parts.

    Raises
    ------
    InputError
        When a column is missing or an instance has no rating from 0 to 1.

    Examples
    --------
    >>> table = pd.DataFrame({"corpus": "news", "token": ["lamb", "ewe", "ram", "tup", "lamb"],
    ...                       "complexity": [0.1, 0.2, 0.3, 0.4, 0.5]})
    >>> complex_split(table).tolist()
    ['trial', 'test', 'test', 'train', 'trial']
    """
    require_columns(table, "corpus", "token")
    ratings(table)
    kind = table["token"].map(lambda token: len(expression_words(token)) > 1)
    named = groups(table, group_by).rename("group")
    least = table.groupby([kind.rename("multi"), "corpus", named])["complexity"].min()
    # Equally complex groups stand in the order of their names.
    ordered = least.reset_index().sort_values(["multi", "corpus", "complexity", "group"])
    part: dict[str, str] = {}
    for _, genre in ordered.groupby(["multi", "corpus"]):
        fresh = [group for group in genre["group"] if group not in part]
        part.update((group, PATTERN[i % len(PATTERN)]) for i, group in enumerate(fresh))
    return named.map(part).rename("part")


def write_split(
    table: pd.DataFrame, folder: str | Path, group_by: GroupBy = "token"
) -> dict[str, int]:
    """Write the parts of :func:`complex_split` as files in CompLex's format.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.
    folder : str or Path
        Where ``train.tsv``, ``trial.tsv`` and ``test.tsv`` go; made where it is missing.
        :func:`lcp.load_corpus` reads it.
    group_by : str, default "token"
        As for :func:`complex_split`.

    Returns
    -------
    dict of str to int
        Instances per part.

    Raises
    ------
    InputError
        When a file is there already, the folder cannot be written, a text holds a tab or
        line break, or the table has too few groups to fill every part.
    """
    require_columns(table, *COLUMNS, RATING)
    chosen = complex_split(table, group_by)
    counts = {part: int((chosen == part).sum()) for part in ("train", "trial", "test")}
    if not all(counts.values()):
        raise InputError(
            f"{groups(table, group_by).nunique()} {group_by}s are too few: a part would be empty.",
            hint=f"Of every 20 {group_by}s of a corpus 1 goes to trial, 2 to test and 17 to train.",
        )
    files = {f"{part}.tsv": table[chosen.to_numpy() == part] for part in counts}
    write_instances(files, folder)
    return counts


class GroupedStratifiedKFold(BaseCrossValidator):  # type: ignore[misc]
    """Folds alike in genre and complexity that keep groups together.

    A splitter as scikit-learn's own: it goes where ``cv`` is asked for. Strata are the
    corpora crossed with ten equal bins of complexity; scikit-learn's
    ``StratifiedGroupKFold`` deals the groups out. Strata with fewer instances than folds
    are taken together.

    Parameters
    ----------
    n_splits : int, default 5
        Number of folds, at least 2.
    group_by : str, default "token"
        What may not stand in two folds; see :func:`lcp.grouping.groups`.
    seed : int, default 0
        Seed of the order in which equal groups are dealt out.

    Examples
    --------
    >>> table = pd.DataFrame({"corpus": "news", "token": ["lamb", "ewe", "lamb", "ewe"],
    ...                       "complexity": [0.1, 0.1, 0.2, 0.2]})
    >>> sorted(test.tolist() for _, test in GroupedStratifiedKFold(2).split(table))
    [[0, 2], [1, 3]]
    """

    def __init__(self, n_splits: int = 5, *, group_by: GroupBy = "token", seed: int = 0) -> None:
        self.n_splits = n_splits
        self.group_by = group_by
        self.seed = seed

    def get_n_splits(
        self,
        X: object = None,  # noqa: ARG002
        y: object = None,  # noqa: ARG002
        groups: object = None,  # noqa: ARG002
    ) -> int:
        """Return the number of folds."""
        return self.n_splits

    def split(
        self, X: pd.DataFrame, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Yield the row numbers to train and to test on, fold by fold.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, n_columns)
            An instance table; without the column ``corpus`` it counts as one genre.
        y : array-like of shape (n_instances,), optional
            Complexity, 0 - 1; the column ``complexity`` unless given.
        groups : array-like of shape (n_instances,), optional
            Groups of your own in place of `group_by`.

        Yields
        ------
        tuple of two arrays of int
            Every row is in the second array of exactly one fold.

        Raises
        ------
        InputError
            When there are fewer groups than folds, or a rating is missing or not from 0 to 1.
        """
        if self.n_splits < 2:  # noqa: PLR2004
            raise InputError(
                f"{self.n_splits} is too few folds.", where="n_splits", hint="Ask for 2 or more."
            )
        X = as_table(X)
        rated = ratings(X, y)
        named = _groups(X, self.group_by) if groups is None else pd.Series(np.asarray(groups))
        codes, distinct = pd.factorize(named)
        if len(distinct) < self.n_splits:
            kind = f"{self.group_by}s" if groups is None else "groups"
            raise InputError(
                f"{len(distinct)} different {kind} cannot fill {self.n_splits} folds.",
                hint="Ask for fewer folds, or give more instances.",
            )
        folds = StratifiedGroupKFold(self.n_splits, shuffle=True, random_state=self.seed)
        yield from folds.split(np.zeros((len(X), 1)), self._strata(X, rated), codes)

    def _strata(self, X: pd.DataFrame, complexity: NDArray[np.float64]) -> NDArray[np.intp]:
        edges = np.quantile(complexity, np.arange(1, COMPLEXITY_BINS) / COMPLEXITY_BINS)
        bins = np.searchsorted(edges, complexity, side="right")
        corpora = pd.factorize(X["corpus"])[0] if "corpus" in X.columns else 0
        strata = np.unique(corpora * COMPLEXITY_BINS + bins, return_inverse=True)[1]
        sizes = np.bincount(strata)
        rare = sizes < self.n_splits
        # Too few for a stratum even together, they join the largest: no fold can be
        # expected to hold one, and scikit-learn warns of smaller strata.
        rest = sizes.size if sizes[rare].sum() >= self.n_splits else int(sizes.argmax())
        return np.where(rare[strata], rest, strata)


_groups = groups  # the name that the splitter's interface takes for an argument
