"""Rows of Parquet files in batches that fit into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.files.input_files import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

#: Rows that are read at once, and those with lists, of which no dictionary tells the size.
BATCH_ROWS, NESTED_ROWS = 1_000, 100


def parquet_batches(
    source: object, schema: pa.Schema, groups: Sequence[int] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield rows of a Parquet file in batches whose texts have 64 MiB at most, or of one row.

    A small file can contain a long text many times, which is a dictionary of one text.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    flat = [field.name for field in schema if not pa.types.is_nested(field.type)]
    file = pq.ParquetFile(source, read_dictionary=flat)
    rows = BATCH_ROWS if len(flat) == len(schema) else NESTED_ROWS
    for batch in file.iter_batches(rows, row_groups=groups):
        texts = [column.dictionary for column in batch.columns if hasattr(column, "dictionary")]
        lengths = [pc.binary_length(each) for each in texts if not pa.types.is_primitive(each.type)]
        longest = sum(pc.max(each).as_py() or 0 for each in lengths)
        step = max(1, LARGEST["workbook"] // max(1, longest))
        for first in range(0, len(batch), step):
            pairs = zip(batch.slice(first, step).columns, schema.types, strict=True)
            columns = [pc.dictionary_decode(column).cast(type_) for column, type_ in pairs]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)
