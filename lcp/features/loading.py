"""Feature sets read from TOML files, which may extend each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError, nearest
from lcp.features.aggregation import check_aggregations
from lcp.features.options import build_family
from lcp.recipes import Recipe, check_keys, read_recipe, recipe_names, recipe_path

if TYPE_CHECKING:
    from pathlib import Path

#: Keys that set a parameter of a feature set, with their types.
_SETTINGS: dict[str, tuple[type, str]] = {
    "rank_within": (str, "the name of a column in quotes"),
    "merge_spellings": (bool, "true or false"),
}
_KEYS = ("description", "extends", "aggregations", "drop", "families", *_SETTINGS)


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
        for key, (kind, expected) in _SETTINGS.items():
            if not isinstance(recipe.data.get(key, kind()), kind):
                raise InputError(
                    f"'{key}' must be {expected}, not {recipe.data[key]!r}.",
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
