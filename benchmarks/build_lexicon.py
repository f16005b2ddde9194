"""Build the bundled lexicon from the texts and norms in $LCP_DATA.

Takes about ten minutes on one core. Writes ``lcp/lexicon/lexicon.npz`` and, in the same folder, the
table of held-out predictions, ``lexicon.md``::

    python benchmarks/build_lexicon.py --seed 0
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from scoring import add_seed_option

from lcp import load_corpus
from lcp.cli.console import progress
from lcp.corpora.instances import is_multiword
from lcp.lexicon.building.pipeline import build_lexicon, steps
from lcp.lexicon.building.report import markdown
from lcp.lexicon.building.texts import Text
from lcp.lexicon.file import shipped, write_lexicon

TEXTS = (
    ("encyclopaedic", "text/wikipedia_6889_articles.txt.gz"),
    ("biomedical", "text/craft_97_articles.txt.gz"),
    ("biblical", "text/eng-us-oeb.osis.xml"),
    ("biblical", "text/eng-ylt.zefania.xml"),
    ("parliamentary", "frequency/europarl_unfiltered_dict.json"),
)


def main() -> None:
    """Build the lexicon, and write it and its table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=shipped())
    options = parser.parse_args()
    root = Path(os.environ["LCP_DATA"])
    texts = [Text(register, root / path) for register, path in TEXTS]
    with progress(steps(texts)) as step:
        built = build_lexicon(texts, random_state=options.random_state, progress=step)
    write_lexicon(built.lexicon, options.out)
    tokens = load_corpus("complex")["token"]
    report = markdown(built, options.out.stat().st_size, tokens[is_multiword(tokens)])
    options.out.with_suffix(".md").write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()
