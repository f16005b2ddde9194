"""Position of a target's word vector, and its similarity to the other words of the sentence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.english.lexicon.word_table import cosines
from lcp.errors import InputError
from lcp.features.family import Family, Feature
from lcp.resources import registry
from lcp.resources.vectors import load_vectors, rows_of, vector_resources

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats, Ints
    from lcp.features.family import Fitted
    from lcp.resources.store import Store
    from lcp.targets import Targets

_COSINE = "cosine, -1 to 1"
_ROWS = (
    ("norm", "length of the target's vector", "vector units"),
    ("known", "share of the target's words that have a vector", "0-1"),
    ("similarity", "similarity to the mean vector of the other words", _COSINE),
    ("similarity_max", "similarity to the most similar of the other words", _COSINE),
    ("words_similarity", "similarity of an expression's first and last word", _COSINE),
)


@dataclass(frozen=True)
class Glove(Family):
    """Principal components of a target's word vector, and its similarity to the sentence.

    The vector of an expression is the mean of its words' vectors. Words are looked up in their
    original case, then in lower case. A target is compared with the other words of its sentence,
    except for other occurrences of its words.

    Parameters
    ----------
    vectors : str, default="glove"
        Resource of word vectors, or path of a file in the text format of GloVe or word2vec
        (plain, ``.gz``, or a ``.zip`` such as ``glove.6B.zip``).
    dimensions : int, default=300
        Number of dimensions that selects the file in an archive.
    components : int, default=50
        Number of principal components; fewer if there are fewer training words or dimensions.

    The family learns the mean vector of the distinct training words, ``mean_``, and the principal
    components of their vectors, ``components_``.

    Examples
    --------
    >>> [feature.name for feature in Glove(components=2).features({})][:4]
    ['pc_1', 'pc_2', 'norm', 'known']
    """

    name = "glove"
    scope = "context"
    learns = True
    learned: ClassVar = {"mean_": "f1", "components_": "f2"}

    vectors: str = "glove"
    dimensions: int = 300
    components: int = 50

    def resources(self) -> tuple[str, ...]:
        """Return the resource of the vectors; none if they are a file.

        Raises
        ------
        InputError
            If `vectors` is neither a resource of vectors nor an existing file.
        """
        return vector_resources(self.vectors, where="glove.vectors")

    def local_files(self) -> tuple[str, ...]:
        """Return the file of the vectors; none if they are a resource."""
        return () if self.resources() else (self.vectors,)

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the components (after :meth:`fit`, their actual number) and the similarities."""
        count = len(learned.get("components_", range(self.components)))
        resource = registry().get(self.vectors)
        source = resource.citation if resource is not None else Path(self.vectors).name
        rows = [
            (f"pc_{i}", f"principal component {i} of the target's vector", "vector units")
            for i in range(1, count + 1)
        ]
        return [Feature(*row, source) for row in [*rows, *_ROWS]]

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, object]:
        """Return mean and principal components of the vectors of the distinct training words."""
        vectors = self._load(store)
        words = sorted({word for token in targets.target for word in token.split()})
        sample = _matrix(vectors, np.unique(rows_of(vectors, words)))
        mean = sample.mean(axis=0) if len(sample) else np.zeros(vectors.vector_size)
        # n words have at most n - 1 principal components.
        count = max(min(self.components, len(sample) - 1), 0)
        components = np.linalg.svd(sample - mean, full_matrices=False)[2][:count]
        return {"mean_": mean, "components_": components}

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Project the targets on the components, and compare them with their sentences.

        NaN, except for ``known``, if no word of the target has a vector. The similarities are NaN
        if no other word of the sentence has one.

        Raises
        ------
        InputError
            If the vectors do not have the dimensions of the training vectors.
        """
        mean, components = fitted.learned["mean_"], fitted.learned["components_"]
        vectors = self._load(fitted.store)
        if not vectors.vector_size == len(mean) == components.shape[1]:
            raise InputError(
                f"The vectors have {vectors.vector_size} dimensions, in training {len(mean)}.",
                where="glove.vectors",
                hint="Use the training vectors, or fit again.",
            )
        values = np.full((len(inputs), len(self.features(fitted.learned))), np.nan)
        numbers, others = inputs.sentence_numbers, inputs.sentences.words
        places = zip(
            others.edges[numbers].tolist(),
            *(edge.tolist() for edge in others.overlapping(numbers, inputs.start, inputs.end)),
            others.edges[numbers + 1].tolist(),
            strict=True,
        )
        for row, (token, place) in enumerate(zip(inputs.target, places, strict=True)):
            rows = rows_of(vectors, token.split())
            words = _matrix(vectors, rows)
            values[row, -4] = len(words) / max(len(rows), 1)
            if not len(words):
                continue
            target = words.mean(axis=0)
            values[row, : len(components)] = components @ (target - mean)
            values[row, -5] = np.linalg.norm(target)
            begin, first, last, end = place
            beside = rows_of(vectors, others.forms[begin:first] + others.forms[last:end])
            around = _matrix(vectors, beside[~np.isin(beside, rows)])
            if len(around):
                values[row, -3] = cosines(around.mean(axis=0), target)
                values[row, -2] = np.fmax.reduce(cosines(around, target))
            if len(rows) > 1 and rows[0] >= 0 and rows[-1] >= 0:
                values[row, -1] = cosines(words[0], words[-1])
        return values

    def _load(self, store: Store) -> Any:
        names = self.resources()
        path = store.require(names[0])[0] if names else Path(self.vectors).expanduser()
        return load_vectors(path, dimensions=self.dimensions, cache=store.cache)


def _matrix(vectors: Any, rows: Ints) -> Floats:
    """Return the vectors in these rows, without -1."""
    return np.asarray(vectors.vectors[rows[rows >= 0]], dtype=np.float64)
