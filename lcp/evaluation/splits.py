"""Splits into parts and cross-validation folds that keep groups together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from sklearn.model_selection import BaseCrossValidator, StratifiedGroupKFold

from lcp.corpora.readers.instances_file import COLUMNS, RATING
from lcp.corpora.writer import write_instances
from lcp.english.lemmas import lemma
from lcp.english.text import expression_words, stem
from lcp.errors import InputError
from lcp.targets.ratings import ratings
from lcp.targets.table import as_table, require_columns
from lcp.targets.targets import is_multiword

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

#: Normalisations of the words of a target by which instances can be grouped.
NORMALISED: dict[str, Callable[[str], str]] = {"form": str.casefold, "lemma": lemma, "stem": stem}
CONNECTED = "token+sentence"

#: Quantile bins of complexity for stratification within each genre.
COMPLEXITY_BINS = 10
#: Parts of twenty consecutive groups (Shardlow et al., 2021, section 4).
PATTERN = ("trial", "test", "test", *["train"] * 17)
#: NumPy's generator takes 32 bits, LightGBM's a signed number; repeats count up from the seed.
LARGEST_SEED = 2_000_000_000


def groups(table: pd.DataFrame, group_by: str = "token") -> pd.Series[Any]:
    """Return the group of every instance.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table.
    group_by : str, default="token"
        Property that the instances of a group share:

        - ``form``: the target in any case (``Lamb``, ``lamb``)
        - ``lemma``: the lemmas of its words (``Lamb``, ``lambs``)
        - ``stem``: the stems of its words (``nation``, ``national``; Snowball's English stemmer,
          Porter, 1980)
        - ``token+sentence``: a chain of shared tokens and sentences of any length
        - any other name: a column, such as ``token`` (case-sensitive, as in the released split of
          CompLex) or ``sentence``

    Returns
    -------
    Series of shape (n_instances,)
        Indexed like `table`. The name of a ``token+sentence`` group is the alphabetically first
        of its tokens.

    Raises
    ------
    InputError
        If the table lacks a column, or an instance has no value in it.

    Examples
    --------
    >>> table = pd.DataFrame({"token": ["lamb", "Lambs"]})
    >>> groups(table, "lemma").tolist()
    ['lamb', 'lamb']
    """
    if group_by in NORMALISED:
        require_columns(table, "token")
        names = {
            token: " ".join(map(NORMALISED[group_by], expression_words(token)))
            for token in table["token"].unique()
        }
        return table["token"].map(names).rename(group_by)
    if group_by == CONNECTED:
        require_columns(table, "token", "sentence")
        return _connected(table).rename(group_by)
    if group_by == "sentence":
        require_columns(table, "token", "sentence")
        return _sentences(table).rename(group_by)
    if group_by not in table or table[group_by].isna().any():
        raise InputError(
            f"Not every instance has a '{group_by}' to group by.",
            where="group_by",
            hint=f"Use a column without missing values, {', '.join(NORMALISED)} or {CONNECTED}.",
        )
    return table[group_by]


def _sentences(table: pd.DataFrame) -> pd.Series[str]:
    """Return the sentence of each instance; words without one share none, and get themselves."""
    return table["sentence"].mask(table["sentence"] == "", table["token"])


def _connected(table: pd.DataFrame) -> pd.Series[str]:
    """Return the first token of each instance's connected component of tokens and sentences."""
    token, tokens = pd.factorize(table["token"])
    sentence, sentences = pd.factorize(_sentences(table))
    n_nodes = len(tokens) + len(sentences)
    edges = (np.ones(len(table)), (token, sentence + len(tokens)))
    _, component = connected_components(coo_array(edges, shape=(n_nodes, n_nodes)), directed=False)
    return table["token"].groupby(component[token]).transform("min")


def check_seed(random_state: object) -> None:
    """Raise :class:`InputError` unless a seed is an integer from 0 to :data:`LARGEST_SEED`."""
    whole = isinstance(random_state, int) and not isinstance(random_state, bool)
    if not whole or not 0 <= random_state <= LARGEST_SEED:  # type: ignore[operator]
        raise InputError(
            f"{random_state!r} is not a valid seed.",
            where="random_state",
            hint=f"Give a whole number from 0 to {LARGEST_SEED:,}.",
        )


