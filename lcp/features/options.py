"""Options of families: built from a feature set's tables, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError, nearest, unknown
from lcp.features.family import Family, families, family, names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


#: Option of every family: the features to keep. Default: all.
KEEP = "keep"
#: Types of options, as families annotate them, with their names in messages.
_TYPES: dict[str, tuple[type | tuple[type, ...], str]] = {
    "bool": (bool, "true or false"),
    "int": (int, "a whole number from 0 to 100,000"),
    "float": ((int, float), "a number"),
    "str": (str, "text in quotes"),
    "Sequence[str]": ((list, tuple), "a list of texts"),
}


def build_family(
    name: str, options: Mapping[str, Any], where: Callable[..., str] | None = None
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
    types_of = {option.name: str(option.type) for option in fields(kind)}
    for option, value in options.items():
        if option not in (*types_of, KEEP):
            raise InputError(
                f"The family '{name}' has no option '{option}'.",
                where=locate(name, option),
                hint=nearest(option, [*types_of, KEEP]),
            )
        expected = _expected(types_of.get(option, ""), value)
        if expected:
            raise InputError(
                f"The option '{option}' of the family '{name}' must be {expected}, not {value!r}.",
                where=locate(name, option),
                hint="Correct the value, or remove the option to use its default.",
            )
    built = kind(**{option: value for option, value in options.items() if option != KEEP})
    if KEEP in options:
        check_patterns(options[KEEP], names_of(built), KEEP, where=locate(name, KEEP))
    return built


def _expected(annotation: str, value: object, largest: int = 100_000) -> str:
    """Return what an option must be if a value has another type than its annotation, or "".

    More components or dimensions than `largest` are a mistake.
    """
    if annotation.startswith("Literal["):
        annotation = "str"
    if annotation not in _TYPES:
        return ""
    types, expected = _TYPES[annotation]
    if not isinstance(value, types) or (isinstance(value, bool) and annotation != "bool"):
        return expected
    if types is int and not 0 <= value <= largest:  # type: ignore[operator]
        return expected
    if isinstance(value, list | tuple) and (
        not all(isinstance(item, str) for item in value) or len(set(value)) < len(value)
    ):
        return "a list of different texts"
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
            raise InputError(
                f"There is no feature '{pattern}' to {option}.",
                where=where,
                hint=nearest(str(pattern), names),
            )


def matches_any(name: str, patterns: Iterable[object]) -> bool:
    """Return whether a name matches one of the patterns, in which ``*`` matches any characters.

    >>> matches_any("pc_12", ["known", "pc_*"])
    True
    """
    return any(isinstance(pattern, str) and fnmatchcase(name, pattern) for pattern in patterns)
