"""The text that the page shows first."""

from __future__ import annotations

from typing import Literal

#: Level above which words of the example are marked.
EXAMPLE_LEVEL: Literal["B1"] = "B1"

EXAMPLE = """\
The old lighthouse was renovated last summer. Volunteers scraped the paint off the railings, \
repaired the spiral staircase and replaced the corroded hinges of every door. Some inhabitants \
regarded the endeavour with scepticism, but their apprehension vanished when the beam swept across \
the bay again.

Biologists came too. The bioluminescence of the plankton depends on luciferase, an enzyme whose \
concentration oscillates with a circadian rhythm, and they wanted to know whether artificial \
illumination perturbs it."""
