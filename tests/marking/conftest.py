"""Mark documents without WordNet: every gloss is the same."""

from __future__ import annotations

import pytest

from lcp.annotation import Annotator
from lcp.marking.copying import mark_document

GLOSS = "gloss & <more>"


class FixedGlosser:
    """Gloss every word alike."""

    def gloss(self, sentence, word):
        return GLOSS


@pytest.fixture(scope="session")
def annotator(small_model):
    """An annotator for which every word is complex."""
    return Annotator(small_model, threshold=0.0)


@pytest.fixture
def mark(annotator, tmp_path):
    """Return a function that writes a marked copy and returns its path."""

    def make(source, style, **options):
        out = tmp_path / f"copy{source.suffix}"
        glosser = None if style == "colours" else FixedGlosser()
        mark_document(source, out, annotator, style, glosser=glosser, **options)
        return out

    return make
