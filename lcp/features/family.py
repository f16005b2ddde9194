"""The contract of a feature family.

A family is a module of :mod:`lcp.features.families` that defines a subclass of :class:`Family`.
Importing the module registers it: the command line's listing, the documentation's tables and
ablations are derived from the registry. Other packages register their families through the
entry-point group ``lcp.families``.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

import numpy as np

from lcp.base.caches import cached_property
from lcp.base.installed import load_entry_points
from lcp.base.task import TASKS
from lcp.english.lemmas import Ending, irregular_forms
from lcp.english.word_frequency import zipf
from lcp.errors import InputError
from lcp.features.matrix import Column
from lcp.resources.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Bools, Floats
    from lcp.resources.resource import Resource
    from lcp.targets import Targets

Scope = Literal["word", "sentence", "context"]
#: Ways to find a word in a table, the most exact first.
Match = Literal["form", "spelling", "lemma"]

#: Parts of speech and endings of irregular forms that are as familiar as their lemma.
_IRREGULAR: tuple[tuple[str, Ending], ...] = (
    ("noun", "s"),
    ("verb", "ed"),
    ("verb", "en"),
    ("verb", "s"),
)
#: Zipf frequency from which a word is frequent (van Heuven et al. 2014), and an irregular form has
#: its own norms.
FREQUENT = 4.0
#: Unit of frequencies, and their usual source.
ZIPF, WORDFREQ = "Zipf: log10 per billion words", "Speer (2022), wordfreq"
_FOLDER = f"{__package__}.families"


@dataclass(frozen=True, slots=True)
class Feature:
    """One column of a family.

    Parameters
    ----------
    name : str
        Name within the family. The column is called ``family__name``.
    description : str
        Description in one line.
    unit : str
        Unit or scale, such as ``"characters"``, ``"years"`` or ``"1 (abstract) - 5 (concrete)"``.
    source : str
        Author and year of the norm or formula, or the package that computes it.
    predicted : bool, default=False
        Whether a model predicted the values, so that they are no measurements.
    n : int, default=0
        Number of words with a value in the source; 0 if it is no list.
    licence : str, default=""
        Licence of the source, if it is a list.
    """

    name: str
    description: str
    unit: str
    source: str
    predicted: bool = False
    n: int = 0
    licence: str = ""


@dataclass(frozen=True)
class Fitted:
    """What a fitted family uses to measure: the resources, and what it learned in training."""

    store: Store = field(default_factory=Store)
    learned: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Words:
    """Distinct words: forms as written, and lemmas in lower case, of equal length.

    `match` says how a table may find a word: by its form, else in its British or American spelling,
    else by its lemma. :meth:`without_lemmas` shows which values need a later way.
    """

    form: Sequence[str]
    lemma: Sequence[str]
    match: Match = "lemma"

    def __post_init__(self) -> None:
        # All families get the same words.
        object.__setattr__(self, "form", tuple(self.form))
        object.__setattr__(self, "lemma", tuple(self.lemma))

    @classmethod
    def without_lemmas(cls, words: Sequence[str], match: Match) -> Words:
        """Return words that are found by their form, or their spelling."""
        return cls(words, [word.lower() for word in words], match)

    def __len__(self) -> int:
        return len(self.form)

    @cached_property
    def familiar(self) -> tuple[str, ...]:
        """The lemma of a rare irregular form ("forbade") if it is more frequent, else the form.

        Readers learned the lemma, so its norms apply. Frequent forms have meanings that the lemma
        does not have ("saw", "left").
        """
        pairs = zip(self.form, self.lemma, strict=True)
        return tuple(base if _is_irregular(form.lower(), base) else form for form, base in pairs)


def _is_irregular(form: str, base: str) -> bool:
    return (
        form != base
        and zipf(form) < min(FREQUENT, zipf(base))
        and any(form in irregular_forms(base, *ending) for ending in _IRREGULAR)
    )


@dataclass(frozen=True)
class Family:
    """Base class of a feature family: a frozen dataclass whose fields are its options.

    Subclasses set `name` and `scope`, have a docstring whose first line describes the family,
    set `columns` or implement :meth:`features`, and implement :meth:`measure`. Those that learn
    from training instances set `learns` and implement :meth:`fit`. Families of the bundled model
    import neither pandas nor scikit-learn, so that a prediction does not wait for them.

    Attributes
    ----------
    name : str
        Name of the family, and prefix of its columns.
    scope : {"word", "sentence", "context"}
        What :meth:`measure` gets: distinct words, distinct sentences, or instances.
    learns : bool
        Whether :meth:`fit` learns from training instances. Such a family is fitted in every fold.
    needs_sentence : bool
        Whether the features of a ``context`` family are missing for a word without a sentence.
    of_genre : bool
        Whether features depend on the genre of an instance.
    of_english : bool
        Whether the features are properties of words of English, and say nothing of other strings.
    columns : sequence of Feature
        The features, unless they depend on the options or on what is learned.
    learned : dict
        Types of the result of :meth:`fit`, for :func:`lcp.base.schema.conforms`; loaded models are
        checked.
    """

    name: ClassVar[str]
    scope: ClassVar[Scope]
    learns: ClassVar[bool] = False
    needs_sentence: ClassVar[bool] = False
    of_genre: ClassVar[bool] = False
    of_english: ClassVar[bool] = False
    columns: ClassVar[Sequence[Feature]] = ()
    learned: ClassVar[dict[str, object]] = {}

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            _check_name(cls)
            _check_contract(cls)
            _REGISTRY[cls.name] = cls

    @classmethod
    def column(cls, feature: str, aggregation: str = "") -> str:
        """Return the name of a feature's column; given the beginning of several, theirs."""
        return str(Column(cls.name, feature, aggregation))

    def resources(self) -> tuple[str, ...]:
        """Return the names of the resources that these options require. Default: none."""
        return ()

    def local_files(self) -> tuple[str, ...]:
        """Return the paths of files of the user that it measures with. Default: none."""
        return ()

    def check(self) -> None:
        """Raise an error if an option is invalid. Default: do nothing."""

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:  # noqa: ARG002
        """Describe the columns that :meth:`measure` returns, in order. Default: `columns`.

        `learned` is the result of :meth:`fit`, empty before.
        """
        return self.columns

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, object]:  # noqa: ARG002
        """Return what the family learns: plain Python values and NumPy arrays by name.

        Parameters
        ----------
        targets : Targets
            Training instances.
        rated : ndarray of shape (n_targets,) or None
            Their complexity, 0-1, if known.
        store : Store
            Source of resources.
        """
        return {}

    def measure(self, inputs: Any, fitted: Fitted) -> Floats:
        """Compute the features.

        Parameters
        ----------
        inputs : Words, tuple of str, or Targets
            Distinct words, distinct sentences or instances; see `scope`. At least one. Families
            share them, so that they cannot be changed.
        fitted : Fitted
            Resources, and the result of :meth:`fit`.

        Returns
        -------
        float array of shape (n_rows, n_features)
            Finite numbers in the order of :meth:`features`; NaN where unknown.

        Raises
        ------
        ResourceError
            If a resource is missing or damaged.
        """
        raise NotImplementedError

    def predicted(self, inputs: Words, fitted: Fitted) -> Bools:
        """Return which features of words a model predicted, shape (n_words, n_features)."""
        flags = [feature.predicted for feature in self.features(fitted.learned)]
        return np.tile(np.array(flags, dtype=bool), (len(inputs), 1))


