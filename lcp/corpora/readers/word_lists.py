"""Instance tables of rated words that have no sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd


def word_instances(words: Iterable[str], complexity: Sequence[float]) -> pd.DataFrame:
    """Return the instance table of rated words; each word is its own sentence.

    Features of the sentence and of the target's place in it are missing for such instances: see
    :meth:`lcp.FeatureSet.transform`.

    >>> word_instances(["ewe"], [0.5])[["sentence", "token"]].iloc[0].tolist()
    ['ewe', 'ewe']
    """
    import pandas as pd

    from lcp.corpora.instances import as_instances

    words = list(words)
    table = pd.DataFrame({"id": range(len(words)), "genre": "", "sentence": words, "token": words})
    return as_instances(table.astype({"id": str}).assign(complexity=complexity))
