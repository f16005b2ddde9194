"""Write instances as CompLex's files are written: tab-separated, without quoting."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.corpora.reader import COLUMNS, RATING
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd


def write_instances(tables: Mapping[str, pd.DataFrame], folder: str | Path) -> None:
    """Write rated instances to new files of a folder, all or none.

    Parameters
    ----------
    tables : mapping of str to DataFrame of shape (n_instances, n_columns)
        Instance tables with ``complexity`` by file name. The columns ``id``, ``corpus``,
        ``sentence``, ``token`` and ``complexity`` are written.
    folder : str or Path
        Made where it is missing.

    Raises
    ------
    InputError
        When a file is there already, the folder cannot be written, or a text holds a tab
        or line break.
    """
    folder = Path(folder)
    texts = {name: _as_tsv(table) for name, table in tables.items()}
    for name in texts:
        if (folder / name).exists():
            raise InputError(
                "The file is there already, and nothing was written.",
                where=str(folder / name),
                hint="Name another folder, or move the file away.",
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".writing-", dir=folder) as aside:
            for name, text in texts.items():
                Path(aside, name).write_bytes(text.encode("utf-8"))
            for name in texts:
                Path(aside, name).rename(folder / name)
    except OSError as error:
        raise InputError(
            f"The folder cannot be written ({error.strerror or error}).",
            where=str(folder),
            hint="Name a folder that you may write to, on a disk with room.",
        ) from error


def _as_tsv(table: pd.DataFrame) -> str:
    columns = [*COLUMNS, RATING]
    lines = ["\t".join(columns)]
    for *texts, rating in table[columns].itertuples(index=False):
        # repr() of a float is the shortest text that reads back as the same number.
        fields = [*map(str, texts), repr(float(rating))]
        if any("\t" in field or "\n" in field for field in fields):
            raise InputError(
                f"A text of the instance '{fields[0]}' holds a tab or a line break.",
                hint="Replace it by a space: the fields of a file are not quoted.",
            )
        lines.append("\t".join(fields))
    return "\n".join(lines) + "\n"
