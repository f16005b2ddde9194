"""Targets in their sentences: the rows that everything else rates, measures and trains on."""

from lcp.targets.targets import Targets

__all__ = ["Targets"]
