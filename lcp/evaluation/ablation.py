"""Ablation: models with and without each part of a feature set, on the same folds.

All models of a repeat share folds, seeds and features, and differences are computed on the same
resamples of tokens, so two rows differ only in their features.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from sklearn.base import clone

from lcp.errors import InputError, nearest
from lcp.estimators.base import with_threads
from lcp.estimators.scikit_learn import adapted
from lcp.evaluation.ablation_table import Step, compare_steps
from lcp.evaluation.cells import Cell, CellStore
from lcp.evaluation.crossvalidation import SharedFeatures, held_out_predictions, in_threads
from lcp.evaluation.metrics import scores
from lcp.evaluation.splits import GroupedStratifiedKFold, check_seed, groups
from lcp.evaluation.subsets import subsets
from lcp.features.featureset import FeatureSet
from lcp.model.provenance import digest, made_with
from lcp.targets import Targets
from lcp.targets.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.evaluation.crossvalidation import Fold

    Floats = NDArray[np.float64]
    Progress = Callable[[str], object]

By = Literal["family", "feature", "resource"]
Mode = Literal["leave-one-out", "only-one", "add-one"]

#: Feature set of the reference of `only-one`, and of the first step of `add-one`.
BASELINE = "frequency-baseline"
#: Shares of the training groups on the learning curve, which is measured in the first repeat.
SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)
#: Smallest number of training instances on the learning curve.
FEWEST = 50


@dataclass(frozen=True, slots=True)
class AblationResult:
    """Result of an ablation.

    Attributes
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances.
    settings : dict
        Data, options and versions.
    scores : DataFrame
        Output of :func:`lcp.evaluation.ablation_table.compare_steps`.
    predictions : ndarray of shape (n_instances, n_repeats)
        Out-of-fold predictions of the whole feature set (0-1).
    learning : DataFrame
        Learning curve of the whole feature set in the first repeat: columns ``share`` (of the
        training groups), ``subset``, ``n``, ``metric``, ``value``, ``low`` and ``high``.
    coverage : dict of str to float
        Share of the instances for which at least one feature of a group has a value, by group.
    n_finished : int
        Number of cells that an earlier run had finished, counting each repeat.
    """

    table: pd.DataFrame
    settings: dict[str, Any]
    scores: pd.DataFrame
    predictions: Floats
    learning: pd.DataFrame
    coverage: dict[str, float]
    n_finished: int


@dataclass(frozen=True)
class Ablation:
    """Cross-validated comparison of the parts of a feature set.

    :meth:`prepare` computes the features, :meth:`run` trains the models.
    """

    features: SharedFeatures
    baseline: SharedFeatures | None
    estimator: Any
    settings: dict[str, Any]
    groups: Mapping[str, Sequence[str]]
    store: CellStore
    coverage: dict[str, float]
    n_finished: int
    n_jobs: int
    predictions: dict[tuple[Cell, int], Floats] = field(default_factory=dict)
    _folds: dict[int, list[Fold]] = field(default_factory=dict)

    @property
    def repeats(self) -> int:
        """Number of cross-validations."""
        return int(self.settings["repeats"])

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
        group_by: str = "token",
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
            Unfitted; each cell trains a copy that uses one thread.
        table : DataFrame of shape (n_instances, ...)
            Instances with their ``complexity``.
        by : {"family", "feature", "resource"}, default="family"
            Parts that are left out or added; see :func:`feature_groups`.
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
        GroupedStratifiedKFold(folds, group_by=group_by).check(table)
        if np.ptp(ratings(table)) == 0:
            raise InputError(
                "All instances have the same rating, so no correlation can be computed.",
                where="complexity",
                hint="Give instances with different ratings.",
            )
        whole: FeatureSet = clone(features).fit(Targets.table(table), ratings(table))
        parts = feature_groups(whole, by)
        if len(parts) < 2:  # noqa: PLR2004
            raise InputError(
                f"The feature set has only one {by}, so there is nothing to compare.",
                hint="Use a larger feature set"
                + ("." if by == "feature" else ", or ablate by feature."),
            )
        settings = {
            **(metadata or {}),
            "corpus": ", ".join(table["source"].unique()) if "source" in table else "custom",
            "instances": len(table),
            "sha256": digest(Targets.table(table), ratings(table)),
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
            baseline = SharedFeatures(FeatureSet.load(BASELINE, store=features.store), table)
        present = shared.matrix().notna()
        return cls(
            features=shared,
            baseline=baseline,
            estimator=estimator,
            settings=settings,
            groups=parts,
            store=store,
            coverage={
                name: float(present[columns].any(axis=1).mean()) for name, columns in parts.items()
            },
            n_finished=store.count(),
            n_jobs=n_jobs or os.cpu_count() or 1,
        )

    def steps(self) -> int:
        """Return how often :meth:`run` reports progress."""
        number = len(self.groups)
        cells = number + 1 + (self.settings["mode"] == "only-one")
        if self.settings["mode"] == "add-one":
            cells = number * (number + 1) // 2 + 1
        return int(cells * self.repeats + len(self._learning_cells()) - 1)

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
        if self.settings["mode"] == "add-one":
            steps = self._forward_selection(progress)
        else:
            steps = self._steps()
            self._train([step.cell for step in steps], self.repeats, progress)
        whole, learning = self._cell(self.groups), self._learning_cells()
        self._train(learning, 1, progress)
        curve = [Step("share", str(cell.share), cell, 0) for cell in learning]
        rows = self._compared(curve, 1).assign(share=lambda rows: rows["group"].astype(float))
        return AblationResult(
            table=self.features.table,
            settings=self.settings,
            scores=self._compared(steps, self.repeats),
            predictions=self._predictions(whole, self.repeats),
            learning=rows[["share", "subset", "n", "metric", "value", "low", "high"]],
            coverage=self.coverage,
            n_finished=self.n_finished,
        )

    def _cell(self, names: Collection[str], share: float = 1.0) -> Cell:
        """Return the cell of some groups, in the set's order."""
        return Cell(tuple(name for name in self.groups if name in names), share)

    def _learning_cells(self) -> list[Cell]:
        """Return the cells of the learning curve, without shares of too few instances."""
        n_train = len(self._folds_of(0)[0].train)
        shares = [share for share in SHARES if share == 1 or share * n_train >= FEWEST]
        return [self._cell(self.groups, share) for share in shares]

    def _step(self, name: str, group: str, cell: Cell, reference: Cell | None = None) -> Step:
        columns = sum(len(self.groups[part]) for part in cell.groups)
        if not cell.groups and self.baseline is not None:
            columns = self.baseline.matrix().shape[1]
        return Step(name, group, cell, columns, reference)

    def _steps(self) -> list[Step]:
        """Return the steps of ``leave-one-out`` or ``only-one``, the reference first."""
        whole, baseline = self._cell(self.groups), Cell(())
        if self.settings["mode"] == "leave-one-out":
            without = {name: self._cell(self.groups.keys() - {name}) for name in self.groups}
            return [
                self._step("reference", "all", whole),
                *(self._step("without", name, cell, whole) for name, cell in without.items()),
            ]
        return [
            self._step("reference", BASELINE, baseline),
            *(self._step("only", name, self._cell({name}), baseline) for name in self.groups),
            self._step("all", "all", whole, baseline),
        ]

    def _forward_selection(self, progress: Progress | None) -> list[Step]:
        """Add the part that raises r most, step by step, until the set is complete."""
        before, repeats = Cell(()), self.repeats
        self._train([before], repeats, progress)
        steps = [self._step("reference", BASELINE, before)]
        remaining = list(self.groups)
        while remaining:
            cells = [self._cell({*before.groups, name}) for name in remaining]
            self._train(cells, repeats, progress)
            best = int(np.argmax([self._pearson(cell) for cell in cells]))
            steps.append(self._step("with", remaining.pop(best), cells[best], before))
            before = cells[best]
        return steps

    def _pearson(self, cell: Cell) -> float:
        """Mean over repeats, on the expressions if there are any."""
        table = self.features.table
        masks = subsets(table)
        mask = masks.get("mwe", next(iter(masks.values())))
        columns = self._predictions(cell, self.repeats)[mask].T
        pearson = [scores(ratings(table)[mask], column)["pearson"] for column in columns]
        return float(np.nan_to_num(np.mean(pearson), nan=-1.0))

    def _train(self, cells: Iterable[Cell], repeats: int, progress: Progress | None) -> None:
        """Predict with the cells that have not been trained, or read them from the folder."""
        tasks = [(cell, repeat) for repeat in range(repeats) for cell in cells]
        tasks = [task for task in tasks if task not in self.predictions]
        estimator = with_threads(adapted(self.estimator), 1)

        def predicted(cell: Cell, repeat: int) -> Floats:
            if progress is not None:
                progress(f"{self._label(cell)[:40]}, repeat {repeat + 1} of {self.repeats}")
            kept = self.store.load(cell, repeat, len(self.features.table))
            if kept is None:
                shared = self.features
                columns = {column for name in cell.groups for column in self.groups[name]} or None
                if not cell.groups and self.baseline is not None:
                    shared = self.baseline
                folds = [
                    self._part(fold, number, cell.share)
                    for number, fold in enumerate(self._folds_of(repeat))
                ]
                predicted = held_out_predictions(shared, folds, estimator, columns=columns)
                kept = predicted[folds[0].column].to_numpy()
                self.store.save(cell, repeat, kept)
            return kept

        results = in_threads(predicted, tasks, self.n_jobs)
        self.predictions.update(zip(tasks, results, strict=True))

    def _folds_of(self, repeat: int) -> list[Fold]:
        if repeat not in self._folds:
            folds = self.features.folds(
                self.settings["folds"],
                [repeat],
                group_by=self.settings["group_by"],
                random_state=self.settings["random_state"],
            )
            self._folds[repeat] = list(folds)
        return self._folds[repeat]

    def _part(self, fold: Fold, number: int, share: float) -> Fold:
        """Return a fold with a share of its training groups."""
        if share == 1:
            return fold
        names = groups(self.features.table, self.settings["group_by"]).to_numpy()[fold.train]
        distinct = np.unique(names.astype(str))
        # One order for all shares, so that each contains the smaller ones.
        random_state = [self.settings["random_state"], number]
        order = np.random.default_rng(random_state).permutation(len(distinct))
        kept = distinct[order[: max(2, round(share * len(distinct)))]]
        return replace(fold, train=fold.train[np.isin(names.astype(str), kept)])

    def _label(self, cell: Cell) -> str:
        """Return the name of a cell in progress reports."""
        left_out = self.groups.keys() - set(cell.groups)
        if cell.share < 1:
            return f"{cell.share:.0%} of the training data"
        if not cell.groups:
            return BASELINE
        if not left_out:
            return "all"
        if self.settings["mode"] == "leave-one-out":
            return f"without {next(iter(left_out))}"
        return f"only {cell.groups[0]}" if len(cell.groups) == 1 else f"{len(cell.groups)} parts"

    def _predictions(self, cell: Cell, repeats: int) -> Floats:
        """Return the predictions of a trained cell, shape (n_instances, repeats)."""
        return np.column_stack([self.predictions[cell, repeat] for repeat in range(repeats)])

    def _compared(self, steps: list[Step], repeats: int) -> pd.DataFrame:
        cells = dict.fromkeys(step.cell for step in steps)
        return compare_steps(
            self.features.table,
            steps,
            {cell: self._predictions(cell, repeats) for cell in cells},
            random_state=self.settings["random_state"],
            n_jobs=self.n_jobs,
        )


