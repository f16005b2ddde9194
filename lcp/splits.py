"""Divide instances into parts and folds so that no word stands on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd
from sklearn.model_selection import BaseCrossValidator, StratifiedGroupKFold

from lcp.corpora.ratings import ratings
from lcp.corpora.reader import COLUMNS, RATING
from lcp.corpora.writer import write_instances
from lcp.errors import InputError
from lcp.text import expression_words, lemma

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

GroupBy = Literal["token", "lemma", "sentence"]

#: Parts of every twenty groups in a row (Shardlow et al., 2021, section 4).
PATTERN = ("trial", "test", "test", *["train"] * 17)

#: Complexity bins of equal size by which folds are stratified within each corpus.
COMPLEXITY_BINS = 10


def groups(table: pd.DataFrame, group_by: GroupBy = "token") -> pd.Series[str]:
    """Name the group of every instance; folds keep groups together.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table.
    group_by : {"token", "lemma", "sentence"}, default "token"
        ``token`` is the target as it is written, as in the released split of CompLex;
        ``lemma`` is stricter, for ``Lamb`` and ``lambs`` are one group; ``sentence``
        keeps the targets of one sentence together.

    Returns
    -------
    Series of shape (n_instances,)
        Indexed like `table`.

    Raises
    ------
    InputError
        When `group_by` is unknown or the table lacks the column.

    Examples
    --------
    >>> table = pd.DataFrame({"token": ["lamb", "Lambs"]})
    >>> groups(table, "lemma").tolist()
    ['lamb', 'lamb']
    """
    if group_by not in ("token", "lemma", "sentence"):
        raise InputError(
            f"Instances cannot be grouped by {group_by!r}.",
            where="group_by",
            hint="Group by token, lemma or sentence.",
        )
    column = "sentence" if group_by == "sentence" else "token"
    _require(table, column)
    if group_by == "lemma":
        lemmas = {
            token: " ".join(lemma(word) for word in expression_words(token))
            for token in table[column].unique()
        }
        return table[column].map(lemmas).rename("lemma")
    return table[column].rename(group_by)


def complex_split(table: pd.DataFrame) -> pd.Series[str]:
    """Divide rated instances into trial, test and train as CompLex was divided.

    Within each genre (``corpus``) the instances are grouped by their case-sensitive
    token and the groups sorted by the complexity of their least complex instance. Of
    every twenty groups the first goes to trial, the next two to test and the other
    seventeen to train (Shardlow et al., 2021, section 4). Single words and expressions
    are divided separately.

    The paper does not say what becomes of a token that several genres share. Here the
    genres take turns in alphabetical order, and a token that an earlier genre has placed
    keeps its part and takes no place in the later genres' lists. On CompLex the share of
    its instances that a genre gives to a part then differs between genres by at most
    0.6 percentage points for single words and 1.9 for expressions.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.

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
    _require(table, "corpus", "token")
    ratings(table)
    kind = table["token"].map(lambda token: len(expression_words(token)) > 1)
    least = table.groupby([kind.rename("multi"), "corpus", "token"])["complexity"].min()
    # Equally complex groups stand in the order of their tokens.
    ordered = least.reset_index().sort_values(["multi", "corpus", "complexity", "token"])
    part: dict[str, str] = {}
    for _, genre in ordered.groupby(["multi", "corpus"]):
        fresh = [token for token in genre["token"] if token not in part]
        part.update((token, PATTERN[i % len(PATTERN)]) for i, token in enumerate(fresh))
    return table["token"].map(part).rename("part")


def write_split(table: pd.DataFrame, folder: str | Path) -> dict[str, int]:
    """Write the parts of :func:`complex_split` as files in CompLex's format.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.
    folder : str or Path
        Where ``train.tsv``, ``trial.tsv`` and ``test.tsv`` go; made where it is missing.
        :func:`lcp.load_corpus` reads it.

    Returns
    -------
    dict of str to int
        Instances per part.

    Raises
    ------
    InputError
        When a file is there already, the folder cannot be written, a text holds a tab or
        line break, or the table has too few tokens to fill every part.
    """
    _require(table, *COLUMNS, RATING)
    chosen = complex_split(table)
    counts = {part: int((chosen == part).sum()) for part in ("train", "trial", "test")}
    if not all(counts.values()):
        raise InputError(
            f"{table['token'].nunique()} tokens are too few: a part would be empty.",
            hint="Of every 20 tokens of a corpus 1 goes to trial, 2 to test and 17 to train.",
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
    group_by : {"token", "lemma", "sentence"}, default "token"
        What may not stand in two folds; see :func:`groups`.
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


def _require(table: pd.DataFrame, *columns: str) -> None:
    for column in columns:
        if column not in getattr(table, "columns", ()):
            raise InputError(
                f"The table has no column '{column}'.",
                hint="Give an instance table, as lcp.load_corpus returns it.",
            )
