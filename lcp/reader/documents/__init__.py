"""Read documents: plain text, HTML, Markdown, EPUB, DOCX, ODT, RTF, PDF and subtitles."""

from __future__ import annotations

from lcp.reader.documents.formats import FORMATS, SUFFIXES
from lcp.reader.documents.opening import read_text

__all__ = ["FORMATS", "SUFFIXES", "read_text"]
