"""Generate the table of document formats, for ``documents.md``."""

from __future__ import annotations

from lcp.reader.documents import FORMATS
from lcp.tables.formatting import markdown_table


def document_formats() -> str:
    """Return a table with one row per format."""
    rows = []
    for form in FORMATS.values():
        endings = ", ".join(f"`{suffix}`" for suffix in form.suffixes)
        rows.append((form.title, endings, form.library, ", ".join(form.styles)))
    columns = ("format", "endings", "read by", "`lcp mark --style`")
    return markdown_table(columns, rows)
