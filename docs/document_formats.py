"""Generate the table of document formats, for ``documents.md``."""

from __future__ import annotations

from lcp.documents import formats
from lcp.marking.copying import STYLES
from lcp.reports.tables import markdown_table


def document_formats() -> str:
    """Return a table with one row per format."""
    rows = []
    for form in formats().values():
        styles = STYLES[form.syntax] if form.syntax else ()
        glosses = ", ".join(style for style in styles if style != "colours")
        heatmap = "yes" if "colours" in styles else ""
        endings = ", ".join(f"`{suffix}`" for suffix in form.suffixes)
        rows.append((form.title, endings, form.library, glosses, heatmap))
    columns = ("format", "endings", "read by", "`--gloss-as`", "`--heatmap`")
    return markdown_table(columns, rows)
