"""Rate Parquet files in parts that are independent of each other, and written as they finish.

Each part is a range of rows of an input file and becomes one output file, which is written
completely or not at all. An interrupted run continues with the parts that are missing.
"""

from __future__ import annotations

import glob
import hashlib
import json
import math
import multiprocessing
import os
import re
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import lcp
from lcp.errors import InputError, LCPError
from lcp.files import unreadable, written_aside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.engines.arrow import BatchAnnotator

#: Maximum number of rows of a part. With texts of 500 words, a part takes two minutes of one core.
PART_ROWS = 10_000
#: Parts of a file that has fewer rows, so that several processes have work, and the fewest rows of
#: one.
FILE_PARTS, FEWEST_ROWS = 8, 250
#: Name of the file that describes a run. Readers of Parquet folders ignore a leading underscore.
RUN = "_lcp.json"
#: Key of the counts in the metadata of an output file.
COUNTS = b"lcp"
#: Rows that are read from a file at once.
_READ_ROWS = 1_000
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

    def counts(self) -> RatedCounts | None:
        """Return the counts of the output file; None if the part is not finished.

        Raises
        ------
        InputError
            If the output file is not the result of this part.
        """
        try:
            metadata = pq.read_metadata(self.target)
        except _DAMAGE:
            return None
        counts = (metadata.metadata or {}).get(COUNTS)
        if counts is None or metadata.num_rows != self.rows:
            raise _foreign(self.target)
        return RatedCounts(**json.loads(counts))


class RatedCounts(NamedTuple):
    """Numbers of texts and rated words in output files."""

    texts: int
    words: int


