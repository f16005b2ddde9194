"""Faster serialisation of spaCy's documents, which are sent to other processes as bytes.

srsly (2.5), with which spaCy serialises documents, searches the entry points of all installed
packages for encoders, in each of three calls per document. Without this module, the search takes
more than 90% of the time of ``Doc.to_bytes`` and ``Doc.from_bytes``, and longer than rating, so
that ``nlp.pipe(n_process=2)`` is slower than one process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import catalogue
import srsly

if TYPE_CHECKING:
    from collections.abc import Callable


def remember_encoders() -> None:
    """Let srsly search for encoders only after another function was registered."""
    for registry in (srsly.msgpack_encoders, srsly.msgpack_decoders):
        if not isinstance(registry.get_all, _Remembered):
            registry.get_all = _Remembered(registry)


class _Remembered:
    """Result of a registry's ``get_all``, until a function is added to any registry."""

    def __init__(self, registry: catalogue.Registry) -> None:
        self._search: Callable[[], dict[str, Any]] = registry.get_all
        self._found: dict[str, Any] = {}
        self._n_registered = -1

    def __call__(self) -> dict[str, Any]:
        if self._n_registered != len(catalogue.REGISTRY):
            self._n_registered = len(catalogue.REGISTRY)
            self._found = self._search()
        return self._found
