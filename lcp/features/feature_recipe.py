"""Feature sets read from TOML files, which may extend each other, and options of families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Any

from lcp.base.schema import conforms
from lcp.errors import InputError, nearest, unknown
from lcp.features.aggregation import check_aggregations
from lcp.features.family import Family, families, family
from lcp.features.family_results import errors_of, features_of
from lcp.files.recipes import Recipe, check_keys, read_recipe, recipe_names, recipe_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

#: Keys that set a parameter of a feature set, with their types.
_SETTINGS = {"rank_within": "str", "merge_spellings": "bool"}
_KEYS = ("description", "extends", "aggregations", "drop", "families", *_SETTINGS)
#: Option of every family: the features to keep. Default: all.
KEEP = "keep"
#: Types of options, as families annotate them, with their names in messages.
_TYPES: dict[str, tuple[Any, str]] = {
    "bool": (bool, "true or false"),
    "int": (int, "a whole number from 0 to 100,000"),
    "float": (float, "a number"),
    "str": (str, "text in quotes"),
    "Sequence[str]": ([str], "a list of different texts"),
}


def read_feature_recipe(name_or_path: str | Path) -> tuple[dict[str, Any], str]:
    """Read a feature set and those that it extends.

    A family of the extending set replaces the same family of its base, with all options; other
    families and other keys are inherited.

    Returns
    -------
    parameters : dict
        Parameters of a :class:`~lcp.FeatureSet`. ``drop`` is not checked.
    where : str
        Place of ``drop``, for error messages.

    Raises
    ------
    InputError
        If there is no such set or file, a set extends itself, or a key or value is invalid.
        The message names the file and key.
    """
    recipes = _chain(read_recipe("features", name_or_path))
    merged: dict[str, Any] = {"name": recipes[0].name, "families": {}}
    where = ""
    for recipe in reversed(recipes):
        check_keys(recipe, recipe.data, _KEYS)
        merged["families"] |= _families(recipe)
        if "aggregations" in recipe.data:
            check_aggregations(recipe.data["aggregations"], where=recipe.where("aggregations"))
        if "drop" in recipe.data:
            where = recipe.where("drop")
        for key, annotation in _SETTINGS.items():
            value = recipe.data.get(key)
            if key in recipe.data and (expected := _expected(annotation, value)):
                raise InputError(
                    f"'{key}' must be {expected}, not {value!r}.",
                    where=recipe.where(key),
                    hint="Correct the value, or remove the key.",
                )
        keys = ("aggregations", "drop", *_SETTINGS)
        merged |= {key: recipe.data[key] for key in keys if key in recipe.data}
    if not merged["families"]:
        raise InputError(
            "The feature set has no families.",
            where=recipes[0].where(),
            hint='Write [families.length], for example, or extends = "core".',
        )
    return merged, where


def _chain(recipe: Recipe) -> list[Recipe]:
    """Return a recipe and the recipes that it extends, in this order."""
    chain = [recipe]
    while "extends" in chain[-1].data:
        base = _base(chain[-1])
        names = [other.name for other in chain]
        if base.path.resolve() in [other.path.resolve() for other in chain]:
            raise InputError(
                f"The feature set extends itself: {' → '.join([*names, base.name])}.",
                where=chain[-1].where("extends"),
                hint="Remove one 'extends'.",
            )
        chain.append(base)
    return chain


def _base(recipe: Recipe) -> Recipe:
    """Read the recipe that another extends."""
    extends, names = recipe.data["extends"], recipe_names("features")
    if isinstance(extends, str) and recipe_path("features", extends):
        return read_recipe("features", extends)
    if isinstance(extends, str) and (path := recipe.path.parent / extends).is_file():
        return read_recipe("features", path)
    raise InputError(
        f"There is no feature set '{extends}' to extend.",
        where=recipe.where("extends"),
        hint=f"{nearest(str(extends), names)} Or give the path of a TOML file, relative to this.",
    )


def _families(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Return the families of one recipe after checking their options."""
    by_name = recipe.data.get("families", {})
    if not isinstance(by_name, dict):
        raise InputError(
            "'families' is not a table.",
            where=recipe.where("families"),
            hint="Write [families.length] with its options below, and so on.",
        )
    for name, options in by_name.items():
        build_family(name, options, partial(recipe.where, "families"))
    return by_name


