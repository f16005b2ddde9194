"""Level and membership of a word in lists for learners of English."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.extractors.base import Extractor, Feature, look_up

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The two profiles are complementary: A1 to B2, and C1 to C2.
CEFR_LISTS = ("cefrj", "octanove")


class WordLists(Extractor):
    """CEFR level, New General Service List and Academic Word List.

    Words are looked up by form, then by lemma. A word that is not in a list has a membership of 0
    and a level or rank of NaN.

    Examples
    --------
    >>> [feature.name for feature in WordLists().features()]
    ['cefr', 'ngsl_rank', 'ngsl', 'awl']
    """

    name = "wordlists"
    level = "word"

    def resources(self) -> tuple[str, ...]:
        """Return the four lists."""
        return (*CEFR_LISTS, "ngsl", "awl")

    def features(self) -> Sequence[Feature]:
        """Describe the level, the rank and the two memberships."""
        cefr = "Tono (ed.), CEFR-J Vocabulary Profile 1.5; Octanove Vocabulary Profile C1/C2"
        ngsl = "Browne, Culligan & Phillips (2013), New General Service List"
        awl = "Coxhead (2000), A New Academic Word List"
        level = "lowest level at which learners meet the word"
        return [
            Feature("cefr", level, "1 (A1) - 6 (C2)", cefr),
            Feature("ngsl_rank", "rank of the word's headword by frequency", "log10(rank)", ngsl),
            Feature("ngsl", "whether the word is in the New General Service List", "0/1", ngsl),
            Feature("awl", "whether the word is in the Academic Word List", "0/1", awl),
        ]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look up the words in each list."""
        # One look-up in both lists together: a word's form in either takes precedence over its
        # lemma ("exhausted" over "exhaust").
        profiles = pd.concat([self.store.table(name) for name in CEFR_LISTS])
        levels = look_up(profiles.groupby(level=0).min(), frame)["level"]
        ranks = look_up(self.store.table("ngsl"), frame)["rank"]
        academic = look_up(self.store.table("awl"), frame)["listed"]
        return pd.DataFrame(
            {
                "cefr": levels,
                "ngsl_rank": np.log10(ranks),
                "ngsl": ranks.notna(),
                "awl": academic.notna(),
            },
            index=frame.index,
            dtype="float64",
        )
