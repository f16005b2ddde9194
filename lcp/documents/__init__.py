"""Read documents: plain text, HTML, Markdown, EPUB, DOCX, PDF and subtitles."""

from __future__ import annotations

from lcp.documents.formats import FORMATS, SUFFIXES
from lcp.documents.reading import Document, read_document, read_text

__all__ = ["FORMATS", "SUFFIXES", "Document", "read_document", "read_text"]
