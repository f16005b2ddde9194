"""Who rated the word: the corpus of the rating, and whether its readers are learners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.columns import n_rows
from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature, indicator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns

#: Corpora whose terms of use allow to publish models that are trained on them.
SOURCES = ("complex", "word-complexity-lexicon", "cefr")


class Readers(Extractor):
    """Corpus and readers of a rating, for models that are trained on several corpora.

    The estimator ``multi-source`` uses these features to select training data and predictions.
    They say nothing about the word itself.

    Parameters
    ----------
    sources : sequence of str
        Corpora that get a 0/1 column each.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"source": ["cefr", ""], "readers": ["learner", "general"]})
    >>> Readers(sources=["complex", "cefr"]).extract(table).to_numpy().tolist()
    [[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """

    name = "readers"
    level = "context"

    def __init__(self, *, sources: Sequence[str] = SOURCES) -> None:
        self.sources = sources

    def features(self) -> Sequence[Feature]:
        """Describe the readers and the corpora."""
        if isinstance(self.sources, str):
            raise InputError(
                f"The sources must be a list, not {self.sources!r}.",
                where="readers.sources",
                hint=f'Write sources = ["{self.sources}"].',
            )
        return [
            Feature("learner", "whether the readers are learners of English", "0/1", "lcp"),
            *(
                Feature(_column(name), f"whether the rating is from {name}", "0/1", "lcp")
                for name in self.sources
            ),
        ]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Compare the columns ``readers`` and ``source``, if any; 0 where they are missing."""
        absent = [""] * n_rows(columns)
        source, readers = (columns.get(name, absent) for name in ("source", "readers"))
        rows = [indicator(readers, "learner"), *(indicator(source, name) for name in self.sources)]
        return np.column_stack(rows)


def _column(source: str) -> str:
    return f"source_{source.replace('-', '_')}"
