"""Annotate Parquet files in parts that are independent of each other, and written as they finish.

Each part is a range of rows of an input file and becomes one output file, which is written
completely or not at all. An interrupted run continues with the parts that are missing.
"""

from __future__ import annotations

import glob
import json
import math
import multiprocessing
import os
import re
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import lcp
from lcp.errors import InputError, LCPError, requiring
from lcp.files.input_files import unreadable
from lcp.files.output_files import atomic_write
from lcp.tables.parquet_batches import parquet_batches

with requiring("parquet", "Arrow and Parquet"):
    import pyarrow as pa
    import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.reader.engines.arrow import BatchAnnotator

#: Name of the file that describes a run. Readers of Parquet folders ignore a leading underscore.
RUN = "_lcp.json"
#: Errors of PyArrow that reads a damaged file.
_DAMAGE = (OSError, pa.ArrowException, UnicodeDecodeError)
_ELSEWHERE = "Choose another folder."


class FilePart(NamedTuple):
    """Rows of a row group of an input file, and the output file.

    Attributes
    ----------
    source, target : str
        Absolute paths of the input and the output file.
    group : int
        Index of the row group.
    first, rows : int
        Index of the first row in the row group, and number of rows.
    """

    source: str
    target: str
    group: int
    first: int
    rows: int

    def is_done(self) -> bool:
        """Return whether the output file is complete."""
        try:
            with Path(self.target).open("rb") as stream:
                return bool(pq.read_metadata(stream).num_rows == self.rows)
        except _DAMAGE:
            return False


def prepare(
    pattern: str,
    out: Path,
    annotator: BatchAnnotator,
    rows: int = 10_000,
    *,
    fewest: int = 250,
    parts_of_file: int = 8,
) -> list[FilePart]:
    """Divide the input files into parts, and create the output folder or check what it contains.

    Parameters
    ----------
    pattern : str
        Path of a Parquet file, or pattern such as ``in/**/*.parquet``.
    out : path
        Output folder. It gets the folders of the input below the first ``*``.
    annotator : BatchAnnotator
        Annotator, whose column is checked.
    rows : int
        Maximum number of rows of a part. With texts of 500 words, 10,000 take two minutes of one
        core.
    fewest, parts_of_file : int
        A file of fewer rows is divided into `parts_of_file` parts, so that several processes have
        work, of at least `fewest` rows.

    Raises
    ------
    InputError
        If no file matches, a file is not Parquet or has no column of texts, or the folder contains
        other files or the results of other inputs, options or another model.
    """
    paths = sorted(Path(path) for path in glob.glob(pattern, recursive=True))  # noqa: PTH207
    if not paths:
        raise InputError(
            "No file matches.", where=pattern, hint="Give Parquet files as 'folder/*.parquet'."
        )
    root = _root_folder(pattern)
    parts = []
    inputs = {}
    for path in paths:
        sizes = _row_groups(path, annotator)
        inputs[str(path.resolve())] = [path.stat().st_size, path.stat().st_mtime_ns]
        largest = min(rows, max(fewest, math.ceil(sum(sizes) / parts_of_file)))
        stem = Path(os.path.realpath(out)) / path.relative_to(root).with_suffix("")
        ranges = [
            (group, first, min(largest, size - first))
            for group, size in enumerate(sizes)
            for first in range(0, size, largest)
        ]
        parts += [
            FilePart(str(path.resolve()), f"{stem}-{index:05d}.parquet", *place)
            for index, place in enumerate(ranges)
        ]
    if len({part.target for part in parts}) < len(parts):
        raise InputError(
            "Two files would be written under the same name, such as a.parquet and a.pq.",
            where=pattern,
            hint="Rename one of them.",
        )
    options = {
        "lcp": lcp.__version__,
        "model": annotator.sha256,
        "column": annotator.column,
        "words": annotator.words,
        "rows": rows,
        **annotator.options,
    }
    _begin(out, options, inputs, {part.target for part in parts})
    return parts


