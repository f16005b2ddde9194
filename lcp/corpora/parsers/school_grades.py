"""School grades in which pupils know words: the Living Word Vocabulary (Dale & O'Rourke, 1981)."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from lcp.corpora.parsers.word_lists import word_instances
from lcp.levels import GRADES, complexity_of

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

#: Optional words: "(as a) matter of fact".
_OPTIONAL = re.compile(r"\([^)]*\)")
_WORD = re.compile(r"[A-Za-z]+")
_EXPRESSION = re.compile(r"[A-Za-z'’-]+(?: [A-Za-z'’-]+)+")
#: Every ninth word is read, about as many as expressions. With more, predictions for CWI 2018 are
#: better, but agree less with the share of people who know a word today (prevalence).
_STEP = 9


def expressions(path: Path) -> pd.DataFrame:
    """Read the expressions of two or more words, each with the lowest grade of its meanings.

    Grades are mapped linearly: 2 to 0 and 14 to 1.

    Returns
    -------
    DataFrame of shape (n_expressions, 7)
        The instance table; the sentence of an expression is empty.
    """
    return _instances(_grades(path, _EXPRESSION))


def words(path: Path) -> pd.DataFrame:
    """Read every ninth of the single words in alphabetical order, as :func:`expressions`."""
    grades = _grades(path, _WORD)
    return _instances({word: grades[word] for word in sorted(grades)[::_STEP]})


def _grades(path: Path, pattern: re.Pattern[str]) -> dict[str, float]:
    grades: dict[str, float] = {}
    with path.open(encoding="mac_roman", newline="") as stream:
        for row in csv.DictReader(stream):
            plain = re.sub(r"[!?.,]", "", _OPTIONAL.sub("", row["Word"]))
            word, grade = " ".join(plain.split()), row["AoAtestbased"]
            if pattern.fullmatch(word) and grade.isdigit():
                grades[word] = min(float(grade), grades.get(word, GRADES[1]))
    return grades


def _instances(grades: dict[str, float]) -> pd.DataFrame:
    return word_instances(grades, list(map(complexity_of, grades.values())))
