"""Plain data in files that NumPy reads: text, numbers, lists and dictionaries in JSON, and arrays.

Reading such a file imports and runs nothing that is in it.
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError
from lcp.files.reading import check_unpacked

if TYPE_CHECKING:
    from pathlib import Path

#: Only key of a dictionary in the place of an array.
_ARRAY = "__array__"
#: Member of the archive that contains the JSON text.
_CONTENT = "content"


def write_plain(content: Any, path: Path) -> None:
    """Write plain data; the same data give the same bytes.

    Parameters
    ----------
    content : dict, list, str, int, float, bool, None or array
        Data. Dictionaries have keys of type str, and arrays contain numbers.
    path : Path
        File to write, which is replaced.

    Raises
    ------
    InputError
        If `content` contains an object of another type.
    """
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    text = json.dumps(_packed(content, arrays), ensure_ascii=False, separators=(",", ":"))
    arrays[_CONTENT] = np.frombuffer(text.encode(), dtype=np.uint8)
    with path.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)


def read_plain(content: bytes) -> Any:
    """Return the data in the content of a file that :func:`write_plain` wrote.

    Raises
    ------
    ValueError, KeyError, TypeError and others of `lcp.files.reading.READ_ERRORS`
        If the content is damaged or of another format.
    """
    stream = BytesIO(content)
    check_unpacked(stream)
    stream.seek(0)
    with np.load(stream, allow_pickle=False) as stored:
        return _unpacked(json.loads(stored[_CONTENT].tobytes().decode()), stored)


def _packed(value: Any, arrays: dict[str, np.ndarray[Any, Any]]) -> Any:
    """Return JSON types; arrays and long texts are replaced by their names."""
    if isinstance(value, dict) and all(isinstance(k, str) and k != _ARRAY for k in value):
        return {key: _packed(other, arrays) for key, other in value.items()}
    if isinstance(value, list | tuple):
        return [_packed(other, arrays) for other in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        name = f"array_{len(arrays)}"
        arrays[name] = value
        return {_ARRAY: name}
    raise InputError(
        f"The model contains an object of the type {type(value).__name__}, which cannot be saved.",
        hint="Families may learn text, numbers, lists, dictionaries and arrays.",
    )


def _unpacked(value: Any, stored: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(other, stored) for other in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {_ARRAY}:
        return stored[value[_ARRAY]]
    return {key: _unpacked(other, stored) for key, other in value.items()}
