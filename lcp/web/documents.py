"""Read uploaded documents, one at a time and in a thread of its own."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from lcp.documents import read_document
from lcp.errors import InputError
from lcp.web.errors import TooLongError

if TYPE_CHECKING:
    from lcp.documents import Document

#: Path of uploads, whose size has its own limit.
UPLOAD = "/api/document"


class DocumentReader:
    """Read uploaded documents.

    Documents are read one at a time, because the library for PDF cannot be used by two threads.

    Parameters
    ----------
    characters : int
        Maximum number of characters of a text.
    """

    def __init__(self, characters: int) -> None:
        self.characters = characters
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="documents")

    async def read(self, content: bytes, name: str) -> dict[str, Any]:
        """Return text, format and title of a document.

        Parameters
        ----------
        content : bytes
            The file.
        name : str
            Its name, of which only the ending counts.

        Raises
        ------
        InputError
            If the document cannot be read.
        ResourceError
            If a package for the format is not installed.
        TooLongError
            If its text is too long.
        """
        loop = asyncio.get_running_loop()
        document = await loop.run_in_executor(self._thread, self._read, content, name)
        if len(document.text) > self.characters:
            raise TooLongError(
                f"The document has {len(document.text):,} characters; the limit is "
                f"{self.characters:,}.",
                where="document",
                hint="Use `lcp annotate`, which has no limit, or start `lcp serve` with a higher "
                "--max-characters.",
            )
        return {"text": document.text, "format": document.format, "title": document.title}

    def _read(self, content: bytes, name: str) -> Document:
        try:
            # Messages then have a name that is not the reader's own.
            return read_document(content, name=f"document{PurePath(name).suffix}")
        except InputError as error:
            raise InputError(error.what, where="document", hint=error.hint) from error
