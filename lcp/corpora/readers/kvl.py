"""Files of the BEA 2026 shared task on vocabulary difficulty (Knowledge-based Vocabulary Lists).

CSV with the columns ``item_id``, ``L1``, ``en_target_word``, ``en_target_pos``,
``en_target_clue``, ``L1_source_word``, ``L1_context`` and, if rated, ``GLMM_score``: the log-odds
that a learner writes the word, given its translation and first letter (Schmitt et al., 2024).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.corpora.readers.word_lists import word_instances

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

_SCORE = "GLMM_score"


def read(path: Path) -> pd.DataFrame:
    """Read a file. The log-odds s of a right answer become the probability of a wrong one.

    ``complexity`` is 1 / (1 + exp(s)), so that s = -log(complexity / (1 - complexity)).

    Returns
    -------
    DataFrame of shape (n_items, 13)
        The instance table with ``pos``, ``l1`` (first language: ``es``, ``de``, ``cn``), ``clue``,
        ``translation``, ``l1_sentence`` and, if rated, ``score`` (log-odds). The sentence of a word
        is the word itself.
    """
    import numpy as np
    import pandas as pd

    items = pd.read_csv(path, encoding="utf-8", keep_default_na=False)
    score = pd.to_numeric(items[_SCORE]) if _SCORE in items else None
    ratings = np.full(len(items), np.nan) if score is None else 1 / (1 + np.exp(score))
    table = word_instances(items["en_target_word"].str.strip(), list(ratings))
    table["id"] = items["L1"] + "-" + items["item_id"].astype(str)
    names = {
        "pos": "en_target_pos",
        "l1": "L1",
        "clue": "en_target_clue",
        "translation": "L1_source_word",
        "l1_sentence": "L1_context",
    }
    table = table.assign(**{name: items[column].to_numpy() for name, column in names.items()})
    return table.drop(columns="complexity") if score is None else table.assign(score=score)
