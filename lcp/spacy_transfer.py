"""Faster serialisation of spaCy's documents, which are sent to other processes as bytes.

srsly (2.5), with which spaCy serialises documents, searches the entry points of all installed
packages for encoders, in three calls to write a document and three to read it. Without this module,
the search takes more than 90% of the time of ``Doc.to_bytes`` and ``Doc.from_bytes``, and longer
than rating, so that ``nlp.pipe(n_process=2)`` is slower than one process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import catalogue
import srsly

if TYPE_CHECKING:
    from collections.abc import Callable


def remember_encoders() -> None:
    """Let srsly search for encoders again only after a registry has changed."""
    for registry in (srsly.msgpack_encoders, srsly.msgpack_decoders):
        if not isinstance(registry.get_all, _Remembered):
            registry.get_all = _Remembered(registry)


class _Remembered:
    """Result of a registry's ``get_all``, until any registry changes."""

    def __init__(self, registry: catalogue.Registry) -> None:
        self._search: Callable[[], dict[str, Any]] = registry.get_all
        self._result: tuple[object, dict[str, Any]] = ((), {})

    def __call__(self) -> dict[str, Any]:
        state = (tuple(catalogue.REGISTRY), tuple(catalogue.REGISTRY.values()))
        state_of_result, functions = self._result
        if state != state_of_result:
            functions = self._search()
            # At once, for other threads.
            self._result = (state, functions)
        return functions
