"""Files of instances: tables of any format with a column for the word."""

from __future__ import annotations

import re
import warnings
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from lcp.base.reader_groups import GENERAL
from lcp.base.task import TASKS
from lcp.corpora.parsers.instances_header import (
    COLUMNS,
    RATING,
    READERS,
    SPAN,
    positions_of,
    read_renamed,
)
from lcp.corpora.ratings import COMPLEXITY, as_complexity, check_scale, read_ratings
from lcp.errors import InputError, quoted
from lcp.files.input_files import as_path, printable
from lcp.targets.find import check_text
from lcp.targets.instance_columns import instance_table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    import pandas as pd

    from lcp.base.array_types import Floats
    from lcp.corpora.ratings import Scale
    from lcp.tables.input_tables import TextTable

#: Columns that corpora add.
ADDED = ("source", "part")

_INTEGER = re.compile(r"\s*\d{1,9}\s*", re.ASCII)


class InstancesFile(NamedTuple):
    """A file of instances, which is read once.

    Attributes
    ----------
    path : Path
        The file.
    table : DataFrame
        The instances; see :func:`read_instances`.
    source : TextTable
        Its cells as text.
    positions : dict of str to int
        Position in a row of each column that is read.
    ratings : float array of shape (n_instances, n_raters) or None
        Ratings of several raters, NaN where one gave none.
    renamed : dict of str to str
        Name in `table` of each further column; another one if its name was taken.
    """

    path: Path
    table: pd.DataFrame
    source: TextTable
    positions: dict[str, int]
    ratings: Floats | None
    renamed: dict[str, str]

    def further_columns(self, shown: Collection[str]) -> pd.DataFrame:
        """Return the columns of the file as text, by ``id``, without those in `shown`.

        Two columns may have the same name. An empty column without a name is left out.
        """
        import pandas as pd

        header, rows = self.source.header, self.source.rows
        left_out = {place for name, place in self.positions.items() if name in shown}
        places = [
            place
            for place, name in enumerate(header)
            if place not in left_out and (name or any(row[place] for row in rows))
        ]
        return pd.DataFrame(
            [[row[place] for place in places] for row in rows],
            index=self.table["id"],
            columns=[printable(header[place]) or "unnamed" for place in places],
        )


def read_instances(
    path: str | Path, *, scale: Scale = COMPLEXITY, columns: Mapping[str, str] | None = None
) -> pd.DataFrame:
    r"""Read a file of instances.

    The ending names the format: ``.csv``, ``.xlsx`` (first sheet), ``.parquet``, ``.jsonl`` (one
    object per line), ``.txt`` (one word per line, without a header), and otherwise TSV: UTF-8,
    fields separated by tabs, nothing quoted. TSV files of TSAR 2022 and MLSP 2024, which have no
    header, are recognised by their first line.

    The first line names the columns, in any order. Only ``token`` (or ``word``, or ``target``) is
    required. ``id`` defaults to the number of the row, ``genre`` (or ``corpus`` or ``subcorpus``,
    as in CompLex) and ``sentence`` to an empty string: such words are predicted without a sentence.
    ``complexity`` is read if the instances are rated, the character span
    of the target if both ``start`` and ``end`` are given, ``readers`` (such as ``general`` or
    ``learner``; an empty field is ``general``), and the columns of the tasks, such as ``pos``;
    other columns are kept as text, so that instances can be grouped by them; ``source`` and
    ``part``, which corpora have, and other names of the result are kept as ``source_2`` and so on.
    ``null`` and ``NA`` are words. In TSV, quotation marks are ordinary characters. Lines end with
    ``\n`` or ``\r\n``; a byte order mark and blank lines at the end are ignored.

    Parameters
    ----------
    path : str or Path
        The file.
    scale : tuple of (float, float), default=(0, 1)
        Rating of the easiest and of the most difficult words in the file, such as ``(1, 5)``.
        Ratings are mapped linearly to 0-1.
    columns : mapping of str to str, optional
        Name in the file of each column that has another name there, such as
        ``{"sentence": "context"}``. Ratings of several raters, in columns that a plus sign or a
        pattern names, such as ``{"complexity": "anna+ben"}`` or ``{"complexity": "rater*"}``,
        are replaced by their mean; an empty cell is no rating.

    Returns
    -------
    DataFrame of shape (n_instances, 6 or more)
        ``id``, ``genre``, ``sentence``, ``token``, ``complexity`` (0-1, only if the file is
        rated), ``readers`` and the columns for learners that the file has, ``rating_sd`` and
        ``rating_n`` of several raters (on the file's scale), and the target's character span
        ``start``, ``end`` in the sentence, by default of :func:`~lcp.targets.find.find_target`.

    Warns
    -----
    UserWarning
        If a column that is not read seems to contain the sentences.

    Raises
    ------
    InputError
        With the file and the line of the first error: file not found, not UTF-8, no instances, no
        column for the word, a column repeated or misspelled, a stray tab, a rating that is not a
        number on the scale, a repeated id, an empty field, a target
        that is not in its sentence or not at its span.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.tsv")
    ...     _ = path.write_text("id\tgenre\tsentence\ttoken\n1\tnews\tA null result.\tnull\n")
    ...     print(read_instances(path).to_string())
      id genre        sentence token  start  end
    0  1  news  A null result.  null      2    6
    """
    return read_file(as_path(path), scale, columns or {}).table


