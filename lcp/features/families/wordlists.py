"""Level and membership of a word in lists for learners of English."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.features.family import Family, Feature
from lcp.features.values import look_up
from lcp.resources import registry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted, Words

#: The two profiles are complementary: A1 to B2, and C1 to C2.
CEFR_LISTS = ("cefrj", "octanove")


@dataclass(frozen=True)
class WordLists(Family):
    """CEFR level, New General Service List and Academic Word List.

    Words are looked up by form, then by lemma. A word that is not in a list has a membership of 0
    and a level or rank of NaN.

    Examples
    --------
    >>> from lcp.features.family import names_of
    >>> names_of(WordLists())
    ['cefr', 'ngsl_rank', 'ngsl', 'awl']
    """

    name = "wordlists"
    scope = "word"

    def resources(self) -> tuple[str, ...]:
        """Return the four lists."""
        return (*CEFR_LISTS, "ngsl", "awl")

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the level, the rank and the two memberships."""
        cefr = "Tono (ed.), CEFR-J Vocabulary Profile 1.5; Octanove Vocabulary Profile C1/C2"
        ngsl = "Browne, Culligan & Phillips (2013), New General Service List"
        awl = "Coxhead (2000), A New Academic Word List"
        level = "lowest level at which learners meet the word"
        rank = "rank of the word's headword by frequency"
        ngsl_member = "whether the word is in the New General Service List"
        awl_member = "whether the word is in the Academic Word List"
        licence = {name: resource.licence for name, resource in registry().items()}
        levels = "; ".join(licence[name] for name in CEFR_LISTS)
        return [
            Feature("cefr", level, "1 (A1) - 6 (C2)", cefr, n=8_845, licence=levels),
            Feature("ngsl_rank", rank, "log10(rank)", ngsl, n=8_481, licence=licence["ngsl"]),
            Feature("ngsl", ngsl_member, "0/1", ngsl, n=8_481, licence=licence["ngsl"]),
            Feature("awl", awl_member, "0/1", awl, n=3_111, licence=licence["awl"]),
        ]

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words in each list."""
        # One look-up in both lists together: a word's form in either takes precedence over its
        # lemma ("exhausted" over "exhaust").
        profiles = pd.concat([fitted.store.table(name) for name in CEFR_LISTS])
        levels = look_up(profiles.groupby(level=0).min(), inputs)["level"]
        ranks = look_up(fitted.store.table("ngsl"), inputs)["rank"]
        academic = look_up(fitted.store.table("awl"), inputs)["listed"]
        return np.column_stack([levels, np.log10(ranks), ranks.notna(), academic.notna()]).astype(
            np.float64
        )
