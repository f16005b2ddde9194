"""Reports as folders: a page to look at, and CSV files to compute with."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING

from lcp.files.writing import folder_written
from lcp.model.running_text import in_running_text
from lcp.tables.formatting import markdown_table, number
from lcp.tables.writing import as_csv

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import pandas as pd
    from jinja2 import Environment

    from lcp.tables.formatting import Table

PAGE = "report.html"


def templates(package: str = "lcp", folder: str = "reports") -> Environment:
    """Return an environment of the templates in a folder and of the reports, with autoescape."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape

    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, folder), PackageLoader("lcp", "reports")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(in_running_text=in_running_text)
    environment.filters["marked"] = lambda cell: Markup(  # noqa: S704 - the text is escaped
        re.sub(r"\*\*(.+?)\*\*", r"<mark>\1</mark>", str(escape(cell)))
    )
    return environment


def report_page(
    title: str,
    intro: Sequence[str],
    tables: Sequence[Table],
    *,
    settings: str = "",
    figures: Mapping[str, bytes] | None = None,
) -> str:
    """Return a page that needs no other file.

    Parameters
    ----------
    title : str
        Heading.
    intro : sequence of str
        Paragraphs; the first one is the result.
    tables : sequence of Table
        Tables, each with its title.
    settings : str
        Text that is folded at the end.
    figures : mapping of str to bytes, optional
        Files of figures by name; those in SVG are shown after the tables.
    """
    page = templates().get_template("report.html.jinja")
    images = {
        name.removesuffix(".svg"): b64encode(image).decode()
        for name, image in (figures or {}).items()
        if name.endswith(".svg")
    }
    return page.render(title=title, intro=intro, tables=tables, settings=settings, figures=images)


def write_report(
    folder: Path,
    page: str,
    tables: Mapping[str, pd.DataFrame],
    figures: Mapping[str, bytes] | None = None,
    longest: int = 100,
) -> list[str]:
    """Write ``report.html``, tables and figures as files; return the names of the files.

    A table is a CSV file; one of up to `longest` rows is also written as Markdown and, for the
    package booktabs, as LaTeX, with numbers of four decimals.

    The folder is created if necessary, and files of these names are replaced. Numbers are written
    with full precision, undefined ones as empty fields.

    Raises
    ------
    InputError
        If the folder cannot be written.
    """
    texts: dict[str, str | bytes] = {PAGE: page, **(figures or {})}
    for name, frame in tables.items():
        texts[f"{name}.csv"] = as_csv(frame)
        if len(frame) <= longest:
            cells = frame.map(lambda cell: number(cell) if isinstance(cell, float) else str(cell))
            texts[f"{name}.md"] = f"{markdown_table(map(str, frame), cells.to_numpy())}\n"
            texts[f"{name}.tex"] = frame.to_latex(index=False, escape=True, float_format="%.4f")
    with folder_written(folder) as aside:
        for name, text in texts.items():
            (aside / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return list(texts)
