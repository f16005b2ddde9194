"""Files of the complex word identification (CWI) shared task 2018 (Yimam et al., 2018).

Tab-separated, without header and quoting: HIT id, sentence, start, end, target, number of native
and non-native annotators, how many of each marked the target as complex, a binary label, and the
share of all annotators who marked it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.targets.instance_columns import instance_table

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

_COLUMNS = ("sentence", "start", "end", "token")
_COUNTS = ("native", "non_native", "native_marked", "non_native_marked")


def read(path: Path) -> pd.DataFrame:
    """Read a file; the genre is the first part of its name, such as ``News``.

    Returns
    -------
    DataFrame of shape (n_instances, 11)
        The instance table. ``complexity`` is the share of annotators who marked the target (0-1);
        ``native`` and ``non_native`` are the numbers of annotators, ``native_marked`` and
        ``non_native_marked`` the numbers of those who marked the target.

    Raises
    ------
    ValueError
        If a line is not in the format.
    """
    import pandas as pd

    rows = []
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        _, sentence, start, end, _, *counts, _, share = line.split("\t")
        # The released targets differ from the sentence in the form of their apostrophes.
        span = slice(int(start), int(end))
        row = [sentence, span.start, span.stop, sentence[span], *map(int, counts)]
        rows.append([f"{path.stem}-{number}", *row, float(share)])
    table = pd.DataFrame(rows, columns=["id", *_COLUMNS, *_COUNTS, "complexity"])
    table.insert(1, "genre", path.name.split("_")[0])
    return instance_table(table)
