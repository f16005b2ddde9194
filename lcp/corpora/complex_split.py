"""The split of CompLex into training, trial and test part, for any rated instances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from lcp.corpora.parsers.instances_file import ADDED
from lcp.corpora.parsers.instances_header import COLUMNS, RATING
from lcp.errors import InputError
from lcp.files.output_files import folder_written
from lcp.tables.output_tables import as_tsv
from lcp.targets import Targets
from lcp.targets.groups import groups
from lcp.targets.instance_columns import require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping


#: Parts of twenty consecutive groups (Shardlow et al., 2021, section 4).
PATTERN = ("trial", "test", "test", *["train"] * 17)


def complex_split(table: pd.DataFrame, group_by: str = "token") -> pd.Series[str]:
    """Assign rated instances to trial, test and train as CompLex does.

    Within each genre, the instances are grouped and the groups sorted by the complexity of their
    least complex instance. Of every twenty groups, the first goes to trial, the next two to test
    and the other seventeen to train (Shardlow et al., 2021, section 4). Single words and
    expressions are split separately.

    The paper does not mention groups that several genres share. Here, genres are processed in
    alphabetical order; a group keeps the part that the first genre gave it and is skipped in later
    genres. On CompLex, the proportions of the parts then differ between genres by at most 0.6
    percentage points for single words and 1.9 for expressions.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.
    group_by : str, default="token"
        Grouping variable; see :func:`lcp.targets.groups.groups`. CompLex uses the token.

    Returns
    -------
    Series of shape (n_instances,)
        ``"trial"``, ``"test"`` or ``"train"``, indexed like `table`. The parts do not depend on
        the order of the rows.

    Raises
    ------
    InputError
        If a column is missing or a rating is missing or not from 0 to 1.

    Examples
    --------
    >>> table = pd.DataFrame({"genre": "news", "token": ["lamb", "ewe", "ram", "tup", "lamb"],
    ...                       "complexity": [0.1, 0.2, 0.3, 0.4, 0.5]})
    >>> complex_split(table).tolist()
    ['trial', 'test', 'test', 'train', 'trial']
    """
    require_columns(table, "genre", "token")
    targets = Targets.rated(table)
    keys = {"multi": targets.is_expression, "group": groups(targets, group_by)}
    rows = pd.DataFrame({"genre": targets.genre, "complexity": targets["complexity"], **keys})
    least = rows.groupby(["multi", "genre", "group"])["complexity"].min()
    # Equally complex groups are sorted by name.
    ordered = least.reset_index().sort_values(["multi", "genre", "complexity", "group"])
    part: dict[object, str] = {}
    for _, genre in ordered.groupby(["multi", "genre"]):
        new = [name for name in genre["group"] if name not in part]
        part.update((name, PATTERN[i % len(PATTERN)]) for i, name in enumerate(new))
    return rows["group"].map(part).rename("part").set_axis(table.index)


def write_split(table: pd.DataFrame, folder: str | Path, group_by: str = "token") -> dict[str, int]:
    """Write the parts of :func:`complex_split` as files in CompLex's format.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        An instance table with ``complexity``.
    folder : str or Path
        Folder for ``train.tsv``, ``trial.tsv`` and ``test.tsv``, which :func:`lcp.load_corpus`
        reads. Created if missing.
    group_by : str, default="token"
        As for :func:`complex_split`.

    Returns
    -------
    dict of str to int
        Number of instances per part.

    Raises
    ------
    InputError
        If a part would be empty, or as for :func:`lcp.corpora.complex_split.write_instances`.
    """
    require_columns(table, *COLUMNS, RATING)
    part_of_row = complex_split(table, group_by)
    counts = {part: int((part_of_row == part).sum()) for part in ("train", "trial", "test")}
    if not all(counts.values()):
        number = len(set(groups(Targets.table(table), group_by)))
        raise InputError(
            f"Groups by {group_by}: {number}. They are too few for three parts.",
            hint="Of 20 groups of a genre, 1 goes to trial, 2 to test and 17 to train.",
        )
    files = {f"{part}.tsv": table[part_of_row.to_numpy() == part] for part in counts}
    write_instances(files, folder)
    return counts


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
    texts = {name: as_tsv(_columns_first(table)) for name, table in tables.items()}
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


def _columns_first(table: pd.DataFrame) -> pd.DataFrame:
    first = [*COLUMNS, RATING]
    further = [name for name in table if name not in {*first, *ADDED}]
    return table[[*first, *further]].astype({RATING: float})
