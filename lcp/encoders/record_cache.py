"""Keep computed records on disk: rows of floats under the checksum of what they describe."""

from __future__ import annotations

import hashlib
import io
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError
from lcp.files import sha256_of, written_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

#: Fewest new records that are written to a file of their own.
FEWEST = 16
#: Size of a folder, in bytes, above which nothing is added.
LARGEST = 4 * 2**30


def key_of(*parts: object) -> bytes:
    """Return the key of a record: 16 bytes of a checksum of its parts."""
    text = "\x00".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=16).digest()


class RecordCache:
    """Records of one kind and encoder, in the files of a folder.

    A file contains the keys and the records of one call, and is named after its checksum. Files
    that do not match their names are ignored.

    Parameters
    ----------
    folder : Path or None
        Folder of the files; None keeps records in memory only.
    width : int
        Number of floats of a record.
    """

    def __init__(self, folder: Path | None, width: int) -> None:
        self.folder = folder
        self.width = width
        self._records: dict[bytes, Floats] = {}
        for path in sorted(folder.glob("*.npz")) if folder is not None else ():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            if sha256_of(path)[:32] != path.stem:
                return
            with np.load(path, allow_pickle=False) as arrays:
                keys, records = arrays["keys"], arrays["records"]
        except (OSError, ValueError, KeyError):
            return
        if records.ndim == 2 and records.shape == (len(keys), self.width):  # noqa: PLR2004
            self._records |= zip(map(bytes, keys), records, strict=True)

    def get(self, keys: Sequence[bytes], compute: Callable[[list[int]], Floats]) -> Floats:
        """Return the records of keys.

        Parameters
        ----------
        keys : sequence of bytes of length n_rows
            Keys of :func:`key_of`; may repeat.
        compute : callable
            Returns the records of rows, given their numbers.

        Returns
        -------
        float32 array of shape (n_rows, width)
            The records, in the order of `keys`.
        """
        absent = list(
            {key: row for row, key in enumerate(keys) if key not in self._records}.items()
        )
        if absent:
            added = compute([row for _, row in absent]).astype(np.float32, copy=False)
            names = [key for key, _ in absent]
            self._records |= zip(names, added, strict=True)
            self._write(names, added)
        if not keys:
            return np.empty((0, self.width), dtype=np.float32)
        return np.stack([self._records[key] for key in keys])

    def _write(self, keys: Sequence[bytes], records: Floats) -> None:
        if self.folder is None or len(keys) < FEWEST:
            return
        buffer = io.BytesIO()
        listed = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(len(keys), -1)
        np.savez(buffer, keys=listed, records=records)
        data = buffer.getvalue()
        used = sum(path.stat().st_size for path in self.folder.glob("*.npz"))
        if used + len(data) > LARGEST:
            return
        name = hashlib.sha256(data).hexdigest()[:32]
        try:
            with written_aside(self.folder / f"{name}.npz") as aside:
                aside.write_bytes(data)
        except (InputError, OSError):
            return  # a cache that cannot be written is not an error


@cache
def record_cache(folder: Path | None, kind: str, width: int) -> RecordCache:  # noqa: ARG001
    """Return the cache of a folder, read once per process; `kind` separates those in memory."""
    return RecordCache(folder, width)
