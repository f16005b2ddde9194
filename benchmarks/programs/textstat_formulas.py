"""Two readability formulas of textstat for a text: Flesch reading ease and Flesch-Kincaid grade."""

from __future__ import annotations

import textstat
from timing import SENTENCE, run, text


def measure(passage: str) -> tuple[float, float]:
    """Return the two scores."""
    return textstat.flesch_reading_ease(passage), textstat.flesch_kincaid_grade(passage)


run(measure, SENTENCE, text())
