"""Plain data in files that NumPy reads: text, numbers, lists and dictionaries in JSON, and arrays.

Reading such a file imports and runs nothing that is in it.
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import numpy as np

from lcp.errors import InputError
from lcp.files.input_files import LARGEST, check_size

if TYPE_CHECKING:
    from pathlib import Path

#: Only key of a dictionary in the place of an array.
_ARRAY = "__array__"
#: The same of float32, such as predictions, whose first bytes are stored before the second: they
#: compress better so. Those of trees repeat, and do not.
_FLOATS = "__floats__"
#: Member of the archive that contains the JSON text.
_CONTENT = "content"


def write_plain(content: object, path: Path) -> None:
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
        If `content` contains an object of another type, or is larger than what is read again.
    """
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    text = json.dumps(_packed(content, arrays), ensure_ascii=False, separators=(",", ":"))
    arrays[_CONTENT] = np.frombuffer(text.encode(), dtype=np.uint8)
    size = sum(array.nbytes for array in arrays.values())
    if size > LARGEST["model"] or arrays[_CONTENT].nbytes > LARGEST["description"]:
        raise InputError(
            f"The model has {size:,} bytes, too many to be saved.",
            hint="Train it with fewer instances, or with another estimator.",
        )
    with path.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)


def read_plain(content: bytes) -> Any:
    """Return the data in the content of a file that :func:`write_plain` wrote.

    Raises
    ------
    ValueError, KeyError, TypeError and others of `lcp.files.input_files.READ_ERRORS`
        If the content is damaged or of another format.
    """
    with ZipFile(BytesIO(content)) as archive:
        check_size(archive, LARGEST["model"])
        arrays = {name.removesuffix(".npy"): _array(archive, name) for name in archive.namelist()}
    text = arrays.pop(_CONTENT)
    if text.nbytes > LARGEST["description"]:
        raise ValueError("its text is too large")
    return _unpacked(json.loads(text.tobytes().decode()), arrays)


def _array(archive: ZipFile, member: str) -> np.ndarray[Any, Any]:
    """Return a member of an archive; np.load would unpack one that is no array too."""
    with archive.open(member) as stream:
        return np.lib.format.read_array(stream, allow_pickle=False)


def _packed(value: object, arrays: dict[str, np.ndarray[Any, Any]]) -> Any:
    """Return JSON types; arrays and long texts are replaced by their names."""
    if isinstance(value, dict) and all(
        isinstance(k, str) and k not in (_ARRAY, _FLOATS) for k in value
    ):
        return {key: _packed(other, arrays) for key, other in value.items()}
    if isinstance(value, list | tuple):
        return [_packed(other, arrays) for other in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        name, is_float = f"array_{len(arrays)}", value.dtype == np.float32
        arrays[name] = _bytes_apart(value) if is_float else value
        return {_FLOATS if is_float else _ARRAY: name}
    raise InputError(
        f"The model contains an object of the type {type(value).__name__}, which cannot be saved.",
        hint="Families may learn text, numbers, lists, dictionaries and arrays.",
    )


def _unpacked(value: object, arrays: dict[str, np.ndarray[Any, Any]]) -> Any:
    """Return plain data with their arrays, of which each belongs to one place only."""
    if isinstance(value, list):
        return [_unpacked(other, arrays) for other in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {_ARRAY}:
        return arrays.pop(value[_ARRAY])
    if value.keys() == {_FLOATS}:
        return _floats(arrays.pop(value[_FLOATS]))
    return {key: _unpacked(other, arrays) for key, other in value.items()}


def _bytes_apart(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    little_endian = values.astype("<f4", order="C")[..., np.newaxis]
    return np.ascontiguousarray(np.moveaxis(little_endian.view(np.uint8), -1, 0))


def _floats(apart: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the numbers that :func:`_bytes_apart` stored."""
    together = np.ascontiguousarray(np.moveaxis(apart, 0, -1))
    return together.view("<f4")[..., 0]
