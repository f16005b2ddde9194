"""CompLex 2.0 (Shardlow et al., 2020, 2021), and folders laid out like it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lcp.corpora.reader import read_instances
from lcp.errors import InputError, ResourceError
from lcp.resources import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

    from lcp.resources import Store

#: The parts of the released split.
PARTS = ("train", "trial", "test")


def read_complex(parts: Sequence[str], store: Store, *, download: bool = True) -> pd.DataFrame:
    """Read parts of CompLex 2.0.

    Parameters
    ----------
    parts : sequence of {"train", "trial", "test"}
        The instances of ``test`` are unrated.
    store : Store
        Where the corpus is looked for.
    download : bool, default True
        Whether to download it where it is missing.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        The instance table with a column ``part``, single words before expressions in
        each part, in the order of the files.

    Raises
    ------
    ResourceError
        When the corpus is missing or altered, or cannot be downloaded.
    """
    paths = store.fetch("complex") if download else store.require("complex")
    names = [Path(file.path) for file in registry()["complex"].files]
    if len(paths) != len(names):
        raise ResourceError(
            f"CompLex is {len(names)} files, and {len(paths)} was given.",
            where=str(paths[0]),
            hint="Read a single file, or a folder laid out like CompLex, by its path.",
        )
    return _read_parts(
        (name.parent.name, path)
        for part in parts
        for name, path in zip(names, paths, strict=True)
        if name.parent.name == part
    )


def read_labelled_test(task: int | None = None, *, store: Store | None = None) -> pd.DataFrame:
    """Read CompLex's test instances with their ratings, where a user has put them.

    They are not among the files that lcp downloads: what is chosen while looking at them
    is chosen on the test set.

    Parameters
    ----------
    task : int, optional
        1 for single words, 2 for expressions; both unless given.
    store : Store, optional
        Looked in for ``complex/test-labels/lcp_single_test.tsv`` and ``lcp_multi_test.tsv``.

    Raises
    ------
    ResourceError
        When they are not there.
    """
    import pandas as pd

    from lcp.resources import Store

    store = store or Store()
    kinds = {1: ["single"], 2: ["multi"]}.get(task or 0, ["single", "multi"])
    tables = []
    for kind in kinds:
        place = Path("complex", "test-labels", f"lcp_{kind}_test.tsv")
        found = [root / place for root in store.roots() if (root / place).is_file()]
        if not found:
            raise ResourceError(
                f"CompLex's test labels are not at hand ({place}).",
                hint="Put the file below $LCP_DATA, name a rated file with --corpus, or write the "
                "shared task's submission with `lcp predict MODEL FILE.tsv --out task.csv`.",
            )
        tables.append(read_instances(found[0]))
    return pd.concat(tables, ignore_index=True)


def read_folder(folder: Path, parts: Sequence[str]) -> pd.DataFrame:
    """Read parts of a corpus from a folder.

    A part is either a subfolder as in CompLex (``train/lcp_single_train.tsv`` and
    ``train/lcp_multi_train.tsv``, of which one may be absent) or a file (``train.tsv``),
    as :func:`lcp.splits.write_split` writes it.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        The instance table with a column ``part``.

    Raises
    ------
    InputError
        When a part has no file, a file is faulty, or two files share an id.
    """
    table = _read_parts((part, path) for part in parts for path in _files(folder, part))
    repeated = table["id"].duplicated()
    if repeated.any():
        first = table.loc[repeated, "id"].iloc[0]
        places = " and ".join(table.loc[table["id"] == first, "part"].unique())
        raise InputError(
            f"The id '{first}' stands in two files ({places}).",
            where=str(folder),
            hint="Give every instance an id of its own.",
        )
    return table


def _files(folder: Path, part: str) -> list[Path]:
    candidates = [folder / part / f"lcp_{kind}_{part}.tsv" for kind in ("single", "multi")]
    files = [path for path in candidates if path.is_file()]
    if files:
        return files
    if (folder / f"{part}.tsv").is_file():
        return [folder / f"{part}.tsv"]
    raise InputError(
        f"The folder has no {part} part.",
        where=str(folder),
        hint=f"It needs {part}/lcp_single_{part}.tsv, {part}/lcp_multi_{part}.tsv or {part}.tsv; "
        "for other layouts name one file.",
    )


def _read_parts(files: Iterable[tuple[str, Path]]) -> pd.DataFrame:
    import pandas as pd

    # Ratings are NaN where a rated part is read together with an unrated one.
    tables = [read_instances(path).assign(part=part) for part, path in files]
    return pd.concat(tables, ignore_index=True)
