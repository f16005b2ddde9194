"""Cases: files of rows that users can add to without Python.

A row with ``"expect": "fail"`` is a known failure; the documentation lists those of English.
"""

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def rows(file):
    """Return the rows of a file, a path below this folder without its suffix."""
    lines = FOLDER.joinpath(f"{file}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def cases(file, *columns):
    """Parametrise a test by the rows of a file, or by the given columns of them."""
    parameters = []
    for case in rows(file):
        fails = case.get("expect") == "fail"
        marks = [pytest.mark.xfail(strict=True, reason=case.get("why", ""))] if fails else []
        label = str(next(iter(case.values())))[:40]
        values = [case[column] for column in columns] or [case]
        parameters.append(pytest.param(*values, id=label, marks=marks))
    return pytest.mark.parametrize(columns or ("case",), parameters)
