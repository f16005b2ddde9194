"""ZIP archives from anyone: damaged, encrypted and hostile ones give an error."""

from __future__ import annotations

import shutil
import zipfile
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from lcp.documents.formats import LARGEST, damaged, too_large
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

#: Maximum number of members of an archive.
MOST_MEMBERS = 20_000
#: Maximum size in bytes of all members of an archive that is copied.
LARGEST_COPY = 1024 * 1024 * 1024
#: The methods of compression in EPUB and DOCX, by their standards.
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED = 0x1
# zipfile raises ValueError for negative positions.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError)


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
        If the archive is damaged or encrypted, or has too many members or two of one name.
    """

    def __init__(self, stream: BinaryIO, where: str) -> None:
        self.where = where
        self._left = LARGEST
        try:
            self._zip = zipfile.ZipFile(stream)
        except _DAMAGE as error:
            raise damaged(where, "it is not a complete ZIP archive") from error
        members = self._zip.infolist()
        if len(members) > MOST_MEMBERS:
            raise damaged(where, f"it has more than {MOST_MEMBERS:,} files")
        if len(members) > len(self._zip.NameToInfo):
            raise damaged(where, "two of its files have the same name")
        if any(member.flag_bits & _ENCRYPTED for member in members):
            hint = "Save it without a password."
            raise InputError("The document is encrypted.", where=where, hint=hint)
        if not {member.compress_type for member in members} <= _METHODS:
            raise damaged(where, "its compression is not Deflate")

    def __contains__(self, member: str) -> bool:
        return member in self._zip.NameToInfo

    def read(self, member: str) -> bytes:
        """Return a member, decompressed.

        Only as much is decompressed as all members together may have, so that a small file that
        expands without end cannot fill the memory.

        Raises
        ------
        InputError
            If the member is missing or damaged, or all together are too large.
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
            If a member is damaged, or all together are too large.
        """
        # No member expands to more than the size that the archive states.
        if sum(member.file_size for member in self._zip.infolist()) > LARGEST_COPY:
            raise too_large(self.where, LARGEST_COPY)
        with zipfile.ZipFile(target, "w") as new:
            new.comment = self._zip.comment
            for member in self._zip.infolist():
                information = _same_kind(member)
                if member.filename in replaced:
                    new.writestr(information, replaced[member.filename])
                    continue
                with (
                    self._opened(member.filename) as reading,
                    new.open(information, "w") as writing,
                ):
                    shutil.copyfileobj(reading, writing)

    @contextmanager
    def _opened(self, member: str) -> Iterator[IO[bytes]]:
        """Open a member; errors in the block become errors of the archive."""
        if member not in self:
            raise damaged(self.where, f"'{member}' is missing")
        try:
            with self._zip.open(member) as stream:
                yield stream
        except _DAMAGE as error:
            raise damaged(self.where, f"'{member}' cannot be decompressed") from error


def _same_kind(member: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """Return the information for a copy of a member: name, date, compression, attributes."""
    information = zipfile.ZipInfo(member.filename, member.date_time)
    information.compress_type = member.compress_type
    information.external_attr = member.external_attr
    information.comment = member.comment
    # Decides whether the copy needs the extension for large files.
    information.file_size = member.file_size
    return information
