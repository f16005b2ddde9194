"""Profile texts: their level, coverage, hard words and readability."""

from __future__ import annotations

from lcp.profiles.profiler import Profiler, profile
from lcp.profiles.text_profile import TextProfile

__all__ = ["Profiler", "TextProfile", "profile"]
