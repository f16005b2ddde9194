"""Measure families of plugins."""

from typing import Any

from lcp.features.family import Family, Fitted, names_of
from lcp.resources import Store
from lcp.targets import Targets

Learned = dict[str, Any] | None


def learned(family: Family, rows: Any) -> dict[str, Any]:
    """Return what a family learns from a table."""
    return family.fit(Targets.table(rows), None, Store())


def columns_of(family: Family, rows: Any, fitted: Learned = None) -> dict[str, list[float]]:
    """Return the features of a table by name."""
    values = family.measure(Targets.table(rows), Fitted(learned=fitted or {}))
    return dict(zip(names_of(family), values.T.tolist(), strict=True))


def one(family: Family, token: str, fitted: Learned = None, **row: Any) -> dict[str, float]:
    """Return the features of an instance by name."""
    rows = [{"token": token, **row}]
    return {name: values[0] for name, values in columns_of(family, rows, fitted).items()}
