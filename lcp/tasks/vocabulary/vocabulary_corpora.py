"""Files of Knowledge-based Vocabulary Lists (Schmitt et al. 2024) as in BEA 2026."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.corpora.parsers.word_lists import word_instances

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd


def read_kvl(path: Path) -> pd.DataFrame:
    """Read a file of Knowledge-based Vocabulary Lists (Schmitt et al. 2024) as in BEA 2026.

    CSV with the columns ``item_id``, ``L1``, ``en_target_word``, ``en_target_pos``,
    ``en_target_clue``, ``L1_source_word``, ``L1_context`` and, if rated, ``GLMM_score``: the
    log-odds s that a learner writes the word, given its translation and first letter.

    Returns
    -------
    DataFrame of shape (n_items, 11 or 12)
        The instance table with ``readers`` (``learner:es``, ``learner:de``, ``learner:zh``),
        ``pos``, ``clue``, ``translation`` and ``translation_sentence``. ``complexity`` is the
        probability of a wrong answer, 1 / (1 + exp(s)), so that s = -log(complexity / (1 -
        complexity)); it is absent if the file is not rated. The sentence of a word is empty.
    """
    import numpy as np
    import pandas as pd

    items = pd.read_csv(path, encoding="utf-8", keep_default_na=False)
    is_rated = "GLMM_score" in items
    score = pd.to_numeric(items["GLMM_score"]) if is_rated else np.zeros(len(items))
    table = word_instances(items["en_target_word"].str.strip(), list(1 / (1 + np.exp(score))))
    table = table.assign(
        id=items["L1"] + "-" + items["item_id"].astype(str),
        readers="learner:" + items["L1"].replace("cn", "zh"),
        pos=items["en_target_pos"],
        clue=items["en_target_clue"],
        translation=items["L1_source_word"],
        translation_sentence=items["L1_context"],
    )
    return table if is_rated else table.drop(columns="complexity")