class GroupedStratifiedKFold(BaseCrossValidator):  # type: ignore[misc]
    """Cross-validation splitter, grouped and stratified by genre and complexity.

    Can be passed as ``cv`` to scikit-learn. Strata are the genres crossed with ten quantile bins
    of complexity, and ``StratifiedGroupKFold`` assigns the groups. Strata with fewer instances than
    folds are merged.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds, at least 2.
    group_by : str, default="token"
        Grouping variable; see :func:`groups`.
    random_state : int, default=0
        Seed for the order of equally distributed groups.

    Examples
    --------
    >>> table = pd.DataFrame({"genre": "news", "token": ["lamb", "ewe", "lamb", "ewe"],
    ...                       "complexity": [0.1, 0.1, 0.2, 0.2]})
    >>> sorted(test.tolist() for _, test in GroupedStratifiedKFold(2).split(table))
    [[0, 2], [1, 3]]
    """

    def __init__(
        self, n_splits: int = 5, *, group_by: str = "token", random_state: int = 0
    ) -> None:
        self.n_splits = n_splits
        self.group_by = group_by
        self.random_state = random_state

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
        """Yield the row numbers of the training and test instances of each fold.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, n_columns)
            An instance table. Without the column ``genre``, all instances have one genre.
        y : array-like of shape (n_instances,), optional
            Complexity, 0-1. Default: the column ``complexity``.
        groups : array-like of shape (n_instances,), optional
            Group of every instance. Default: groups by `group_by`.

        Yields
        ------
        train, test : arrays of int
            Every row is in the test set of exactly one fold.

        Raises
        ------
        InputError
            If `n_splits` is below 2, there are fewer groups than folds, or a rating is missing or
            not from 0 to 1.
        """
        X = as_table(X)
        complexity, codes = self._checked(X, y, groups)
        folds = StratifiedGroupKFold(self.n_splits, shuffle=True, random_state=self.random_state)
        yield from folds.split(np.zeros((len(X), 1)), self._strata(X, complexity), codes)

    def check(self, X: pd.DataFrame) -> None:
        """Raise the errors of :meth:`split`, so that they occur before a long computation."""
        self._checked(as_table(X), None, None)

    def _checked(
        self, X: pd.DataFrame, y: ArrayLike | None, names: ArrayLike | None
    ) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Return the complexity and the number of the group of every instance."""
        if self.n_splits < 2:  # noqa: PLR2004
            raise InputError(
                f"{self.n_splits} is too few folds.", where="n_splits", hint="Use 2 or more."
            )
        complexity = ratings(X, y)
        codes, distinct = pd.factorize(
            groups(X, self.group_by) if names is None else np.asarray(names)
        )
        if len(distinct) < self.n_splits:
            kind = f"{self.group_by}s" if names is None else "groups"
            raise InputError(
                f"{len(distinct)} different {kind} cannot fill {self.n_splits} folds.",
                hint="Use fewer folds, or give more instances.",
            )
        return complexity, codes

    def _strata(self, X: pd.DataFrame, complexity: NDArray[np.float64]) -> NDArray[np.intp]:
        edges = np.quantile(complexity, np.arange(1, COMPLEXITY_BINS) / COMPLEXITY_BINS)
        bins = np.searchsorted(edges, complexity, side="right")
        genres = pd.factorize(X["genre"])[0] if "genre" in X.columns else 0
        strata = np.unique(genres * COMPLEXITY_BINS + bins, return_inverse=True)[1]
        sizes = np.bincount(strata)
        rare = sizes < self.n_splits
        # scikit-learn warns of strata with fewer members than folds. If the merged stratum is
        # still that small, its members join the largest one.
        rest = sizes.size if sizes[rare].sum() >= self.n_splits else int(sizes.argmax())
        return np.where(rare[strata], rest, strata)


def complex_split(table: pd.DataFrame, group_by: str = "token") -> pd.Series[str]:
    """Assign rated instances to trial, test and train as CompLex does.

    Within each genre, the instances are grouped and the groups sorted by the complexity of their
    least complex instance. Of every twenty groups, the first goes to trial, the next two to test
    and the other seventeen to train (Shardlow et al., 2021, section 4). Single words and
    expressions are split separately.

    The paper does not mention groups that several genres share. Here, genres are processed in
    alphabetical order; a group keeps the part that the first genre gave it and is skipped in later
    genres. On CompLex, the proportions of the parts then differ between genres by at most 0.6
    percentage points for single words and 1.9 for expressions.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.
    group_by : str, default="token"
        Grouping variable; see :func:`groups`. CompLex uses the token.

    Returns
    -------
    Series of shape (n_instances,)
        ``"trial"``, ``"test"`` or ``"train"``, indexed like `table`. The parts do not depend on
        the order of the rows.

    Raises
    ------
    InputError
        If a column is missing or a rating is missing or not from 0 to 1.

    Examples
    --------
    >>> table = pd.DataFrame({"genre": "news", "token": ["lamb", "ewe", "ram", "tup", "lamb"],
    ...                       "complexity": [0.1, 0.2, 0.3, 0.4, 0.5]})
    >>> complex_split(table).tolist()
    ['trial', 'test', 'test', 'train', 'trial']
    """
    require_columns(table, "genre", "token")
    ratings(table)
    multiword = pd.Series(is_multiword(table["token"]), table.index, name="multi")
    group = groups(table, group_by).rename("group")
    least = table.groupby([multiword, "genre", group])["complexity"].min()
    # Equally complex groups are sorted by name.
    ordered = least.reset_index().sort_values(["multi", "genre", "complexity", "group"])
    part: dict[Any, str] = {}
    for _, genre in ordered.groupby(["multi", "genre"]):
        new = [name for name in genre["group"] if name not in part]
        part.update((name, PATTERN[i % len(PATTERN)]) for i, name in enumerate(new))
    return group.map(part).rename("part")


def write_split(table: pd.DataFrame, folder: str | Path, group_by: str = "token") -> dict[str, int]:
    """Write the parts of :func:`complex_split` as files in CompLex's format.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.
    folder : str or Path
        Folder for ``train.tsv``, ``trial.tsv`` and ``test.tsv``, which :func:`lcp.load_corpus`
        reads. Created if missing.
    group_by : str, default="token"
        As for :func:`complex_split`.

    Returns
    -------
    dict of str to int
        Number of instances per part.

    Raises
    ------
    InputError
        If a part would be empty, or as for :func:`lcp.corpora.writer.write_instances`.
    """
    require_columns(table, *COLUMNS, RATING)
    part_of_row = complex_split(table, group_by)
    counts = {part: int((part_of_row == part).sum()) for part in ("train", "trial", "test")}
    if not all(counts.values()):
        raise InputError(
            f"{groups(table, group_by).nunique()} {group_by}s are too few for three parts.",
            hint=f"Of 20 {group_by}s of a genre, 1 goes to trial, 2 to test and 17 to train.",
        )
    files = {f"{part}.tsv": table[part_of_row.to_numpy() == part] for part in counts}
    write_instances(files, folder)
    return counts
