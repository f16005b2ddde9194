"""Options of families: built from a feature set's tables, and checked."""

from __future__ import annotations

from dataclasses import fields
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError, nearest, unknown
from lcp.features.family import Family, Feature, families, family, names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


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
    kind = family(name)
    if kind is None:
        raise unknown("feature family called", name, families())
    return _options(kind)


def _options(kind: type[Family]) -> list[str]:
    return [*(option.name for option in fields(kind)), KEEP]


def build_family(name: str, options: Mapping[str, Any], *, where: str | None = None) -> Family:
    """Build a family from the options of a feature set: its fields, and `KEEP`.

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
    given = {option: value for option, value in options.items() if option != KEEP}
    for option, value in given.items():
        check_type(name, option, value, where=f"{name}.{option}")
    built = kind(**given)
    if KEEP in options:
        where = where or f"{name}.{KEEP}"
        check_patterns(options[KEEP], names_of(built), KEEP, where=where)
    return built


def check_type(name: str, option: str, value: object, *, where: str) -> None:
    """Check an option of a family against the annotation of the parameter.

    Annotations that are not in `_TYPES`, such as types of other packages, are not checked.

    Raises
    ------
    InputError
        If the value has another type.
    """
    if option == KEEP:
        return
    kind = family(name)
    types_of = {option.name: str(option.type) for option in fields(kind)} if kind else {}
    annotation = types_of.get(option, "")
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


def kept_features(
    member: Family, options: Mapping[str, Any], learned: Mapping[str, Any]
) -> list[Feature]:
    """Return the features of a family that its options keep, in the family's order."""
    keep = options.get(KEEP)
    return [f for f in member.features(learned) if keep is None or matches(f.name, keep)]
