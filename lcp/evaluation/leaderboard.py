"""The official results of SemEval-2021 Task 1, and the rank that a score would have had.

Source: Tables 4 and 5 of Shardlow, Evans, Paetzold & Zampieri (2021), SemEval-2021 Task 1: Lexical
Complexity Prediction. Teams are ranked by Pearson's r, given with four decimals; Task 2 is scored
on the multi-word expressions alone.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

import pandas as pd

from lcp.errors import InputError

_DECIMALS = 4


def leaderboard(task: int) -> pd.DataFrame:
    """Return the official table of a task.

    Parameters
    ----------
    task : {1, 2}
        1 for single words, 2 for multi-word expressions.

    Returns
    -------
    DataFrame of shape (n_teams + 1, 7)
        Columns ``rank`` (missing for the frequency baseline, which was not ranked), ``team``,
        ``pearson``, ``spearman``, ``mae``, ``mse`` and ``r2``, in the order of the table.

    Raises
    ------
    InputError
        If `task` is not 1 or 2.

    Examples
    --------
    >>> leaderboard(2).loc[0, "team"]
    'DeepBlueAI'
    """
    if task not in (1, 2):
        raise InputError(
            f"There is no task {task!r}.",
            where="task",
            hint="Task 1 is single words, task 2 multi-word expressions.",
        )
    return _read(int(task)).copy()


def ranked_sentence(task: int, pearson: float) -> str:
    """Describe the rank that a score would have had, and the neighbouring teams.

    Parameters
    ----------
    task : {1, 2}
        1 for single words, 2 for multi-word expressions.
    pearson : float
        Pearson's r on the official test set.

    Raises
    ------
    InputError
        If `task` is not 1 or 2, or `pearson` is outside -1 to 1.

    >>> ranked_sentence(1, 0.773)
    'would have ranked 9th of 54 teams (between BigGreen 0.7749 and CSECU-DSG 0.7716)'
    """
    if not -1 <= pearson <= 1 or math.isnan(pearson):
        raise InputError(
            f"The score {pearson} is not a correlation.",
            where="pearson",
            hint="Give Pearson's r, a number from -1 to 1.",
        )
    score = round(float(pearson), _DECIMALS)
    teams = leaderboard(task).dropna(subset="rank")
    n_teams = len(teams)
    equal = teams[teams["pearson"] == score]
    above, below = teams[teams["pearson"] > score], teams[teams["pearson"] < score]
    if len(equal):
        neighbours = f"level with {' and '.join(_name(row) for row in equal.itertuples())}"
    elif above.empty:
        neighbours = f"above {_name(below.iloc[0])}"
    elif below.empty:
        return f"would have ranked below all {n_teams} teams (the last is {_name(above.iloc[-1])})"
    else:
        neighbours = f"between {_name(above.iloc[-1])} and {_name(below.iloc[0])}"
    return f"would have ranked {_ordinal(len(above) + 1)} of {n_teams} teams ({neighbours})"


@cache
def _read(task: int) -> pd.DataFrame:
    with files("lcp.evaluation").joinpath(f"leaderboard_task{task}.csv").open("rb") as stream:
        table = pd.read_csv(stream, encoding="utf-8", keep_default_na=False)
    table["rank"] = pd.to_numeric(table["rank"]).astype("Int64")
    return table


def _name(row: pd.Series | tuple[object, ...]) -> str:
    return f"{row.team} {row.pearson:.{_DECIMALS}f}"  # type: ignore[union-attr]


def _ordinal(number: int) -> str:
    teens = 11 <= number % 100 <= 13  # noqa: PLR2004
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
