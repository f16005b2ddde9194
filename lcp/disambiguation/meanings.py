"""Meanings with a tested age of acquisition, matched to the sense of a target."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.disambiguation.choice import OVERLAP, SIMILARITY, mean_direction
from lcp.disambiguation.lesk import content
from lcp.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from lcp.resources import Store

    Floats = NDArray[np.float64]

#: Resource with one row per meaning of a word.
RESOURCE = "aoa_test"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A meaning of a word, from Dale & O'Rourke (1981).

    Attributes
    ----------
    text : str
        The meaning as it was tested, such as ``prison room``.
    age : float
        School grade in which most pupils know it, 2-16.
    """

    text: str
    age: float


def meanings(store: Store) -> dict[str, list[Meaning]]:
    """Return the meanings of each word in lower case, read once per process.

    Raises
    ------
    ResourceError
        If the resource is missing or damaged.
    """
    return _read(store.require(RESOURCE)[0])


@cache
def _read(path: Path) -> dict[str, list[Meaning]]:
    listed: dict[str, list[Meaning]] = {}
    try:
        with path.open(encoding="mac_roman", newline="") as lines:
            for row in csv.DictReader(lines):
                if row["AoAtestbased"] not in {"", "#N/A"}:
                    meaning = Meaning(row["MEANING"].strip(), float(row["AoAtestbased"]))
                    listed.setdefault(row["Word"].strip().lower(), []).append(meaning)
    except (KeyError, ValueError, AttributeError) as error:
        raise ResourceError(
            f"The file of the resource '{RESOURCE}' is not laid out as expected.",
            where=str(path),
            hint="Delete the file and run `lcp fetch` again.",
        ) from error
    return listed


def weights_of(candidates: Iterable[Meaning], gloss: set[str], context: set[str]) -> Floats:
    """Return the estimated probability of each meaning of a word in a sentence.

    As for senses, evidence is the number of lemmas that a meaning shares with the gloss of the
    chosen sense and with the sentence, and the similarity of their vectors.

    Parameters
    ----------
    candidates : iterable of Meaning
        Meanings of the word.
    gloss, context : set of str
        Content lemmas of the chosen sense's definition, and of the sentence without the target.

    Returns
    -------
    ndarray of shape (n_meanings,)
        Sums to 1.
    """
    directions = mean_direction(gloss), mean_direction(context)
    scores = []
    for meaning in candidates:
        own = content(meaning.text)
        direction = mean_direction(own)
        similarity = np.nan_to_num([direction @ other for other in directions]).sum()
        scores.append(
            OVERLAP * (2 * len(own & gloss) + len(own & context)) + SIMILARITY * similarity
        )
    weights = np.exp(np.array(scores) - max(scores))
    return np.asarray(weights / weights.sum())
