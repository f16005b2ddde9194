"""Ablation study: models with and without each part of a feature set, on the same folds.

All models of a repeat share folds, seeds and features, and differences are computed on the same
resamples of tokens, so two rows differ only in their features.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from lcp.ablation.cells import Cell, CellStore
from lcp.ablation.groups import By, feature_groups
from lcp.ablation.plan import BASELINE, Mode, Plan, learning_shares
from lcp.ablation.result import AblationResult
from lcp.ablation.selection import forward_selection
from lcp.ablation.table import Step, compare
from lcp.ablation.training import CellTrainer
from lcp.corpora.ratings import ratings
from lcp.errors import InputError, nearest
from lcp.evaluation.coverage import group_coverage
from lcp.evaluation.crossvalidation import SharedFeatures
from lcp.evaluation.metrics import scores
from lcp.evaluation.subsets import subsets
from lcp.features.featureset import FeatureSet
from lcp.model.provenance import digest, made_with
from lcp.splits.kfold import GroupedStratifiedKFold
from lcp.splits.seeds import check_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import pandas as pd

    from lcp.splits.grouping import GroupBy

    Progress = Callable[[str], object]


@dataclass(frozen=True)
class Ablation:
    """Cross-validated comparison of the parts of a feature set.

    :meth:`prepare` computes the features, :meth:`run` trains the models.
    """

    table: pd.DataFrame
    settings: dict[str, Any]
    plan: Plan
    trainer: CellTrainer
    coverage: dict[str, pd.DataFrame]
    n_finished: int
    n_jobs: int
    random_state: int

    @classmethod
    def prepare(
        cls,
        features: FeatureSet,
        estimator: Any,
        table: pd.DataFrame,
        *,
        by: By = "family",
        mode: Mode = "leave-one-out",
        folds: int = 5,
        repeats: int = 3,
        group_by: GroupBy = "token",
        random_state: int = 0,
        n_jobs: int | None = None,
        out: Path | None = None,
        metadata: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Ablation:
        """Check the options and compute the features.

        Parameters
        ----------
        features : FeatureSet
            The whole set, unfitted.
        estimator : scikit-learn regressor
            Unfitted; each cell trains a copy. It should use one thread, because cells are trained
            in parallel.
        table : DataFrame of shape (n_instances, ...)
            Instances with their ``complexity``.
        by : {"family", "feature", "resource"}, default="family"
            Parts that are left out or added; see :func:`lcp.ablation.groups.feature_groups`.
        mode : {"leave-one-out", "only-one", "add-one"}, default="leave-one-out"
            ``leave-one-out`` trains without one part and compares with the whole set.
            ``only-one`` trains on one part and compares with log frequency alone, the set
            ``frequency-baseline``. ``add-one`` is greedy forward selection: each step adds the
            part that raises Pearson's r most (mean over repeats; on the expressions if there are
            any, else on the words), and is compared with the step before. Selection and scores
            use the same folds, so the gains of ``add-one`` are optimistic.
        folds, repeats, group_by, random_state
            As in :func:`lcp.evaluation.crossvalidation.cross_validate`.
        n_jobs : int, optional
            Number of models trained at the same time, in threads. Default: all processors.
        out : Path, optional
            Folder for finished cells, from which an interrupted run resumes.
        metadata : mapping, optional
            Further settings to record, such as the task and the recipe's name.
        progress : callable, optional
            Called with the name of each family before it is computed.

        Raises
        ------
        InputError
            If ratings are missing or all equal, the set has only one part, there are fewer groups
            than folds, an option is unknown, or `out` contains other files or cells with other
            settings.
        ResourceError
            If a resource of the feature set is missing.
        """
        for option, value, valid in (("by", by, By), ("mode", mode, Mode)):
            if value not in get_args(valid):
                raise InputError(
                    f"'{value}' is not a valid value.",
                    where=option,
                    hint=nearest(str(value), get_args(valid)),
                )
        check_seed(random_state)
        splitter = GroupedStratifiedKFold(folds, group_by=group_by, random_state=random_state)
        splitter.check(table)
        if np.ptp(ratings(table)) == 0:
            raise InputError(
                "All instances have the same rating, so no correlation can be computed.",
                where="complexity",
                hint="Give instances with different ratings.",
            )
        whole: FeatureSet = clone(features).fit(table)
        groups = feature_groups(whole, by)
        if len(groups) < 2:  # noqa: PLR2004
            raise InputError(
                f"The feature set has only one {by}, so there is nothing to compare.",
                hint="Use a larger feature set"
                + ("." if by == "feature" else ", or ablate by feature."),
            )
        settings = {
            **(metadata or {}),
            "corpus": ", ".join(table["source"].unique()) if "source" in table else "custom",
            "instances": len(table),
            "sha256": digest(table, ratings(table)),
            "features": features.name,
            "families": {name: dict(options) for name, options in features.families.items()},
            "aggregations": list(features.aggregations),
            "drop": list(features.drop),
            "estimator": {key: repr(value) for key, value in estimator.get_params().items()},
            "by": by,
            "mode": mode,
            "folds": folds,
            "repeats": repeats,
            "group_by": group_by,
            "random_state": random_state,
            **made_with(whole),
        }
        store = CellStore(out, settings)
        shared = SharedFeatures(features, table, progress=progress)
        baseline = None
        if mode != "leave-one-out":
            frequency = FeatureSet.load(BASELINE, store=features.store)
            baseline = frequency.set_output(transform="pandas").fit(table).transform(table)
        shares = learning_shares(len(table), folds)
        return cls(
            table=table,
            settings=settings,
            plan=Plan(mode, groups, repeats, shares, 0 if baseline is None else baseline.shape[1]),
            trainer=CellTrainer(
                shared, estimator, columns=groups, splitter=splitter, store=store, baseline=baseline
            ),
            coverage=_coverage(shared.matrix_of_all(), whole, table),
            n_finished=store.count(),
            n_jobs=n_jobs or os.cpu_count() or 1,
            random_state=random_state,
        )

    def steps(self) -> int:
        """Return how often :meth:`run` reports progress, at most."""
        return self.plan.size()

    def run(self, *, progress: Progress | None = None) -> AblationResult:
        """Train the unfinished cells and compare them.

        Parameters
        ----------
        progress : callable, optional
            Called with a label before each cell and repeat; :meth:`steps` gives their number.

        Raises
        ------
        InputError
            If a file of an earlier run is damaged or the folder cannot be written.
        """

        def report(cell: Cell, repeat: int) -> None:
            if progress is not None:
                progress(self.plan.label(cell, repeat))

        pool = ThreadPoolExecutor(self.n_jobs)
        try:
            with threadpool_limits(1, user_api="blas"):
                greedy = self.plan.mode == "add-one"
                steps = self._greedy(pool, report) if greedy else self.plan.steps()
                self.trainer.train(self.plan.tasks(), pool, report)
                cells = dict.fromkeys(cell for step in steps for cell in step.cells())
                compared = self._compare(steps, list(cells), self.plan.repeats, pool)
                learning = self._learning(pool)
        finally:
            # After Ctrl-C, models in training are finished and no others are started.
            pool.shutdown(wait=True, cancel_futures=True)
        return AblationResult(
            table=self.table,
            settings=self.settings,
            scores=compared,
            predictions=self.trainer.predictions(self.plan.whole, self.plan.repeats),
            learning=learning,
            coverage=self.coverage,
            n_finished=self.n_finished,
        )

    def _compare(
        self, steps: list[Step], cells: list[Cell], repeats: int, pool: ThreadPoolExecutor
    ) -> pd.DataFrame:
        predictions = {cell: self.trainer.predictions(cell, repeats) for cell in cells}
        return compare(
            self.table, steps, predictions, random_state=self.random_state, mapper=pool.map
        )

    def _greedy(
        self, pool: ThreadPoolExecutor, report: Callable[[Cell, int], object]
    ) -> list[Step]:
        """Add the part that helps most, step by step, until the set is complete."""
        plan, repeats = self.plan, range(self.plan.repeats)

        def score(selections: Sequence[tuple[str, ...]]) -> list[float]:
            cells = [plan.cell(selection) for selection in selections]
            tasks = [(cell, repeat) for repeat in repeats for cell in cells]
            self.trainer.train(tasks, pool, report)
            return [self._pearson(cell) for cell in cells]

        before = Cell(())
        self.trainer.train([(before, repeat) for repeat in repeats], pool, report)
        steps = [plan.step("reference", BASELINE, before)]
        for name in forward_selection(plan.groups, score):
            after = plan.cell({*before.groups, name})
            steps.append(plan.step("with", name, after, before))
            before = after
        return steps

    def _pearson(self, cell: Cell) -> float:
        """Mean over repeats, on the expressions if there are any."""
        masks = subsets(self.table)
        mask = masks.get("mwe", next(iter(masks.values())))
        rated = ratings(self.table)[mask]
        columns = self.trainer.predictions(cell, self.plan.repeats)[mask].T
        pearson = [scores(rated, column)["pearson"] for column in columns]
        return float(np.nan_to_num(np.mean(pearson), nan=-1.0))

    def _learning(self, pool: ThreadPoolExecutor) -> pd.DataFrame:
        cells = self.plan.learning_cells()
        steps = [Step("share", str(share), cell, 0) for cell, share in cells.items()]
        rows = self._compare(steps, list(cells), 1, pool)
        rows["share"] = rows["group"].astype(float)
        return rows[["share", "subset", "n", "metric", "value", "low", "high"]]


def _coverage(
    matrix: pd.DataFrame, features: FeatureSet, table: pd.DataFrame
) -> dict[str, pd.DataFrame]:
    kinds: tuple[By, ...] = ("family", "resource")
    return {
        kind: group_coverage(matrix, feature_groups(features, kind), table["token"])
        for kind in kinds
    }


def ablate(
    features: FeatureSet,
    estimator: Any,
    table: pd.DataFrame,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> AblationResult:
    """Prepare and run an ablation; `options` are those of :meth:`Ablation.prepare`.

    Examples
    --------
    >>> import lcp
    >>> features = FeatureSet({"length": {"cmudict": False}, "readability": {"cmudict": False}})
    >>> table = lcp.load_corpus("sample", task=1)
    >>> scores = ablate(features, lcp.load_estimator("ridge"), table, repeats=1, folds=2).scores
    >>> scores[scores["metric"] == "pearson"].set_index("group")["difference"].idxmin()
    'length'
    """
    return Ablation.prepare(features, estimator, table, **options).run(progress=progress)
