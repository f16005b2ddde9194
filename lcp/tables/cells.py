"""Texts in the cells of tables."""

from __future__ import annotations

import re

#: A number in a cell. float() also accepts "1_0", "nan" and the digits of other scripts.
NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
#: Cells without a value, in lower case.
MISSING = frozenset({"", "-", ".", "n/a", "na", "nan", "null"})
