"""Train the bundled model, ``models/bundled``.

Needs LCP_DATA or ``lcp resources fetch`` for the five corpora. About three minutes on two cores.
Run ``tools/text_level.py`` and the benchmarks after it: both use the bundled model::

    python -m tools.model FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import lcp
from lcp.estimators.multi_source import SOURCES
from lcp.model.manifest import OUT_OF_FOLD
from lcp.model.output_folder import check_destination


def main() -> None:
    """Train the model, predict the lexicon's words and save both."""
    check_destination(Path(sys.argv[1]), overwrite=False)
    # CompLex is the first: its ratings are the scale that the others are linked to.
    model = lcp.train(SOURCES, "core-readers", "multi-source", task="complexity:2")
    folder = model.precompute_words().save(sys.argv[1])
    # The ratings of the corpora are not ours to publish.
    (folder / OUT_OF_FOLD).unlink()
    print(folder)


if __name__ == "__main__":
    main()