def read_file(path: Path, scale: Scale, columns: Mapping[str, str]) -> InstancesFile:
    """Read a file of instances once, for all that commands need; see :func:`read_instances`."""
    import pandas as pd

    check_scale(scale)
    source, ratings = read_renamed(path, columns, scale)

    def name_row(row: int) -> str:
        return f"{path}, {source.unit} {source.numbers[row]}"

    positions = positions_of(source, path)
    if not {*SPAN} <= positions.keys():
        # One end is no span, so it is a column of the user.
        positions = {name: place for name, place in positions.items() if name not in SPAN}
    number = len(source.rows)
    texts = {
        "id": [str(row) for row in range(1, number + 1)],
        "genre": [""] * number,
        "sentence": [""] * number,
        **{name: [row[place] for row in source.rows] for name, place in positions.items()},
    }
    _check_ids(texts["id"], name_row)
    table = pd.DataFrame({name: texts[name] for name in COLUMNS})
    if RATING in texts:
        rated = read_ratings(source, [positions[RATING]], path, scale)
        table[RATING] = [as_complexity(rating, scale) for rating in rated[:, 0].tolist()]
    for name in SPAN if {*SPAN} <= positions.keys() else ():
        table[name] = _positions_in_sentences(name, texts[name], name_row)
    if READERS in texts:
        table[READERS] = [text.strip() or GENERAL for text in texts[READERS]]
    for name in TASKS.columns:
        if name in texts:
            table[name] = [text.strip() for text in texts[name]]
    further = _further(source, positions.values())
    if "sentence" not in positions:
        _warn_of_sentences(further, texts["token"], path)
    # The table keeps the target in the form of the file.
    table = instance_table(table, name_row)
    renamed = dict(zip(further, free_names(further, [*table, *ADDED]), strict=True))
    own = pd.DataFrame(further, index=table.index).rename(columns=renamed)
    table = pd.concat([table, own], axis=1)
    return InstancesFile(path, table, source, positions, ratings, renamed)


def free_names(names: Iterable[str], taken: Sequence[str]) -> list[str]:
    """Return a new name for each name that is taken or occurs before.

    >>> free_names(["age", "part", "age"], ["part"])
    ['age', 'part_2', 'age_2']
    """
    result = list(taken)
    for name in names:
        free = (f"{name}_{number}" if number > 1 else name for number in count(1))
        result.append(next(new for new in free if new not in result))
    return result[len(taken) :]


def _further(source: TextTable, read: Collection[int]) -> dict[str, list[str]]:
    """Return the named columns that are not read; of equal names, the first."""
    places = {printable(name): place for place, name in reversed([*enumerate(source.header)])}
    return {
        name: [row[place] for row in source.rows]
        for name, place in sorted(places.items(), key=lambda item: item[1])
        if name and place not in read
    }


def _warn_of_sentences(further: dict[str, list[str]], tokens: list[str], path: Path) -> None:
    """Warn of a column whose texts contain the targets and other words."""
    for name, texts in further.items():
        pairs = zip(texts, tokens, strict=True)
        inside = sum(
            token.lower() in text.lower() and len(text.split()) > len(token.split()) + 1
            for text, token in pairs
        )
        if inside > len(tokens) / 2:
            warnings.warn(
                f"{path}: the column '{name}' seems to contain the sentences, but is not read. "
                f"Rename it to sentence, or use --columns sentence={name}.",
                stacklevel=3,
            )


#: Name that the registry of corpora calls.
read = read_instances


def _check_ids(ids: list[str], name_row: Callable[[int], str]) -> None:
    """Raise an error for an id that is no valid text, empty or repeated."""
    rows: dict[str, int] = {}
    for row, text in enumerate(ids):
        check_text("id", text, where=name_row(row))
        first = rows.setdefault(text, row)
        if not text.strip() or first != row:
            used = f"The id {quoted(text)} is already used ({name_row(first)})."
            raise InputError(
                used if text.strip() else "The id is empty.",
                where=name_row(row),
                hint="Give every instance a unique id, or leave the whole column out.",
            )


def _positions_in_sentences(
    name: str, texts: list[str], name_row: Callable[[int], str]
) -> list[int]:
    for row, text in enumerate(texts):
        if not _INTEGER.fullmatch(text):
            raise InputError(
                f"The {name} of the target, {quoted(text)}, is not a whole number from 0.",
                where=name_row(row),
                hint="Give the character span of the target in its sentence, counted from 0, or "
                "correct start and end, or leave both columns out.",
            )
    return [int(text) for text in texts]
