"""Feature sets read from TOML files, which may extend each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.errors import InputError, nearest
from lcp.features.aggregation import check_aggregations
from lcp.features.family import families, family
from lcp.features.options import KEEP, build_family, check_type, option_names
from lcp.recipes import Recipe, check_keys, read_recipe, recipe_names, recipe_path

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = (
    *("description", "extends", "aggregations", "drop", "rank_within", "merge_spellings"),
    "families",
)


class FeatureRecipe(NamedTuple):
    """Parameters of a :class:`~lcp.FeatureSet`, after inheritance.

    `drop` is unchecked; `drop_where` is its file and line, for error messages.
    """

    name: str
    families: dict[str, dict[str, Any]]
    aggregations: list[str]
    drop: Any
    drop_where: str
    rank_within: str = ""
    merge_spellings: bool = False


def read_feature_recipe(name_or_path: str | Path) -> FeatureRecipe:
    """Read a feature set and those that it extends.

    A family of the extending set replaces the same family of its base, with all options; other
    families and other keys are inherited.

    Raises
    ------
    InputError
        If there is no such set or file, a set extends itself, or a key or value is invalid.
        The message names the file and line.
    """
    recipes = _chain(read_recipe("features", name_or_path))
    merged = FeatureRecipe(recipes[0].name, {}, ["mean"], [], "")
    for recipe in reversed(recipes):
        check_keys(recipe, recipe.data, _KEYS)
        merged.families.update(_families(recipe))
        if "aggregations" in recipe.data:
            aggregations = recipe.data["aggregations"]
            check_aggregations(aggregations, where=recipe.where("aggregations"))
            merged = merged._replace(aggregations=aggregations)
        if "rank_within" in recipe.data:
            merged = merged._replace(rank_within=_column(recipe))
        if "merge_spellings" in recipe.data:
            merged = merged._replace(merge_spellings=_switch(recipe, "merge_spellings"))
        if "drop" in recipe.data:
            where = recipe.where("drop")
            merged = merged._replace(drop=recipe.data["drop"], drop_where=where)
    if not merged.families:
        raise InputError(
            "The feature set has no families.",
            where=recipes[0].where(),
            hint='Write [families.length], for example, or extends = "core".',
        )
    return merged


def _column(recipe: Recipe) -> str:
    """Return the column that the key ``rank_within`` names."""
    column = recipe.data["rank_within"]
    if not isinstance(column, str):
        raise InputError(
            "'rank_within' is not the name of a column.",
            where=recipe.where("rank_within"),
            hint='Write rank_within = "item", for example.',
        )
    return column


def _switch(recipe: Recipe, key: str) -> bool:
    """Return the value of a key that is on or off."""
    value = recipe.data[key]
    if not isinstance(value, bool):
        raise InputError(
            f"'{key}' must be true or false, not {value!r}.",
            where=recipe.where(key),
            hint=f"Write {key} = true.",
        )
    return value


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
    # Importing all families is needed for the message only.
    known = by_name if all(map(family, by_name)) else families()
    check_keys(recipe, by_name, known, prefix=("families",))
    for name, options in by_name.items():
        if not isinstance(options, dict):
            raise InputError(
                f"The options of the family '{name}' are not a table.",
                where=recipe.where("families", name),
                hint=f"Write [families.{name}] with its options below.",
            )
        check_keys(recipe, options, option_names(name), prefix=("families", name))
        for option, value in options.items():
            check_type(name, option, value, where=recipe.where("families", name, option))
        if KEEP in options:
            where = recipe.where("families", name, KEEP)
            build_family(name, options, where=where)
    return by_name
