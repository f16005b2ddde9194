"""Read documents: plain text, HTML, Markdown, EPUB, DOCX, PDF and subtitles."""

from __future__ import annotations

from lcp.documents.formats import formats, suffixes
from lcp.documents.reading import Document, read_document, read_text

__all__ = ["SUFFIXES", "Document", "formats", "read_document", "read_text"]

#: Endings of the names of files that can be read.
SUFFIXES = tuple(suffixes())
