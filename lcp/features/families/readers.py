"""Who rated the word: the corpus of the rating, and whether its readers are learners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.features.family import Family, Feature
from lcp.features.values import indicator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.targets import Targets

#: Names of the feature of learners, and beginning of the names of the features of corpora.
LEARNER, SOURCE = "learner", "source_"
#: Corpora whose terms of use allow to publish models that are trained on them.
SOURCES = (
    *("complex", "word-complexity-lexicon", "living-word-vocabulary-words", "cefr"),
    "living-word-vocabulary",
)


@dataclass(frozen=True)
class Readers(Family):
    """Corpus and readers of a rating, for models that are trained on several corpora.

    The estimator ``multi-source`` uses these features to select training data and predictions.
    They say nothing about the word itself.

    Parameters
    ----------
    sources : sequence of str
        Corpora that get a 0/1 column each.

    Examples
    --------
    >>> from lcp.features.family import Fitted
    >>> from lcp.targets import Targets
    >>> rows = {"token": ["a", "b"], "source": ["cefr", ""], "readers": ["learner", "general"]}
    >>> Readers(sources=["complex", "cefr"]).measure(Targets.table(rows), Fitted()).tolist()
    [[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """

    name = "readers"
    scope = "context"

    sources: Sequence[str] = SOURCES

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the readers and the corpora."""
        return [
            Feature(LEARNER, "whether the readers are learners of English", "0/1", "lcp"),
            *(
                Feature(_column(name), f"whether the rating is from {name}", "0/1", "lcp")
                for name in self.sources
            ),
        ]

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Compare the columns ``readers`` and ``source``, if any; 0 where they are missing."""
        absent = [""] * len(inputs)
        source, readers = (inputs.get(name, absent) for name in ("source", "readers"))
        rows = [indicator(readers, "learner"), *(indicator(source, name) for name in self.sources)]
        return np.column_stack(rows)


def _column(source: str) -> str:
    return SOURCE + source.replace("-", "_")
