"""Where a target's vector lies, and how near it is to the other words of the sentence."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature
from lcp.resources import registry
from lcp.resources.vectors import Vectors, load_vectors
from lcp.text import expression_words, word_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]

#: Instances whose neighbours' vectors are held in memory at once.
_BATCH = 1_000

_COSINE = "cosine, -1 to 1"


class Glove(Extractor):
    """Principal components of a target's word vector, and its similarity to the sentence.

    An expression's vector is the mean of its words'. Words are sought as they are written
    and then in lower case. The neighbours of a target are the other words of its sentence;
    further occurrences of its own words are left out.

    Parameters
    ----------
    vectors : str, default="glove"
        A resource of word vectors, or the path of a file in GloVe's or word2vec's text
        format (plain, ``.gz``, or a ``.zip`` such as ``glove.6B.zip``).
    dimensions : int, default=300
        Which vectors of an archive to use.
    components : int, default=50
        How many principal components to keep; fewer where there are fewer training words
        or dimensions.

    Attributes
    ----------
    mean_ : array of shape (n_dimensions,)
        Mean vector of the distinct training words.
    components_ : array of shape (n_components, n_dimensions)
        Directions along which these words differ most.

    Examples
    --------
    >>> [feature.name for feature in Glove(components=2).features()][:4]
    ['pc_1', 'pc_2', 'norm', 'known']
    """

    name = "glove"
    level = "context"
    learns = True

    def __init__(
        self, *, vectors: str = "glove", dimensions: int = 300, components: int = 50
    ) -> None:
        self.vectors = vectors
        self.dimensions = dimensions
        self.components = components

    def resources(self) -> tuple[str, ...]:
        """Name the resource of vectors; none where they are a file of the user's own.

        Raises
        ------
        InputError
            When `vectors` is neither a resource of vectors nor an existing file.
        """
        known = [name for name, entry in registry().items() if entry.format == "vectors"]
        if str(self.vectors) in known:
            return (self.vectors,)
        if not Path(self.vectors).expanduser().is_file():
            near = difflib.get_close_matches(str(self.vectors), known, n=1)
            raise InputError(
                f"There is no resource of word vectors and no file called '{self.vectors}'.",
                where="glove.vectors",
                hint=f"Did you mean '{near[0]}'?" if near else f"Known: {', '.join(known)}.",
            )
        return ()

    def features(self) -> Sequence[Feature]:
        """Describe the components (after :meth:`fit`, as many as there are) and the rest."""
        count = len(getattr(self, "components_", range(self.components)))
        resource = registry().get(self.vectors)
        source = resource.citation if resource is not None else Path(self.vectors).name
        listed = [
            *(
                (f"pc_{i}", f"principal component {i} of the target's vector", "vector units")
                for i in range(1, count + 1)
            ),
            ("norm", "length of the target's vector", "vector units"),
            ("known", "share of the target's words that have a vector", "0-1"),
            ("similarity", "nearness to the mean vector of the other words", _COSINE),
            ("similarity_max", "nearness to the nearest of the other words", _COSINE),
            ("words_similarity", "nearness of an expression's first and last word", _COSINE),
        ]
        return [Feature(name, description, unit, source) for name, description, unit in listed]

    def fit(self, table: pd.DataFrame) -> Self:
        """Find the principal components of the distinct training words' vectors.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Column ``token``.

        Raises
        ------
        InputError
            When `vectors` or `components` cannot be used.
        ResourceError
            When the vectors are not on this machine, or are damaged.
        """
        from sklearn.decomposition import PCA

        if not isinstance(self.components, int) or self.components < 0:
            raise InputError(
                f"The number of components is {self.components!r}.",
                where="glove.components",
                hint="Give a whole number, 0 or more.",
            )
        vectors = self._load()
        rows = vectors.rows(word for token in table["token"] for word in expression_words(token))
        known = np.unique(rows[rows >= 0])
        sample = vectors.matrix[known].astype("float64")
        self.mean_ = sample.mean(axis=0) if len(sample) else np.zeros(vectors.matrix.shape[1])
        # One word differs from nothing: n words have at most n - 1 directions.
        count = max(min(self.components, len(sample) - 1, sample.shape[1]), 0)
        self.components_ = np.zeros((0, sample.shape[1]))
        if count:
            with np.errstate(invalid="ignore"):  # words may all have the same vector
                self.components_ = PCA(count, svd_solver="covariance_eigh").fit(sample).components_
        return self

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Place the targets in the space of the vectors.

        Parameters
        ----------
        frame : DataFrame of shape (n_instances, ...)
            Columns ``sentence``, ``token``, ``start`` and ``end``.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)
            NaN, but for ``known``, where no word of the target has a vector; NaN in the
            similarities where no other word of the sentence has one.

        Raises
        ------
        sklearn.exceptions.NotFittedError
            When :meth:`fit` was not called.
        InputError
            When the vectors have other dimensions than those of :meth:`fit`.
        """
        check_is_fitted(self, "components_")
        vectors = self._load()
        if vectors.matrix.shape[1] != len(self.mean_):
            raise InputError(
                f"The vectors have {vectors.matrix.shape[1]} dimensions; the family was fitted "
                f"on {len(self.mean_)}.",
                where="glove.vectors",
                hint="Use the vectors of the training, or fit again.",
            )
        columns = [feature.name for feature in self.features()]
        values = np.full((len(frame), len(columns)), np.nan)
        for start in range(0, len(frame), _BATCH):
            batch = slice(start, start + _BATCH)
            values[batch] = self._values(vectors, frame.iloc[batch])
        return pd.DataFrame(values, index=frame.index, columns=columns)

    def _values(self, vectors: Vectors, frame: pd.DataFrame) -> Floats:
        own = [vectors.rows(expression_words(token)) for token in frame["token"]]
        instances = zip(frame["sentence"], frame["start"], frame["end"], own, strict=True)
        others = [_others(vectors, *instance) for instance in instances]
        targets = _means(vectors, own)
        ends = [(rows[0], rows[-1]) if len(rows) > 1 else (-1, -1) for rows in own]
        return np.column_stack(
            [
                (targets - self.mean_) @ self.components_.T,
                np.linalg.norm(targets, axis=1),
                [(rows >= 0).mean() if len(rows) else np.nan for rows in own],
                _cosine(targets, _means(vectors, others)),
                _highest_cosine(vectors, others, targets),
                _cosine(*(_vectors_of(vectors, side) for side in zip(*ends, strict=True))),
            ]
        )

    def _load(self) -> Vectors:
        names = self.resources()
        path = self.store.require(names[0])[0] if names else Path(self.vectors).expanduser()
        return load_vectors(path, dimensions=self.dimensions, cache=self.store.cache)


