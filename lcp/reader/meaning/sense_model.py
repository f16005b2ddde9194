"""The trained model of senses: counts of SemCor, weights of the evidence, and its settings."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.files.npz import stored_arrays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Floats


FILE = Path(__file__).parent / "data/senses.npz"
#: Types of features of the context; see :func:`lcp.reader.meaning.sense_context.context_features`.
TYPES = (
    *("before", "after", "around", "tag", "tag_before", "tag_after"),
    *("tags_around", "tags_before", "tags_after", "object", "transitive", "preposition"),
    *("subject_class", "object_class", "noun", "verb_before", "verb_after"),
    *("of", "modifier", "near"),
)
#: Columns of :func:`lcp.reader.meaning.sense_evidence.sense_evidence`.
EVIDENCE = (
    *("prior", "part", "gloss", "related", "nearby"),
    *("overlap", "related_overlap", "frame", "linked"),
    *(f"sense_{name}" for name in TYPES),
    *(f"class_{name}" for name in TYPES),
)


@dataclass(frozen=True)
class SenseModel:
    """The trained model of senses.

    Attributes
    ----------
    weights : ndarray of shape (2, len(EVIDENCE))
        Weights of the columns of the evidence, for words and for expressions.
    usual : ndarray of shape (4, 3)
        Weights of the signs of usual senses, for nouns, verbs, adjectives and adverbs.
    keys : uint32 array of shape (n_keys,)
        Checksums of the keys that were counted, sorted.
    values : uint16 array of shape (n_keys,)
        Their counts.
    settings : dict of str to number
        Sizes of contexts, and what is added to counts; ``tools/settings.toml`` explains them.
    """

    weights: Floats
    usual: Floats
    keys: NDArray[np.uint32]
    values: NDArray[np.uint16]
    settings: dict[str, Any]

    def counts(self, keys: Sequence[str]) -> Floats:
        """Return how often keys were counted, shape (n_keys,)."""
        numbers = np.array([checksum(key) for key in keys], dtype=np.uint32)
        places = np.minimum(np.searchsorted(self.keys, numbers), len(self.keys) - 1)
        return np.where(self.keys[places] == numbers, self.values[places], 0).astype(np.float64)


def checksum(key: str) -> int:
    """Return the number of a key in the table of counts, of 28 bits."""
    return zlib.crc32(key.encode()) >> 4


@cache
def load_senses() -> SenseModel:
    """Read the bundled model of senses, once per process.

    Raises
    ------
    ResourceError
        If the file is missing or damaged.
    """
    with stored_arrays(FILE, "model of senses") as stored:
        about = json.loads(stored["about"].tobytes())
        if about["evidence"] != [*EVIDENCE]:
            raise ValueError("other columns")
        weights, usual = (stored[name].astype(np.float64) for name in ("weights", "usual"))
        keys = np.cumsum(stored["steps"], dtype=np.uint32)
        return SenseModel(weights, usual, keys, stored["values"], about["settings"])
