"""Annotate or profile the lines of a text one by one with ``lcp``.

The second argument is the name of the function, the third ``model=m`` to pass the bundled model to
each call.
"""

from __future__ import annotations

import sys
import warnings

from timing import SENTENCE, run, text

import lcp

warnings.simplefilter("ignore")
function = getattr(lcp, sys.argv[2])
options = {"model": lcp.load_model()} if sys.argv[3:] else {}


def call(sentences: list[str]) -> None:
    """Call the function with each sentence."""
    for sentence in sentences:
        function(sentence, **options)


run(call, [SENTENCE], text().splitlines())
