"""Types of plain data, such as the content of a saved model."""

from __future__ import annotations

import sys
from typing import Any


class SchemaError(ValueError):
    """Plain data, such as a file's, that lack a value or have a wrong one."""


def conforms(value: Any, spec: Any) -> bool:  # noqa: PLR0911
    """Return whether plain data, such as a file's, have the types of a specification.

    Parameters
    ----------
    value : JSON or array
        Data.
    spec : type, None, list, dict, tuple or str
        A type (an int is also a float, but infinity is not, and a bool is no int); None; a list
        with the specification of all its items; a dictionary of the required keys, or with the key
        "" for all keys; a tuple of alternatives; or, for an array, its kind and number of
        dimensions, such as "f2".

    Examples
    --------
    >>> conforms({"n": 1, "names": ["a"]}, {"n": float, "names": [str]})
    True
    """
    if isinstance(spec, tuple):
        return any(conforms(value, alternative) for alternative in spec)
    if isinstance(spec, list):
        return isinstance(value, list) and all(conforms(item, spec[0]) for item in value)
    if isinstance(spec, dict):
        if not isinstance(value, dict) or not ("" in spec or spec.keys() <= value.keys()):
            return False
        return all(conforms(v, spec.get("", spec.get(k, object))) for k, v in value.items())
    if isinstance(spec, str):
        dtype = getattr(value, "dtype", None)
        return dtype is not None and f"{dtype.kind}{value.ndim}" == spec
    if spec is float:
        # An int may be too large for a float.
        return type(value) in (int, float) and not abs(value) > sys.float_info.max
    if spec is None or isinstance(value, bool):
        return value is None if spec is None else spec in (bool, object)
    return isinstance(value, spec)
