"""A feature set: families with their options, as a scikit-learn transformer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, astuple, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base.estimator_base import TransformerBase, check_fitted
from lcp.base.schema import SchemaError, conforms
from lcp.errors import check_type
from lcp.features.aggregation import check_aggregations
from lcp.features.family import Feature
from lcp.features.family_results import errors_of, features_of, learned_by, resources_of
from lcp.features.feature_recipe import (
    KEEP,
    build_family,
    check_patterns,
    matches_any,
    read_feature_recipe,
)
from lcp.features.measuring import Measurer, respelled
from lcp.resources.store import Store, missing_resources_error
from lcp.targets import Targets
from lcp.targets.instance_columns import check_ratings, indexed_like

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import pandas as pd
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats, Objects
    from lcp.features.family import Family
    from lcp.features.matrix import Matrix
    from lcp.targets.targets import Instances

#: Parameters that a part of a feature set shares with it, and that model files contain.
_SETTINGS = ("name", "aggregations", "rank_within", "merge_spellings")


@dataclass(eq=False, repr=False)
class FeatureSet(TransformerBase):
    """Turn instances into a matrix of named features.

    Accepts pandas, polars and Arrow tables and ignores further columns.

    Parameters
    ----------
    families : mapping of str to mapping
        Options of each family by its name. Besides its fields, every family has the option
        ``keep``, a list of its features to compute, such as ``["known", "pc_*"]``. Default: all.
    aggregations : sequence of str, default=("mean",)
        Aggregations of the features of an expression's words: ``mean`` (or ``averaged``),
        ``concatenated`` (``first`` and ``last``), ``first``, ``last``, ``min``, ``max``,
        ``rarest`` or ``commonest``. If there are several and the training instances contain
        expressions, a feature of words has a column for each, such as ``length__characters@min``.
    drop : sequence of str, default=()
        Features to leave out, as ``family__feature``. ``*`` matches any characters.
    rank_within : str, default=""
        Column whose values name groups, such as ``item`` for the options of a question. Each
        feature is followed by its rank in the group
        (:func:`lcp.features.measuring.ranks_within`), in a column ``family__feature@rank``. Ranks
        are NaN without the column. Default: no ranks.
    merge_spellings : bool, default=False
        Whether a word has the features of its most frequent spelling, except those that use its
        sentence, so that *analyse* and *analyze* have the same; beside expressions, hyphenated
        words that the lexicon lacks have those of their parts.
    name : str, default="custom"
        Name of the set in reports.
    expressions : bool, optional
        Whether to aggregate the words of expressions. Default: whether the training instances
        contain expressions.
    store : Store, optional
        Source of the resources. Default: the default store.

    Attributes
    ----------
    families_ : dict of str to Family
        The families, in order.
    learned_ : dict of str to dict
        What each family learned in training.
    expressions_ : bool
        Whether the words of expressions are aggregated.
    measurer_ : Measurer
        What computes the features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Columns of the training table. Not set if the feature set was restored from a file.
    n_features_in_ : int
        Number of these columns.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample")
    >>> length = {"keep": ["characters"]}
    >>> features = FeatureSet({"length": length}, aggregations=["concatenated"])
    >>> list(features.fit_transform(table))
    ['length__characters@first', 'length__characters@last']
    """

    families: Mapping[str, Mapping[str, Any]]
    _: KW_ONLY
    aggregations: Sequence[str] = ("mean",)
    drop: Sequence[str] = ()
    rank_within: str = ""
    merge_spellings: bool = False
    name: str = "custom"
    expressions: bool | None = None
    store: Store | None = None
    measurer_: Measurer = field(init=False, repr=False)

    @classmethod
    def load(cls, name_or_path: str | Path, *, store: Store | None = None) -> Self:
        """Read a feature set by name (``"core"``, ``"full"``, …) or from a TOML file.

        Raises
        ------
        InputError
            If there is no such set or file, or a key or value in it is invalid. It names the key
            and the nearest valid name.
        """
        parameters, where = read_feature_recipe(name_or_path)
        features = cls(**parameters, store=store)
        check_patterns(features.drop, _all_columns(features.build()), "drop", where=where)
        return features

    def fit(self, X: Instances, y: ArrayLike | None = None) -> Self:
        """Fit the families to training instances, and leave out features without values in them.

        Parameters
        ----------
        X : Targets, DataFrame of shape (n_instances, ...) or list of dict
            Instances; see :meth:`lcp.targets.Targets.table`.
        y : array-like of shape (n_instances,), optional
            Complexity, 0-1, for families that learn from it. Default: the column ``complexity``
            of `X`, if any.

        Raises
        ------
        InputError
            If `X` lacks a column, an option is invalid, or a target is not in its sentence.
        ResourceError
            If a resource is missing.
        """
        self._fit_measured(X, y)
        return self

    def fit_transform(self, X: Instances, y: ArrayLike | None = None) -> pd.DataFrame:
        """Fit to instances and compute their features, as :meth:`fit` and :meth:`transform`."""
        return _table(self._fit_measured(X, y), X)

    def _fit_measured(self, X: Instances, y: ArrayLike | None) -> Matrix:
        """Fit to instances, and return their features."""
        targets = Targets.table(X)
        rated = targets.get("complexity") if y is None else check_ratings(y, len(targets))
        self.check()
        self.learn(targets, None if rated is None else np.asarray(rated, dtype=np.float64))
        self._record_columns(X)
        matrix = self.measure(targets)
        # Some regressors cannot be fitted to a column without values.
        used = np.flatnonzero(~np.isnan(matrix.values).all(axis=0))
        self.measurer_ = self.measurer_.only([self.measurer_.columns[place] for place in used])
        return matrix.select(self.measurer_.columns)

    def learn(self, targets: Targets, rated: Floats | None) -> Self:
        """Fit the families to checked targets and their complexity, if known."""
        self.families_ = self.build()
        detected = bool(targets.is_expression.any())
        self.expressions_ = detected if self.expressions is None else self.expressions
        self.learned_ = {}
        words = targets
        if self.merge_spellings:
            words = respelled(targets, parts=self.expressions_, sentences=True)
        for name, member in self.families_.items():
            # Families of words do not use the positions, which may move.
            inputs = words if member.scope == "word" else targets
            self.learned_[name] = learned_by(member, inputs, rated, self.resource_store)
        self.measurer_ = self._measurer()
        return self

    def transform(
        self, X: Instances, *, progress: Callable[[str], object] | None = None
    ) -> pd.DataFrame:
        """Compute the features of instances as a table.

        Parameters
        ----------
        X : Targets, DataFrame of shape (n_instances, ...) or list of dict
            Instances; see :meth:`lcp.targets.Targets.table`.
        progress : callable, optional
            Called with the name of each family before it is computed.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)
            Floats with the index of `X`; NaN where unknown, as for features of a missing sentence.
        """
        check_fitted(self)
        targets = Targets.table(X)
        return _table(self.measure(targets, progress=progress), X)

    def measure(
        self, targets: Targets, *, progress: Callable[[str], object] | None = None
    ) -> Matrix:
        """Compute the features of targets: :meth:`transform` without pandas.

        The columns are in the order of :meth:`get_feature_names_out`.
        """
        return self.measurer_.measure(targets, progress)

    def _measurer(self) -> Measurer:
        """Return what computes all features with what the families have learned."""
        return Measurer(
            self.families_,
            self.learned_,
            {name: self._kept(name, member) for name, member in self.families_.items()},
            self.resource_store,
            self.aggregations if self.expressions_ else (),
            self.rank_within,
            self.merge_spellings,
        )

    def get_feature_names_out(self, input_features: object = None) -> Objects:  # noqa: ARG002
        """Return the names of the columns, in order."""
        check_fitted(self)
        return np.asarray(self.measurer_.columns, dtype=object)

    @property
    def resource_store(self) -> Store:
        """Source of the resources: `store`, or the default store."""
        return self.store or Store()

    def resources(self) -> list[str]:
        """Return the names of the required resources, without duplicates."""
        required = [name for member in self.build().values() for name in resources_of(member)]
        return list(dict.fromkeys(required))

    def missing(self) -> list[str]:
        """Return the names of the required resources that are not on this machine."""
        return self.resource_store.missing(self.resources())

    def select(self, *, learning: bool) -> FeatureSet:
        """Return a set with only the families that learn from training instances, or the others.

        The others can be computed once for all folds of a cross-validation.
        """
        selected = {n: member for n, member in self.build().items() if member.learns is learning}
        columns = _all_columns(selected)
        drop = [p for p in self.drop if any(matches_any(column, [p]) for column in columns)]
        return replace(self, families={name: self.families[name] for name in selected}, drop=drop)

    def feature_table(self) -> pd.DataFrame:
        """Return a table of the features, one row each.

        Returns
        -------
        DataFrame of shape (n_features, 10)
            Indexed by ``family__feature``; columns ``family``, ``feature``, ``scope``, the fields
            of :class:`~lcp.features.family.Feature`, and ``resources`` (of the family, separated
            by commas). Families that learn may have other features after :meth:`fit`.
        """
        import pandas as pd

        rows: list[tuple[object, ...]] = []
        for name, member in (getattr(self, "families_", None) or self.build()).items():
            resources = ", ".join(resources_of(member))
            rows += [
                (name, f.name, member.scope, *astuple(f)[1:], resources)
                for f in self._kept(name, member)
            ]
        facts = [field.name for field in fields(Feature)][1:]
        table = pd.DataFrame(rows, columns=["family", "feature", "scope", *facts, "resources"])
        return table.set_axis(table["family"] + "__" + table["feature"])

    def to_dict(self) -> dict[str, object]:
        """Return the parameters and facts that :meth:`restore` needs, for JSON."""
        return {
            **{name: getattr(self, name) for name in _SETTINGS},
            "families": {name: dict(options) for name, options in self.families.items()},
            "aggregations": list(self.aggregations),
            "drop": list(self.drop),
            # The name in saved models.
            "multiword": self.expressions_,
            "columns": list(self.measurer_.columns),
        }

    @classmethod
    def restore(
        cls,
        description: Mapping[str, Any],
        learned: Mapping[str, Mapping[str, Any]],
        *,
        store: Store | None = None,
    ) -> Self:
        """Restore a fitted set from the results of :meth:`to_dict`, and `learned_`."""
        settings = {name: description[name] for name in _SETTINGS}
        features = cls(description["families"], drop=description["drop"], store=store, **settings)
        check_aggregations(features.aggregations, where="aggregations")
        features.expressions_ = description["multiword"]
        features.families_ = features.build()
        features.learned_ = {name: dict(learned.get(name, {})) for name in features.families_}
        for name, member in features.families_.items():
            if not conforms(features.learned_[name], member.learned):
                raise SchemaError(f"the data of the family {name} are incomplete")
        features.measurer_ = features._measurer().only(description["columns"])
        return features

    def build(self) -> dict[str, Family]:
        """Return the families with their options, which are checked.

        Raises
        ------
        InputError
            If there is no such family or option, or a value is invalid.
        """
        check_type(self.families, Mapping, "families", "the options of families by name")
        return {name: build_family(name, options) for name, options in self.families.items()}

    def check(self) -> None:
        """Raise an error for an invalid option, or a missing model, package or resource."""
        check_aggregations(self.aggregations, where="aggregations")
        members = self.build()
        check_patterns(self.drop, _all_columns(members), "drop", where="drop")
        for member in members.values():
            with errors_of(member, "check"):
                member.check()
        if absent := self.missing():
            raise missing_resources_error(absent)

    def _kept(self, name: str, member: Family) -> list[Feature]:
        learned = getattr(self, "learned_", {}).get(name, {})
        keep = self.families[name].get(KEEP, ["*"])
        features = [f for f in features_of(member, learned) if matches_any(f.name, keep)]
        return [f for f in features if not matches_any(f"{name}__{f.name}", self.drop)]


def _table(matrix: Matrix, X: Instances) -> pd.DataFrame:
    """Return a matrix as a table, with the index of the table `X`."""
    import pandas as pd

    return indexed_like(pd.DataFrame(matrix.values, columns=list(matrix.names)), X)


def _all_columns(members: Mapping[str, Family]) -> list[str]:
    """Return the names of the columns of families, before aggregation."""
    return [f"{name}__{f.name}" for name, member in members.items() for f in features_of(member)]
