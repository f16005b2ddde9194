"""The records of ``speed.py``: one for each time that it ran, in ``speed.json``."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from lcp.files import written_aside

if TYPE_CHECKING:
    from pathlib import Path

#: When, where and what was measured, and its entries.
Record = dict[str, Any]
#: One pass of a program over an input, in all runs.
Entry = dict[str, Any]


def append(folder: Path, record: Record) -> None:
    """Add a record to the history."""
    text = json.dumps([*read(folder), record], indent=1)
    # One line for each list of numbers.
    text = re.sub(r"\[[\s\d.,]+\]", lambda match: re.sub(r"\s+", " ", match[0]), text)
    with written_aside(folder / "speed.json") as aside:
        aside.write_text(text + "\n", encoding="utf-8")


def read(folder: Path) -> list[Record]:
    """Return the records of the history, the oldest first."""
    file = folder / "speed.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
