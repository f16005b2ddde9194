"""The official results of SemEval-2021 Task 1, and the place of a score among them.

Tables 4 and 5 of Shardlow, Evans, Paetzold & Zampieri (2021), SemEval-2021 Task 1: Lexical
Complexity Prediction. Teams are ranked by Pearson's r, given with four decimals; Task 2 is scored
on the multi-word expressions alone.
"""

from __future__ import annotations

from importlib.resources import files

import pandas as pd


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

    Examples
    --------
    >>> leaderboard(2).loc[0, "team"]
    'DeepBlueAI'
    """
    with files("lcp.evaluation").joinpath(f"leaderboard_task{task}.csv").open("rb") as stream:
        table = pd.read_csv(stream, encoding="utf-8", keep_default_na=False)
    table["rank"] = pd.to_numeric(table["rank"]).astype("Int64")
    return table


def place_of(task: int, pearson: float) -> tuple[int, int]:
    """Return the place that Pearson's r on the official test set would have had, and the teams.

    >>> place_of(1, 0.773)
    (9, 54)
    """
    teams = leaderboard(task).dropna(subset="rank")
    # The tables have four decimals.
    return int((teams["pearson"] > round(pearson, 4)).sum()) + 1, len(teams)


def places(scores: pd.DataFrame) -> list[str]:
    """Return sentences on the places that scores on the test set would have had.

    `scores` is the result of :func:`lcp.evaluation.scores.score_table` on CompLex's test set.
    """
    pearson = scores[scores["metric"] == "pearson"].set_index("subset")["value"]
    return [
        f"Task {number}: place {place} of {n} by Pearson's r."
        for number, subset in ((1, "single"), (2, "mwe"))
        if subset in pearson.index
        for place, n in [place_of(number, float(pearson[subset]))]
    ]
