"""Whether, and at which level, lists made for learners of English hold a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.extractors.base import Extractor, Feature, look_up

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The two profiles complete each other: A1 to B2, and C1 to C2.
CEFR_LISTS = ("cefrj", "octanove")


class WordLists(Extractor):
    """CEFR level, New General Service List and Academic Word List.

    A word is looked up by its form and then by its lemma. That a list leaves a word out is
    a fact (0); the level or rank of such a word is unknown (NaN).

    Examples
    --------
    >>> [feature.name for feature in WordLists().features()]
    ['cefr', 'ngsl_rank', 'ngsl', 'awl']
    """

    name = "wordlists"
    level = "word"

    def resources(self) -> tuple[str, ...]:
        """Name the four lists."""
        return (*CEFR_LISTS, "ngsl", "awl")

    def features(self) -> Sequence[Feature]:
        """Describe the level, the rank and the two memberships."""
        ngsl = "Browne, Culligan & Phillips (2013), New General Service List"
        return [
            Feature(
                "cefr",
                "lowest level at which learners meet the word",
                "1 (A1) - 6 (C2)",
                "Tono (ed.), CEFR-J Vocabulary Profile 1.5; Octanove Vocabulary Profile C1/C2",
            ),
            Feature("ngsl_rank", "rank of the word's headword by frequency", "log10(rank)", ngsl),
            Feature("ngsl", "whether the list of general service holds the word", "0/1", ngsl),
            Feature(
                "awl",
                "whether the list of academic words holds the word",
                "0/1",
                "Coxhead (2000), A New Academic Word List",
            ),
        ]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look the words up in the lists.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, 4)

        Raises
        ------
        ResourceError
            When a list is not on this machine.
        """
        # One table, not two look-ups: a word's own form in one list beats its lemma in the
        # other ("exhausted" is not "exhaust").
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
