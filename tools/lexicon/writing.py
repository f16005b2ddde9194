"""Write lexicons in the format that :mod:`lcp.english.lexicon.word_table` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipInfo

import numpy as np
from numpy.typing import NDArray
from zopfli import ZOPFLI_FORMAT_ZLIB, ZipFile, ZopfliCompressor

from lcp.english.lexicon.word_table import ARRAYS, STEPS, UNKNOWN, Lexicon
from lcp.files.output_files import atomic_write

Floats = NDArray[np.float64]


def quantised(values: Floats, low: Floats | float, high: Floats | float) -> NDArray[np.uint8]:
    """Quantise each column to steps from `low` to `high`; NaN becomes 255.

    >>> quantised(np.array([0.0, 0.5, 1.0, np.nan]), 0.0, 1.0).tolist()
    [0, 127, 254, 255]
    """
    width = np.where(np.asarray(high) > low, np.asarray(high) - low, 1.0)
    steps = np.clip(np.rint((values - low) / width * STEPS), 0, STEPS)
    return np.where(np.isnan(values), UNKNOWN, np.nan_to_num(steps)).astype(np.uint8)


def deflated(values: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Compress integers below 2³² for :func:`zlib.decompress`: in a minute, 4% better than zlib."""
    compressor = ZopfliCompressor(ZOPFLI_FORMAT_ZLIB, iterations=1)
    stream = compressor.compress(values.astype("<u4").tobytes()) + compressor.flush()
    return np.frombuffer(stream, dtype=np.uint8)


def write_lexicon(lexicon: Lexicon, path: Path) -> None:
    """Write a lexicon completely or not at all. Equal lexicons give the same bytes."""
    arrays = {name: getattr(lexicon, name) for name in ("about", "words", *ARRAYS)}
    with atomic_write(path) as aside, aside.open("wb") as stream:
        np.savez(stream, allow_pickle=False, **encoded(arrays))


def write_compressed(path: Path, **arrays: Any) -> None:
    """Write arrays and texts for :func:`numpy.load`, compressed 5% better than by NumPy."""
    with BytesIO() as stream, atomic_write(path) as aside:
        np.savez(stream, allow_pickle=False, **encoded(arrays))
        with ZipFile(stream) as source, ZipFile(aside, "w", iterations=3) as target:
            for entry in source.infolist():
                # Without the time, equal arrays give the same bytes.
                packed = ZipInfo(entry.filename)
                packed.compress_type = ZIP_DEFLATED
                target.writestr(packed, source.read(entry))


def encoded(values: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """Return arrays; of other values the bytes of their JSON (mappings) or of their lines."""
    return {
        name: value if isinstance(value, np.ndarray) else np.frombuffer(_text(value), np.uint8)
        for name, value in values.items()
    }


def _text(value: Mapping[str, Any] | Iterable[str]) -> bytes:
    if isinstance(value, Mapping):
        return json.dumps(value, sort_keys=True, ensure_ascii=False).encode()
    return "\n".join(value).encode()
