"""Tables of instances in groups, for property tests."""

import pandas as pd
from hypothesis import strategies as st

GROUPINGS = ("token", "form", "lemma", "stem", "sentence", "token+sentence")
_ROWS = st.tuples(
    st.sampled_from(["bible", "biomed", "europarl"]),
    st.sampled_from(["lamb", "Lamb", "lambs", "ewe", "ram", "white lamb", "white lambs"])
    | st.text("abc", min_size=1, max_size=3),
    st.sampled_from(["S1", "S2", "S3", "S4", "S5", "S6"]),
    st.floats(0, 1) | st.sampled_from([0.0, 0.25, 0.5]),
)
TABLES = st.lists(_ROWS, min_size=1, max_size=60).map(
    lambda rows: pd.DataFrame(
        [(genre, token, f"{text}: {token}", *rest) for genre, token, text, *rest in rows],
        columns=["genre", "token", "sentence", "complexity"],
    )
)