def _others(vectors: Vectors, sentence: str, start: int, end: int, own: Rows) -> Rows:
    """Rows of the known words outside the target's span that are not the target's own."""
    spans = [span for span in word_spans(sentence) if span[1] <= start or span[0] >= end]
    rows = vectors.rows(sentence[begin:stop] for begin, stop in spans)
    return rows[(rows >= 0) & ~np.isin(rows, own)]


def _vectors_of(vectors: Vectors, rows: Sequence[int] | Rows) -> Floats:
    """Vectors in these rows of the matrix, NaN where the row is -1."""
    taken = np.asarray(rows, dtype=np.intp)
    found = vectors.matrix[taken].astype(np.float64)
    found[taken < 0] = np.nan
    return found


def _flat(groups: list[Rows]) -> tuple[Rows, Rows]:
    """List the known words of all groups: the number of the group and the word's row."""
    owners = np.repeat(np.arange(len(groups)), [len(rows) for rows in groups])
    rows = np.concatenate(groups)
    return owners[rows >= 0], rows[rows >= 0]


def _means(vectors: Vectors, groups: list[Rows]) -> Floats:
    """Mean vector of the known words of each group; NaN where there are none."""
    owners, rows = _flat(groups)
    means = np.full((len(groups), vectors.matrix.shape[1]), np.nan)
    if len(rows):
        filled, starts, counts = np.unique(owners, return_index=True, return_counts=True)
        totals = np.add.reduceat(vectors.matrix[rows], starts, axis=0, dtype=np.float64)
        means[filled] = totals / counts[:, None]
    return means


def _highest_cosine(vectors: Vectors, groups: list[Rows], targets: Floats) -> Floats:
    """Cosine of each target to the nearest known word of its group; NaN without any."""
    owners, rows = _flat(groups)
    highest = np.full(len(groups), np.nan)
    np.fmax.at(highest, owners, _cosine(_vectors_of(vectors, rows), targets[owners]))
    return highest


def _cosine(left: Floats, right: Floats) -> Floats:
    """Cosine row by row; NaN where a vector is unknown or zero."""
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    products = np.einsum("ij,ij->i", left, right)
    cosine = np.full(len(lengths), np.nan)
    np.divide(products, lengths, out=cosine, where=lengths > 0)
    return cosine
