"""TOML files that people edit: feature sets in ``features/``, estimator recipes in ``models/``.

In a checkout the two folders are next to the package, in an installed wheel inside it. Plugins
have folders with the same names. Errors in a recipe are reported with their key.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lcp.base.task import TASKS
from lcp.errors import InputError, nearest
from lcp.files.input_files import as_path, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = Literal["features", "models"]

_PACKAGE = Path(__file__).resolve().parents[1]
_TITLES: dict[Kind, str] = {"features": "feature set", "models": "estimator recipe"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """A TOML recipe with its parsed content."""

    kind: Kind
    name: str
    path: Path
    data: dict[str, Any]

    def where(self, *keys: str) -> str:
        """Return the location of a key, which `keys` lead to: "PATH, KEY.KEY".

        >>> Recipe("models", "a", Path("a.toml"), {}).where("parameters", "alpha")
        'a.toml, parameters.alpha'
        """
        return ", ".join([str(self.path), *([".".join(keys)] if keys else [])])


def read_recipe(kind: Kind, name_or_path: str | Path) -> Recipe:
    """Read a recipe by its name or from a file.

    Parameters
    ----------
    kind : {"features", "models"}
        Feature set or estimator.
    name_or_path : str or Path
        Name such as ``"ridge"``, or path of a file. Strings that end with ``.toml`` or contain a
        path separator are paths.

    Raises
    ------
    InputError
        If there is no recipe of that name, or the file is missing, not UTF-8 or not valid TOML.
    """
    if isinstance(name_or_path, str) and not _is_path(name_or_path):
        path = recipe_path(kind, name_or_path)
        if path is None:
            names = recipe_names(kind)
            raise InputError(
                f"There is no {_TITLES[kind]} named '{name_or_path}'.",
                hint=f"{nearest(name_or_path, names)} Or give the path of a TOML file.",
            )
    else:
        path = as_path(name_or_path)
    if not path.exists():
        names = recipe_names(kind)
        named = f" Did you mean '{path.stem}', without '.toml'?" if path.stem in names else ""
        raise InputError(
            f"There is no such {_TITLES[kind]}.",
            where=str(path),
            hint=f"Check the path, or give a name: {', '.join(names)}.{named}",
        )
    text = read_text(path, "recipe", "Give a feature set or an estimator recipe.")
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(
            f"This is not valid TOML: {error}.",
            where=str(path),
            hint="See https://toml.io for the syntax.",
        ) from error
    return Recipe(kind, path.stem, path, data)


def recipe_names(kind: Kind) -> list[str]:
    """Return the names of the bundled recipes, sorted, without recipes of plugins.

    >>> "lightgbm" in recipe_names("models")
    True
    """
    return sorted(path.stem for path in recipe_folder(kind).glob("*.toml"))


def recipe_path(kind: Kind, name: str) -> Path | None:
    """Return the file of a recipe of the package or of a plugin; None if there is none."""
    paths = [*recipe_folder(kind).glob("*.toml"), *TASKS.files(f"{kind}/*.toml")]
    return next((path for path in paths if path.stem == name), None)


def check_keys(
    recipe: Recipe,
    keys: Iterable[str],
    valid: Iterable[str],
    prefix: tuple[str, ...] = (),
) -> None:
    """Raise :class:`InputError` for the first invalid key of the table at `prefix`."""
    allowed = list(valid)
    for key in keys:
        if key not in allowed:
            table = f" in [{'.'.join(prefix)}]" if prefix else ""
            raise InputError(
                f"The key '{key}'{table} is not valid.",
                where=recipe.where(*prefix, key),
                hint=nearest(key, allowed),
            )


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or "\\" in text


def recipe_folder(kind: Kind) -> Path:
    """Return the folder of the bundled recipes and models, in the wheel or the checkout."""
    installed = _PACKAGE / "_recipes" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind
