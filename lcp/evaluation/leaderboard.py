"""The official results of SemEval-2021 Task 1, and where a score stands among them.

The numbers are those of Tables 4 and 5 of Shardlow, Evans, Paetzold & Zampieri (2021),
SemEval-2021 Task 1: Lexical Complexity Prediction. Teams are ranked by Pearson's r, which
the tables give with four decimals; Task 2 is scored on the multi-word expressions alone.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

import pandas as pd

from lcp.errors import InputError

_DECIMALS = 4


def leaderboard(task: int) -> pd.DataFrame:
    """Every row of the official table.

    Parameters
    ----------
    task : {1, 2}
        Single words, or multi-word expressions.

    Returns
    -------
    DataFrame of shape (n_teams + 1, 7)
        Columns ``rank`` (whole numbers; missing for the frequency baseline, which was
        not ranked), ``team``, ``pearson``, ``spearman``, ``mae``, ``mse`` and ``r2``, in
        the order of the table.

    Raises
    ------
    InputError
        For another task.

    Examples
    --------
    >>> leaderboard(2).loc[0, "team"]
    'DeepBlueAI'
    """
    if task not in (1, 2):
        raise InputError(
            f"There is no task {task!r}.",
            where="task",
            hint="Give 1 (single words) or 2 (multi-word expressions).",
        )
    return _read(int(task)).copy()


def rank(task: int, pearson: float) -> tuple[int, int]:
    """Rank that a score would have had.

    Parameters
    ----------
    task : {1, 2}
        Single words, or multi-word expressions.
    pearson : float
        Pearson's r on the official test set; compared at the table's four decimals.

    Returns
    -------
    rank : int
        One more than the number of teams with a higher score. A team's own score gets
        that team's rank (the better one, of teams level with each other); a score below
        all teams gets ``n_teams + 1``.
    n_teams : int
        Number of ranked teams; the baseline is not one.

    Raises
    ------
    InputError
        For another task, or a score that is not from -1 to 1.

    Examples
    --------
    >>> rank(1, 0.773)
    (9, 54)
    """
    teams, score = _teams(task), _checked(pearson)
    return int((teams["pearson"] > score).sum()) + 1, len(teams)


def ranked_sentence(task: int, pearson: float) -> str:
    """Say where a score would have ranked, and between which teams.

    Parameters
    ----------
    task : {1, 2}
        Single words, or multi-word expressions.
    pearson : float
        Pearson's r on the official test set.

    Returns
    -------
    str

    Raises
    ------
    InputError
        As for :func:`rank`.

    Examples
    --------
    >>> ranked_sentence(1, 0.773)
    'would have ranked 9th of 54 teams (between BigGreen .7749 and CSECU-DSG .7716)'
    """
    place, n_teams = rank(task, pearson)
    teams, score = _teams(task), _checked(pearson)
    level = teams[teams["pearson"] == score]
    above, below = teams[teams["pearson"] > score], teams[teams["pearson"] < score]
    if len(level):
        beside = f"level with {' and '.join(_name(row) for row in level.itertuples())}"
    elif above.empty:
        beside = f"above {_name(below.iloc[0])}"
    elif below.empty:
        return f"would have ranked below all {n_teams} teams (the last is {_name(above.iloc[-1])})"
    else:
        beside = f"between {_name(above.iloc[-1])} and {_name(below.iloc[0])}"
    return f"would have ranked {_ordinal(place)} of {n_teams} teams ({beside})"


@cache
def _read(task: int) -> pd.DataFrame:
    with files("lcp.evaluation").joinpath(f"leaderboard_task{task}.csv").open("rb") as stream:
        table = pd.read_csv(stream, encoding="utf-8", keep_default_na=False)
    table["rank"] = pd.to_numeric(table["rank"]).astype("Int64")
    return table


def _teams(task: int) -> pd.DataFrame:
    table = leaderboard(task)
    return table[table["rank"].notna()]


def _checked(pearson: float) -> float:
    if not -1 <= pearson <= 1 or math.isnan(pearson):
        raise InputError(
            f"The score {pearson} is not a correlation.",
            where="pearson",
            hint="Give Pearson's r, a number from -1 to 1.",
        )
    return round(float(pearson), _DECIMALS)


def _name(row: pd.Series | tuple[object, ...]) -> str:
    score = f"{row.pearson:.{_DECIMALS}f}"  # type: ignore[union-attr]
    return f"{row.team} {score.replace('0.', '.', 1)}"  # type: ignore[union-attr]


def _ordinal(number: int) -> str:
    teens = 11 <= number % 100 <= 13  # noqa: PLR2004
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
