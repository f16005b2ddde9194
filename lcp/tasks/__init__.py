"""Rooms: tasks with their data, features, estimators, metrics and commands.

A module or folder of this package with a ``ROOM`` of its name is a room. It is found by listing,
and nothing else in the package imports it. Other packages register theirs through the entry-point
group ``lcp.tasks``; such a room becomes known when it is named, as in ``--task theirs:variant``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Literal

from lcp.errors import InputError, nearest

if TYPE_CHECKING:
    from lcp.tasks.task import Room, Task

#: Room of tasks that are named without a room.
BUILT_IN = "complexity"
_FOLDER = Path(__file__).parent
#: Rooms of other packages that were named.
_named: dict[str, Room] = {}


def rooms() -> dict[str, Room]:
    """Return the rooms of this package, and rooms of other packages that were named."""
    return {name: find_room(name) for name in (*_listed(), *_named)}


def find_room(name: str) -> Room:
    """Return a room.

    Raises
    ------
    InputError
        If there is no such room, or a room of another package cannot be imported.
    """
    if name in _listed():
        return import_module(f"{__name__}.{name}").ROOM  # type: ignore[no-any-return]
    if name not in _named:
        from importlib.metadata import entry_points

        entries = entry_points(group="lcp.tasks")
        names = [*find_room(BUILT_IN).tasks, *_listed(), *sorted(entries.names)]
        if name not in entries.names:
            raise InputError(
                f"There is no task or room '{name}' on this machine.",
                where="task",
                hint=nearest(name, names),
            )
        try:
            _named[name] = entries[name].load()
        except ImportError as error:
            raise InputError(
                f"The room '{name}' cannot be imported ({error}).",
                where="task",
                hint="Install or update the package that has it.",
            ) from error
    return _named[name]


def find_task(address: str | int) -> Task:
    """Return the task of an address ``[ROOM:]VARIANT``, or the default task of a room.

    Raises
    ------
    InputError
        If there is no such room or variant.

    Examples
    --------
    >>> find_task(1).name, find_task("complexity:1").name
    ('complexity:1', 'complexity:1')
    """
    name, colon, variant = str(address).rpartition(":")
    if not colon and variant not in find_room(BUILT_IN).tasks:
        return find_room(variant).tasks[find_room(variant).default]
    tasks = find_room(name or BUILT_IN).tasks
    if variant not in tasks:
        raise InputError(
            f"The room '{name or BUILT_IN}' has no task '{variant}'.",
            where="task",
            hint=nearest(variant, tasks),
        )
    return tasks[variant]


@cache
def _listed() -> tuple[str, ...]:
    names = [entry.name for entry in iter_modules([str(_FOLDER)])]
    return tuple(name for name in names if name != "task")


def files(pattern: str) -> list[Path]:
    """Return the files of all rooms that match a pattern, such as ``features/*.toml``."""
    folders = [_FOLDER / name for name in _listed()]
    folders += [other.folder for other in _named.values()]
    return [path for folder in folders for path in sorted(folder.glob(pattern))]


def columns() -> list[str]:
    """Return the further columns that instances of the tasks can have."""
    tasks = [task for room in rooms().values() for task in room.tasks.values()]
    return list(dict.fromkeys(name for task in tasks for name in task.columns))


def readers_of_rooms() -> dict[str, str]:
    """Return the names of readers that models of rooms predict for, such as ``learner:es``."""
    return {reader: name for room in rooms().values() for reader, name in room.readers.items()}


def find_class(kind: Literal["families", "estimators"], name: str) -> Any:
    """Return the class that a room has for a name; None if no room has it."""
    for room in rooms().values():
        if address := getattr(room, kind).get(name):
            return _imported(address)
    return None


def estimator_named(name: str) -> Any:
    """Return the estimator of a room by the name of its class; None if there is none."""
    addresses = [address for room in rooms().values() for address in room.estimators.values()]
    return next((_imported(address) for address in addresses if address.endswith(f":{name}")), None)


def _imported(address: str) -> Any:
    module, _, member = address.partition(":")
    return getattr(import_module(module), member)
