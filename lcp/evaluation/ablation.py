"""Ablation: models without each part of a feature set, on the same folds.

All models of a repeat share folds, seeds and features, and differences are computed on the same
resamples of tokens, so two rows differ only in their features.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import pandas as pd
from sklearn.base import clone

from lcp.corpora.corpus import as_instances
from lcp.errors import InputError, unknown
from lcp.estimators.adapter import adapted
from lcp.estimators.regressor import with_threads
from lcp.evaluation.comparison import WHOLE, compare_models
from lcp.evaluation.crossvalidation import held_out_predictions, in_threads
from lcp.evaluation.scores import subsets
from lcp.evaluation.splits import check_folds, group_codes, repeated_folds
from lcp.features.matrix import Column
from lcp.features.shared_features import SharedFeatures
from lcp.model.training_record import made_with, targets_sha256
from lcp.targets import Targets
from lcp.targets.groups import groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Floats
    from lcp.base.estimator_base import RegressorLike
    from lcp.corpora.corpus import Addresses
    from lcp.evaluation.splits import Fold
    from lcp.features.featureset import FeatureSet
    from lcp.features.shared_features import Progress
    from lcp.targets.targets import Instances

Part = Literal["family", "feature", "resource"]

COLUMNS = (
    "step", "group", "columns", "coverage", "train", "subset", "n", "metric",
    "value", "low", "high", "difference", "difference_low", "difference_high", "p", "p_holm",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AblationResult:
    """Result of an ablation.

    Attributes
    ----------
    targets : Targets
        Rated instances.
    settings : dict
        Data, options and versions.
    scores : DataFrame
        Rows of :func:`lcp.evaluation.comparison.compare_models`. ``step`` is ``reference`` (the
        whole set), ``without`` (models without a part), ``permuted`` (the whole set's models, with
        the values of a part permuted among the test instances of a fold; Breiman, 2001) or
        ``share`` (the whole set's models, trained on a share of the training groups). ``columns``
        is the number of features, ``coverage`` the share of the subset's instances with a value of
        the part, ``train`` the mean number of training instances.
    predictions : ndarray of shape (n_instances, n_repeats)
        Out-of-fold predictions of the whole feature set (0-1).
    """

    targets: Targets
    settings: dict[str, Any]
    scores: pd.DataFrame
    predictions: Floats


@dataclass(frozen=True)
class Ablation:
    """Cross-validated comparison of a feature set with the set without each of its parts.

    :meth:`prepare` computes the features, :meth:`run` trains the models.

    Examples
    --------
    >>> import lcp
    >>> features = lcp.FeatureSet({"length": {}, "readability": {}})
    >>> table = lcp.load_corpus("sample", task=1)
    >>> study = Ablation.prepare(table, features, lcp.load_estimator("ridge"), repeats=1, cv=2)
    >>> scores = study.run().scores
    >>> scores = scores[(scores["step"] == "without") & (scores["metric"] == "pearson")]
    >>> scores.set_index("group")["difference"].idxmin()
    'length'
    """

    features: SharedFeatures
    estimator: RegressorLike
    settings: dict[str, Any]
    groups: Mapping[str, Sequence[str]]
    coverage: dict[tuple[str, str], float]
    n_jobs: int
    shares: Sequence[float] = ()

    @classmethod
    def prepare(
        cls,
        instances: Instances | Addresses,
        features: FeatureSet,
        estimator: RegressorLike,
        *,
        leave_out: Part = "family",
        cv: int = 5,
        repeats: int = 3,
        group_by: str = "token",
        random_state: int = 0,
        n_jobs: int | None = None,
        curve: bool = False,
        metadata: dict[str, object] | None = None,
        progress: Progress | None = None,
    ) -> Ablation:
        """Check the options and compute the features.

        Parameters
        ----------
        instances : table, or what :func:`lcp.load_corpus` accepts
            Instances with their ``complexity``.
        features : FeatureSet
            The whole set, unfitted.
        estimator : scikit-learn regressor
            Unfitted; each model is a copy that uses one thread.
        leave_out : {"family", "feature", "resource"}, default="family"
            Parts that are left out; see :func:`feature_groups`.
        cv, repeats, group_by, random_state
            As in :func:`lcp.evaluation.crossvalidation.cross_validate`.
        n_jobs : int, optional
            Number of models trained at the same time, in threads. Default: all processors.
        curve : bool, default=False
            Whether to train also on shares of the training groups, from 10%: a learning curve.
        metadata : mapping, optional
            Further settings to record, such as the task and the recipe's name.
        progress : callable, optional
            Called with the name of each family before it is computed.

        Raises
        ------
        InputError
            If ratings are missing or all equal, the set has only one part, there are fewer groups
            than folds, or an option is unknown.
        ResourceError
            If a resource of the feature set is missing.
        """
        if leave_out not in get_args(Part):
            raise unknown("kind of part", leave_out, get_args(Part), where="leave_out")
        check_folds(cv, repeats, random_state)
        targets = Targets.rated(as_instances(instances))
        group_codes(groups(targets, group_by), cv)
        rated = np.asarray(targets["complexity"])
        if np.ptp(rated) == 0:
            raise InputError(
                "All instances have the same rating, so no correlation can be computed.",
                where="complexity",
                hint="Give instances with different ratings.",
            )
        whole: FeatureSet = clone(features).learn(targets, rated)
        parts = feature_groups(whole, leave_out)
        if len(parts) < 2:  # noqa: PLR2004
            raise InputError(
                f"The feature set has only one {leave_out}, so there is nothing to compare.",
                hint="Use a larger feature set"
                + ("." if leave_out == "feature" else ", or leave out features one by one."),
            )
        settings = {
            **(metadata or {}),
            "corpus": ", ".join(dict.fromkeys(targets.get("source", ["custom"]))),
            "instances": len(targets),
            "sha256": targets_sha256(targets),
            "features": features.name,
            "families": {name: dict(options) for name, options in features.families.items()},
            "aggregations": list(features.aggregations),
            "drop": list(features.drop),
            "estimator": {key: repr(value) for key, value in estimator.get_params().items()},
            "leave_out": leave_out,
            "folds": cv,
            "repeats": repeats,
            "group_by": group_by,
            "random_state": random_state,
            **made_with(whole),
        }
        shared = SharedFeatures(features, targets, progress=progress)
        matrix = shared.matrix()
        known = {part: ~np.isnan(matrix.select(names).values) for part, names in parts.items()}
        coverage = {
            (part, subset): float(values[mask].any(axis=1).mean())
            for part, values in known.items()
            for subset, mask in subsets(targets).items()
        }
        n_jobs = n_jobs or os.cpu_count() or 1
        shares = (0.1, 0.2, 0.4, 0.6, 0.8) if curve else ()
        # Models are trained at the same time, one thread each.
        unfitted = with_threads(adapted(estimator), 1)
        return cls(shared, unfitted, settings, parts, coverage, n_jobs, shares)

    @property
    def models(self) -> list[tuple[str, str, int]]:
        """Step, name of the part or share (:data:`WHOLE`: all) and repeat of each model."""
        steps = [("reference", WHOLE), *(("without", part) for part in self.groups)]
        steps += [("share", f"{share:.0%}") for share in self.shares]
        return [(*step, repeat) for repeat in range(self.settings["repeats"]) for step in steps]

    def run(self, *, progress: Progress | None = None) -> AblationResult:
        """Train the models and compare them.

        Parameters
        ----------
        progress : callable, optional
            Called with a label before each of the :attr:`models`.
        """
        settings, models = self.settings, self.models
        targets, seed = self.features.targets, settings["random_state"]
        names = groups(targets, settings["group_by"])
        divisible = names, targets.genre, self.features.rated
        repeats = range(settings["repeats"])
        folds = [
            list(repeated_folds(*divisible, settings["folds"], [repeat], random_state=seed))
            for repeat in repeats
        ]
        shared = {
            f"{share:.0%}": [
                [_share_of(fold, names, share, [seed, repeat]) for fold in folds[repeat]]
                for repeat in repeats
            ]
            for share in self.shares
        }

        def predicted(step: str, part: str, repeat: int) -> dict[tuple[str, str], Floats]:
            if progress is not None:
                progress(f"{step} {part[:40]}, repeat {repeat + 1} of {len(repeats)}")
            if step == "reference":
                return self._whole(folds[repeat], repeat)
            return {(step, part): self._train(part, shared.get(part, folds)[repeat])}

        results: dict[str, dict[str, list[Floats]]] = {"without": {}}
        for by_part in in_threads(predicted, models, self.n_jobs):
            for (step, part), one in by_part.items():
                results.setdefault(step, {}).setdefault(part, []).append(one)
        whole = results.pop("reference")
        scores = pd.concat(
            compare_models(
                targets,
                {part: np.column_stack(each) for part, each in (whole | parts).items()},
                step=step,
                random_state=seed,
                n_jobs=self.n_jobs,
            )
            for step, parts in results.items()
        ).drop_duplicates(["step", "group", "subset", "metric"], ignore_index=True)
        n_columns = {part: len(columns) for part, columns in self.groups.items()}
        left_out = scores["group"].map(n_columns).where(scores["step"] == "without", 0).fillna(0)
        scores["columns"] = sum(n_columns.values()) - left_out.astype(int)
        sizes = {part: _mean_size(each) for part, each in shared.items()}
        scores["train"] = scores["group"].map(sizes).fillna(_mean_size(folds)).round().astype(int)
        keys = zip(scores["group"], scores["subset"], strict=True)
        scores["coverage"] = [self.coverage.get(key, np.nan) for key in keys]
        predictions = np.column_stack(whole[WHOLE])
        return AblationResult(targets, settings, scores[list(COLUMNS)], predictions)

    def _train(self, part: str, folds: list[Fold]) -> Floats:
        """Cross-validate the model without a part."""
        columns = {
            column for name, group in self.groups.items() if name != part for column in group
        }
        predicted = held_out_predictions(self.features, folds, self.estimator, columns=columns)
        return predicted[folds[0].column].to_numpy()

    def _whole(self, folds: list[Fold], repeat: int) -> dict[tuple[str, str], Floats]:
        """Cross-validate the whole model, also with each part's values permuted in the tests."""
        draw = np.random.default_rng([self.settings["random_state"], repeat])
        keys = [("reference", WHOLE), *(("permuted", part) for part in self.groups)]
        results = {key: np.empty(len(self.features.rated)) for key in keys}
        for fold in folds:
            matrix = self.features.matrix(fold.train)
            model = clone(self.estimator).fit(
                matrix.take(fold.train), self.features.rated[fold.train]
            )
            for step, part in keys:
                test = matrix.take(fold.test)
                if names := self.groups.get(part, ()):
                    columns = [matrix.names.index(name) for name in names]
                    values = np.asarray(test.values)
                    values[:, columns] = draw.permutation(values[:, columns])
                results[step, part][fold.test] = model.predict(test)
        return {key: values.clip(0, 1) for key, values in results.items()}


def _share_of(fold: Fold, names: NDArray[Any], share: float, seed: list[int]) -> Fold:
    """Return a fold with a share of its training groups; a larger share contains a smaller one."""
    order = np.random.default_rng(seed).permutation(np.unique(names[fold.train]))
    selected = order[: max(1, round(share * len(order)))]
    return replace(fold, train=fold.train[np.isin(names[fold.train], selected)])


def _mean_size(repeats: Iterable[list[Fold]]) -> float:
    """Return the mean number of training instances."""
    return float(np.mean([len(fold.train) for folds in repeats for fold in folds]))


def feature_groups(features: FeatureSet, by: Part) -> dict[str, list[str]]:
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
    >>> features = lcp.FeatureSet({"length": {}}).fit(table)
    >>> feature_groups(features, "resource")["Scrabble, English edition"]
    ['length__scrabble', 'length__scrabble_mean']
    """
    sources = features.feature_table()["source"]
    grouped: dict[str, list[str]] = {}
    for column in map(str, features.get_feature_names_out()):
        name = column.partition("@")[0]
        family = Column.named(name).family
        group = {"family": family, "feature": name, "resource": sources[name]}[by]
        grouped.setdefault(group, []).append(column)
    return grouped
