"""The tasks on gaps with options.

Plausible clarifications: SemEval-2022 Task 7, CLAIRE (Roth, Anthonio & Sauer 2022). Abstract words:
SemEval-2021 Task 4, ReCAM (Zheng et al. 2021).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.base.task import Metrics, Task
from lcp.evaluation.metrics import weighted_scores
from lcp.targets.targets import factorized

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Floats, Ints
    from lcp.base.task import Rows

#: Classes in ascending order, and their borders on the scale from 0 to 1: a mean rating of at most
#: 2.5 of 1-5 is implausible, one of at least 4.0 plausible (section 4.3 of the paper).
LABELS = ("IMPLAUSIBLE", "NEUTRAL", "PLAUSIBLE")
BORDERS = (0.375, 0.75)


@dataclass(frozen=True)
class ItemTask(Task):
    """Options of an item, whose features are compared with each other."""

    columns: tuple[str, ...] = ("item", "option", "title", "section", "before", "after", "passage")
    unit: str = "item"

    def subsets(self, targets: Rows) -> dict[str, Bools]:
        """Return masks of all options, and of each genre if there are several."""
        import numpy as np

        genres = np.array(targets.genre, dtype=object)
        masks = {"all": genres == genres}  # noqa: PLR0124 - all rows
        names = dict.fromkeys(genres)
        return masks | ({name: genres == name for name in names} if len(names) > 1 else {})


@dataclass(frozen=True)
class Clarifications(ItemTask):
    """Plausibility of the fillers of a gap, as one of three classes or as a score from 1 to 5.

    Metrics: share of correct classes; Spearman's correlation of all ratings with all predictions;
    micro-averaged F1 of the classes plausible and implausible; share of the sentences for which it
    is predicted correctly whether two or more fillers are plausible.
    """

    def metrics(self) -> Metrics:
        """Return the metrics for fillers."""
        names = ("accuracy", "spearman", "f1_without_neutral", "several_plausible")
        return Metrics(names, _weighted)

    def submission(self, targets: Rows, predicted: ArrayLike) -> str:
        r"""Return lines of an id, a tab, and a class or a score from 1 to 5.

        >>> from lcp.targets import Targets
        >>> from lcp.base.task import TASKS
        >>> targets = Targets.words(["bed", "cup"]).having(id=["0_1", "0_2"])
        >>> TASKS.find("gaps:classification").submission(targets, [0.1, 0.875])
        '0_1\tIMPLAUSIBLE\n0_2\tPLAUSIBLE\n'
        >>> TASKS.find("gaps:ranking").submission(targets, [0.1, 0.875])
        '0_1\t1.400000\n0_2\t4.500000\n'
        """
        import numpy as np

        is_class = self.name == "gaps:classification"
        scores = [f"{1 + 4 * value:.6f}" for value in np.asarray(predicted, dtype=np.float64)]
        fields = [LABELS[number] for number in classes(predicted)] if is_class else scores
        return "".join(
            f"{name}\t{field}\n" for name, field in zip(targets["id"], fields, strict=True)
        )


def classes(plausibility: ArrayLike) -> Ints:
    """Return the class, 0 to 2, of each plausibility from 0 to 1; borders are in outer classes.

    >>> classes([0.375, 0.376, 0.749, 0.75]).tolist()
    [0, 1, 1, 2]
    """
    import numpy as np

    values = np.asarray(plausibility, dtype=np.float64)
    low, high = BORDERS
    return np.asarray((values > low).astype(np.intp) + (values >= high))


def _weighted(counts: Floats, rated: Floats, predictions: Floats, items: Ints) -> Floats:
    """Return the metrics, shape (n_models, n_resamples, 4)."""
    import numpy as np

    spearman = weighted_scores(counts, rated, predictions)[..., 1]
    gold = classes(rated)
    return np.stack(
        [
            _of_classes(counts, gold, classes(predicted), items, ranks)
            for predicted, ranks in zip(predictions.T, spearman, strict=True)
        ]
    )


def _of_classes(counts: Floats, gold: Ints, named: Ints, codes: Ints, ranks: Floats) -> Floats:
    """Return the metrics of each resample, shape (n_resamples, 4)."""
    import numpy as np

    correct, is_outer = gold == named, gold != 1
    several = [np.bincount(codes, weights=values == 2) > 1 for values in (gold, named)]  # noqa: PLR2004
    marked = (is_outer.astype(float) + (named != 1)) @ counts
    # Items have equally many options: means over options and over items are the same.
    shares = np.stack([correct, (several[0] == several[1])[codes]]) @ counts / counts.sum(axis=0)
    f1 = 2 * ((correct & is_outer) @ counts) / np.maximum(marked, 1)
    return np.column_stack([shares[0], ranks, f1, shares[1]])


@dataclass(frozen=True)
class AbstractWords(ItemTask):
    """The word that was removed from a summary, one of five options.

    Metric: share of the questions whose right option has the highest prediction.
    """

    def metrics(self) -> Metrics:
        """Return the accuracy on questions."""
        return Metrics(("accuracy",), _accuracy)

    def submission(self, targets: Rows, predicted: ArrayLike) -> str:
        r"""Return a line for each question: its number and the number of its answer, from 0.

        >>> from lcp.targets import Targets
        >>> from lcp.base.task import TASKS
        >>> items = {"item": ["b", "b", "a", "a"], "option": [0, 1, 0, 1]}
        >>> targets = Targets.words(["idea", "wood", "hope", "iron"]).having(**items)
        >>> TASKS.find("gaps:abstractness").submission(targets, [0.1, 0.9, 0.4, 0.2])
        '0,1\n1,0\n'
        """
        options = targets["option"]
        rows = answers(predicted, factorized(targets["item"])[0]).tolist()
        return "".join(f"{index},{options[row]}\n" for index, row in enumerate(rows))


def _accuracy(counts: Floats, rated: Floats, predictions: Floats, items: Ints) -> Floats:
    """Return the accuracy, shape (n_models, n_resamples, 1)."""
    import numpy as np

    hits = np.stack([rated[answers(y, items)][items] for y in predictions.T])
    # Items have equally many options: means over options and over items are the same.
    return np.asarray((hits @ counts / counts.sum(axis=0))[..., None])


def answers(predicted: ArrayLike, codes: Ints) -> Ints:
    """Return the row of the option with the highest prediction of each item, the first of several.

    >>> import numpy as np
    >>> answers([0.1, 0.9, 0.4, 0.2], np.array([0, 0, 1, 1])).tolist()
    [1, 2]
    """
    import numpy as np

    values = np.asarray(predicted, dtype=np.float64)
    order = np.lexsort((np.arange(len(values)), -values, codes))
    return np.asarray(order[np.searchsorted(codes[order], np.arange(codes.max(initial=-1) + 1))])
