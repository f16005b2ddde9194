"""Train the bundled model, ``models/core``.

Needs LCP_DATA or ``lcp resources fetch`` for the four corpora. About three minutes on two cores.
Run ``tools/text_level.py`` and the benchmarks after it: both use the bundled model::

    python -m tools.model --out FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

import lcp

#: CompLex is the first: its ratings are the scale that the others are linked to.
CORPORA = ("complex", "word-complexity-lexicon", "cefr", "living-word-vocabulary")


def main() -> None:
    """Train the model, predict the lexicon's words and save both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    model = lcp.train(
        CORPORA, "core-readers", "multi-source", task="complexity:2", random_state=options.seed
    )
    print(model.precompute_words().save(options.out))


if __name__ == "__main__":
    main()
