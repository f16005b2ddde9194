"""Options, cross-validation, intervals and pages: what the benchmarks share."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

import lcp
from lcp.english.analysis import whole_sentences
from lcp.english.kinds import kind_of_target
from lcp.evaluation.bootstrap import bootstrap, paired_difference
from lcp.files.output_files import atomic_write
from lcp.tables.formatting import markdown_table, number, with_interval
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = ["markdown_table", "number", "with_interval"]
FOLDS = 5
RESAMPLES = 1_000


def arguments(doc: str | None, **defaults: Any) -> argparse.Namespace:
    """Parse ``--seed``, ``--out`` and one option for each default.

    A default of `False` is a flag, a list accepts several values, and a class is the type of an
    option without a default. ``--out`` is the page next to the script.
    """
    page = Path(sys.argv[0]).with_suffix(".md")
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=page)
    for name, default in defaults.items():
        option = f"--{name.replace('_', '-')}"
        if default is False:
            parser.add_argument(option, action="store_true")
        elif isinstance(default, list):
            kind = type(default[0]) if default else str
            parser.add_argument(option, type=kind, nargs="*", default=default)
        elif isinstance(default, type):
            parser.add_argument(option, type=default)
        else:
            parser.add_argument(option, type=type(default), default=default)
    return parser.parse_args()


def token_kinds(table: pd.DataFrame) -> pd.Series:
    """Return the kind of each target in its sentence, as :func:`lcp.annotate` tells them."""
    targets = Targets.table(table)
    # A target without a sentence fills its own.
    texts = [text or token for text, token in zip(targets.sentence, targets.target, strict=True)]
    distinct = list(dict.fromkeys(texts))
    read = dict(zip(distinct, whole_sentences(distinct), strict=True))
    ends = [end or len(text) for text, end in zip(texts, targets.end.tolist(), strict=True)]
    kinds: list[str] = []
    for text, start, end in zip(texts, targets.start.tolist(), ends, strict=True):
        inside = [
            token.kind for token in read[text].tokens if start < token.end and token.start < end
        ]
        kinds.append(kind_of_target(inside, several=" " in text[start:end]))
    return pd.Series(kinds, index=table.index, name="kind", dtype=str)


def write_page(path: Path, text: str) -> None:
    """Write a page of results, and print it."""
    with atomic_write(path) as aside:
        aside.write_text(text.rstrip("\n") + "\n", encoding="utf-8", newline="\n")
    print(text)


def is_expression(table: pd.DataFrame) -> NDArray[np.bool_]:
    """Return which targets have several words."""
    return table["token"].str.contains(r"\s").to_numpy(dtype=bool)


def out_of_fold(
    features: str | Path | lcp.FeatureSet,
    estimator: str | Path,
    table: pd.DataFrame,
    *,
    seed: int,
    repeats: int = 1,
    held_out: ArrayLike | None = None,
) -> Floats:
    """Return predictions over 5 folds grouped by token, of shape (n_instances, n_repeats).

    With `held_out`, only these instances are divided into folds, and others are always trained on.
    """
    if not isinstance(features, lcp.FeatureSet):
        features = lcp.FeatureSet.load(features)
    recipe = lcp.load_estimator(estimator, random_state=seed)
    options = {"cv": FOLDS, "repeats": repeats, "held_out": held_out, "random_state": seed}
    return lcp.cross_validate(table, features, recipe, **options).to_numpy()


def scores(table: pd.DataFrame, predicted: Floats, *, seed: int, by: str = "token") -> pd.DataFrame:
    """Return value, low and high of each metric, over groups, averaged over repeats."""
    columns = np.reshape(predicted, (len(table), -1)).T
    rated = table["complexity"]
    each = [bootstrap(rated, column, groups=table[by], random_state=seed) for column in columns]
    return sum(own[["value", "low", "high"]] for own in each) / len(each)


def score(
    table: pd.DataFrame,
    predicted: Floats,
    *,
    seed: int,
    metric: str = "pearson",
    by: str = "token",
    decimals: int = 4,
) -> str:
    """Return one metric with its 95% interval."""
    return cell(scores(table, predicted, seed=seed, by=by).loc[metric], decimals)


def cell(row: Iterable[float], decimals: int = 4) -> str:
    """Return a value with its limits, which have three decimals."""
    value, low, high = row
    return f"{number(value, decimals)} ({number(low, 3)}–{number(high, 3)})"


def difference(table: pd.DataFrame, a: Floats, b: Floats, *, seed: int) -> str:
    """Return the difference in Pearson's r between `a` and `b`, with its paired interval."""
    a, b = (np.reshape(each, (len(table), -1))[:, 0] for each in (a, b))
    row = paired_difference(
        table["complexity"], a, b, groups=table["token"], random_state=seed
    ).loc["pearson", ["value", "low", "high"]]
    return with_interval(*row, sign=True)


def mean_with_limits(values: ArrayLike, groups: ArrayLike | None = None, *, seed: int) -> Floats:
    """Return the mean of each column and its 95% interval over groups, shape (n_columns, 3)."""
    values = np.asarray(values, dtype=np.float64).reshape(len(values), -1)
    codes = np.arange(len(values)) if groups is None else pd.factorize(np.asarray(groups))[0]
    sums = np.column_stack([np.bincount(codes, column) for column in values.T])
    sizes = np.bincount(codes).astype(np.float64)
    weights = resample_weights(len(sizes), seed)
    resampled = (weights @ sums) / (weights @ sizes)[:, None]
    return np.column_stack([values.mean(axis=0), *np.quantile(resampled, [0.025, 0.975], axis=0)])


def resample_weights(size: int, seed: int) -> NDArray[np.int64]:
    """Return how often each of `size` groups occurs in each resample."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(size, np.full(size, 1 / size), size=RESAMPLES)
