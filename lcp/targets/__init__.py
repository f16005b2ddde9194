"""Targets in their sentences: the rows of all measurements, training and predictions."""

from lcp.targets.targets import Targets

__all__ = ["Targets"]
