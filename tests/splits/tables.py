"""Tables that the tests of splits share."""

from __future__ import annotations

from typing import get_args

import pandas as pd
from hypothesis import strategies as st

from lcp.splits.grouping import GroupBy

#: Without those that only questions with options have.
GROUPINGS = [name for name in get_args(GroupBy) if name not in {"item", "title", "passage"}]

_ROWS = st.tuples(
    st.sampled_from(["bible", "biomed", "europarl"]),
    st.sampled_from(["lamb", "Lamb", "lambs", "ewe", "ram", "white lamb", "white lambs"])
    | st.text("abc", min_size=1, max_size=3),
    st.sampled_from(["S1", "S2", "S3", "S4", "S5", "S6"]),
    st.floats(0, 1) | st.sampled_from([0.0, 0.25, 0.5]),
)
TABLES = st.lists(_ROWS, min_size=1, max_size=60).map(
    lambda rows: pd.DataFrame(rows, columns=["genre", "token", "sentence", "complexity"])
)


def one_genre(tokens, complexity, genre="news"):
    return pd.DataFrame({"genre": genre, "token": tokens, "complexity": complexity})
