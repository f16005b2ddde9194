"""Vocabulary profiles with CEFR levels: CEFR-J (A1-B2) and Octanove (C1-C2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.corpora.parsers.word_lists import word_instances
from lcp.levels import LEVELS

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd


def read(path: Path) -> pd.DataFrame:
    """Read a profile. Levels are mapped linearly: A1 to 0 and C2 to 1.

    Returns
    -------
    DataFrame of shape (n_entries, 9)
        The instance table with ``pos`` (part of speech) and ``level``. Of variants
        ("theatre/theater"), the first; it has no sentence.

    Raises
    ------
    ValueError, KeyError
        If an entry has no level, or the file is not a profile.
    """
    import pandas as pd

    rows = pd.read_csv(path, encoding="utf-8", dtype=str, keep_default_na=False)
    ratings = [LEVELS.index(level) / (len(LEVELS) - 1) for level in rows["CEFR"]]
    words = rows["headword"].str.partition("/")[0].str.strip()
    table = word_instances(words, ratings)
    table["id"] = [f"{path.stem}-{number}" for number in range(len(table))]
    return table.assign(pos=rows["pos"], level=rows["CEFR"])
