"""Splits into parts and cross-validation folds that keep groups together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from sklearn.model_selection import BaseCrossValidator, StratifiedGroupKFold

from lcp.corpora.parsers.instances_file import COLUMNS, RATING
from lcp.corpora.writer import write_instances
from lcp.english.lemmas import lemma
from lcp.english.stems import stem
from lcp.errors import InputError
from lcp.targets import Targets
from lcp.targets.ratings import rated_targets
from lcp.targets.sentences import factorized, read_sentences
from lcp.targets.table import require_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    #: Row numbers of the training and of the test instances.
    Division = tuple[NDArray[np.intp], NDArray[np.intp]]

#: Normalisations of the words of a target by which instances can be grouped, besides the lemma.
_NORMALISED: dict[str, Callable[[str], str]] = {"form": str.casefold, "stem": stem}
CONNECTED = "token+sentence"

#: Quantile bins of complexity for stratification within each genre.
COMPLEXITY_BINS = 10
#: Parts of twenty consecutive groups (Shardlow et al., 2021, section 4).
PATTERN = ("trial", "test", "test", *["train"] * 17)
#: NumPy's generator takes 32 bits, LightGBM's a signed number; repeats count up from the seed.
LARGEST_SEED = 2_000_000_000


def groups(targets: Targets, group_by: str = "token") -> NDArray[np.object_]:
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
        - any other name: a column, such as ``token`` (case-sensitive, as in the released split of
          CompLex) or ``sentence``

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
    >>> groups(Targets.words(["lamb", "Lambs"]), "lemma").tolist()
    ['lamb', 'lamb']
    """
    if group_by in _NORMALISED:
        words = map(str.split, targets.token)
        return np.array([" ".join(map(_NORMALISED[group_by], each)) for each in words], object)
    if group_by == "lemma":
        return _lemmas(targets)
    if group_by == CONNECTED:
        return _connected(targets)
    if group_by == "sentence":
        return _sentences(targets)
    if group_by not in targets or pd.isna(named := np.array(targets[group_by], object)).any():
        raise InputError(
            f"Not every instance has a '{group_by}' to group by.",
            where="group_by",
            hint=f"Use a column without missing values, form, lemma, stem or {CONNECTED}.",
        )
    return named


def _lemmas(targets: Targets) -> NDArray[np.object_]:
    """Return the lemmas of each target's words: of their tokens, or of words without a token."""
    numbers, distinct = factorized(targets.sentence)
    read = read_sentences(tuple(distinct))
    places = zip(*read.overlapping(numbers, targets.start, targets.end), strict=True)
    names = []
    for token, (first, last) in zip(targets.token, places, strict=True):
        tokens = dict(zip(read.rated[first:last], read.lemmas[first:last], strict=True))
        names.append(" ".join((tokens.get(word) or lemma(word)).lower() for word in token.split()))
    return np.array(names, dtype=object)


def _sentences(targets: Targets) -> NDArray[np.object_]:
    """Return the sentence of each instance; words without one share none, and get themselves."""
    pairs = zip(targets.sentence, targets.token, strict=True)
    return np.array([sentence or token for sentence, token in pairs], dtype=object)


