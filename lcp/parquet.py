"""Rate Parquet files in parts that are independent of each other, and written as they finish.

Each part is a range of rows of an input file and becomes one output file, which is written
completely or not at all. An interrupted run continues with the parts that are missing.
"""

from __future__ import annotations

import glob
import json
import re
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import lcp
from lcp.errors import InputError, LCPError
from lcp.files import unreadable, written_aside
from lcp.parallel import process_pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pyarrow as pa

    from lcp.batch import BatchAnnotator

#: Rows of a part. With texts of 500 words, a part is about half an hour of one core.
PART_ROWS = 10_000
#: Name of the file that describes a run. Readers of Parquet folders ignore a leading underscore.
RUN = "_lcp.json"
#: Key of the counts in the metadata of an output file.
COUNTS = b"lcp"
#: Rows that are read from a file at once.
_READ_ROWS = 1_000


class Part(NamedTuple):
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

    def finished(self) -> bool:
        """Whether the output file exists and has as many rows as the part."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            return bool(pq.read_metadata(self.target).num_rows == self.rows)
        except (FileNotFoundError, pa.ArrowInvalid):
            return False


class Counts(NamedTuple):
    """Numbers of texts and rated words in output files."""

    texts: int
    words: int


def parts_of(
    pattern: str, out: Path, annotator: BatchAnnotator, rows: int = PART_ROWS
) -> list[Part]:
    """Divide the input files into parts, and check their columns.

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
        If no file matches, or a file is not Parquet or has no column of texts.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    paths = sorted(Path(path) for path in glob.glob(pattern, recursive=True))  # noqa: PTH207
    if not paths:
        raise InputError(
            "No file matches.", where=pattern, hint="Give Parquet files as 'folder/*.parquet'."
        )
    root = _root(pattern)
    parts = []
    for path in paths:
        try:
            with pq.ParquetFile(path) as file:
                schema = file.schema_arrow
                groups = [
                    file.metadata.row_group(index).num_rows for index in range(file.num_row_groups)
                ]
        except (OSError, pa.ArrowInvalid) as error:
            reason = str(error).partition("\n")[0]
            raise unreadable(path, reason, "Give Parquet files.") from error
        try:
            annotator.schema(schema)
        except InputError as error:
            raise InputError(error.what, where=str(path), hint=error.hint) from error
        stem = out.resolve() / path.relative_to(root).with_suffix("")
        ranges = [
            (group, first, min(rows, size - first))
            for group, size in enumerate(groups)
            for first in range(0, size, rows)
        ]
        parts += [
            Part(str(path.resolve()), f"{stem}-{number:05d}.parquet", *place)
            for number, place in enumerate(ranges)
        ]
    return parts


def begin(out: Path, annotator: BatchAnnotator, rows: int = PART_ROWS) -> None:
    """Create the output folder, or check that it contains results of the same options.

    Raises
    ------
    InputError
        If it contains other files, or results of another model or other options.
    """
    about: dict[str, Any] = {
        "lcp": lcp.__version__,
        "model": annotator.sha256,
        **({"installed": annotator.installed} if annotator.installed else {}),
        "column": annotator.column,
        "words": annotator.words,
        "rows": rows,
        **annotator.options,
    }
    path = out / RUN
    if not path.is_file():
        if out.is_dir() and any(out.iterdir()):
            raise InputError(
                "The output folder is not empty.", where=str(out), hint="Choose another folder."
            )
        with written_aside(path) as aside:
            aside.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        return
    try:
        earlier = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise unreadable(path, str(error), "Choose another folder.") from error
    changed = [name for name in about if earlier.get(name) != about[name]]
    if changed:
        raise InputError(
            f"The folder contains results with another value of: {', '.join(changed)}.",
            where=str(out),
            hint="Use the same options to continue, or choose another folder.",
        )


def annotate_part(part: Part, annotator: BatchAnnotator) -> None:
    """Rate a part and write its file, if it is not finished."""
    import pyarrow.parquet as pq

    if part.finished():
        return
    counts = Counts(0, 0)
    with pq.ParquetFile(part.source) as file:
        schema = annotator.schema(file.schema_arrow)
        with (
            written_aside(Path(part.target)) as aside,
            pq.ParquetWriter(aside, schema, compression="zstd") as writer,
        ):
            for batch in annotator.stream(_rows(file, part)):
                writer.write_batch(batch)
                counts = Counts(counts.texts + len(batch), counts.words + _rated(batch))
            writer.add_key_value_metadata({COUNTS: json.dumps(counts._asdict())})


def run(parts: Iterable[Part], annotator: BatchAnnotator, workers: int = 1) -> Iterator[int]:
    """Rate the parts that are not finished on this machine, and yield the number of those done.

    Raises
    ------
    LCPError
        If a worker process was ended by the system.
    """
    pending = [part for part in parts if not part.finished()]
    if workers == 1:
        for done, part in enumerate(pending, start=1):
            annotate_part(part, annotator)
            yield done
        return
    with process_pool(workers) as pool:
        tasks = [pool.submit(annotate_part, part, annotator) for part in pending]
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


def finish(parts: Sequence[Part]) -> Counts:
    """Delete temporary files that killed processes left, and return the counts of all parts."""
    import pyarrow.parquet as pq

    for folder in {Path(part.target).parent for part in parts}:
        for aside in folder.glob(".*.parquet-*"):
            aside.unlink(missing_ok=True)
    texts = words = 0
    for part in parts:
        counts = Counts(**json.loads(pq.read_metadata(part.target).metadata[COUNTS]))
        texts, words = texts + counts.texts, words + counts.words
    return Counts(texts, words)


def _root(pattern: str) -> Path:
    """Return the folder before the first part of a path that is a pattern."""
    fixed = []
    for piece in Path(pattern).parts[:-1]:
        if re.search(r"[*?[]", piece):
            break
        fixed.append(piece)
    return Path(*fixed)


def _rows(file: Any, part: Part) -> Iterator[pa.RecordBatch]:
    """Read the rows of a part."""
    begin, end = part.first, part.first + part.rows
    position = 0
    for batch in file.iter_batches(_READ_ROWS, row_groups=[part.group]):
        low, high = max(begin - position, 0), min(end - position, len(batch))
        if low < high:
            yield batch.slice(low, high - low)
        position += len(batch)
        if position >= end:
            return


def _rated(batch: pa.RecordBatch) -> int:
    """Return the number of rated words and names of a batch."""
    import pyarrow.compute as pc

    numbers = pc.struct_field(batch.column("complexity"), "content_words")
    return int(pc.sum(numbers).as_py() or 0)
