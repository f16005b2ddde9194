"""ZIP archives from anyone: damaged, encrypted and hostile ones give an error."""

from __future__ import annotations

import shutil
import zipfile
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from lcp.documents.formats import LARGEST, too_large
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

#: Maximum number of members of an archive.
MOST_MEMBERS = 20_000
_ENCRYPTED = 0x1
_COPIED_BYTES = 65_536
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)
_AGAIN = "Save the document again in the program that wrote it, or copy it again."


class Archive:
    """The members of a ZIP archive.

    Parameters
    ----------
    stream : binary stream
        The archive.
    where : str
        Name of the file for messages.

    Raises
    ------
    InputError
        If the archive is damaged or has too many members.
    """

    def __init__(self, stream: BinaryIO, where: str) -> None:
        self.where = where
        self._left = LARGEST
        try:
            self._zip = zipfile.ZipFile(stream)
        except (*_DAMAGE, ValueError) as error:
            raise self._damaged("it is not a complete ZIP archive") from error
        if len(self._zip.infolist()) > MOST_MEMBERS:
            raise self._damaged(f"it has more than {MOST_MEMBERS:,} files")

    def __contains__(self, member: str) -> bool:
        return member in self._zip.NameToInfo

    def read(self, member: str) -> bytes:
        """Return a member, decompressed.

        Only as much is decompressed as all members together may have, so that a small file that
        expands without end cannot fill the memory.

        Raises
        ------
        InputError
            If the member is missing, damaged or encrypted, or all together are too large.
        """
        with self._opened(member) as stream:
            data = stream.read(self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise too_large(self.where)
        return data

    def copy(self, target: BinaryIO, replaced: Mapping[str, bytes]) -> None:
        """Write a copy of the archive, in which some members have new content.

        Raises
        ------
        InputError
            If a member is damaged or encrypted.
        """
        with zipfile.ZipFile(target, "w") as new:
            new.comment = self._zip.comment
            for member in self._zip.infolist():
                own = _same_kind(member)
                if member.filename in replaced:
                    new.writestr(own, replaced[member.filename])
                    continue
                with self._opened(member.filename) as reading, new.open(own, "w") as writing:
                    shutil.copyfileobj(reading, writing, _COPIED_BYTES)

    @contextmanager
    def _opened(self, member: str) -> Iterator[IO[bytes]]:
        """Open a member; errors in the block are those of the archive."""
        if member not in self:
            raise self._damaged(f"'{member}' is missing")
        if self._zip.getinfo(member).flag_bits & _ENCRYPTED:
            hint = "Save it without a password."
            raise InputError("The document is encrypted.", where=self.where, hint=hint)
        try:
            with self._zip.open(member) as stream:
                yield stream
        except _DAMAGE as error:
            raise self._damaged(f"'{member}' cannot be decompressed") from error

    def _damaged(self, reason: str) -> InputError:
        return InputError(f"The document is damaged: {reason}.", where=self.where, hint=_AGAIN)


def _same_kind(member: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """Return the information for a copy of a member: name, date, compression, attributes."""
    information = zipfile.ZipInfo(member.filename, member.date_time)
    information.compress_type = member.compress_type
    information.external_attr = member.external_attr
    information.comment = member.comment
    # Decides whether the copy needs the extension for large files.
    information.file_size = member.file_size
    return information