def run(parts: Iterable[FilePart], annotator: BatchAnnotator, n_jobs: int = 1) -> Iterator[int]:
    """Annotate the parts that are not finished, and yield the number of those done.

    Raises
    ------
    LCPError
        If a worker process was ended by the system.
    """
    pending = [part for part in parts if not part.is_done()]
    n_jobs = min(n_jobs, len(pending))
    if n_jobs <= 1:
        for done, part in enumerate(pending, start=1):
            _annotate(part, annotator)
            yield done
        return
    # Processes that are not forks of this one, whose threads they would lack.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(n_jobs, context, initializer=_end_with_parent) as pool:
        tasks = [pool.submit(_annotate, part, annotator) for part in pending]
        try:
            for done, task in enumerate(as_completed(tasks), start=1):
                task.result()
                yield done
        except BrokenProcessPool as error:
            raise LCPError(
                "A worker process ended before its part was finished.",
                hint="Run the command again to continue, with fewer processes if memory is short.",
            ) from error
        finally:
            pool.shutdown(cancel_futures=True)


def _row_groups(path: Path, annotator: BatchAnnotator) -> list[int]:
    """Return the number of rows of each row group of a file, whose columns are checked."""
    try:
        # PyArrow opens no path that is not UTF-8.
        with path.open("rb") as stream, pq.ParquetFile(stream) as file:
            annotator.schema(file.schema_arrow)
            groups = range(file.num_row_groups)
            return [file.metadata.row_group(index).num_rows for index in groups]
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    except InputError as error:
        raise InputError(error.what, where=str(path), hint=error.hint) from error


def _damaged(path: str | Path, error: Exception) -> InputError:
    return unreadable(Path(path), str(error).partition("\n")[0], "Give Parquet files.")


def _begin(out: Path, options: dict[str, Any], inputs: dict[str, Any], targets: set[str]) -> None:
    """Create the output folder, or check that it contains nothing but results of the same run."""
    path, about = out / RUN, {**options, **inputs}
    if path.is_file():
        try:
            before = dict(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise unreadable(path, str(error), _ELSEWHERE) from error
        # New input files may be added.
        changed = [n for n in {**before, **options} if before.get(n) != about.get(n)]
        if changed:
            raise InputError(
                f"The folder contains results with another value of: {', '.join(changed)}.",
                where=str(out),
                hint="Use the same options and files to continue, or choose another folder.",
            )
        for written in Path(os.path.realpath(out)).rglob("*.parquet*"):
            if str(written) not in targets and not written.name.startswith("."):
                raise InputError(
                    "The command did not write this file.",
                    where=str(written),
                    hint="Remove it, or choose another folder.",
                )
    elif out.is_dir() and any(out.iterdir()):
        raise InputError("The output folder is not empty.", where=str(out), hint=_ELSEWHERE)
    with atomic_write(path) as aside:
        aside.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _annotate(part: FilePart, annotator: BatchAnnotator) -> None:
    """Annotate a part and write its file."""
    with Path(part.source).open("rb") as stream:
        schema = annotator.schema(pq.read_schema(stream))
        with (
            atomic_write(Path(part.target)) as aside,
            aside.open("wb") as target,
            pq.ParquetWriter(target, schema, compression="zstd") as writer,
        ):
            for batch in annotator.stream(_rows(stream, part)):
                writer.write_batch(batch)


def _root_folder(pattern: str) -> Path:
    """Return the folder before the first part of a path that is a pattern."""
    fixed = []
    for piece in Path(pattern).parts[:-1]:
        if re.search(r"[*?[]", piece):
            break
        fixed.append(piece)
    return Path(*fixed)


def _rows(stream: BinaryIO, part: FilePart) -> Iterator[pa.RecordBatch]:
    """Read the rows of a part."""
    begin, end = part.first, part.first + part.rows
    position = 0
    try:
        for batch in parquet_batches(stream, pq.read_schema(stream), [part.group]):
            low, high = max(begin - position, 0), min(end - position, len(batch))
            if low < high:
                yield batch.slice(low, high - low)
            position += len(batch)
            if position >= end:
                return
    except _DAMAGE as error:
        raise _damaged(part.source, error) from error


def _end_with_parent() -> None:
    """End this process when its parent ends; a killed parent closes no queue."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
