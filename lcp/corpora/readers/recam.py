"""Files of SemEval-2021 Task 4, reading comprehension of abstract meaning (Zheng et al. 2021).

JSON lines: ``article``, ``question`` (a summary with ``@placeholder`` in place of a word),
``option_0`` to ``option_4`` and, if labelled, ``label`` (the number of the removed word).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

OPTIONS = 5
#: Kind of abstractness of the removed words, by the beginning of a file's name.
KINDS = {"Task_1": "imperceptibility", "Task_2": "nonspecificity", "Task_3": "both"}
_PLACEHOLDER = "@placeholder"


def read(path: Path) -> pd.DataFrame:
    """Read a file of questions.

    Returns
    -------
    DataFrame of shape (5 * n_questions, 9 or 10)
        The instance table with one row per option, in its place in ``sentence``: ``id``, ``item``
        (the question), ``option`` (0-4), ``genre`` (the kind of abstractness, if the name of the
        file begins with the number of a task), ``passage`` (the article). If labelled,
        ``complexity`` is 1 for the removed word and 0 for the others.

    Raises
    ------
    InputError
        If a line is not in the format; names the first one.
    """
    import pandas as pd

    from lcp.corpora.instances import as_instances

    genre = next((kind for name, kind in KINDS.items() if path.stem.startswith(name)), "")
    rows = []
    # Not splitlines(): a text may contain U+2028.
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line:
            continue
        try:
            rows += _options(json.loads(line), f"{path.stem}-{number}", genre)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"The line is not in the format of SemEval-2021 Task 4 ({error}).",
                where=f"{path}, line {number}",
                hint="Delete the file and run `lcp fetch recam`.",
            ) from error
    return as_instances(pd.DataFrame(rows))


def _options(question: dict[str, Any], item: str, genre: str) -> list[dict[str, object]]:
    """Return the instances of a question, one for each option."""
    left, gap, right = question["question"].partition(_PLACEHOLDER)
    if not gap:
        raise ValueError("the question has no placeholder")
    rows = []
    for option in range(OPTIONS):
        word = question[f"option_{option}"].strip()
        row = {
            "id": f"{item}-{option}",
            "genre": genre,
            "sentence": f"{left}{word}{right}",
            "token": word,
            "start": len(left),
            "end": len(left) + len(word),
            "item": item,
            "option": option,
            "passage": question["article"],
        }
        if "label" in question:
            row["complexity"] = float(question["label"] == option)
        rows.append(row)
    return rows
