"""ZIP archives from anyone: damaged, encrypted and hostile ones give an error."""

from __future__ import annotations

import zipfile
import zlib
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.files.input_files import LARGEST, METHODS
from lcp.reader.documents.formats import damaged, too_large

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import BinaryIO

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
    largest : int, optional
        Maximum number of bytes of all members that are read. Default: the limit of documents.

    Raises
    ------
    InputError
        If the archive is damaged or encrypted, or has two members of one name.
    """

    def __init__(self, stream: BinaryIO, where: str, largest: int | None = None) -> None:
        self.where = where
        self._largest = self._left = largest or LARGEST["document"]
        try:
            self._zip = zipfile.ZipFile(stream)
        except _DAMAGE as error:
            raise damaged(where, "it is not a complete ZIP archive") from error
        members = self._zip.infolist()
        if len(members) > len(self._zip.NameToInfo):
            raise damaged(where, "two of its files have the same name")
        # The first bit is that of encryption.
        if any(member.flag_bits & 1 for member in members):
            hint = "Save it without a password."
            raise InputError("The document is encrypted.", where=where, hint=hint)
        if not {member.compress_type for member in members} <= METHODS:
            raise damaged(where, "its compression is not Deflate")

    def __contains__(self, member: str) -> bool:
        return member in self._zip.NameToInfo

    def read(self, member: str) -> bytes:
        """Return a member, decompressed.

        No more is decompressed than the archive says, so that a small file that expands without
        end cannot fill the memory.

        Raises
        ------
        InputError
            If the member is missing or damaged, or all together are too large.
        """
        if member not in self:
            raise damaged(self.where, f"'{member}' is missing")
        size = self._zip.getinfo(member).file_size
        self._left -= size
        if self._left < 0:
            raise too_large(self.where, self._largest)
        try:
            with self._zip.open(member) as stream:
                # One more, so that the checksum at the end is compared.
                return stream.read(size + 1)
        except _DAMAGE as error:
            raise damaged(self.where, f"'{member}' cannot be decompressed") from error

    def copy(self, target: BinaryIO, replaced: Mapping[str, bytes]) -> None:
        """Write a copy of the archive, in which some members have new content.

        Raises
        ------
        InputError
            If a member is damaged, or all together are too large.
        """
        with zipfile.ZipFile(target, "w") as new:
            for member in self._zip.infolist():
                name = member.filename
                new.writestr(member, replaced[name] if name in replaced else self.read(name))
