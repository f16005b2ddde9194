"""Reports as folders: a page to look at, and CSV files to compute with."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from lcp.files.output_files import folder_written
from lcp.model.running_text import in_running_text
from lcp.tables.formatting import markdown_table, marked, number, probability
from lcp.tables.output_tables import as_csv

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import pandas as pd
    from jinja2 import Environment

    from lcp.tables.formatting import Table

PAGE = "report.html"
#: Columns of p-values.
_PROBABILITIES = ("p", "p_holm")
#: Signs that LaTeX's text fonts lack.
_LATEX = str.maketrans({"−": "$-$", "–": "--", "<": "$<$", ">": "$>$"})


def templates(*folders: str) -> Environment:
    """Return an environment of the templates in folders of the package, with autoescape.

    Templates of reports are available too.
    """
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=ChoiceLoader(
            [PackageLoader("lcp", folder) for folder in (*folders, "evaluation/reports")]
        ),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(in_running_text=in_running_text)
    environment.filters["marked"] = lambda cell: Markup(marked(cell))  # noqa: S704 - it escapes
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


def _formatted(column: pd.Series[Any]) -> pd.Series[str]:
    """Return the cells of a column as text, numbers with four decimals."""
    format_number = probability if str(column.name) in _PROBABILITIES else number
    return column.map(lambda cell: format_number(cell) if isinstance(cell, float) else str(cell))


def write_report(
    folder: Path,
    page: str,
    tables: Mapping[str, pd.DataFrame],
    figures: Mapping[str, bytes] | None = None,
    longest: int = 100,
) -> list[str]:
    """Write ``report.html``, tables and figures as files; return the names of the files.

    A table is a CSV file; one of up to `longest` rows is also written as Markdown and, for the
    package booktabs, as LaTeX, with numbers of four decimals, and p-values of three.

    The folder is created if necessary, and files of these names are replaced. Numbers are written
    with full precision, undefined ones as empty fields.

    Raises
    ------
    InputError
        If the folder cannot be written.
    """
    from pandas.api.types import is_numeric_dtype

    texts: dict[str, str | bytes] = {PAGE: page, **(figures or {})}
    for name, frame in tables.items():
        texts[f"{name}.csv"] = as_csv(frame)
        if len(frame) <= longest:
            cells = frame.apply(_formatted)
            texts[f"{name}.md"] = f"{markdown_table(map(str, frame), cells.to_numpy())}\n"
            alignment = "".join("r" if is_numeric_dtype(kind) else "l" for kind in frame.dtypes)
            latex = cells.to_latex(index=False, escape=True, column_format=alignment)
            texts[f"{name}.tex"] = latex.translate(_LATEX)
    with folder_written(folder) as aside:
        for name, text in texts.items():
            (aside / name).write_bytes(
                text if isinstance(text, bytes) else text.encode(errors="replace")
            )
    return list(texts)
