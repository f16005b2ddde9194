"""Read each file format of ``resources.toml`` into a table of words by values.

The index contains distinct lower-case words; the columns are as in the registry, as floats. If
a file lists a word more than once (``Polish`` and ``polish``, or one row per meaning), its values
are averaged, or aggregated by the functions in ``aggregate``.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import logging
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from lcp.base.levels import LEVELS
from lcp.errors import ResourceError, requiring
from lcp.files.input_files import READ_ERRORS, sha256_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lcp.resources.resource import Resource

_LOG = logging.getLogger(__name__)
#: Version of the readers' output. Increase it to invalidate parsed copies.
LAYOUT = 5
_NAMES, _VALUES = "names.npz", "values.npy"


def read_resource_table(resource: Resource, paths: list[Path]) -> pd.DataFrame:
    """Return the values per word of a resource.

    Returns
    -------
    DataFrame of shape (n_words, n_columns)
        Indexed by distinct lower-case words, with floats.

    Raises
    ------
    ResourceError
        If the resource is not a table of words, or the file is not laid out as in the registry.
    """
    parser = PARSERS.get(resource.format)
    if parser is None:
        raise ResourceError(
            f"The resource '{resource.name}' is not a table of words.",
            hint=f"Its format must be one of {', '.join(PARSERS)}.",
        )
    try:
        table = parser(resource, paths)
    except (ValueError, KeyError, IndexError, UnicodeDecodeError) as error:
        raise ResourceError(
            f"The file of the resource '{resource.name}' is not laid out as expected ({error}).",
            where=str(paths[0]),
            hint="Delete the file and run `lcp resources fetch` again, or correct it.",
        ) from error
    return table.astype("float64").rename_axis("word")


def read_table_once(resource: Resource, paths: list[Path], folder: Path) -> pd.DataFrame:
    """Return the same as :func:`read_resource_table`, from a parsed copy in `folder` if possible.

    Some files take seconds to read (467,596 words in xz, an R data file), their parsed copies a
    tenth of a second.
    """
    digest = hashlib.sha256(f"{LAYOUT}{resource}".encode()).hexdigest()[:16]

    def parse() -> Rows:
        table = read_resource_table(resource, paths)
        return Rows(list(table.index), list(table.columns), table.to_numpy())

    rows = parsed_once(folder / f"{resource.name}-{digest}", parse)
    index = pd.Index(rows.words, name="word")
    return pd.DataFrame(np.array(rows.values), index, list(rows.columns))


def _by_word(
    values: pd.DataFrame, word: pd.Series, functions: list[str] | None = None
) -> pd.DataFrame:
    """Aggregate the rows of each lower-case word. Default: mean."""
    key = word.astype(str).str.strip().str.lower().rename("word")
    groups = values[key.ne("").to_numpy()].groupby(key[key.ne("")].to_numpy())
    if not functions:
        return groups.mean()
    parts = [groups.agg(name).add_suffix(f"_{name}") for name in functions]
    return pd.concat(parts, axis=1)


def _delimited(resource: Resource, paths: list[Path]) -> pd.DataFrame:
    read = resource.read
    separator = read.get("separator", ",")
    frame = pd.read_csv(
        paths[0],
        sep=separator,
        header=0 if read.get("header", True) else None,
        encoding=read.get("encoding", "utf-8"),
        # Tab-separated norms do not quote; a word may contain a quotation mark.
        quoting=csv.QUOTE_NONE if separator == "\t" else csv.QUOTE_MINIMAL,
        # "null", "NA" and "nan" are words; the registry names the codes of missing values.
        keep_default_na=False,
        na_values=["", *read.get("missing", [])],
        dtype=str,
        low_memory=False,
    )
    frame.columns = frame.columns.astype(str)
    words = frame[str(read["word"])].fillna("")
    return _by_word(_registered_columns(resource, frame), words, read.get("aggregate"))


def _r_data(resource: Resource, paths: list[Path]) -> pd.DataFrame:
    with requiring("rdata", "Data files of R"):
        import rdata
    frame = rdata.read_rda(paths[0])[resource.read["object"]]
    return _by_word(_registered_columns(resource, frame), frame[resource.read["word"]])


def _registered_columns(resource: Resource, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the columns of the registry, in their units."""
    values = {}
    for name, column in resource.columns.items():
        values[name] = pd.to_numeric(frame[column.source]).astype("float64")
        if (column.factor, column.offset) != (1, 0):
            # Rescaled values have errors of rounding.
            values[name] = (values[name] * column.factor + column.offset).round(6)
        if column.share_of:
            values[name] /= pd.to_numeric(frame[column.share_of])
        if column.logarithm:
            values[name] = (values[name] + 1).apply(np.log10)
    return pd.DataFrame(values)


