"""Vocabulary profiles with CEFR levels: CEFR-J (A1-B2) and Octanove (C1-C2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.corpora.readers.word_lists import word_instances
from lcp.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

#: Levels of the Common European Framework of Reference, the easiest first.
LEVELS = ("A1", "A2", "B1", "B2", "C1", "C2")


def read(path: Path) -> pd.DataFrame:
    """Read a profile. Levels are mapped linearly: A1 to 0 and C2 to 1.

    Returns
    -------
    DataFrame of shape (n_entries, 9)
        The instance table with ``pos`` (part of speech) and ``level``; the sentence of a word is
        the word itself. Of variants ("theatre/theater") the first is used.

    Raises
    ------
    InputError
        If an entry has no level.
    """
    import pandas as pd

    entries = pd.read_csv(path, encoding="utf-8", keep_default_na=False)
    words = entries["headword"].str.split("/").str[0].str.strip()
    unknown = ~entries["CEFR"].isin(LEVELS)
    if unknown.any():
        raise InputError(
            f"The level '{entries.loc[unknown, 'CEFR'].iloc[0]}' is not a CEFR level.",
            where=f"{path}, line {int(unknown.to_numpy().argmax()) + 2}",
            hint="Delete the file and run `lcp fetch cefrj octanove`.",
        )
    ratings = entries["CEFR"].map(LEVELS.index) / (len(LEVELS) - 1)
    table = word_instances(words, ratings.tolist())
    table["id"] = [f"{path.stem}-{number}" for number in range(len(table))]
    return table.assign(pos=entries["pos"].to_numpy(), level=entries["CEFR"].to_numpy())
