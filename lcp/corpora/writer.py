"""Write instances in CompLex's file format: tab-separated, without quoting."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.corpora.parsers.instances_file import COLUMNS, RATING
from lcp.errors import InputError, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd


def write_instances(tables: Mapping[str, pd.DataFrame], folder: str | Path) -> None:
    """Write rated instances to new files in a folder: either all files or none.

    Parameters
    ----------
    tables : mapping of str to DataFrame of shape (n_instances, n_columns)
        Instance tables by file name. The columns ``id``, ``genre``, ``sentence``, ``token`` and
        ``complexity`` are written.
    folder : str or Path
        Output folder. Created if missing.

    Raises
    ------
    InputError
        If a file already exists, the folder cannot be written, or a text contains a tab or line
        break.
    """
    folder = Path(folder)
    texts = {name: _as_tsv(table) for name, table in tables.items()}
    for name in texts:
        if (folder / name).exists():
            raise InputError(
                "The file already exists; nothing was written.",
                where=str(folder / name),
                hint="Choose another folder, or move the file.",
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".writing-", dir=folder) as scratch:
            for name, text in texts.items():
                Path(scratch, name).write_bytes(text.encode("utf-8"))
            for name in texts:
                Path(scratch, name).rename(folder / name)
    except OSError as error:
        raise InputError(
            f"The folder cannot be written ({error.strerror or error}).",
            where=str(folder),
            hint="Choose a writable folder on a disk with free space.",
        ) from error


def _as_tsv(table: pd.DataFrame) -> str:
    columns = [*COLUMNS, RATING]
    lines = ["\t".join(columns)]
    for *texts, rating in table[columns].itertuples(index=False):
        # repr() of a float is the shortest text that reads back as the same number.
        fields = [*map(str, texts), repr(float(rating))]
        if any("\t" in field or "\n" in field for field in fields):
            raise InputError(
                f"The instance {quoted(fields[0])} contains a tab or line break.",
                hint="Replace it by a space; fields are not quoted.",
            )
        lines.append("\t".join(fields))
    return "\n".join(lines) + "\n"