def _cefr(_resource: Resource, paths: list[Path]) -> pd.DataFrame:
    """Lowest CEFR level of a word over its parts of speech; a slash separates variants."""
    frame = pd.read_csv(paths[0], dtype=str, keep_default_na=False)
    numbers = {level: number for number, level in enumerate(LEVELS, start=1)}
    variants = frame["headword"].str.split("/").explode().str.strip().str.lower()
    table = frame["CEFR"].map(numbers).rename("level").to_frame().join(variants)
    return table.dropna().groupby("headword")[["level"]].min()


def _ngsl(_resource: Resource, paths: list[Path]) -> pd.DataFrame:
    """Rank of the headword for each of its forms; the lowest if a form has several."""
    rows = []
    with paths[0].open(encoding="utf-8", newline="") as stream:
        for headword, rank, *forms in csv.reader(stream):
            rows += [(form.lower(), float(rank)) for form in (headword, *forms) if form]
    table = pd.DataFrame(rows, columns=["word", "rank"])
    return table.groupby("word")[["rank"]].min()


def _awl(_resource: Resource, paths: list[Path]) -> pd.DataFrame:
    """1 for each form of a word family. Indentation, which marks family members, is ignored."""
    forms = {line.strip().lower() for line in paths[0].read_text(encoding="utf-8").splitlines()}
    return pd.DataFrame({"listed": 1.0}, index=pd.Index(sorted(forms - {""}), name="word"))


PARSERS: dict[str, Callable[[Resource, list[Path]], pd.DataFrame]] = {
    "table": _delimited,
    "rda": _r_data,
    "cefr": _cefr,
    "ngsl": _ngsl,
    "awl": _awl,
}


class Rows(NamedTuple):
    """A parsed file.

    Attributes
    ----------
    words : sequence of str of length n_words
        Words without line ends.
    columns : sequence of str
        Names of the columns of `values`; empty if they have none.
    values : array of shape (n_words, n_columns)
        Numbers. Those of a copy are mapped into memory.
    """

    words: Sequence[str]
    columns: Sequence[str]
    values: NDArray[np.generic]


def parsed_once(folder: Path, parse: Callable[[], Rows]) -> Rows:
    """Return the rows of a file from their copy in a folder, or parse the file and copy them.

    A missing or damaged copy is made again. If the folder cannot be written, no copy is kept.

    Parameters
    ----------
    folder : Path
        The copy; its name identifies the version of the file.
    parse : callable
        Reads the file.
    """
    with contextlib.suppress(*READ_ERRORS):
        return _read_copy(folder)
    _LOG.debug("Parsing a file, because %s has no usable copy.", folder)
    rows = parse()
    with contextlib.suppress(*READ_ERRORS):
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            aside = Path(temporary, folder.name)
            aside.mkdir()
            np.save(aside / _VALUES, rows.values)
            # The archive has checksums of its members.
            np.savez(
                aside / _NAMES,
                words=_as_bytes(rows.words),
                columns=_as_bytes(rows.columns),
                sha256=_as_bytes([sha256_of(aside / _VALUES)]),
            )
            aside.rename(folder)
        return _read_copy(folder)
    _LOG.debug("No copy can be written to %s: the file will be parsed again.", folder)
    return rows


def _as_bytes(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("".join(f"{line}\n" for line in lines).encode(), dtype=np.uint8)


def _read_copy(folder: Path) -> Rows:
    with (folder / _NAMES).open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
        words, columns, checksums = (
            stored[name].tobytes().decode().split("\n")[:-1]
            for name in ("words", "columns", "sha256")
        )
    values = np.load(folder / _VALUES, mmap_mode="r", allow_pickle=False)
    if checksums != [sha256_of(folder / _VALUES)]:
        raise ValueError("the copy is damaged")
    return Rows(words, columns, values)
