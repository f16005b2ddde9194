"""Leave out families of ``kvl.py``, and draw what they add."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

#: First languages, by their codes in the task.
NAMES = {"es": "Spanish", "de": "German", "cn": "Chinese"}


def without(matrix: pd.DataFrame, families: tuple[str, ...]) -> pd.DataFrame:
    """Remove the values of families; the first language stays."""
    changed = matrix.copy()
    prefixes = tuple(f"{name}__" for name in families)
    own = changed.columns.str.startswith(prefixes)
    kept = changed.columns.isin([f"first_language__{code}" for code in ("es", "de", "zh")])
    # A constant instead of NaN: rows without a translation would be predicted by another model.
    changed.loc[:, own & ~kept] = 0.0
    return changed


def draw(values: dict[str, list[tuple[float, float, float]]]) -> None:
    """Draw how much worse predictions are without each family."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    order = sorted(values, key=lambda name: sum(value[0] for value in values[name]), reverse=True)
    figure, axes = plt.subplots(figsize=(7, 5.5), layout="constrained")
    places = np.arange(len(order))
    for number, (l1, colour) in enumerate(
        zip(NAMES, ("#0b6e99", "#b35806", "#5e3c99"), strict=True)
    ):
        centre = np.array([-values[name][number][0] for name in order])
        low = np.array([-values[name][number][2] for name in order])
        high = np.array([-values[name][number][1] for name in order])
        axes.errorbar(
            centre,
            places + 0.25 * (1 - number),
            xerr=[centre - low, high - centre],
            fmt="o",
            markersize=4,
            color=colour,
            label=NAMES[l1],
        )
    axes.axvline(0, color="0.6", linewidth=0.8)
    axes.set_yticks(places, [name.replace("_", " ") for name in order])
    axes.set_xlabel("Pearson's r that the family adds (95% interval)")
    axes.legend(title="First language", loc="lower right", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(Path(__file__).with_name("kvl.png"), dpi=130, metadata={"Software": None})
