"""What every part of lcp takes for granted about a table of instances."""

from __future__ import annotations

import pandas as pd

from lcp.corpora.targets import find_target
from lcp.errors import InputError


def as_instances(table: pd.DataFrame) -> pd.DataFrame:
    """The table with the columns that features need: corpus, and each target's span.

    Raises
    ------
    InputError
        When `table` is not a DataFrame, has no ``sentence`` or ``token``, or a target is not
        in its sentence.
    """
    if not isinstance(table, pd.DataFrame):
        raise InputError(
            f"Instances are a pandas DataFrame, not {type(table).__name__}.",
            hint="See lcp.load_corpus, or give the columns sentence and token.",
        )
    for column in ("sentence", "token"):
        if column not in table.columns:
            raise InputError(
                f"The table has no column '{column}'.",
                hint="Instances have the columns sentence and token (and corpus, complexity).",
            )
    if "corpus" not in table.columns:
        table = table.assign(corpus="")
    if "start" not in table.columns or "end" not in table.columns:
        pairs = zip(table["sentence"], table["token"], strict=True)
        spans = [find_target(sentence, token) for sentence, token in pairs]
        if None in spans:
            row = spans.index(None)
            raise InputError(
                f"The target '{table['token'].iloc[row]}' is not in its sentence.",
                where=f"row {row}",
                hint="Give the target as it is written in the sentence.",
            )
        found = [span for span in spans if span is not None]
        table = table.assign(start=[s for s, _ in found], end=[e for _, e in found])
    return table