def build_family(
    name: str, options: Mapping[str, object], where: Callable[..., str] | None = None
) -> Family:
    """Build a family from the options of a feature set: its fields, and `KEEP`.

    `where` returns the location of an option for error messages. Default: "FAMILY.OPTION".

    Raises
    ------
    InputError
        If there is no such family, option or feature to keep, or an option has another type than
        the family's annotation. Annotations that are not in `_TYPES` are not checked.
    """
    locate = where or (lambda *keys: ".".join(keys))
    kind = family(name)
    if kind is None:
        raise unknown("feature family called", name, families(), where=locate(name))
    if not isinstance(options, Mapping):
        raise InputError(
            f"The options of the family '{name}' are not a table.",
            where=locate(name),
            hint=f"Write [families.{name}] with its options below.",
        )
    types_of = {option.name: _annotation(option.type) for option in fields(kind)}
    for option, value in options.items():
        if option not in (*types_of, KEEP):
            raise unknown("option", option, [*types_of, KEEP], where=locate(name, option))
        expected = _expected(types_of.get(option, ""), value)
        if expected:
            raise InputError(
                f"The option '{option}' of the family '{name}' must be {expected}, not {value!r}.",
                where=locate(name, option),
                hint="Correct the value, or remove the option to use its default.",
            )
    with errors_of(kind, "__init__"):
        built = kind(**{option: value for option, value in options.items() if option != KEEP})
    if KEEP in options:
        names = [feature.name for feature in features_of(built)]
        check_patterns(options[KEEP], names, KEEP, where=locate(name, KEEP))
    return built


def _annotation(kind: object) -> str:
    """Return an annotation as it is written; only some modules postpone its evaluation.

    >>> _annotation("bool"), _annotation(bool), _annotation(Sequence[str])
    ('bool', 'bool', 'Sequence[str]')
    """
    if isinstance(kind, type):
        return kind.__name__
    return str(kind).removeprefix("collections.abc.").removeprefix("typing.")


def _expected(annotation: str, value: object, largest: int = 100_000) -> str:
    """Return what an option must be if a value has another type than its annotation, or "".

    More components or dimensions than `largest` are a mistake.
    """
    annotation = "str" if annotation.startswith("Literal[") else annotation
    spec, expected = _TYPES.get(annotation, (object, ""))
    given: Any = list(value) if isinstance(value, tuple) else value
    if not conforms(given, spec):
        return expected
    if (spec is int and not 0 <= given <= largest) or (
        spec == [str] and len({*given}) < len(given)
    ):
        return expected
    return ""


def check_patterns(patterns: object, names: Sequence[str], option: str, *, where: str) -> None:
    """Raise :class:`InputError` unless every pattern of a list matches at least one name."""
    if not isinstance(patterns, (list, tuple)):
        raise InputError(
            f"The features to {option} must be a list, not {patterns!r}.",
            where=where,
            hint=f'For example: {option} = ["{next(iter(names), "")}"].',
        )
    for pattern in patterns:
        if not any(matches_any(name, [pattern]) for name in names):
            raise unknown("feature", pattern, names, where=where)


def matches_any(name: str, patterns: Iterable[object]) -> bool:
    """Return whether a name matches one of the patterns, in which ``*`` matches any characters.

    >>> matches_any("pc_12", ["known", "pc_*"])
    True
    """
    return any(isinstance(pattern, str) and fnmatchcase(name, pattern) for pattern in patterns)
