"""How much code the prediction of a new target passes through."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lcp

if TYPE_CHECKING:
    from types import CodeType

#: Sentences and targets that differ in everything; no expression is listed in the lexicon.
NEW = [
    ("The council voted on the water supply.", "water supply"),
    ("She bought an electric kettle at the market.", "electric kettle"),
    ("The workers faced harsh criticism from their union.", "harsh criticism"),
    ("A narrow corridor leads to the royal chamber of the palace.", "royal chamber"),
]
#: More files or functions show that something is done again, or in a place of its own. Python 3.11
#: also counts comprehensions.
MOST_FILES, MOST_FUNCTIONS = 39, 266


def functions_called(call: Any) -> set[CodeType]:
    """Return the functions of the package that a call passes through."""
    folder, called = str(Path(lcp.__file__).parent), set()

    def note(frame: Any, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return {code for code in called if code.co_filename.startswith(folder)}


def test_a_new_expression_passes_through_few_files_and_functions():
    model = lcp.load_model()
    for sentence, target in NEW[:-1]:
        model.predict_one(sentence, target)
    functions = functions_called(lambda: model.predict_one(*NEW[-1]))
    files = {code.co_filename for code in functions}
    assert len(files) <= MOST_FILES, sorted(files)
    assert len(functions) <= MOST_FUNCTIONS
    assert not any("analysis" in file for file in files)
