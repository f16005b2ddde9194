"""Write files atomically, report those that cannot be read, and check the types of their data."""

from __future__ import annotations

import hashlib
import math
import os
import secrets
import shutil
import stat
import tempfile
import tokenize
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from unicodedata import category
from zipfile import BadZipFile, ZipFile

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


MIB = 1024 * 1024
#: Errors of NumPy and of a reader of its archives if a file is missing, damaged or hostile.
READ_ERRORS = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError),
    # RuntimeError: an encrypted member of an archive, among others.
    *(BadZipFile, zlib.error, RuntimeError, OverflowError),
    # Of headers of arrays: text that Python cannot parse, and impossible sizes.
    *(SyntaxError, tokenize.TokenError, MemoryError),
)


def shown_name(path: str | Path) -> str:
    r"""Return a path for people: bytes that are no text, and control characters, are U+FFFD.

    >>> shown_name("caf\udce9.txt"), shown_name("a\x1b[31m")
    ('caf\ufffd.txt', 'a\ufffd[31m')
    """
    return "".join("\ufffd" if category(c) in {"Cc", "Cs"} else c for c in str(path))


def unreadable(path: Path, reason: Exception | str, hint: str) -> InputError:
    """Return the error for a file that cannot be read."""
    what = f"The file cannot be read ({getattr(reason, 'strerror', None) or reason})."
    if isinstance(reason, FileNotFoundError):
        what = "There is no such file."
    elif isinstance(reason, IsADirectoryError):
        what = "This is a folder, not a file."
    return InputError(what, where=str(path), hint=hint)


def read_at_most(path: Path, largest: int, hint: str) -> bytes:
    """Return the content of a file; a device or pipe without an end does not fill the memory.

    Raises
    ------
    InputError
        If the file cannot be read, or has more than `largest` bytes; `hint` says what to do.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(largest + 1)
    except OSError as error:
        raise unreadable(path, error, hint) from error
    if len(data) > largest:
        size = f"{largest // MIB:,} MiB" if largest >= MIB else f"{largest:,} bytes"
        raise InputError(f"The file has more than {size}.", where=str(path), hint=hint)
    return data


def read_text(path: Path, largest: int, hint: str) -> str:
    """Return the text of a UTF-8 file without a byte order mark, with Unix line ends.

    Raises
    ------
    InputError
        As :func:`read_at_most`, and if the file is not UTF-8.
    """
    try:
        # Some editors write a byte order mark.
        text = read_at_most(path, largest, hint).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"not UTF-8, byte {error.start + 1}"
        raise unreadable(path, reason, "Save the file as UTF-8.") from error
    return text.replace("\r\n", "\n")


def unpacked_size(archive: IO[bytes] | Path) -> int:
    """Return the size in bytes of all members of a ZIP archive; no member unpacks to more.

    Raises
    ------
    zipfile.BadZipFile, OSError
        If it is not an archive.
    """
    with ZipFile(archive) as opened:
        return sum(member.file_size for member in opened.infolist())


@contextmanager
def written_aside(target: Path) -> Iterator[Path]:
    """Yield a temporary path next to `target`, and move it there if the block succeeds.

    A file that is replaced keeps its permissions, and a link its target. To a device or pipe, the
    content is copied.

    Raises
    ------
    InputError
        If the folder is not writable, or the target is a folder.
    """
    if target.is_dir():
        raise InputError(
            "This is a folder, not a file.", where=str(target), hint="Give the path of a file."
        )
    is_stream = target.exists() and not target.is_file()
    aside = Path(tempfile.gettempdir(), "lcp") if is_stream else Path(os.path.realpath(target))
    aside = aside.with_name(f".{aside.name}-{secrets.token_hex(4)}")
    try:
        aside.parent.mkdir(parents=True, exist_ok=True)
        aside.touch(0o600 if is_stream else 0o666, exist_ok=False)
        if target.is_file():
            aside.chmod(stat.S_IMODE(target.stat().st_mode))
    except OSError as error:
        raise InputError(
            f"The file cannot be written ({error.strerror}).",
            where=str(target),
            hint="Choose a writable folder.",
        ) from error
    try:
        yield aside
        if is_stream:
            with aside.open("rb") as content, target.open("wb") as stream:
                shutil.copyfileobj(content, stream)
        else:
            aside.replace(os.path.realpath(target))
    finally:
        aside.unlink(missing_ok=True)


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def conforms(value: Any, spec: Any) -> bool:  # noqa: PLR0911
    """Return whether plain data, such as a file's, have the types of a specification.

    Parameters
    ----------
    value : JSON or array
        Data.
    spec : type, None, list, dict, tuple or str
        A type (an int is also a float, but infinity is not); None; a list with the specification
        of all its items; a dictionary of the required keys, or with the key "" for all keys; a
        tuple of alternatives; or, for an array, its kind and number of dimensions, such as "f2".

    Examples
    --------
    >>> conforms({"n": 1, "names": ["a"]}, {"n": float, "names": [str]})
    True
    """
    if isinstance(spec, tuple):
        return any(conforms(value, alternative) for alternative in spec)
    if isinstance(spec, list):
        return isinstance(value, list) and all(conforms(item, spec[0]) for item in value)
    if isinstance(spec, dict):
        if not isinstance(value, dict) or not ("" in spec or spec.keys() <= value.keys()):
            return False
        return all(conforms(v, spec.get("", spec.get(k, object))) for k, v in value.items())
    if isinstance(spec, str):
        dtype = getattr(value, "dtype", None)
        return dtype is not None and f"{dtype.kind}{value.ndim}" == spec
    if spec is float:
        return type(value) in (int, float) and not math.isinf(value)
    return value is None if spec is None else spec is object or type(value) is spec