def ablate(
    features: FeatureSet,
    estimator: Any,
    table: pd.DataFrame,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> AblationResult:
    """Prepare and run an ablation; `options` as in :meth:`Ablation.prepare`.

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


def feature_groups(features: FeatureSet, by: By) -> dict[str, list[str]]:
    """Group the columns of a fitted feature set.

    Parameters
    ----------
    features : FeatureSet
        Fitted.
    by : {"family", "feature", "resource"}
        Grouping. A resource is what features name as their source; ``lcp`` is the source of
        features that this package computes without one.

    Returns
    -------
    dict of str to list of str
        Columns of each group, in the set's order. All aggregations of a feature are in one group.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> features = lcp.FeatureSet({"length": {"cmudict": False}}).fit(table)
    >>> feature_groups(features, "resource")["Scrabble, English edition"]
    ['length__scrabble', 'length__scrabble_mean']
    """
    described = features.feature_table()
    names = described["family"] + "__" + described["feature"]
    sources = dict(zip(names, described["source"], strict=True))
    grouped: dict[str, list[str]] = {}
    for column in map(str, features.get_feature_names_out()):
        name = column.partition("@")[0]
        group = {"family": name.split("__")[0], "feature": name, "resource": sources[name]}[by]
        grouped.setdefault(group, []).append(column)
    return grouped
