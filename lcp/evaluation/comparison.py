"""Comparison of two systems on the same rated instances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
import pandas as pd
from scipy import stats

from lcp.corpora.instances import as_instances, require_columns
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.breakdown import breakdown
from lcp.evaluation.metrics import scores
from lcp.evaluation.submission import DECIMALS, read_submission
from lcp.evaluation.subsets import subsets_by_genre
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

#: Metrics of a comparison.
COMPARED = ("pearson", "spearman", "mae")

# Above this correlation of the two systems, the determinant is only rounding error.
_IDENTICAL = 1 - 1e-13


@runtime_checkable
class Model(Protocol):
    """A model that knows its training instances, such as :class:`lcp.ComplexityModel`."""

    def predict(self, X: pd.DataFrame) -> NDArray[np.float64]:
        """Return the complexity of each instance."""
        ...

    def seen(self, table: pd.DataFrame) -> NDArray[np.bool_]:
        """Return whether the model was trained on each instance."""
        ...


@dataclass(frozen=True)
class Comparison:
    """Result of :func:`compare` for two systems, ``a`` and ``b``.

    Attributes
    ----------
    scores : DataFrame
        One row per ``subset`` (``single``, ``mwe``, ``all``, if present), ``genre`` (``all``, then
        each genre of at least two tokens) and ``metric`` (``pearson``, ``spearman``, ``mae``):
        ``n`` instances, scores ``a`` and ``b``, their ``difference`` (a minus b), and its 95%
        interval ``low`` and ``high`` and ``p``, by paired bootstrap over tokens.
    williams : DataFrame
        One row per subset and genre: ``t``, ``df`` and ``p`` of the test of :func:`williams`, NaN
        where it is undefined.
    breakdown : DataFrame
        ``by`` (genre or frequency), ``group``, ``n``, and ``mae`` and ``bias`` of each system, as
        ``mae_a`` and so on; see :func:`lcp.evaluation.breakdown.breakdown`.
    instances : DataFrame of shape (n_instances, ...)
        All instances, by decreasing absolute ``difference`` (error of a minus error of b): the
        table's columns, the predictions ``a`` and ``b`` and their absolute errors ``error_a`` and
        ``error_b``. For a model, ``seen_a`` or ``seen_b`` is whether it was trained on the
        instance.
    """

    scores: pd.DataFrame
    williams: pd.DataFrame
    breakdown: pd.DataFrame
    instances: pd.DataFrame


def compare(
    a: Model | str | Path | ArrayLike,
    b: Model | str | Path | ArrayLike,
    table: pd.DataFrame,
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> Comparison:
    """Compare two systems on rated instances.

    Predictions are rounded to six decimals, so a model equals the file that it wrote.

    Parameters
    ----------
    a, b : Model, str, Path, or array-like of shape (n_instances,)
        A model, the path of a file of predictions (see
        :func:`~lcp.evaluation.submission.read_submission`), or predictions in the table's order.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``, and with their ``id`` if `a` or `b` is a file.
    n_resamples : int, default=1000
        Number of resamples of the bootstrap.
    random_state : int, default=0
        Seed of the bootstrap.

    Raises
    ------
    InputError
        If ratings or predictions are missing, their numbers differ, or the table has fewer than
        two tokens.
    ResourceError
        If a resource of a model is missing.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> comparison = compare(table["complexity"], table["token"].str.len() / 20, table)
    >>> comparison.scores.query("genre == 'all' and metric == 'mae'")["a"].tolist()
    [0.0]
    """
    rated = ratings(table, hint="Add the column complexity.")
    table = as_instances(table).reset_index(drop=True)
    systems = {"a": a, "b": b}
    predicted = [_predictions(system, table).round(DECIMALS) for system in systems.values()]
    tokens = groups(table, "token")
    if tokens.nunique() < 2:  # noqa: PLR2004
        raise InputError(
            "A comparison needs instances of at least two tokens.", hint="Give more instances."
        )
    scored, tested = [], []
    for subset, genre, mask in subsets_by_genre(table):
        if tokens[mask].nunique() < 2:  # noqa: PLR2004 - nothing to resample
            continue
        y, y_a, y_b = (values[mask] for values in (rated, *predicted))
        row = {"subset": subset, "genre": genre, "n": len(y)}
        scores_a, scores_b = scores(y, y_a), scores(y, y_b)
        difference = paired_difference(
            y, y_a, y_b, groups=tokens[mask], n_resamples=n_resamples, random_state=random_state
        ).rename(columns={"value": "difference"})
        for metric in COMPARED:
            both = {"metric": metric, "a": scores_a[metric], "b": scores_b[metric]}
            scored.append(row | both | difference.loc[metric].to_dict())
        tested.append(row | williams(y, y_a, y_b))
    return Comparison(
        scores=pd.DataFrame(scored),
        williams=pd.DataFrame(tested),
        breakdown=_breakdowns(table, *predicted),
        instances=_instances(table, rated, systems, predicted),
    )


def williams(rated: ArrayLike, a: ArrayLike, b: ArrayLike) -> dict[str, float]:
    r"""Test whether two systems correlate equally with the ratings (Williams' test).

    With :math:`r_a` and :math:`r_b` the correlations with the ratings, :math:`r_{ab}` that
    of the systems with each other, :math:`\bar r = (r_a + r_b) / 2` and
    :math:`|R| = 1 - r_a^2 - r_b^2 - r_{ab}^2 + 2 r_a r_b r_{ab}`,

    .. math:: t = (r_a - r_b) \sqrt{\frac{(n - 1)(1 + r_{ab})}
        {2 \frac{n - 1}{n - 3} |R| + \bar r^2 (1 - r_{ab})^3}}

    has Student's t-distribution with n - 3 degrees of freedom (Williams, 1959; Steiger, 1980,
    formula 7). The test treats instances as independent. If tokens have several instances, the
    bootstrap over tokens is more conservative.

    Parameters
    ----------
    rated, a, b : array-like of shape (n_instances,)
        Ratings and the predictions of two systems, in the same order.

    Returns
    -------
    dict of str to float
        ``r_ab``, ``t``, ``df`` and the two-sided ``p``. ``t`` and ``p`` are NaN if the test is
        undefined: with fewer than four instances, a constant array, or systems that correlate
        perfectly with each other, such as identical ones.

    Examples
    --------
    >>> test = williams([0, 1, 2, 3, 4], [0, 1, 2, 4, 3], [1, 0, 4, 2, 3])
    >>> {name: round(value, 3) for name, value in test.items()}
    {'r_ab': 0.5, 't': 0.991, 'df': 2, 'p': 0.426}
    """
    n = len(np.asarray(rated))
    r_a = scores(rated, a)["pearson"]
    r_b = scores(rated, b)["pearson"]
    r_ab = scores(a, b)["pearson"]
    df = n - 3
    # "not <" is also true for NaN.
    if df < 1 or not abs(r_ab) < _IDENTICAL or math.isnan(r_a):
        return {"r_ab": r_ab, "t": math.nan, "df": max(df, 0), "p": math.nan}
    t = williams_t(r_a, r_b, r_ab, n)
    return {"r_ab": r_ab, "t": t, "df": df, "p": float(2 * stats.t.sf(abs(t), df))}


def williams_t(r_a: float, r_b: float, r_ab: float, n: int) -> float:
    """Return the statistic of :func:`williams` from the three correlations of `n` instances.

    >>> round(williams_t(0.4, 0.5, 0.1, 103), 4)
    -0.8913
    """
    determinant = 1 - r_a**2 - r_b**2 - r_ab**2 + 2 * r_a * r_b * r_ab
    mean = (r_a + r_b) / 2
    spread = 2 * (n - 1) / (n - 3) * max(determinant, 0) + mean**2 * (1 - r_ab) ** 3
    return (r_a - r_b) * math.sqrt((n - 1) * (1 + r_ab) / spread)


def _predictions(
    system: Model | str | Path | ArrayLike, table: pd.DataFrame
) -> NDArray[np.float64]:
    if isinstance(system, Model):
        return system.predict(table)
    if isinstance(system, str | Path):
        require_columns(table, "id")
        return read_submission(Path(system), table["id"])
    predicted = np.asarray(system, dtype=np.float64)
    if predicted.shape != (len(table),):
        raise InputError(
            f"There are predictions of shape {predicted.shape} for {len(table):,} instances.",
            hint="Give one prediction for each instance, in the table's order.",
        )
    return predicted


def _breakdowns(
    table: pd.DataFrame, a: NDArray[np.float64], b: NDArray[np.float64]
) -> pd.DataFrame:
    first, second = (breakdown(table, values).drop(columns="pearson") for values in (a, b))
    keys = ["by", "group", "n"]
    return first.merge(second, on=keys, suffixes=("_a", "_b"), validate="one_to_one")


def _instances(
    table: pd.DataFrame,
    rated: NDArray[np.float64],
    systems: Mapping[str, object],
    predicted: list[NDArray[np.float64]],
) -> pd.DataFrame:
    instances = table.assign(**dict(zip("ab", predicted, strict=True)))
    for name, system in systems.items():
        instances[f"error_{name}"] = np.abs(instances[name] - rated)
        if isinstance(system, Model):
            instances[f"seen_{name}"] = system.seen(table)
    instances["difference"] = instances["error_a"] - instances["error_b"]
    order = instances["difference"].abs().sort_values(ascending=False, kind="stable").index
    return instances.loc[order].reset_index(drop=True)
