"""Instance tables of rated words that have no sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd


def word_instances(words: Iterable[str], complexity: Sequence[float]) -> pd.DataFrame:
    """Return the instance table of rated words.

    Features of the sentence and of the target's place in it are missing for such instances: see
    :meth:`lcp.FeatureSet.transform`.

    >>> word_instances(["ewe"], [0.5])[["sentence", "token"]].iloc[0].tolist()
    ['', 'ewe']
    """
    import pandas as pd

    from lcp.targets.columns import instance_table

    words = list(words)
    table = pd.DataFrame({"id": list(map(str, range(len(words)))), "token": words}, dtype=str)
    return instance_table(table, complexity=complexity)