def _connected(targets: Targets) -> NDArray[np.object_]:
    """Return the first token of each instance's connected component of tokens and sentences."""
    names = pd.Series(targets.token, dtype=object)
    token, tokens = pd.factorize(names)
    sentence, sentences = pd.factorize(_sentences(targets))
    n_nodes = len(tokens) + len(sentences)
    edges = (np.ones(len(names)), (token, sentence + len(tokens)))
    _, component = connected_components(coo_array(edges, shape=(n_nodes, n_nodes)), directed=False)
    return names.groupby(component[token]).transform("min").to_numpy()


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
        self, X: Any, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[Division]:
        """Yield the row numbers of the training and test instances of each fold.

        Parameters
        ----------
        X : Targets or DataFrame of shape (n_instances, n_columns)
            Instances. Without the column ``genre``, all instances have one genre.
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
        targets = rated_targets(X, y)
        names = None if groups is None else np.asarray(groups)
        yield from folds(targets, self.n_splits, self.group_by, self.random_state, names)


def folds(
    targets: Targets,
    n_splits: int,
    group_by: str = "token",
    random_state: int = 0,
    names: NDArray[Any] | None = None,
) -> Iterator[Division]:
    """Yield the folds of :class:`GroupedStratifiedKFold`; `targets` are rated.

    The division does not depend on the order of the targets.
    """
    codes = group_codes(targets, n_splits, group_by, names)
    strata = _strata(targets, n_splits)
    order = np.lexsort([strata, codes])
    splitter = StratifiedGroupKFold(n_splits, shuffle=True, random_state=random_state)
    for train, test in splitter.split(np.zeros((len(codes), 1)), strata[order], codes[order]):
        yield np.sort(order[train]), np.sort(order[test])


def group_codes(
    targets: Targets, n_splits: int, group_by: str = "token", names: NDArray[Any] | None = None
) -> NDArray[np.intp]:
    """Return the number of each instance's group, given by `names` or :func:`groups`.

    Raises
    ------
    InputError
        If `n_splits` is below 2, or there are fewer groups.
    """
    if n_splits < 2:  # noqa: PLR2004
        raise InputError(f"{n_splits} is too few folds.", where="n_splits", hint="Use 2 or more.")
    given = groups(targets, group_by) if names is None else names
    codes, distinct = pd.factorize(given, sort=True)
    if len(distinct) < n_splits:
        kind = f"{group_by}s" if names is None else "groups"
        raise InputError(
            f"{len(distinct)} different {kind} cannot fill {n_splits} folds.",
            hint="Use fewer folds, or give more instances.",
        )
    return codes


def _strata(targets: Targets, n_splits: int) -> NDArray[np.intp]:
    """Return the number of each rated target's stratum: its genre and bin of complexity."""
    complexity = np.asarray(targets["complexity"])
    edges = np.quantile(complexity, np.arange(1, COMPLEXITY_BINS) / COMPLEXITY_BINS)
    bins = np.searchsorted(edges, complexity, side="right")
    genres = pd.factorize(np.array(targets.genre, dtype=object), sort=True)[0]
    classes = np.unique(genres * COMPLEXITY_BINS + bins, return_inverse=True)[1]
    sizes = np.bincount(classes)
    rare = sizes < n_splits
    # scikit-learn warns of strata with fewer members than folds. If the merged stratum is still
    # that small, its members join the largest one.
    rest = sizes.size if sizes[rare].sum() >= n_splits else int(sizes.argmax())
    return np.where(rare[classes], rest, classes)


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
    targets = rated_targets(table)
    keys = {"multi": targets.multiword, "group": groups(targets, group_by)}
    rows = pd.DataFrame({"genre": targets.genre, "complexity": targets["complexity"], **keys})
    least = rows.groupby(["multi", "genre", "group"])["complexity"].min()
    # Equally complex groups are sorted by name.
    ordered = least.reset_index().sort_values(["multi", "genre", "complexity", "group"])
    part: dict[Any, str] = {}
    for _, genre in ordered.groupby(["multi", "genre"]):
        new = [name for name in genre["group"] if name not in part]
        part.update((name, PATTERN[i % len(PATTERN)]) for i, name in enumerate(new))
    return rows["group"].map(part).rename("part").set_axis(table.index)


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
        number = len(set(groups(Targets.table(table), group_by)))
        raise InputError(
            f"{number} {group_by}s are too few for three parts.",
            hint=f"Of 20 {group_by}s of a genre, 1 goes to trial, 2 to test and 17 to train.",
        )
    files = {f"{part}.tsv": table[part_of_row.to_numpy() == part] for part in counts}
    write_instances(files, folder)
    return counts
