"""School grade and age at which native speakers know a word."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.lexicon.word_table import SHIPPED, UNKNOWN, listed_form, load_lexicon
from lcp.features.family import Family, Feature
from lcp.files.npz import stored_arrays, text_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.base.array_types import Bools, Floats
    from lcp.features.family import Fitted, Words

#: Values of the bundled lexicon's words, and the size of a step in them.
FILE = SHIPPED.with_name("acquisition.npz")
STEP = 0.1

_FACTS = "grade, 2-14", "Dale & O'Rourke (1981); Brysbaert & Biemiller (2017)"
_LICENCE = "CC0 (repository)"
_GRADE = "school grade in which most pupils know the word, of its"
_AGE = "age of acquisition, predicted (held-out r 0.85)"
_AGES = "lcp, learned from Kuperman, Stadthagen-Gonzalez & Brysbaert (2012)"


@dataclass(frozen=True)
class Acquisition(Family):
    """When native speakers learn the word: the listed school grade, and a predicted age.

    A word that everybody learns as a child is easy even if texts seldom use it, such as
    "hippopotamus". A word that is not listed, also not in two words ("paper clip"), has the grade
    of its lemma; else NaN. Grades that ages rated by adults clearly contradict are left out (2% of
    those with a rated age): some are of the 1960s. The age is predicted for held-out words, and an
    inflected form has the age of its lemma. Words of the lexicon have values, and others that are
    listed.

    Examples
    --------
    >>> from lcp.features.family import Fitted, Words
    >>> words = Words(["Penguins", "ubiquitous"], ["penguin", "ubiquitous"])
    >>> Acquisition().measure(words, Fitted())[:, 0].tolist()
    [2.0, 14.0]
    """

    name = "acquisition"
    scope = "word"
    of_english = True
    columns = (
        Feature("grade", f"{_GRADE} best-known meaning", *_FACTS, n=31_950, licence=_LICENCE),
        Feature("grade_mean", f"{_GRADE} meanings on average", *_FACTS, n=31_950, licence=_LICENCE),
        Feature("age", _AGE, "years", _AGES, predicted=True),
    )

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words, ignoring case, and then their lemmas; NaN for other words.

        Raises
        ------
        ResourceError
            If the lexicon or the file of ages is missing, damaged or of another version.
        """
        others, steps, listed = _stored()
        numbers = ChainMap(load_lexicon().row_of, others)
        pairs = zip(inputs.familiar, inputs.lemma, strict=True)
        rows = [numbers.get(listed_form(form), numbers.get(base, -1)) for form, base in pairs]
        values = np.where(steps[rows] == UNKNOWN, np.nan, steps[rows] * STEP)
        if inputs.match != "lemma":
            values[~listed[rows], :-1] = np.nan
        return values


@cache
def _stored() -> tuple[dict[str, int], NDArray[np.uint8], Bools]:
    """Return the rows of words, values in steps, and whether the word itself has a grade.

    Words of the lexicon have the rows that they have there, and the last row is for other words.
    """
    lexicon = load_lexicon()
    with stored_arrays(FILE, "file of the ages of acquisition") as stored:
        if str(stored["lexicon"]) != lexicon.checksum:
            raise ValueError("it belongs to another lexicon")
        rows = {w: row for row, w in enumerate(text_lines(stored["words"]), len(lexicon.words))}
        count = len(lexicon.words) + len(rows) + 1
        listed = np.unpackbits(stored["listed"], count=count).astype(bool)
        return rows, stored["steps"].astype(np.uint8), listed
