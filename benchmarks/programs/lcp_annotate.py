"""Annotate the words of a text with ``lcp`` and its bundled model."""

from __future__ import annotations

import sys
import warnings
from functools import partial

from timing import SENTENCE, run, text

import lcp

# Most words of the texts of new words are not in the lexicon.
warnings.simplefilter("ignore")
expressions = sys.argv[2] if len(sys.argv) > 2 else None  # noqa: PLR2004 - an optional argument
run(partial(lcp.annotate, expressions=expressions), SENTENCE, text())
