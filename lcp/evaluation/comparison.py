"""Two systems on the same instances: which is better, how surely, and where they differ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy import stats

from lcp.corpora.instances import as_instances, require_columns
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.breakdown import breakdown
from lcp.evaluation.crossvalidation import subsets
from lcp.evaluation.metrics import paired_difference, scores
from lcp.evaluation.submission import DECIMALS, read_submission
from lcp.grouping import groups
from lcp.model import ComplexityModel, load_model

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

#: Metrics of a comparison.
COMPARED = ("pearson", "spearman", "mae")

# Beyond this the determinant of the three correlations is rounding error.
_SAME = 1 - 1e-13


@dataclass(frozen=True)
class Comparison:
    """What :func:`compare` found out about two systems, ``a`` and ``b``.

    Attributes
    ----------
    scores : DataFrame
        A row for each ``subset`` (``single``, ``mwe``, ``all``, as far as the table holds
        them), ``corpus`` (``all``, then each genre of two tokens or more) and ``metric``
        (``pearson``, ``spearman``, ``mae``): ``n`` instances, the scores ``a`` and ``b``,
        their ``difference`` (a minus b), its 95 % interval ``low`` and ``high`` and ``p``,
        both by paired bootstrap over tokens.
    williams : DataFrame
        A row for each subset and corpus: :func:`williams`' test of the two Pearson
        correlations, as ``t``, ``df`` and ``p``, NaN where it is not defined.
    breakdown : DataFrame
        ``by`` genre or frequency, ``group``, ``n``, and ``mae`` and ``bias`` of both, as
        ``mae_a`` …; see :func:`lcp.evaluation.breakdown.breakdown`.
    instances : DataFrame of shape (n_instances, ...)
        All instances, those first on which the systems differ most: the table's columns,
        the predictions ``a`` and ``b``, their absolute errors ``error_a`` and ``error_b``,
        and ``difference`` (error of a minus error of b: above 0, b is nearer). Where a
        system is a model, ``seen_a`` or ``seen_b`` says whether it was trained on the
        instance.
    """

    scores: pd.DataFrame
    williams: pd.DataFrame
    breakdown: pd.DataFrame
    instances: pd.DataFrame


def compare(
    a: ComplexityModel | str | Path | ArrayLike,
    b: ComplexityModel | str | Path | ArrayLike,
    table: pd.DataFrame,
    *,
    n_resamples: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Compare two systems on rated instances, by their predictions to six decimals.

    Parameters
    ----------
    a, b : ComplexityModel, path, or array-like of shape (n_instances,)
        A model, a model's folder, a file of predictions (see
        :func:`~lcp.evaluation.submission.read_submission`), or predictions in the table's
        order.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``, and ``id`` where a file of predictions is given.
    n_resamples, seed : int
        Resamples of the bootstrap, and its seed.

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        When ratings or predictions are missing or do not fit each other, or the table holds
        fewer than two tokens.
    ResourceError
        When a model needs a resource that is not on this machine.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> found = compare(table["complexity"], table["token"].str.len() / 20, table, n_resamples=99)
    >>> found.scores.query("corpus == 'all' and metric == 'mae'")["a"].tolist()
    [0.0]
    """
    rated = ratings(table, hint="Give a corpus with the column complexity.")
    table = as_instances(table).reset_index(drop=True)
    systems = {"a": _loaded(a), "b": _loaded(b)}
    # A model and the file it wrote are the same system.
    predicted = [_predictions(system, table).round(DECIMALS) for system in systems.values()]
    tokens = groups(table, "token")
    if tokens.nunique() < 2:  # noqa: PLR2004
        raise InputError(
            "A comparison needs instances of two tokens or more.", hint="Give more rated instances."
        )
    scored, tested = [], []
    for subset, of_kind in subsets(table).items():
        for corpus in ("all", *sorted(table.loc[of_kind, "corpus"].unique())):
            mask = of_kind if corpus == "all" else of_kind & (table["corpus"] == corpus)
            if tokens[mask].nunique() < 2:  # noqa: PLR2004 - there is nothing to resample
                continue
            own, *pair = (values[mask.to_numpy()] for values in (rated, *predicted))
            place = {"subset": subset, "corpus": corpus, "n": len(own)}
            each = [scores(own, values) for values in pair]
            difference = paired_difference(
                own, *pair, groups=tokens[mask], n_resamples=n_resamples, seed=seed
            ).rename(columns={"value": "difference"})
            for metric in COMPARED:
                both = {"metric": metric, "a": each[0][metric], "b": each[1][metric]}
                scored.append(place | both | difference.loc[metric].to_dict())
            tested.append(place | williams(own, *pair))
    return Comparison(
        scores=pd.DataFrame(scored),
        williams=pd.DataFrame(tested),
        breakdown=_breakdowns(table, *predicted),
        instances=_instances(table, rated, systems, predicted),
    )


