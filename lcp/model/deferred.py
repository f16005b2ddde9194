"""Attributes that are computed when they are used first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Deferring:
    """Base class of objects that compute some attributes on first use.

    The tables of a loaded model are deferred, so that a prediction does not wait for pandas.
    """

    def defer(self, name: str, compute: Callable[[], Any]) -> None:
        """Set an attribute to the result of a function, which is called when it is used first."""
        vars(self)["_deferred"] = {**vars(self).get("_deferred", {}), name: compute}

    def __getattr__(self, name: str) -> Any:
        # Called only for attributes that are not set.
        deferred = vars(self).get("_deferred", {})
        if name not in deferred:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        value = deferred[name]()
        setattr(self, name, value)
        return value
