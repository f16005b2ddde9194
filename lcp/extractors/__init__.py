"""Feature families, one module each. Their contract is in :mod:`lcp.extractors.base`."""

from __future__ import annotations

import pkgutil
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from lcp.extractors.base import _REGISTRY, Extractor, Feature, look_up

__all__ = ["Extractor", "Feature", "families", "family", "look_up"]


def family(name: str) -> type[Extractor] | None:
    """Return a registered family, or None.

    Imports only its module if the module has the name of the family, as those of this package.
    """
    if name not in _REGISTRY and any(
        module.name == name for module in pkgutil.iter_modules(__path__)
    ):
        import_module(f"{__name__}.{name}")
    return _REGISTRY.get(name) or families().get(name)


@cache
def _import_all() -> None:
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    for entry in entry_points(group="lcp.extractors"):
        try:
            entry.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - code of another package
            owner = "another package" if entry.dist is None else f"the package {entry.dist.name}"
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            warnings.warn(
                f"The feature families of {owner} are not available, because {entry.value} cannot "
                f"be imported ({reason}).",
                stacklevel=2,
            )


def families() -> dict[str, type[Extractor]]:
    """Return every registered family by name, in alphabetical order."""
    _import_all()
    return dict(sorted(_REGISTRY.items()))
