"""Position of a target's word vector, and its similarity to the other words of the sentence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from lcp.english.text import expression_words, word_spans
from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature
from lcp.resources import registry
from lcp.resources.vectors import Vectors, load_vectors, vector_resources

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]

#: Instances whose neighbours' vectors are in memory at the same time.
_BATCH = 1_000

_COSINE = "cosine, -1 to 1"


class Glove(Extractor):
    """Principal components of a target's word vector, and its similarity to the sentence.

    The vector of an expression is the mean of its words' vectors. Words are looked up in their
    original case, then in lower case. A target is compared with the other words of its sentence,
    except for other occurrences of its own words.

    Parameters
    ----------
    vectors : str, default="glove"
        Resource of word vectors, or path of a file in the text format of GloVe or word2vec
        (plain, ``.gz``, or a ``.zip`` such as ``glove.6B.zip``).
    dimensions : int, default=300
        Number of dimensions that selects the file in an archive.
    components : int, default=50
        Number of principal components; fewer if there are fewer training words or dimensions.

    Attributes
    ----------
    mean_ : array of shape (n_dimensions,)
        Mean vector of the distinct training words.
    components_ : array of shape (n_components, n_dimensions)
        Principal components of their vectors.

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
        """Return the resource of the vectors; none if they are a file.

        Raises
        ------
        InputError
            If `vectors` is neither a resource of vectors nor an existing file.
        """
        return vector_resources(self.vectors, where="glove.vectors")

    def features(self) -> Sequence[Feature]:
        """Describe the components (after :meth:`fit`, their actual number) and the similarities."""
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
            ("similarity", "similarity to the mean vector of the other words", _COSINE),
            ("similarity_max", "similarity to the most similar of the other words", _COSINE),
            ("words_similarity", "similarity of an expression's first and last word", _COSINE),
        ]
        return [Feature(*row, source) for row in listed]

    def fit(self, table: pd.DataFrame) -> Self:
        """Compute the principal components of the vectors of the distinct training words.

        Raises
        ------
        InputError
            If `vectors` or `components` is invalid.
        ResourceError
            If the vectors are missing or damaged.
        """
        from sklearn.decomposition import PCA

        if not isinstance(self.components, int) or self.components < 0:
            raise InputError(
                f"The number of components must be a whole number from 0, not {self.components!r}.",
                where="glove.components",
                hint="For example: components = 50.",
            )
        vectors = self._load()
        rows = vectors.rows(word for token in table["token"] for word in expression_words(token))
        sample = vectors.matrix[np.unique(rows[rows >= 0])].astype("float64")
        self.mean_ = sample.mean(axis=0) if len(sample) else np.zeros(vectors.matrix.shape[1])
        # n words have at most n - 1 principal components.
        count = max(min(self.components, len(sample) - 1, sample.shape[1]), 0)
        self.components_ = np.zeros((0, sample.shape[1]))
        if count:
            with np.errstate(invalid="ignore"):  # all words may have the same vector
                self.components_ = PCA(count, svd_solver="covariance_eigh").fit(sample).components_
        return self

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Project the targets on the components, and compare them with their sentences.

        NaN, except for ``known``, if no word of the target has a vector. The similarities are NaN
        if no other word of the sentence has one.

        Raises
        ------
        InputError
            If the vectors do not have the dimensions of the training vectors.
        """
        check_is_fitted(self, "components_")
        vectors = self._load()
        if vectors.matrix.shape[1] != len(self.mean_):
            raise InputError(
                f"The vectors have {vectors.matrix.shape[1]} dimensions, but the family was fitted "
                f"on {len(self.mean_)}.",
                where="glove.vectors",
                hint="Use the training vectors, or fit again.",
            )
        columns = self.column_names()
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
    """Return the vectors' rows of the words outside the target's span, without its own words."""
    spans = [span for span in word_spans(sentence) if span[1] <= start or span[0] >= end]
    rows = vectors.rows(sentence[begin:stop] for begin, stop in spans)
    return rows[(rows >= 0) & ~np.isin(rows, own)]


def _vectors_of(vectors: Vectors, rows: Sequence[int] | Rows) -> Floats:
    """Return the vectors in these rows of the matrix; NaN if the row is -1."""
    numbers = np.asarray(rows, dtype=np.intp)
    values = vectors.matrix[numbers].astype(np.float64)
    values[numbers < 0] = np.nan
    return values


def _flat(groups: list[Rows]) -> tuple[Rows, Rows]:
    """Flatten groups of rows, without -1, into the group number and the row of each word."""
    owners = np.repeat(np.arange(len(groups)), [len(rows) for rows in groups])
    rows = np.concatenate(groups)
    return owners[rows >= 0], rows[rows >= 0]


def _means(vectors: Vectors, groups: list[Rows]) -> Floats:
    """Return the mean vector of each group; NaN if it is empty."""
    owners, rows = _flat(groups)
    means = np.full((len(groups), vectors.matrix.shape[1]), np.nan)
    if len(rows):
        filled, starts, counts = np.unique(owners, return_index=True, return_counts=True)
        totals = np.add.reduceat(vectors.matrix[rows], starts, axis=0, dtype=np.float64)
        means[filled] = totals / counts[:, None]
    return means


def _highest_cosine(vectors: Vectors, groups: list[Rows], targets: Floats) -> Floats:
    """Return the cosine of each target and the most similar word of its group; NaN if empty."""
    owners, rows = _flat(groups)
    highest = np.full(len(groups), np.nan)
    np.fmax.at(highest, owners, _cosine(_vectors_of(vectors, rows), targets[owners]))
    return highest


def _cosine(left: Floats, right: Floats) -> Floats:
    """Return the cosine of each pair of rows; NaN if a vector is NaN or zero."""
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    products = np.einsum("ij,ij->i", left, right)
    cosine = np.full(len(lengths), np.nan)
    np.divide(products, lengths, out=cosine, where=lengths > 0)
    return cosine
