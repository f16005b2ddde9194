"""Build the lexicon that ships, from the texts and norms of a mirror ($LCP_DATA).

Takes about ten minutes on one core. Writes ``lcp/lexicon/lexicon.npz`` and, beside it, the table
of held-out predictions, ``lexicon.md``::

    python benchmarks/build_lexicon.py --seed 0
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from lcp import load_corpus
from lcp.cli.console import progress
from lcp.lexicon.build import build_lexicon, steps
from lcp.lexicon.file import shipped, write_lexicon
from lcp.lexicon.report import markdown
from lcp.lexicon.texts import Text

TEXTS = (
    ("encyclopaedic", "text/wikipedia_6889_articles.txt.gz"),
    ("biomedical", "text/craft_97_articles.txt.gz"),
    ("biblical", "text/eng-us-oeb.osis.xml"),
    ("biblical", "text/eng-ylt.zefania.xml"),
    ("parliamentary", "frequency/europarl_unfiltered_dict.json"),
)


def main() -> None:
    """Build, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=shipped())
    options = parser.parse_args()
    root = Path(os.environ["LCP_DATA"])
    texts = [Text(register, root / path) for register, path in TEXTS]
    with progress(steps(texts)) as step:
        built = build_lexicon(texts, seed=options.seed, progress=step)
    write_lexicon(built.lexicon, options.out)
    expressions = load_corpus("complex", task=2)["token"]
    report = markdown(built, options.out.stat().st_size, expressions)
    options.out.with_suffix(".md").write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()
