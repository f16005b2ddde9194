"""A feature set: families with their options, as a scikit-learn transformer."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from lcp.combine import ExpressionWords, check_combine
from lcp.corpora.instances import as_instances, as_table
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.extractors import Extractor, families
from lcp.recipes import check_keys, nearest, read_recipe
from lcp.resources import Store
from lcp.resources.store import missing
from lcp.text import expression_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray


class FeatureSet(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turn instances into a matrix of named features.

    Tables of pandas, polars and Arrow are taken, and columns that are not needed passed over. What
    comes out is pandas, unless ``set_output`` or scikit-learn's configuration asks for polars.

    Parameters
    ----------
    families : mapping of str to mapping
        Options of each family by its name; an empty mapping takes the defaults.
    combine : sequence of {"first", "last", "min", "max", "mean"}, default=("mean",)
        How the word-level features of an expression's words become one row. Used when
        the training instances hold expressions of more than one word.
    drop : sequence of str, default=()
        Features to leave out, as ``family__feature``.
    name : str, default="custom"
        What the set is called in reports.
    store : Store, optional
        Where resources come from; the default store unless given.

    Attributes
    ----------
    extractors_ : dict of str to Extractor
        The fitted families, in order.
    multiword_ : bool
        Whether the training instances held expressions of more than one word.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Columns of the training table; not there in a set that was read from a file.
    n_features_in_ : int
        Their number.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=2).head(3)
    >>> features = FeatureSet({"length": {"cmudict": False}}, combine=["first", "last"])
    >>> features.fit_transform(table)[["length__characters@first", "length__characters@last"]].shape
    (3, 2)
    """

    def __init__(
        self,
        families: Mapping[str, Mapping[str, Any]],
        *,
        combine: Sequence[str] = ("mean",),
        drop: Sequence[str] = (),
        name: str = "custom",
        store: Store | None = None,
    ) -> None:
        self.families = families
        self.combine = combine
        self.drop = drop
        self.name = name
        self.store = store

    @classmethod
    def load(cls, name_or_path: str | Path, *, store: Store | None = None) -> FeatureSet:
        """Read a feature set by name (``"core"``, ``"full"``, …) or from a TOML file.

        Raises
        ------
        InputError
            When there is no such set or file, or a key in it is unknown; names the line
            and the nearest valid name.
        """
        recipe = read_recipe("features", name_or_path)
        check_keys(recipe, recipe.data, ("description", "combine", "drop", "families"))
        known = families()
        chosen = recipe.data.get("families", {})
        if not isinstance(chosen, dict):
            raise InputError(
                "'families' is not a table.",
                where=recipe.where("families"),
                hint="Write [families.length] and its options below, and so on.",
            )
        check_keys(recipe, chosen, known, prefix=("families",))
        for family, options in chosen.items():
            if not isinstance(options, dict):
                raise InputError(
                    f"The options of the family '{family}' are not a table.",
                    where=recipe.where("families", family),
                    hint=f"Write [families.{family}] and its options below.",
                )
            valid = known[family]().get_params(deep=False)
            check_keys(recipe, options, valid, prefix=("families", family))
        combine = recipe.data.get("combine", ["mean"])
        check_combine(combine, where=recipe.where("combine"))
        built = cls(
            chosen,
            combine=combine,
            drop=recipe.data.get("drop", []),
            name=recipe.name,
            store=store,
        )
        built.check_drop(where=recipe.where("drop"))
        return built

    def fit(self, X: pd.DataFrame, y: ArrayLike | None = None) -> Self:
        """Learn what the families learn from training instances.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Instance table; see :func:`lcp.load_corpus`.
        y : array-like of shape (n_instances,), optional
            Complexity, for families that learn from it; the column ``complexity``, where there
            is one, unless given.

        Raises
        ------
        InputError
            When the table lacks a column, an option is unknown, or a target is not in
            its sentence.
        ResourceError
            When a resource is missing: a set is never half-filled.
        """
        original = as_table(X)
        table = as_instances(original)
        if y is not None:
            table = table.assign(complexity=ratings(table, y))
        check_combine(self.combine, where="combine")
        self.check_drop(where="drop")
        self.extractors_ = self._build()
        absent = self._store().missing(self.resources())
        if absent:
            raise missing(absent)
        self.multiword_ = bool((table["token"].map(expression_words).map(len) > 1).any())
        for extractor in self.extractors_.values():
            extractor.fit(table)
        self.feature_names_in_ = np.asarray(original.columns, dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)
        return self

    def transform(
        self, X: pd.DataFrame, *, progress: Callable[[str], object] | None = None
    ) -> pd.DataFrame:
        """Compute the features of instances.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Instance table; ``start`` and ``end`` are found where they are missing.
        progress : callable, optional
            Called with the name of each family when it is about to be computed.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)
            Floats, NaN where unknown, with the index of `X`. Of polars, and with null for NaN,
            where ``set_output(transform="polars")`` asks for it.
        """
        check_is_fitted(self)
        table = as_instances(X)
        words = ExpressionWords(table, self.combine if self.multiword_ else ())
        sentences, distinct = pd.factorize(table["sentence"])
        parts = []
        for name, extractor in self.extractors_.items():
            if progress is not None:
                progress(name)
            if extractor.level == "word":
                part = words.combined(extractor)
            elif extractor.level == "sentence":
                part = extractor.extract(pd.DataFrame({"sentence": distinct})).iloc[sentences]
            else:
                part = extractor.extract(table)
            parts.append(part.add_prefix(f"{name}__").set_axis(table.index, axis=0))
        matrix = pd.concat(parts, axis=1) if parts else pd.DataFrame(index=table.index)
        return matrix[list(self.get_feature_names_out())]

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:  # noqa: ARG002
        """Names of the columns, in order."""
        check_is_fitted(self)
        names = []
        for family, extractor in self.extractors_.items():
            ways = self.combine if self.multiword_ and extractor.level == "word" else ()
            columns = [f"{family}__{feature.name}" for feature in extractor.features()]
            columns = [column for column in columns if column not in self.drop]
            names += [f"{c}@{way}" for way in ways for c in columns] if ways else columns
        return np.asarray(names, dtype=object)

    def resources(self) -> list[str]:
        """Names of the resources that the set needs, without repeats."""
        needed = [name for family in self._build().values() for name in family.resources()]
        return list(dict.fromkeys(needed))

    def missing(self) -> list[str]:
        """Names of the needed resources that are not on this machine."""
        return self._store().missing(self.resources())

    def select(self, *, learning: bool) -> FeatureSet:
        """Only the families that learn from the training instances, or only the others.

        What does not learn may be computed once for all folds of a cross-validation.
        """
        chosen = [name for name, family in self._build().items() if family.learns is learning]
        return FeatureSet(
            {name: self.families[name] for name in chosen},
            combine=self.combine,
            drop=[column for column in self.drop if column.split("__")[0] in chosen],
            name=self.name,
            store=self.store,
        )

    def check_drop(self, where: str) -> None:
        """Refuse a dropped feature that the families do not have, naming the nearest."""
        if not isinstance(self.drop, (list, tuple)):
            raise InputError(
                f"The features to drop are not a list but {self.drop!r}.",
                where=where,
                hint='Write for example drop = ["length__digits"].',
            )
        known = [
            f"{name}__{feature.name}"
            for name, extractor in self._build().items()
            for feature in extractor.features()
        ]
        for column in self.drop:
            if column not in known:
                near = difflib.get_close_matches(str(column), known, n=1)
                raise InputError(
                    f"There is no feature '{column}' to drop.",
                    where=where,
                    hint=f"Did you mean '{near[0]}'?" if near else "See `lcp features`.",
                )

    def restore(self, learned: Mapping[str, Mapping[str, Any]], *, multiword: bool) -> Self:
        """Become fitted again from what the families had learned; see `lcp.persistence`."""
        self.extractors_ = self._build()
        self.multiword_ = multiword
        for name, values in learned.items():
            for key, value in values.items():
                setattr(self.extractors_[name], key, value)
        return self

    def describe(self) -> pd.DataFrame:
        """Every feature with its family, level, description, unit, source and resources."""
        rows = [
            {
                "family": name,
                "feature": feature.name,
                "level": extractor.level,
                "description": feature.description,
                "unit": feature.unit,
                "source": feature.source,
                "resources": ", ".join(extractor.resources()),
            }
            # What a fitted family yields may depend on what it saw.
            for name, extractor in getattr(self, "extractors_", self._build()).items()
            for feature in extractor.features()
        ]
        columns = ["family", "feature", "level", "description", "unit", "source", "resources"]
        return pd.DataFrame(rows, columns=columns)

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that a table of texts is expected."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        return tags

    def _store(self) -> Store:
        return self.store if self.store is not None else Store()

    def _build(self) -> dict[str, Extractor]:
        known = families()
        store = self._store()
        built = {}
        for name, options in self.families.items():
            if name not in known:
                raise InputError(
                    f"There is no feature family called '{name}'.", hint=nearest(name, known)
                )
            valid = known[name]().get_params(deep=False)
            for option in options:
                if option not in valid:
                    raise InputError(
                        f"The family '{name}' has no option '{option}'.",
                        hint=nearest(option, valid),
                    )
            built[name] = known[name](**options).use_store(store)
        return built