_REGISTRY: dict[str, type[Family]] = {}


def family(name: str) -> type[Family] | None:
    """Return a registered family, or None.

    Imports only its module if it is a family of this package or of a plugin.
    """
    if name not in _REGISTRY and name in _modules():
        import_module(f"{_FOLDER}.{name}")
    return _REGISTRY.get(name) or TASKS.member("families", name) or families().get(name)


def families() -> dict[str, type[Family]]:
    """Return every family by name, in alphabetical order, without families of plugins."""
    _import_all()
    of_plugins = {name for plugin in TASKS.plugins.values() for name in plugin.families}
    return {name: kind for name, kind in sorted(_REGISTRY.items()) if name not in of_plugins}


@cache
def _modules() -> frozenset[str]:
    folder = import_module(_FOLDER)
    return frozenset(module.name for module in pkgutil.iter_modules(folder.__path__))


@cache
def _import_all() -> None:
    for name in _modules():
        import_module(f"{_FOLDER}.{name}")
    load_entry_points("lcp.families", "feature families")


def _check_name(kind: type[Family]) -> None:
    """Raise :class:`InputError` if a family of another module has the same name.

    A class may be defined again in its module, as in a notebook.
    """
    if not isinstance(kind.name, str) or not kind.name.isidentifier() or "__" in kind.name:
        raise InputError(
            f"{kind.name!r} cannot be the name of a feature family.",
            where=f"{kind.__module__}.{kind.__qualname__}",
            hint="Use letters, digits and single underscores.",
        )
    registered = _REGISTRY.get(kind.name)
    owner = kind.__module__ if registered is None else registered.__module__
    # A module of this package has the name of its family, and may not be imported yet.
    if kind.name in _modules():
        owner = f"{_FOLDER}.{kind.name}"
    if owner != kind.__module__:
        raise InputError(
            f"The name of the feature family '{kind.name}' belongs to {owner}.",
            where=f"{kind.__module__}.{kind.__qualname__}",
            hint="Give the family another name.",
        )


def _check_contract(kind: type[Family]) -> None:
    """Raise :class:`InputError` unless a family has a scope, features and a way to measure them."""
    scope, valid = getattr(kind, "scope", None), get_args(Scope)
    has_features = bool(kind.columns) or kind.features is not Family.features
    for is_met, fault, hint in (
        (scope in valid, f"has the scope {scope!r}", f"Set `scope` to one of: {', '.join(valid)}."),
        (has_features, "has no features", "Set `columns`, or define the method `features`."),
        (kind.measure is not Family.measure, "measures nothing", "Define the method `measure`."),
    ):
        if not is_met:
            raise InputError(
                f"The feature family '{kind.name}' {fault}.",
                where=f"{kind.__module__}.{kind.__qualname__}",
                hint=hint,
            )


def registered(resource: Resource) -> list[Feature]:
    """Return a feature for each column of a resource, or for each aggregation of each column."""
    aggregations = resource.read.get("aggregate", [])
    suffixes = {name: f", {name} over the word's meanings" for name in aggregations}
    return [
        Feature(
            f"{name}_{aggregation}" if aggregation else name,
            column.description + suffixes.get(aggregation, ""),
            column.unit,
            resource.citation,
            n=column.n,
            licence=resource.licence,
        )
        for aggregation in aggregations or [""]
        for name, column in resource.columns.items()
    ]


def names_of(member: Family, learned: Mapping[str, object] | None = None) -> list[str]:
    """Return the names of the features of a family.

    >>> from lcp.features.families.frequency import Frequency
    >>> names_of(Frequency(sources=["wordfreq"]))
    ['zipf', 'zipf_lemma', 'zipf_stem']
    """
    return [feature.name for feature in member.features(learned or {})]
