"""Other words in a target's place: where it stands, which there are, and how they are put there."""

from __future__ import annotations

from lcp.substitution.instances import substituted

__all__ = ["substituted"]
