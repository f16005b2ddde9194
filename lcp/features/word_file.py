"""Word-level features in the user cache, for the next process with the same inputs."""

from __future__ import annotations

import hashlib
import json
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import LCPError
from lcp.files import checksum_of_words, written_aside

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from lcp.extractors.base import Extractor
    from lcp.resources.store import Store

    Floats = NDArray[np.float64]

#: Version of the file's layout.
_LAYOUT = 1
#: New words, and their share of the words in the file, from which it is written again.
_NEW_WORDS, _NEW_SHARE = 2_000, 0.5
#: Maximum number of numbers in a file (40 MB), and of files.
_LARGEST, _FILES = 5_000_000, 8
#: Packages whose version can change a word's features.
_PACKAGES = ("wordfreq", "nltk", "simplemma", "pyphen", "pystemmer", "lightgbm", "numpy")
#: Folders of this package whose code can.
_CODE = ("english", "extractors", "lexicon", "resources")


class WordFile:
    """Features of words in one memory-mapped Arrow file.

    The file's name is a hash of everything that the features depend on, so a change of a resource,
    an option, a package or the code starts a new file. It is replaced as a whole. Of two processes
    that write at the same time, the last one wins, and the words of the other are computed again.
    Threads may share an object.

    Parameters
    ----------
    families : mapping of str to Extractor
        Fitted families.
    kept : mapping of str to int array
        Columns of each family that are needed.
    store : Store
        Source of the resources, with the user cache.

    Attributes
    ----------
    is_open : bool
        Whether the file was read, if it exists.
    """

    _numbers: dict[str, int]
    _values: Floats
    _new: dict[str, Floats]

    def __init__(
        self,
        families: Mapping[str, Extractor],
        kept: Mapping[str, NDArray[np.intp]],
        store: Store,
    ) -> None:
        self.families = families
        self.kept = kept
        self.store = store
        self.width = sum(len(kept[name]) for name in families)
        self.is_open = False
        self._lock = Lock()
        self._clear()

    @cached_property
    def path(self) -> Path:
        """The file, which may not exist."""
        key = _inputs_key(self.families, self.kept, self.store)
        return self.store.cache / "words" / f"{key}.arrow"

    def look_up(self, words: Sequence[str]) -> tuple[NDArray[np.bool_], Floats]:
        """Return which words are in the file, and the features of these."""
        with self._lock:
            if not self.is_open:
                self._open()
            rows = np.array([self._numbers.get(word, -1) for word in words], dtype=np.intp)
            listed = rows >= 0
            return listed, np.asarray(self._values[rows[listed]])

    def add(self, words: Sequence[str], values: Floats) -> None:
        """Keep the features of new words, and write them when they are many."""
        with self._lock:
            for word, row in zip(words, values, strict=True):
                if word not in self._numbers:  # as another thread may have added it
                    # A copy, because a view would keep the whole batch in memory.
                    self._new[word] = row.copy()
            old, new = len(self._numbers), len(self._new)
            if new >= max(_NEW_WORDS, _NEW_SHARE * old):
                if (old + new) * self.width <= _LARGEST:
                    self._write()
                self._new = {}

    def _open(self) -> None:
        self.is_open = True
        import pyarrow as pa

        try:
            table = pa.ipc.open_file(pa.memory_map(str(self.path))).read_all()
            words = table["word"].to_pylist()
            [chunk] = table["values"].chunks
            # Array.to_numpy imports pandas.
            values = np.frombuffer(chunk.values.buffers()[1])
            if table.schema.metadata != _checksum(words, values):
                return
            self._values = values.reshape(len(words), self.width)
        except (OSError, pa.ArrowException, KeyError, ValueError):
            return  # missing, or damaged and therefore written again
        self._numbers = {word: number for number, word in enumerate(words)}

    def _write(self) -> None:
        import pyarrow as pa

        words = [*self._numbers, *self._new]
        values = np.concatenate([self._values, np.array([*self._new.values()])])
        try:
            columns = [_text_array(words), _list_array(values)]
            table = pa.Table.from_arrays(columns, ["word", "values"])
            table = table.replace_schema_metadata(_checksum(words, values.ravel()))
            with (
                written_aside(self.path) as aside,
                pa.OSFile(str(aside), "wb") as stream,
                pa.ipc.new_file(stream, table.schema) as writer,
            ):
                writer.write_table(table)
            files = sorted(self.path.parent.glob("*.arrow"), key=lambda file: -file.stat().st_mtime)
            for outdated in files[_FILES:]:
                outdated.unlink(missing_ok=True)
        except (OSError, ValueError, LCPError):
            return  # a full disk, a folder that is not writable, or a word with invalid characters
        self._clear()
        self._open()

    def _clear(self) -> None:
        self._numbers, self._new = {}, {}
        self._values = np.empty((0, self.width))

    def __getstate__(self) -> dict[str, object]:
        """Return the parameters: another process opens the file itself."""
        return {name: vars(self)[name] for name in ("families", "kept", "store")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["families"], state["kept"], state["store"])  # type: ignore[misc]


def _text_array(words: Sequence[str]) -> pa.Array:
    """Return an Arrow array of texts, from buffers because `pyarrow.array` imports pandas."""
    import pyarrow as pa

    encoded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    buffers = (pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))
    return pa.LargeStringArray.from_buffers(len(words), *buffers)


def _list_array(values: Floats) -> pa.Array:
    """Return the rows of a matrix as an Arrow array of lists."""
    import pyarrow as pa

    buffers = [None, pa.py_buffer(np.ascontiguousarray(values))]
    flat = pa.Array.from_buffers(pa.float64(), values.size, buffers)
    return pa.FixedSizeListArray.from_arrays(flat, values.shape[1])


def _checksum(words: Sequence[str], values: Floats) -> dict[bytes, bytes]:
    """Return the metadata that shows whether a file is undamaged."""
    return {b"crc32": checksum_of_words(words, values)}


def _inputs_key(
    families: Mapping[str, Extractor], kept: Mapping[str, NDArray[np.intp]], store: Store
) -> str:
    """Return a hash of everything that the features of words depend on."""
    about = {
        "layout": _LAYOUT,
        "code": _code_hash(),
        "packages": {name: version(name) for name in _PACKAGES},
        "families": {
            name: [family.get_params(), family.learned(), kept[name].tolist()]
            for name, family in families.items()
        },
        "resources": {
            name: store.fingerprint(name)
            for family in families.values()
            for name in family.resources()
        },
    }
    return hashlib.sha256(json.dumps(about, sort_keys=True, default=str).encode()).hexdigest()[:32]


@cache
def _code_hash() -> str:
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in _CODE:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".py", ".npz", ".toml"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()
