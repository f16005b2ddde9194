"""Expressions with the school grade in which most pupils know them (Dale & O'Rourke, 1981)."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from lcp.corpora.parsers.word_lists import word_instances

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

_LOWEST, _HIGHEST = 2, 14
#: Optional words: "(as a) matter of fact".
_OPTIONAL = re.compile(r"\([^)]*\)")
_EXPRESSION = re.compile(r"[A-Za-z'’-]+(?: [A-Za-z'’-]+)+")


def read(path: Path) -> pd.DataFrame:
    """Read the expressions of two or more words, each with the lowest grade of its meanings.

    Grades are mapped linearly: 2 to 0 and 14 to 1.

    Returns
    -------
    DataFrame of shape (n_expressions, 7)
        The instance table; the sentence of an expression is empty.
    """
    grades: dict[str, float] = {}
    with path.open(encoding="mac_roman", newline="") as stream:
        for row in csv.DictReader(stream):
            plain = re.sub(r"[!?.,]", "", _OPTIONAL.sub("", row["Word"]))
            expression, grade = " ".join(plain.split()), row["AoAtestbased"]
            if _EXPRESSION.fullmatch(expression) and grade.isdigit():
                grades[expression] = min(float(grade), grades.get(expression, _HIGHEST))
    ratings = [(grade - _LOWEST) / (_HIGHEST - _LOWEST) for grade in grades.values()]
    return word_instances(grades, ratings)