def williams(rated: ArrayLike, a: ArrayLike, b: ArrayLike) -> dict[str, float]:
    r"""Williams' test that two systems correlate equally with the ratings.

    With :math:`r_a` and :math:`r_b` the correlations with the ratings, :math:`r_{ab}` that
    of the systems with each other, :math:`\bar r = (r_a + r_b) / 2` and
    :math:`|R| = 1 - r_a^2 - r_b^2 - r_{ab}^2 + 2 r_a r_b r_{ab}`,

    .. math:: t = (r_a - r_b) \sqrt{\frac{(n - 1)(1 + r_{ab})}
        {2 \frac{n - 1}{n - 3} |R| + \bar r^2 (1 - r_{ab})^3}}

    has Student's distribution with n - 3 degrees of freedom (Williams, 1959; Steiger, 1980,
    formula 7). It takes instances for independent; where a token has several, the bootstrap
    over tokens is the more cautious of the two.

    Parameters
    ----------
    rated, a, b : array-like of shape (n_instances,)
        Ratings and the predictions of two systems, matched by position.

    Returns
    -------
    dict of str to float
        ``r_ab``, ``t``, ``df`` and the two-sided ``p``. ``t`` and ``p`` are NaN where the
        test is not defined: fewer than four instances, a constant series, or systems that
        correlate perfectly with each other, as identical ones do.

    Examples
    --------
    >>> found = williams([0, 1, 2, 3, 4], [0, 1, 2, 4, 3], [1, 0, 4, 2, 3])
    >>> {name: round(value, 3) for name, value in found.items()}
    {'r_ab': 0.5, 't': 0.991, 'df': 2, 'p': 0.426}
    """
    n = len(np.asarray(rated))
    r_a = scores(rated, a)["pearson"]
    r_b = scores(rated, b)["pearson"]
    r_ab = scores(a, b)["pearson"]
    df = n - 3
    # Written so that NaN, too, is refused.
    if df < 1 or not abs(r_ab) < _SAME or math.isnan(r_a):
        return {"r_ab": r_ab, "t": math.nan, "df": max(df, 0), "p": math.nan}
    t = williams_t(r_a, r_b, r_ab, n)
    return {"r_ab": r_ab, "t": t, "df": df, "p": float(2 * stats.t.sf(abs(t), df))}


def williams_t(r_a: float, r_b: float, r_ab: float, n: int) -> float:
    """Statistic of :func:`williams` from the three correlations of `n` instances.

    >>> round(williams_t(0.4, 0.5, 0.1, 103), 4)
    -0.8913
    """
    determinant = 1 - r_a**2 - r_b**2 - r_ab**2 + 2 * r_a * r_b * r_ab
    mean = (r_a + r_b) / 2
    spread = 2 * (n - 1) / (n - 3) * max(determinant, 0) + mean**2 * (1 - r_ab) ** 3
    return (r_a - r_b) * math.sqrt((n - 1) * (1 + r_ab) / spread)


def _loaded(
    system: ComplexityModel | str | Path | ArrayLike,
) -> ComplexityModel | Path | ArrayLike:
    """The model, where a model's folder is named; another path is that of a file."""
    if not isinstance(system, str | Path):
        return system
    path = Path(system)
    return load_model(path) if path.is_dir() else path


def _predictions(
    system: ComplexityModel | Path | ArrayLike, table: pd.DataFrame
) -> NDArray[np.float64]:
    if isinstance(system, ComplexityModel):
        return system.predict(table)
    if isinstance(system, Path):
        require_columns(table, "id")
        return read_submission(system, table["id"])
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
    whole = table.assign(**dict(zip("ab", predicted, strict=True)))
    for name, system in systems.items():
        whole[f"error_{name}"] = np.abs(whole[name] - rated)
        if isinstance(system, ComplexityModel):
            whole[f"seen_{name}"] = system.seen(table)
    whole["difference"] = whole["error_a"] - whole["error_b"]
    order = whole["difference"].abs().sort_values(ascending=False, kind="stable").index
    return whole.loc[order].reset_index(drop=True)
