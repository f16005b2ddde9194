"""Binary copies of word vectors: one file of arrays that processes map into memory and share.

The file has a header, then the vectors in half precision, the sorted hashes of the words, the
start of each word in the text, the row of each hash, and the text of all words in UTF-8. All
numbers are little-endian.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    #: Words in UTF-8, and their vectors of shape (n_words, n_dimensions).
    Block = tuple[list[bytes], NDArray[np.float16]]

#: Version of the layout. Increase it to invalidate copies.
LAYOUT = 1
_MAGIC = b"LCPVEC\x00" + bytes([LAYOUT])
#: Magic number; numbers of vectors, dimensions, distinct words, and bytes of all words.
_HEADER = struct.Struct("<8s4Q")


@dataclass(frozen=True, slots=True, eq=False)
class Arrays:
    """Arrays of a binary copy.

    Attributes
    ----------
    matrix : float16 array of shape (n_vectors, n_dimensions)
        One vector per row.
    hashes : uint64 array of shape (n_words,)
        Hashes of the distinct words, ascending; see :func:`hashed`.
    rows : uint32 array of shape (n_words,)
        Row of the word with each hash.
    offsets : uint64 array of shape (n_vectors + 1,)
        Start of each row's word in `text`, and the end of the last.
    text : uint8 array
        All words in UTF-8.
    """

    matrix: NDArray[np.float16]
    hashes: NDArray[np.uint64]
    rows: NDArray[np.uint32]
    offsets: NDArray[np.uint64]
    text: NDArray[np.uint8]


def hashed(word: bytes) -> int:
    """Return the hash of a word in UTF-8, from 0 to 2⁶⁴ - 1."""
    return int.from_bytes(hashlib.blake2b(word, digest_size=8).digest(), "little")


def write_copy(path: Path, blocks: Iterable[Block]) -> None:
    """Write blocks of words and vectors, of which only one is in memory.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    text, ends, hashes = bytearray(), [np.zeros(1, dtype="<u8")], []
    dimensions = 0
    with path.open("wb") as stream:
        stream.write(bytes(_HEADER.size))
        for words, vectors in blocks:
            dimensions = vectors.shape[1]
            stream.write(np.ascontiguousarray(vectors, dtype="<f2").data)
            lengths = np.fromiter(map(len, words), dtype=np.uint64, count=len(words))
            ends.append((ends[-1][-1] + np.cumsum(lengths)).astype("<u8"))
            hashes.append(np.array([hashed(word) for word in words], dtype="<u8"))
            text += b"".join(words)
        offsets = np.concatenate(ends)
        ordered, rows = _first_rows(np.concatenate(hashes), offsets, text)
        _pad(stream)
        for array in (ordered, offsets, rows, np.frombuffer(text, dtype=np.uint8)):
            stream.write(array.data)
        # Last, so that an incomplete file has no header.
        stream.seek(0)
        stream.write(_HEADER.pack(_MAGIC, len(offsets) - 1, dimensions, len(rows), len(text)))


def _first_rows(
    hashes: NDArray[np.uint64], offsets: NDArray[np.uint64], text: bytearray
) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return the sorted hashes of distinct words, and the first row of each."""
    order = np.argsort(hashes, kind="stable")
    ordered = hashes[order]
    kept = np.ones(len(order), dtype=bool)
    before, words = -1, set[bytes]()
    for place in (np.flatnonzero(ordered[1:] == ordered[:-1]) + 1).tolist():
        if before != place - 1:  # another hash
            words = {_word(order[place - 1], offsets, text)}
        word = _word(order[place], offsets, text)
        kept[place] = word not in words
        words.add(word)
        before = place
    return np.ascontiguousarray(ordered[kept]), order[kept].astype("<u4")


def _word(row: int, offsets: NDArray[np.uint64], text: bytearray) -> bytes:
    return bytes(text[int(offsets[row]) : int(offsets[row + 1])])


def _pad(stream: BinaryIO) -> None:
    """Align what follows to 8 bytes."""
    stream.write(bytes(-stream.tell() % 8))


def read_copy(path: Path, *, mapped: bool = True) -> Arrays | None:
    """Map a binary copy, or read it into memory; None if it is missing or damaged."""
    try:
        with path.open("rb") as stream:
            magic, *sizes = _HEADER.unpack(stream.read(_HEADER.size))
        data: NDArray[np.uint8]
        data = np.memmap(path, mode="r") if mapped else np.fromfile(path, dtype=np.uint8)
    except (OSError, ValueError, struct.error):
        return None
    n_vectors, n_dimensions, n_words, n_bytes = sizes
    end = _HEADER.size + 2 * n_vectors * n_dimensions
    parts: list[NDArray[Any]] = [data[_HEADER.size : end]]
    end += -end % 8
    for size in (8 * n_words, 8 * (n_vectors + 1), 4 * n_words, n_bytes):
        parts.append(data[end : end + size])
        end += size
    if magic != _MAGIC or end != len(data) or not n_words or not n_dimensions:
        return None
    types = ("<f2", "<u8", "<u8", "<u4", "u1")
    matrix, hashes, offsets, rows, text = (
        np.asarray(part).view(kind) for part, kind in zip(parts, types, strict=True)
    )
    if rows.max() >= n_vectors:
        return None
    return Arrays(matrix.reshape(n_vectors, n_dimensions), hashes, rows, offsets, text)
