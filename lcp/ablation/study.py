"""What each part of a feature set is worth: models with and without it on the same folds.

All models of a repeat share its folds, seeds and features, and every difference is taken on
the same resamples of the tokens, so what differs between two rows is the features alone.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from lcp.ablation.cells import Cell, CellStore
from lcp.ablation.groups import By, feature_groups
from lcp.ablation.selection import forward_selection
from lcp.ablation.table import Step, compare
from lcp.ablation.training import CellTrainer, Division
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.coverage import group_coverage
from lcp.evaluation.crossvalidation import SharedFeatures, subsets
from lcp.evaluation.metrics import scores
from lcp.featureset import FeatureSet
from lcp.persistence.provenance import digest, made_with
from lcp.recipes import nearest
from lcp.splits import GroupedStratifiedKFold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.splits import GroupBy

    Floats = NDArray[np.float64]
    Progress = Callable[[str], object]

Mode = Literal["leave-one-out", "only-one", "add-one"]

#: The set that `only-one`, and the first step of `add-one`, are compared with.
BASELINE = "frequency-baseline"

#: Shares of the training tokens at which the learning curve is measured, in the first repeat.
SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)

#: Fewest instances to train on that the learning curve shows.
FEWEST = 50


@dataclass(frozen=True, slots=True)
class AblationResult:
    """What an ablation found.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        The instances.
    settings : dict
        Data, options and versions.
    scores : DataFrame
        See :func:`lcp.ablation.table.compare`.
    predictions : ndarray of shape (n_instances, repeats)
        Out-of-fold predictions of the whole set, from 0 to 1.
    learning : DataFrame
        Columns ``share`` (of the training tokens), ``subset``, ``n``, ``metric``, ``value``,
        ``low``, ``high``: the whole set in the first repeat.
    coverage : dict of str to DataFrame
        Of families and of resources; see :func:`lcp.evaluation.coverage.group_coverage`.
    found : int
        How many cells an earlier run had finished.
    """

    table: pd.DataFrame
    settings: dict[str, Any]
    scores: pd.DataFrame
    predictions: Floats
    learning: pd.DataFrame
    coverage: dict[str, pd.DataFrame]
    found: int


class Ablation:
    """Cross-validated comparison of the parts of a feature set.

    Features are computed when this is made; :meth:`run` trains. With a folder, finished cells
    are kept there and an interrupted run goes on where it was.

    Parameters
    ----------
    features : FeatureSet
        The whole set, unfitted.
    estimator : scikit-learn regressor
        Unfitted; each cell trains a copy. It should use one thread: cells run side by side.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    by : {"family", "feature", "resource"}
        What is left out or added at a time. A resource is what the features name as their
        source, whatever their family; ``lcp`` is what this package computes by itself.
    mode : {"leave-one-out", "only-one", "add-one"}
        ``leave-one-out`` compares with the whole set. ``only-one`` trains on one part at a time
        and compares with log frequency alone, the set ``frequency-baseline`` (a constant has no
        correlation). ``add-one`` is greedy forward selection: each step adds the part that
        raises Pearson's r most, averaged over repeats, on the expressions where there are any
        and else on the words, and is compared with the step before. The choice is made on the
        folds that are reported, so its gains are on the bright side.
    folds, repeats, group_by, seed
        As for :func:`lcp.evaluation.crossvalidation.cross_validate`.
    jobs : int, optional
        Models trained at the same time, in threads; all processors unless given.
    out : Path, optional
        Where finished cells are kept.
    named : mapping, optional
        Further settings to record, such as the task and the recipe's name.
    progress : callable, optional
        Called with the name of each family when it is about to be computed.

    Raises
    ------
    InputError
        When ratings are missing, there is only one part, there are fewer groups than folds, an
        option is unknown, or `out` holds something else or other settings.
    ResourceError
        When the feature set needs a resource that is not on this machine.
    """

    def __init__(
        self,
        features: FeatureSet,
        estimator: Any,
        table: pd.DataFrame,
        *,
        by: By = "family",
        mode: Mode = "leave-one-out",
        folds: int = 5,
        repeats: int = 3,
        group_by: GroupBy = "token",
        seed: int = 0,
        jobs: int | None = None,
        out: Path | None = None,
        named: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> None:
        for option, value, valid in (("by", by, By), ("mode", mode, Mode)):
            if value not in get_args(valid):
                raise InputError(
                    f"'{value}' is not known.",
                    where=option,
                    hint=nearest(str(value), get_args(valid)),
                )
        self.mode, self.repeats, self._seed, self._table = mode, repeats, seed, table
        self._jobs = jobs or os.cpu_count() or 1
        self._rated = ratings(table)
        # Too few groups for the folds are said before the long work, not in the middle of it.
        next(GroupedStratifiedKFold(folds, group_by=group_by, seed=seed).split(table))
        whole: FeatureSet = clone(features).fit(table)
        self.groups = feature_groups(whole, by)
        if len(self.groups) < 2:  # noqa: PLR2004 - nothing to compare
            raise InputError(
                f"There is only one {by} in the feature set: nothing would be left without it.",
                hint="Give a larger feature set, or ablate by feature.",
            )
        self.settings = {
            **(named or {}),
            "corpus": str(table.attrs.get("corpus", "custom")),
            "instances": len(table),
            "sha256": digest(table, self._rated),
            "features": features.name,
            "families": {name: dict(options) for name, options in features.families.items()},
            "combine": list(features.combine),
            "drop": list(features.drop),
            "estimator": {key: repr(value) for key, value in estimator.get_params().items()},
            "by": by,
            "mode": mode,
            "folds": folds,
            "repeats": repeats,
            "group_by": group_by,
            "seed": seed,
            **made_with(whole),
        }
        trained = len(table) * (folds - 1) / folds
        self._shares = [share for share in SHARES if share == 1 or share * trained >= FEWEST]
        store = CellStore(out, self.settings)
        shared = SharedFeatures(features, table, progress=progress)
        matrix = shared.matrix(shared.learned_from(np.arange(len(table))))
        kinds: tuple[By, ...] = ("family", "resource")
        self.coverage: dict[str, pd.DataFrame] = {
            kind: group_coverage(matrix, feature_groups(whole, kind), table["token"])
            for kind in kinds
        }
        baseline = None
        if mode != "leave-one-out":
            frequency = FeatureSet.load(BASELINE, store=features.store)
            baseline = frequency.set_output(transform="pandas").fit(table).transform(table)
        self._columns_of_baseline = 0 if baseline is None else baseline.shape[1]
        self._trainer = CellTrainer(
            shared,
            estimator,
            table,
            columns=self.groups,
            division=Division(folds, repeats, group_by, seed),
            store=store,
            baseline=baseline,
        )
        self.whole = self._cell(self.groups)
        self.found = store.count()

    def steps(self) -> int:
        """How often :meth:`run` reports progress, at most."""
        curve, several = len(self._shares) - 1, len(self.groups)
        if self.mode == "add-one":
            return (several * (several + 1) // 2 + 1) * self.repeats + curve
        return len(set(self._planned()))

    def run(self, *, progress: Progress | None = None) -> AblationResult:
        """Train what is not finished yet, and compare.

        Parameters
        ----------
        progress : callable, optional
            Called with a label before each cell and repeat; see :meth:`steps`.

        Raises
        ------
        InputError
            When a kept file is damaged, or the folder cannot be written to.
        """
        told = progress or (lambda _: None)

        def tell(cell: Cell, repeat: int) -> None:
            told(self._label(cell, repeat))

        pool = ThreadPoolExecutor(self._jobs)
        try:
            with threadpool_limits(1, user_api="blas"):
                steps = self._greedy(pool, tell) if self.mode == "add-one" else self._steps()
                self._trainer.train(self._planned(), pool, tell)
                wanted = dict.fromkeys(cell for step in steps for cell in _cells_of(step))
                found = {cell: self._trainer.predictions(cell) for cell in wanted}
                compared = compare(self._table, steps, found, seed=self._seed, mapper=pool.map)
                learning = self._learning(pool)
        finally:
            # After Ctrl-C the models that are being trained are finished, no others begun.
            pool.shutdown(wait=True, cancel_futures=True)
        return AblationResult(
            self._table,
            self.settings,
            compared,
            self._trainer.predictions(self.whole),
            learning,
            self.coverage,
            self.found,
        )

    def _cell(self, chosen: Collection[str], share: float = 1.0) -> Cell:
        return Cell(tuple(name for name in self.groups if name in chosen), share)

    def _steps(self) -> list[Step]:
        whole = self._step("reference", "all", self.whole)
        if self.mode == "leave-one-out":
            others = [
                self._step("without", name, self._cell(self.groups.keys() - {name}), self.whole)
                for name in self.groups
            ]
            return [whole, *others]
        base = Cell(())
        only = [self._step("only", name, self._cell({name}), base) for name in self.groups]
        return [
            self._step("reference", BASELINE, base),
            *only,
            self._step("all", "all", self.whole, base),
        ]

    def _step(self, name: str, group: str, cell: Cell, reference: Cell | None = None) -> Step:
        columns = sum(len(self.groups[part]) for part in cell.groups)
        return Step(name, group, cell, columns or self._columns_of_baseline, reference)

    def _planned(self) -> list[tuple[Cell, int]]:
        """Every cell and repeat that is known beforehand, repeat by repeat, the curve last."""
        steps = [] if self.mode == "add-one" else self._steps()
        cells = [self.whole, *(cell for step in steps for cell in _cells_of(step))]
        planned = [(cell, repeat) for repeat in range(self.repeats) for cell in cells]
        curve = [(self._cell(self.groups, share), 0) for share in self._shares]
        return list(dict.fromkeys([*planned, *curve]))

    def _greedy(self, pool: ThreadPoolExecutor, tell: Callable[[Cell, int], object]) -> list[Step]:
        """Add what helps most, step by step, until everything is in."""

        def score(choices: Sequence[tuple[str, ...]]) -> list[float]:
            cells = [self._cell(choice) for choice in choices]
            wanted = [(cell, repeat) for repeat in range(self.repeats) for cell in cells]
            self._trainer.train(wanted, pool, tell)
            return [self._pearson(cell) for cell in cells]

        before = Cell(())
        self._trainer.train([(before, repeat) for repeat in range(self.repeats)], pool, tell)
        steps = [self._step("reference", BASELINE, before)]
        for name in forward_selection(self.groups, score):
            after = self._cell({*before.groups, name})
            steps.append(self._step("with", name, after, before))
            before = after
        return steps

    def _pearson(self, cell: Cell) -> float:
        """Mean over repeats, on the expressions where there are any."""
        found = subsets(self._table)
        chosen = found.get("mwe", next(iter(found.values()))).to_numpy()
        columns = self._trainer.predictions(cell)[chosen].T
        each = [scores(self._rated[chosen], column)["pearson"] for column in columns]
        return float(np.nan_to_num(np.mean(each), nan=-1.0))

    def _learning(self, pool: ThreadPoolExecutor) -> pd.DataFrame:
        cells = {self._cell(self.groups, share): share for share in self._shares}
        steps = [Step("share", str(share), cell, 0) for cell, share in cells.items()]
        found = {cell: self._trainer.predictions(cell, 1) for cell in cells}
        rows = compare(self._table, steps, found, seed=self._seed, mapper=pool.map)
        rows["share"] = rows["group"].astype(float)
        return rows[["share", "subset", "n", "metric", "value", "low", "high"]]

    def _label(self, cell: Cell, repeat: int) -> str:
        left_out = self.groups.keys() - set(cell.groups)
        if cell.share < 1:
            what = f"{cell.share:.0%} of the training data"
        elif not cell.groups:
            what = BASELINE
        elif not left_out:
            what = "all"
        elif self.mode == "leave-one-out":
            what = f"without {next(iter(left_out))}"
        elif len(cell.groups) == 1:
            what = f"only {cell.groups[0]}"
        else:
            what = f"{len(cell.groups)} of {len(self.groups)}"
        return f"{what[:40]}, repeat {repeat + 1} of {self.repeats}"


def ablate(
    features: FeatureSet,
    estimator: Any,
    table: pd.DataFrame,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> AblationResult:
    """Make an :class:`Ablation` with these options and run it.

    Examples
    --------
    >>> import lcp
    >>> features = FeatureSet({"length": {"cmudict": False}, "readability": {"cmudict": False}})
    >>> table = lcp.load_corpus("sample", task=1)
    >>> found = ablate(features, lcp.load_estimator("ridge"), table, repeats=1, folds=2).scores
    >>> found[found["metric"] == "pearson"].set_index("group")["difference"].idxmin()
    'length'
    """
    return Ablation(features, estimator, table, **options).run(progress=progress)


def _cells_of(step: Step) -> list[Cell]:
    return [step.cell] if step.reference is None else [step.reference, step.cell]
