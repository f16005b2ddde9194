"""Read files, and report those that cannot be read."""

from __future__ import annotations

import hashlib
import tokenize
import zlib
from typing import IO, TYPE_CHECKING
from unicodedata import category
from zipfile import BadZipFile, ZipFile

from lcp.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

MIB = 1024 * 1024
#: Maximum sizes in bytes of what is read into memory, above what people have: a larger file is a
#: mistake or an attack. `copy`: all members of an archive that is copied; `model`: a file of a
#: model, unpacked.
LARGEST = {
    "recipe": 100_000,
    "list": 20_000_000,
    "document": 256 * MIB,
    "predictions": 256 * MIB,
    "table": 512 * MIB,
    "copy": 1024 * MIB,
    "model": 2048 * MIB,
}
#: Errors of NumPy and of a reader of its archives if a file is missing, damaged or hostile.
READ_ERRORS = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError),
    # RuntimeError: an encrypted member of an archive, among others.
    *(BadZipFile, zlib.error, RuntimeError, OverflowError),
    # Of headers of arrays: text that Python cannot parse, and impossible sizes.
    *(SyntaxError, tokenize.TokenError, MemoryError),
)


def printable(path: str | Path) -> str:
    r"""Return a path for people: bytes that are no text, and control characters, are U+FFFD.

    >>> printable("caf\udce9.txt"), printable("a\x1b[31m")
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


def read_at_most(path: Path, kind: str, hint: str) -> bytes:
    """Return the content of a file; a device or pipe without an end does not fill the memory.

    Raises
    ------
    InputError
        If the file cannot be read, or is larger than its `kind` of :data:`LARGEST`; `hint` says
        what to do.
    """
    largest = LARGEST[kind]
    try:
        with path.open("rb") as stream:
            data = stream.read(largest + 1)
    except OSError as error:
        raise unreadable(path, error, hint) from error
    if len(data) > largest:
        size = f"{largest // MIB:,} MiB" if largest >= MIB else f"{largest:,} bytes"
        raise InputError(f"The file has more than {size}.", where=str(path), hint=hint)
    return data


def read_text(path: Path, kind: str, hint: str) -> str:
    """Return the text of a UTF-8 file without a byte order mark, with Unix line ends.

    Raises
    ------
    InputError
        As :func:`read_at_most`, and if the file is not UTF-8.
    """
    return decoded(read_at_most(path, kind, hint), path).replace("\r\n", "\n")


def decoded(data: bytes, path: Path, hint: str = "") -> str:
    """Return the text of the UTF-8 file `path`, without the byte order mark of some editors.

    Raises
    ------
    InputError
        If the data are not UTF-8; the message names the line and the byte.
    """
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"Byte 0x{data[error.start]:02X} at offset {error.start:,} is not UTF-8.",
            where=f"{path}, line {line}",
            hint=f"Save the file as UTF-8. {hint}".rstrip(),
        ) from error


def check_unpacked(archive: IO[bytes] | Path) -> None:
    """Raise ValueError if a file of a model would unpack to more than the largest."""
    if unpacked_size(archive) > LARGEST["model"]:
        raise ValueError(f"it unpacks to more than {LARGEST['model'] // MIB:,} MiB")


def unpacked_size(archive: IO[bytes] | Path) -> int:
    """Return the size in bytes of all members of a ZIP archive; no member unpacks to more.

    Raises
    ------
    zipfile.BadZipFile, OSError
        If it is not an archive.
    """
    with ZipFile(archive) as opened:
        return sum(member.file_size for member in opened.infolist())


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
