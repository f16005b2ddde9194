"""A feature set: families with their options, as a scikit-learn transformer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base import Transformer, check_fitted
from lcp.columns import columns_of, n_rows, selected
from lcp.corpora.instances import as_instances, as_table, is_multiword, lacks_sentence
from lcp.english.spellings import merge_spellings
from lcp.features.aggregation import TargetWords, check_aggregations
from lcp.features.families import (
    all_columns,
    build_family,
    check_patterns,
    feature_table,
    in_sentences,
    kept_features,
    matches,
)
from lcp.features.ranks import SUFFIX, ranks_within
from lcp.features.recipe import read_feature_recipe
from lcp.features.word_table import word_tables
from lcp.resources.store import Store, missing_resources_error

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from lcp.columns import Columns
    from lcp.extractors import Extractor, Feature

#: Parameters that a part of a feature set shares with it, and that model files contain.
_SETTINGS = ("name", "aggregations", "rank_within", "merge_spellings")


class FeatureSet(Transformer):
    """Turn instances into a matrix of named features.

    Accepts pandas, polars and Arrow tables and ignores further columns. Returns pandas, or polars
    if ``set_output`` or scikit-learn's configuration asks for it.

    Parameters
    ----------
    families : mapping of str to mapping
        Options of each family by its name. Besides the options of its extractor, every family has
        ``keep``, a list of its features to compute, such as ``["known", "pc_*"]``. Default: all.
    aggregations : sequence of {"first", "last", "min", "max", "mean"}, default=("mean",)
        Aggregations of the word-level features of an expression's words. Used if the training
        instances contain expressions.
    drop : sequence of str, default=()
        Features to leave out, as ``family__feature``. ``*`` matches any characters.
    rank_within : str, default=""
        Column whose values name groups, such as ``item`` for the options of a question. Each
        feature is followed by its rank in the group (:func:`lcp.features.ranks.ranks_within`), in
        a column ``family__feature@rank``. Ranks are NaN without the column. Default: no ranks.
    merge_spellings : bool, default=False
        Whether a word has the features of its most frequent spelling, except those that use its
        sentence, so that *analyse* and *analyze* have the same.
    name : str, default="custom"
        Name of the set in reports.
    multiword : bool, optional
        Whether to aggregate the words of expressions. Default: whether the training instances
        contain expressions.
    store : Store, optional
        Source of the resources. Default: the default store.

    Attributes
    ----------
    extractors_ : dict of str to Extractor
        The fitted families, in order.
    multiword_ : bool
        Whether the words of expressions are aggregated.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Columns of the training table. Not set if the feature set was restored from a file.
    n_features_in_ : int
        Number of these columns.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample")
    >>> length = {"cmudict": False, "keep": ["characters"]}
    >>> features = FeatureSet({"length": length}, aggregations=["first", "last"])
    >>> list(features.fit_transform(table))
    ['length__characters@first', 'length__characters@last']
    """

    def __init__(
        self,
        families: Mapping[str, Mapping[str, Any]],
        *,
        aggregations: Sequence[str] = ("mean",),
        drop: Sequence[str] = (),
        rank_within: str = "",
        merge_spellings: bool = False,
        name: str = "custom",
        multiword: bool | None = None,
        store: Store | None = None,
    ) -> None:
        self.families = families
        self.aggregations = aggregations
        self.drop = drop
        self.rank_within = rank_within
        self.merge_spellings = merge_spellings
        self.name = name
        self.multiword = multiword
        self.store = store

    @classmethod
    def load(cls, name_or_path: str | Path, *, store: Store | None = None) -> Self:
        """Read a feature set by name (``"core"``, ``"full"``, …) or from a TOML file.

        Raises
        ------
        InputError
            If there is no such set or file, or a key or value in it is invalid. It names the line
            and the nearest valid name.
        """
        recipe = read_feature_recipe(name_or_path)
        parameters = recipe._asdict()
        where = parameters.pop("drop_where")
        features = cls(**parameters, store=store)
        features._check_drop(features._build(), where=where)
        return features

    def fit(self, X: pd.DataFrame, y: ArrayLike | None = None) -> Self:
        """Fit the families to training instances.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, ...)
            Instance table; see :func:`lcp.load_corpus`.
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
        original = as_table(X)
        table = as_instances(original)
        if y is not None:
            from lcp.corpora.ratings import ratings

            table = table.assign(complexity=ratings(table, y))
        check_aggregations(self.aggregations, where="aggregations")
        self.extractors_ = self._build()
        self._check_drop(self.extractors_, where="drop")
        absent = self.missing()
        if absent:
            raise missing_resources_error(absent)
        detected = bool(is_multiword(table["token"]).any())
        self.multiword_ = detected if self.multiword is None else self.multiword
        merged = ("token", "sentence") if self.merge_spellings else ()
        spelled = table.assign(**{name: merge_spellings(table[name]) for name in merged})
        for extractor in self.extractors_.values():
            # Word-level families do not use the positions, which may have moved.
            extractor.fit(spelled if extractor.level == "word" else table)
        self._plan()
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
            Instance table; missing ``start`` and ``end`` are computed.
        progress : callable, optional
            Called with the name of each family before it is computed.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)
            Floats, NaN where unknown, with the index of `X`. If the sentence consists of the target
            alone, features of the sentence are NaN. A polars table with null for NaN
            after ``set_output(transform="polars")``.
        """
        check_fitted(self)
        import pandas as pd

        table = as_instances(X)
        values = self.measure(columns_of(table), progress=progress)
        matrix = pd.DataFrame(values, table.index, list(self._columns))
        return self._in_container(matrix, X)  # type: ignore[no-any-return]

    def measure(
        self, columns: Columns, *, progress: Callable[[str], object] | None = None
    ) -> NDArray[np.float64]:
        """Compute the features of plain columns: :meth:`transform` without pandas.

        `columns` are lists of ``sentence``, ``token``, ``genre``, ``start`` and ``end``, which are
        not checked. The result has the shape (n_instances, n_features), in the order of
        :meth:`get_feature_names_out`.
        """
        spelled = columns
        if self.merge_spellings:
            spelled = {**columns, "token": merge_spellings(columns["token"])}
        words = TargetWords(spelled["token"], self.aggregations if self.multiword_ else ())
        in_sentence = ~lacks_sentence(columns)
        inside = selected(columns, in_sentence.tolist())
        blocks = [np.empty((n_rows(columns), 0))]
        measured: dict[str, NDArray[np.float64]] = {}
        for name, extractor in self.extractors_.items():
            if progress is not None:
                progress(name)
            kept = self._kept_columns[name]
            if extractor.level == "word":
                if name not in measured:
                    measured |= self._word_tables[name].measure(words.distinct)
                block = words.aggregate(measured[name])
            elif extractor.level == "context" and not extractor.needs_sentence:
                block = extractor.measure(spelled)[:, kept]
            else:
                block = np.full((n_rows(columns), len(kept)), np.nan)
                block[in_sentence] = in_sentences(extractor, inside)[:, kept]
            blocks.append(block)
            if self.rank_within:
                blocks.append(ranks_within(block, columns.get(self.rank_within)))
        return np.hstack(blocks)

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:  # noqa: ARG002
        """Return the names of the columns, in order."""
        check_fitted(self)
        return np.asarray(self._columns, dtype=object)

    def _plan(self) -> None:
        """Store the names of the columns, and the positions of each family's kept features."""
        names: list[str] = []
        self._kept_columns: dict[str, NDArray[np.intp]] = {}
        for family, extractor in self.extractors_.items():
            own = extractor.column_names()
            kept = [feature.name for feature in self._kept(family, extractor)]
            positions = {name: place for place, name in enumerate(own)}
            self._kept_columns[family] = np.array([positions[name] for name in kept], dtype=np.intp)
            aggregated = self.multiword_ and extractor.level == "word"
            suffixes = [f"@{name}" for name in self.aggregations] if aggregated else [""]
            own_names = [f"{family}__{name}{suffix}" for suffix in suffixes for name in kept]
            names += own_names
            if self.rank_within:
                names += [f"{name}{SUFFIX}" for name in own_names]
        self._columns = tuple(names)
        self._word_tables = word_tables(self.extractors_, self._kept_columns, self._store())

    def resources(self) -> list[str]:
        """Return the names of the required resources, without duplicates."""
        required = [name for family in self._build().values() for name in family.resources()]
        return list(dict.fromkeys(required))

    def missing(self) -> list[str]:
        """Return the names of the required resources that are not on this machine."""
        return self._store().missing(self.resources())

    def select(self, *, learning: bool) -> FeatureSet:
        """Return a set with only the families that learn from training instances, or the others.

        The others can be computed once for all folds of a cross-validation.
        """
        selected = {n: family for n, family in self._build().items() if family.learns is learning}
        columns = all_columns(selected)
        return FeatureSet(
            {name: self.families[name] for name in selected},
            drop=[p for p in self.drop if any(matches(column, [p]) for column in columns)],
            multiword=self.multiword,
            store=self.store,
            **{name: getattr(self, name) for name in _SETTINGS},
        )

    def feature_table(self) -> pd.DataFrame:
        """Return a table of the features, one row each.

        Returns
        -------
        DataFrame of shape (n_features, 7)
            Columns ``family``, ``feature``, ``level``, ``description``, ``unit``, ``source`` and
            ``resources`` (of the family, separated by commas). Families that learn may have other
            features after :meth:`fit`.
        """
        extractors = getattr(self, "extractors_", None) or self._build()
        return feature_table({(n, e): self._kept(n, e) for n, e in extractors.items()})

    def to_dict(self) -> dict[str, Any]:
        """Return the parameters and facts that :meth:`restore` needs, for JSON."""
        return {
            **{name: getattr(self, name) for name in _SETTINGS},
            "families": {name: dict(options) for name, options in self.families.items()},
            "aggregations": list(self.aggregations),
            "drop": list(self.drop),
            "multiword": self.multiword_,
            "columns": len(self.get_feature_names_out()),
        }

    def learned(self) -> dict[str, dict[str, Any]]:
        """Return the fitted attributes of each family."""
        return {name: extractor.learned() for name, extractor in self.extractors_.items()}

    @classmethod
    def restore(
        cls,
        about: Mapping[str, Any],
        learned: Mapping[str, Mapping[str, Any]],
        *,
        store: Store | None = None,
    ) -> Self:
        """Restore a fitted set from the results of :meth:`to_dict` and :meth:`learned`."""
        # Older models lack newer settings.
        settings = {name: about[name] for name in _SETTINGS if name in about}
        features = cls(about["families"], drop=about["drop"], store=store, **settings)
        features.set_output(transform="pandas")
        features.multiword_ = about["multiword"]
        features.extractors_ = features._build()
        for name, attributes in learned.items():
            features.extractors_[name].restore(attributes)
        features._plan()
        return features

    def __sklearn_tags__(self) -> Any:
        """Return scikit-learn's tags: the input is a table of strings."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        return tags

    def _store(self) -> Store:
        return self.store if self.store is not None else Store()

    def _build(self) -> dict[str, Extractor]:
        store = self._store()
        return {name: build_family(name, options, store) for name, options in self.families.items()}

    def _check_drop(self, extractors: Mapping[str, Extractor], where: str) -> None:
        check_patterns(self.drop, all_columns(extractors), "drop", where=where)

    def _kept(self, family: str, extractor: Extractor) -> list[Feature]:
        kept = kept_features(extractor, self.families[family])
        return [f for f in kept if not matches(f"{family}__{f.name}", self.drop)]
