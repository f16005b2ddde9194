"""Arrow types of rated words, and arrays of them."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

#: Type of a rated word.
WORD = pa.struct(
    [
        ("sentence", pa.int32()),
        ("text", pa.string()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("kind", pa.string()),
        ("complexity", pa.float64()),
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("complex", pa.bool_()),
        ("harder_than", pa.float64()),
        ("level", pa.string()),
        ("level_probability", pa.float64()),
    ]
)
#: Type of the summary of a text.
SUMMARY = pa.struct(
    [
        ("mean", pa.float64()),
        ("share_above", pa.float64()),
        ("content_words", pa.int32()),
        ("threshold", pa.float64()),
    ]
)
#: A sentence's index and the fields of a RatedWord.
Row = tuple[Any, ...]


def words_array(rated: list[list[Row]], absent: pa.Array) -> pa.Array:
    """Return rated words as an array of lists of structs."""
    fields = list(WORD)
    columns = list(zip(*(row for rows in rated for row in rows), strict=True))
    arrays = [
        pa.array(values, field.type)
        for field, values in zip(fields, columns or [()] * len(fields), strict=True)
    ]
    offsets = [0]
    for rows in rated:
        offsets.append(offsets[-1] + len(rows))
    return pa.ListArray.from_arrays(
        pa.array(offsets, pa.int32()),
        pa.StructArray.from_arrays(arrays, fields=fields),
        type=pa.list_(WORD),
        mask=absent,
    )


def summary_of(rows: list[Row], threshold: float) -> dict[str, Any]:
    """Return the summary of the rated words of a text, as a dict of `SUMMARY`'s fields."""
    # Expressions consist of words that are rated too.
    kind, complexity, above = (WORD.get_field_index(n) for n in ("kind", "complexity", "complex"))
    words = [row for row in rows if row[kind] != "expression"]
    n = len(words)
    return {
        "mean": sum(row[complexity] for row in words) / n if n else None,
        "share_above": sum(row[above] for row in words) / n if n else None,
        "content_words": n,
        "threshold": threshold,
    }
