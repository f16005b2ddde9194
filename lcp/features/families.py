"""The families of a feature set, built from their options."""

from __future__ import annotations

import inspect
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from lcp.columns import factorized
from lcp.errors import InputError, nearest, unknown
from lcp.extractors import Extractor, Feature, families, family

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.resources import Store

#: Option of every family: the features to keep. Default: all.
KEEP = "keep"
#: Types of options, as families annotate them, with their names in messages.
_TYPES: dict[str, tuple[type | tuple[type, ...], str]] = {
    "bool": (bool, "true or false"),
    "int": (int, "a whole number"),
    "float": ((int, float), "a number"),
    "str": (str, "text in quotes"),
    "Sequence[str]": ((list, tuple), "a list of texts"),
}


def option_names(name: str) -> list[str]:
    """Return the options of a registered family.

    >>> option_names("length")
    ['cmudict', 'keep']
    """
    return _options(families()[name])


def _options(kind: type[Extractor]) -> list[str]:
    return [*kind().get_params(deep=False), KEEP]


def check_families(selected: Mapping[str, Mapping[str, Any]], store: Store) -> None:
    """Check the families of a feature set, before long work, for what is not a resource.

    Raises
    ------
    InputError, ResourceError
        If an option is invalid, or a model or package is not on this machine.
    """
    for name, options in selected.items():
        build_family(name, options, store).check()


def build_family(
    name: str, options: Mapping[str, Any], store: Store, *, where: str | None = None
) -> Extractor:
    """Build an extractor from the options of a feature set: its own, and `KEEP`.

    `where` is the place of `KEEP` for error messages. Default: "FAMILY.keep".

    Raises
    ------
    InputError
        If there is no such family, option or feature to keep.
    """
    kind = family(name)
    if kind is None:
        raise unknown("feature family called", name, families())
    valid = _options(kind)
    for option in options:
        if option not in valid:
            raise InputError(
                f"The family '{name}' has no option '{option}'.", hint=nearest(option, valid)
            )
    own = {option: value for option, value in options.items() if option != KEEP}
    for option, value in own.items():
        check_type(name, option, value, where=f"{name}.{option}")
    extractor = kind(**own).use_store(store)
    if KEEP in options:
        where = where or f"{name}.{KEEP}"
        check_patterns(options[KEEP], extractor.column_names(), KEEP, where=where)
    return extractor


def check_type(name: str, option: str, value: object, *, where: str) -> None:
    """Check an option of a family against the annotation of the parameter.

    Annotations other than those of `_TYPES`, such as those of other packages, are not checked.

    Raises
    ------
    InputError
        If the value has another type.
    """
    if option == KEEP:
        return
    kind = family(name)
    annotation = inspect.signature(kind).parameters[option].annotation if kind else ""
    annotation = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    if annotation.startswith("Literal["):
        annotation = "str"
    if annotation not in _TYPES:
        return
    types, expected = _TYPES[annotation]
    valid = isinstance(value, types) and (annotation == "bool" or not isinstance(value, bool))
    if valid and isinstance(value, list | tuple):
        valid = all(isinstance(item, str) for item in value) and len(set(value)) == len(value)
        expected = "a list of different texts"
    if not valid:
        raise InputError(
            f"The option '{option}' of the family '{name}' must be {expected}, not {value!r}.",
            where=where,
            hint="Correct the value, or remove the option to use its default.",
        )


def check_patterns(patterns: object, names: Sequence[str], option: str, *, where: str) -> None:
    """Raise :class:`InputError` unless every pattern of a list matches at least one name."""
    if not isinstance(patterns, (list, tuple)):
        raise InputError(
            f"The features to {option} must be a list, not {patterns!r}.",
            where=where,
            hint=f'For example: {option} = ["{next(iter(names), "")}"].',
        )
    for pattern in patterns:
        if not any(matches(name, [pattern]) for name in names):
            raise InputError(
                f"There is no feature '{pattern}' to {option}.",
                where=where,
                hint=nearest(str(pattern), names),
            )


def matches(name: str, patterns: Iterable[object]) -> bool:
    """Return whether a name matches one of the patterns, in which ``*`` matches any characters.

    >>> matches("pc_12", ["known", "pc_*"])
    True
    """
    return any(isinstance(pattern, str) and fnmatchcase(name, pattern) for pattern in patterns)


def kept_features(extractor: Extractor, options: Mapping[str, Any]) -> list[Feature]:
    """Return the features of a family that its options keep, in the family's order."""
    keep = options.get(KEEP)
    features = extractor.features()
    return [f for f in features if keep is None or matches(f.name, keep)]


def feature_table(kept: Mapping[tuple[str, Extractor], Sequence[Feature]]) -> pd.DataFrame:
    """Return the table of :meth:`lcp.FeatureSet.feature_table` for features by family."""
    import pandas as pd

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
        for (name, extractor), features in kept.items()
        for feature in features
    ]
    columns = ["family", "feature", "level", "description", "unit", "source", "resources"]
    return pd.DataFrame(rows, columns=columns)


def all_columns(extractors: Mapping[str, Extractor]) -> list[str]:
    """Return the names of the columns of families, before aggregation."""
    return [
        f"{family}__{name}" for family in extractors for name in extractors[family].column_names()
    ]


def in_sentences(extractor: Extractor, columns: Columns) -> NDArray[np.float64]:
    """Return the features of a family that reads sentences, once per distinct sentence."""
    if extractor.level == "context":
        return extractor.measure(columns)
    sentences, distinct = factorized(columns["sentence"])
    return extractor.measure({"sentence": distinct})[sentences]