def prepare(
    pattern: str, out: Path, annotator: BatchAnnotator, rows: int = PART_ROWS
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
        Maximum number of rows of a part.

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
    root = _root(pattern)
    parts = []
    inputs = {}
    for path in paths:
        sizes = _row_groups(path, annotator)
        inputs[str(path.resolve())] = _identity(path)
        largest = min(rows, max(FEWEST_ROWS, math.ceil(sum(sizes) / FILE_PARTS)))
        stem = out.resolve() / path.relative_to(root).with_suffix("")
        ranges = [
            (group, first, min(largest, size - first))
            for group, size in enumerate(sizes)
            for first in range(0, size, largest)
        ]
        parts += [
            FilePart(str(path.resolve()), f"{stem}-{number:05d}.parquet", *place)
            for number, place in enumerate(ranges)
        ]
    options = {
        "lcp": lcp.__version__,
        "model": annotator.sha256,
        "column": annotator.column,
        "words": annotator.words,
        "rows": rows,
        **annotator.options,
    }
    _begin(out, {"options": options, "inputs": inputs}, parts)
    return parts


def run(parts: Iterable[FilePart], annotator: BatchAnnotator, workers: int = 1) -> Iterator[int]:
    """Rate the parts that are not finished, and yield the number of those done.

    Raises
    ------
    LCPError
        If a worker process was ended by the system.
    """
    pending = [part for part in parts if not part.counts()]
    workers = min(workers, len(pending))
    if workers <= 1:
        for done, part in enumerate(pending, start=1):
            _annotate(part, annotator)
            yield done
        return
    # Processes that are not forks of this one, whose threads they would lack.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_end_with_parent) as pool:
        tasks = [pool.submit(_annotate, part, annotator) for part in pending]
        try:
            for done, task in enumerate(as_completed(tasks), start=1):
                task.result()
                yield done
        except BrokenProcessPool as error:
            raise LCPError(
                "A worker process ended before its part was finished.",
                hint="Run the command again to continue; use fewer workers if memory is short.",
            ) from error
        finally:
            pool.shutdown(cancel_futures=True)


def finish(parts: Sequence[FilePart]) -> RatedCounts:
    """Delete temporary files that killed processes left, and return the counts of all parts."""
    for folder in {Path(part.target).parent for part in parts}:
        for aside in folder.glob(".*.parquet-*"):
            aside.unlink(missing_ok=True)
    counts = [part.counts() or RatedCounts(0, 0) for part in parts]
    return RatedCounts(sum(each.texts for each in counts), sum(each.words for each in counts))


def _row_groups(path: Path, annotator: BatchAnnotator) -> list[int]:
    """Return the number of rows of each row group of a file, whose columns are checked."""
    try:
        with pq.ParquetFile(path) as file:
            annotator.schema(file.schema_arrow)
            groups = range(file.num_row_groups)
            return [file.metadata.row_group(index).num_rows for index in groups]
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    except InputError as error:
        raise InputError(error.what, where=str(path), hint=error.hint) from error


def _damaged(path: str | Path, error: Exception) -> InputError:
    return unreadable(Path(path), str(error).partition("\n")[0], "Give Parquet files.")


def _identity(path: Path) -> list[int | str]:
    """Return size, time and sha256 of the footer of a Parquet file."""
    about = path.stat()
    with path.open("rb") as file:
        file.seek(-8, os.SEEK_END)
        length = int.from_bytes(file.read(4), "little")
        file.seek(-8 - length, os.SEEK_END)
        footer = file.read(length)
    return [about.st_size, about.st_mtime_ns, hashlib.sha256(footer).hexdigest()]


def _begin(out: Path, about: dict[str, dict[str, Any]], parts: Sequence[FilePart]) -> None:
    """Create the output folder, or check that it contains nothing but results of the same run."""
    path = out / RUN
    if path.is_file():
        try:
            earlier = json.loads(path.read_text(encoding="utf-8"))
            known = {kind: dict(earlier[kind]) for kind in about}
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise unreadable(path, str(error), _ELSEWHERE) from error
        # Options of earlier versions may be missing; new input files may be added.
        before = {**dict.fromkeys(about["options"]), **known["options"], **known["inputs"]}
        now = {**about["options"], **about["inputs"]}
        changed = [name for name, value in before.items() if now.get(name) != value]
        if changed:
            raise InputError(
                f"The folder contains results with another value of: {', '.join(changed)}.",
                where=str(out),
                hint="Use the same options and files to continue, or choose another folder.",
            )
        targets = {part.target: part for part in parts}
        for found in map(str, out.resolve().rglob("[!.]*.parquet")):
            if found not in targets:
                raise _foreign(found)
            targets[found].counts()
    elif out.is_dir() and any(out.iterdir()):
        raise InputError("The output folder is not empty.", where=str(out), hint=_ELSEWHERE)
    with written_aside(path) as aside:
        aside.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _foreign(path: str) -> InputError:
    return InputError(
        "The command did not write this file.",
        where=path,
        hint="Remove it, or choose another folder.",
    )


def _annotate(part: FilePart, annotator: BatchAnnotator) -> None:
    """Rate a part and write its file."""
    counts = RatedCounts(0, 0)
    with pq.ParquetFile(part.source) as file:
        schema = annotator.schema(file.schema_arrow)
        with (
            written_aside(Path(part.target)) as aside,
            pq.ParquetWriter(aside, schema, compression="zstd") as writer,
        ):
            for batch in annotator.stream(_rows(file, part)):
                writer.write_batch(batch)
                rated = pc.struct_field(batch.column("complexity"), "content_words")
                words = int(pc.sum(rated).as_py() or 0)
                counts = RatedCounts(counts.texts + len(batch), counts.words + words)
            writer.add_key_value_metadata({COUNTS: json.dumps(counts._asdict())})


def _root(pattern: str) -> Path:
    """Return the folder before the first part of a path that is a pattern."""
    fixed = []
    for piece in Path(pattern).parts[:-1]:
        if re.search(r"[*?[]", piece):
            break
        fixed.append(piece)
    return Path(*fixed)


def _rows(file: Any, part: FilePart) -> Iterator[pa.RecordBatch]:
    """Read the rows of a part."""
    begin, end = part.first, part.first + part.rows
    position = 0
    try:
        for batch in file.iter_batches(_READ_ROWS, row_groups=[part.group]):
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
