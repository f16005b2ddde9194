"""Recipes that people edit: feature sets in ``features/`` and estimators in ``models/``.

A recipe is a TOML file. In a checkout the two folders stand next to the package, in an
installed wheel inside it. Whatever is wrong with a recipe is said with its line.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = Literal["features", "models"]

_PACKAGE = Path(__file__).resolve().parent
_TITLES: dict[Kind, str] = {"features": "feature set", "models": "estimator recipe"}
# How the parser's messages end.
_POSITION = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Recipe:
    """A TOML recipe as it was read.

    Parameters
    ----------
    kind : {"features", "models"}
        Feature set or estimator.
    name : str
        The file's name without ``.toml``.
    path : Path
        The file.
    text : str
        What the file says.
    data : dict
        The same, parsed.
    """

    kind: Kind
    name: str
    path: Path
    text: str
    data: dict[str, Any]

    def where(self, *keys: str | int) -> str:
        r"""Say where a key or table is defined, for error messages.

        Parameters
        ----------
        *keys : str or int
            The way to it from the top; a whole number is a place in an array.

        Returns
        -------
        str
            ``"PATH, line N"``, or the path alone for a key that is not in the recipe.

        Examples
        --------
        >>> text = 'estimator = "ridge"\n[parameters]\nalpha = 1.0\n'
        >>> recipe = Recipe("models", "a", Path("a.toml"), text, tomllib.loads(text))
        >>> recipe.where("parameters", "alpha")
        'a.toml, line 3'
        """
        if not keys or not _holds(self.data, keys):
            return str(self.path)
        # The parser gives no positions, but a statement never shares a line with the one
        # before it: the first run of whole lines that is valid and holds the key ends
        # with its statement, which began after the longest valid run before that.
        lines = self.text.split("\n")
        first = 1
        for count in range(1, len(lines) + 1):
            try:
                data = tomllib.loads("\n".join(lines[:count]))
            except tomllib.TOMLDecodeError:
                continue
            if _holds(data, keys):
                return f"{self.path}, line {first}"
            first = count + 1
        return str(self.path)


def _holds(data: Any, keys: tuple[str | int, ...]) -> bool:
    for key in keys:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def read_recipe(kind: Kind, name_or_path: str | Path) -> Recipe:
    """Read a recipe by its name, or from a file of one's own.

    Parameters
    ----------
    kind : {"features", "models"}
        What it is a recipe of.
    name_or_path : str or Path
        A name such as ``"ridge"``, or the path of a file: whatever ends with ``.toml``
        or holds a path separator.

    Returns
    -------
    Recipe

    Raises
    ------
    InputError
        When there is no recipe of that name, or the file is missing, is not UTF-8 or is
        not valid TOML.
    """
    text_of_path = str(name_or_path)
    if isinstance(name_or_path, str) and not _is_path(name_or_path):
        names = recipe_names(kind)
        if name_or_path not in names:
            raise InputError(
                f"There is no {_TITLES[kind]} named '{name_or_path}'.",
                hint=f"{nearest(name_or_path, names)} Or give the path of a TOML file.",
            )
        path = recipe_folder(kind) / f"{name_or_path}.toml"
    else:
        path = Path(name_or_path)
    text = _read_text(kind, path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(path, text, str(error)) from error
    return Recipe(kind, Path(text_of_path).stem, path, text, data)


def recipe_names(kind: Kind) -> list[str]:
    """Names of the recipes that come with the package, sorted.

    >>> "lightgbm" in recipe_names("models")
    True
    """
    return sorted(path.stem for path in recipe_folder(kind).glob("*.toml"))


def check_keys(
    recipe: Recipe,
    keys_found: Iterable[str],
    valid: Iterable[str],
    prefix: tuple[str | int, ...] = (),
) -> None:
    """Refuse a key that nothing would read.

    Parameters
    ----------
    recipe : Recipe
        Where the keys stand.
    keys_found : iterable of str
        The keys of one table of the recipe.
    valid : iterable of str
        The keys it may have.
    prefix : tuple of str or int
        The way to the table from the top of the recipe.

    Raises
    ------
    InputError
        For the first unknown key, with its line and the nearest valid key.
    """
    allowed = list(valid)
    for key in keys_found:
        if key not in allowed:
            table = f" in [{'.'.join(map(str, prefix))}]" if prefix else ""
            raise InputError(
                f"The key '{key}'{table} is not known.",
                where=recipe.where(*prefix, key),
                hint=nearest(key, allowed),
            )


def nearest(name: str, valid: Iterable[str]) -> str:
    """Suggest the nearest valid name, and list them all.

    >>> nearest("rigde", ["linear", "ridge"])
    "Did you mean 'ridge'? Valid names: linear, ridge."
    """
    allowed = list(valid)
    if not allowed:
        return "None is valid here."
    by_lower = {other.lower(): other for other in allowed}
    close = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.5)
    question = f"Did you mean '{by_lower[close[0]]}'? " if close else ""
    return f"{question}Valid names: {', '.join(allowed)}."


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or "\\" in text


def recipe_folder(kind: Kind) -> Path:
    """Where the recipes, and the trained models that ship, lie: in the wheel or the checkout."""
    installed = _PACKAGE / "_recipes" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


def _read_text(kind: Kind, path: Path) -> str:
    try:
        # A byte order mark is what some editors begin every UTF-8 file with.
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"The file is not UTF-8 (byte {error.start + 1}).",
            where=str(path),
            hint="Save it with the encoding UTF-8.",
        ) from error
    except FileNotFoundError as error:
        named = f" '{path.stem}' without '.toml' is one." if path.stem in recipe_names(kind) else ""
        raise InputError(
            f"There is no such {_TITLES[kind]}.",
            where=str(path),
            hint=f"Check the path, or give a name: {', '.join(recipe_names(kind))}.{named}",
        ) from error
    except OSError as error:
        raise InputError(
            f"The file cannot be read ({error.strerror}).",
            where=str(path),
            hint="Give the path of a TOML file that you may read.",
        ) from error
    return text.replace("\r\n", "\n")


def _syntax_error(path: Path, text: str, message: str) -> InputError:
    position = _POSITION.search(message)
    line, column = position.groups() if position else (None, None)
    if line is None:
        lines = text.rstrip("\n").split("\n")
        line, column = str(len(lines)), str(len(lines[-1]) + 1)
    reason = _POSITION.sub("", message).rstrip(".")
    return InputError(
        f"This is not valid TOML: {reason}.",
        where=f"{path}, line {line}, column {column}",
        hint="See https://toml.io for how TOML is written.",
    )
