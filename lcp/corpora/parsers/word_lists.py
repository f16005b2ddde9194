"""Lists of rated words and expressions without sentences.

- The Word-Complexity Lexicon (Maddela & Xu, 2018): tab-separated, without header and quoting: word,
  mean rating of eleven non-native raters from 1 (simple) to 6 (complex).
- Vocabulary profiles with CEFR levels: CEFR-J (A1-B2) and Octanove (C1-C2).
- School grades in which pupils know words: the Living Word Vocabulary (Dale & O'Rourke, 1981).
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from lcp.base.levels import LEVELS
from lcp.corpora.grades import GRADES, complexity_of
from lcp.targets.instance_columns import instance_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    import pandas as pd

#: Optional words: "(as a) matter of fact".
_OPTIONAL = re.compile(r"\([^)]*\)")
_WORD = re.compile(r"[A-Za-z]+")
_EXPRESSION = re.compile(r"[A-Za-z'’-]+(?: [A-Za-z'’-]+)+")
#: Every ninth word is read, about as many as expressions. With more, predictions for CWI 2018 are
#: better, but agree less with the share of people who know a word today (prevalence).
_STEP = 9


def word_instances(words: Iterable[str], complexity: Sequence[float]) -> pd.DataFrame:
    """Return the instance table of rated words.

    Features of the sentence and of the target's place in it are missing for such instances: see
    :meth:`lcp.FeatureSet.transform`.

    >>> word_instances(["ewe"], [0.5])[["sentence", "token"]].iloc[0].tolist()
    ['', 'ewe']
    """
    import pandas as pd

    words = list(words)
    table = pd.DataFrame({"id": list(map(str, range(len(words)))), "token": words}, dtype=str)
    return instance_table(table, complexity=complexity)


def ratings(path: Path) -> pd.DataFrame:
    """Read the lexicon. Ratings are mapped linearly: 1 to 0 and 6 to 1.

    Returns
    -------
    DataFrame of shape (n_words, 7)
        The instance table; the sentence of a word is empty.

    Raises
    ------
    ValueError
        If a line is not a word and a number.
    """
    words: dict[str, float] = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        word, _, rating = line.rpartition("\t")
        if word.strip():
            words[word.strip()] = (float(rating) - 1) / (6 - 1)
    return word_instances(words, list(words.values()))


def levels(path: Path) -> pd.DataFrame:
    """Read a profile. Levels are mapped linearly: A1 to 0 and C2 to 1.

    Returns
    -------
    DataFrame of shape (n_entries, 9)
        The instance table with ``pos`` (part of speech) and ``level``. Of variants
        ("theatre/theater"), the first; it has no sentence.

    Raises
    ------
    ValueError, KeyError
        If an entry has no level, or the file is not a profile.
    """
    import pandas as pd

    rows = pd.read_csv(path, encoding="utf-8", dtype=str, keep_default_na=False)
    ratings = [LEVELS.index(level) / (len(LEVELS) - 1) for level in rows["CEFR"]]
    words = rows["headword"].str.partition("/")[0].str.strip()
    table = word_instances(words, ratings)
    table["id"] = [f"{path.stem}-{number}" for number in range(len(table))]
    return table.assign(pos=rows["pos"], level=rows["CEFR"])


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
