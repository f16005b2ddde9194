"""Study lists as CSV, Markdown and JSON."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from lcp.reports.tables import excerpt, markdown_table
from lcp.table_files import cell_text

if TYPE_CHECKING:
    from lcp.study.study_list import StudyWord

#: Columns of CSV files, in order. The word is marked by ``**`` in its sentence.
COLUMNS = (
    "lemma", "form", "level", "count", "complexity", "usefulness", "sentence", "gloss", "synonym",
    "paragraph", "line", "column",
)  # fmt: skip
#: Characters of a sentence before and after the word.
_AROUND = 200


def marked_sentence(word: StudyWord, begin: str, end: str) -> str:
    """Return the word's sentence, shortened if it is long, with marks around the word."""
    before, form, after = excerpt(word.sentence, word.start, word.end, _AROUND)
    return f"{before}{begin}{form}{end}{after}"


def study_csv(words: list[StudyWord]) -> str:
    """Return a table with one row per word and the columns `COLUMNS`."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for word in words:
        row = {
            "complexity": round(word.complexity, 4),
            "usefulness": round(word.usefulness, 4),
            "sentence": marked_sentence(word, "**", "**"),
        }
        cells = [row[name] if name in row else getattr(word, name) for name in COLUMNS]
        writer.writerow([cell_text(cell) if isinstance(cell, str) else cell for cell in cells])
    return stream.getvalue()


def study_markdown(words: list[StudyWord]) -> str:
    """Return a Markdown table with one row per word."""
    rows = [
        (
            f"**{word.lemma}**", word.level, word.count, marked_sentence(word, "**", "**"),
            word.gloss, word.synonym, word.line,
        )
        for word in words
    ]  # fmt: skip
    headings = ("word", "level", "count", "sentence", "meaning", "easier", "line")
    return markdown_table(headings, rows) + "\n"
