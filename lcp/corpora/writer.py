"""Write instances in CompLex's file format: tab-separated, without quoting."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lcp.corpora.parsers.instances_file import ADDED
from lcp.corpora.parsers.instances_header import COLUMNS, RATING
from lcp.errors import InputError, quoted
from lcp.files.writing import folder_written

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd


def write_instances(tables: Mapping[str, pd.DataFrame], folder: str | Path) -> None:
    """Write rated instances to new files in a folder.

    Parameters
    ----------
    tables : mapping of str to DataFrame of shape (n_instances, n_columns)
        Instance tables by file name. The columns ``id``, ``genre``, ``sentence``, ``token`` and
        ``complexity`` are written, then all further columns but ``source`` and ``part``.
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
    with folder_written(folder) as aside:
        for name, text in texts.items():
            (aside / name).write_bytes(text.encode("utf-8"))


def _as_tsv(table: pd.DataFrame) -> str:
    first = [*COLUMNS, RATING]
    columns = [*first, *(name for name in map(str, table) if name not in {*first, *ADDED})]
    lines = ["\t".join(columns)]
    # repr() of a float is the shortest text that reads back as the same number.
    ratings = [repr(float(rating)) for rating in table[RATING]]
    for row in table.assign(**{RATING: ratings})[columns].itertuples(index=False):
        fields = [str(cell) for cell in row]
        if any("\t" in field or "\n" in field for field in fields):
            raise InputError(
                f"The instance {quoted(fields[0])} contains a tab or line break.",
                hint="Replace it by a space; fields are not quoted.",
            )
        lines.append("\t".join(fields))
    return "\n".join(lines) + "\n"
