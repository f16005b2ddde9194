"""Input and output of the programs that ``speed.py`` times. Needs only the standard library.

A program loads what it needs, is called once on a small input, and then as often as `passes` says
on the whole input. Only the passes are timed. Their wall and CPU seconds are printed as JSON, a
pair for each pass.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Instances at the start of the file that are not timed: `lcp` fits its features to them.
WARM_UP = 200
#: With an invented word and an expression that is not predicted in advance, so that no dictionary
#: is read while the whole input is timed.
SENTENCE = "They stashed it away and crossed the deep river at dawn, unfrobbingly."


def rows() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the instances of the input file (JSON lines) that are not timed, and the others."""
    with Path(sys.argv[1]).open(encoding="utf-8") as file:
        instances = [json.loads(line) for line in file]
    return instances[:WARM_UP], instances[WARM_UP:]


def text() -> str:
    """Return the text of the input file, whose paragraphs are separated by blank lines."""
    return Path(sys.argv[1]).read_text(encoding="utf-8")


def run(function: Callable[[Any], object], small: object, whole: object, passes: int = 1) -> None:
    """Call a function on a small input, then time it on the whole input, and print the seconds."""
    function(small)
    seconds = []
    for _ in range(passes):
        start, cpu_start = time.perf_counter(), time.process_time()
        function(whole)
        seconds.append((time.perf_counter() - start, time.process_time() - cpu_start))
    print(json.dumps(seconds))
