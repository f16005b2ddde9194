"""Levels of the Common European Framework of Reference."""

from __future__ import annotations

from typing import Literal, get_args

Level = Literal["A1", "A2", "B1", "B2", "C1", "C2"]
#: The levels, the easiest first.
LEVELS: tuple[str, ...] = get_args(Level)
