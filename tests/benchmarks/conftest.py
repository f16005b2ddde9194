"""The benchmarks are scripts: their folder is on the path, as when one of them runs."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "benchmarks"
if FOLDER.is_dir():
    sys.path.append(str(FOLDER))
else:  # the source distribution does not contain them
    collect_ignore_glob = ["test_*.py"]
