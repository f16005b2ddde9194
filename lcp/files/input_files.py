"""Read files, and report those that cannot be read."""

from __future__ import annotations

import hashlib
import tokenize
import zlib
from contextlib import suppress
from pathlib import Path
from typing import IO
from unicodedata import category
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from lcp.errors import InputError, quoted

MIB = 1024 * 1024
#: Maximum sizes in bytes of what is read into memory, above what people have: a larger file is a
#: mistake or an attack. `copy`: all members of an archive that is copied; `model`: a file of a
#: model, unpacked. Parsed JSON of a model (`description`) and XML of a `workbook` take up to 40
#: times as much memory.
LARGEST = {
    "recipe": 100_000,
    "list": 20_000_000,
    "document": 256 * MIB,
    "predictions": 256 * MIB,
    "table": 512 * MIB,
    "workbook": 64 * MIB,
    "copy": 1024 * MIB,
    "model": 512 * MIB,
    "description": 20_000_000,
}
#: Methods of compression of which a piece is unpacked without the rest.
METHODS = frozenset({ZIP_STORED, ZIP_DEFLATED})
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


def as_path(value: str | Path) -> Path:
    """Return the path that a user gives, of a file that may be missing.

    Raises
    ------
    InputError
        If it is no path: of another type, too long for this system, or with a character that file
        names cannot contain.
    """
    try:
        path = Path(value)
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            path.stat()
    except (OSError, TypeError, ValueError) as error:
        what = f"{quoted(value)} is not a path ({getattr(error, 'strerror', None) or error})."
        raise InputError(printable(what), hint="Give the path of a file or folder.") from error
    return path


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


def check_size(archive: ZipFile, largest: int) -> None:
    """Raise ValueError if the members of an archive have more bytes together than `largest`.

    Their sizes are those that the archive names. A member that is read in pieces has no more.
    """
    members = archive.infolist()
    if not {member.compress_type for member in members} <= METHODS:
        raise ValueError("its compression is not Deflate")
    if sum(member.file_size for member in members) > largest:
        raise ValueError(f"it unpacks to more than {largest // MIB:,} MiB")


def check_unpacked(archive: IO[bytes] | Path, largest: int) -> None:
    """Check an archive before a library unpacks whole members, whatever size they have.

    Raises
    ------
    ValueError, zipfile.BadZipFile, OSError and others of :data:`READ_ERRORS`
        If the members have more bytes together than `largest`, or one is damaged or has another
        size than the archive names.
    """
    with ZipFile(archive) as opened:
        check_size(opened, largest)
        if member := opened.testzip():
            raise BadZipFile(f"'{member}' cannot be decompressed")


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
