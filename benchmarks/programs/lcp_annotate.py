"""Rate the words of a text with ``lcp`` and its bundled model."""

from __future__ import annotations

import warnings

from timing import SENTENCE, run, text

import lcp

# Most words of the texts of new words are not in the lexicon.
warnings.simplefilter("ignore")
run(lcp.annotate, SENTENCE, text())
