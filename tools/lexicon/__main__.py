"""Build the bundled lexicon from the texts and norms in $LCP_DATA.

Takes about ten minutes on one core. Writes ``lcp/lexicon/lexicon.npz`` and, in the same folder, the
table of held-out predictions, ``lexicon.md``. Needs the package rdata::

    python -m tools.lexicon --seed 0
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from lcp import load_corpus
from lcp.lexicon.file import shipped
from tools.lexicon.pipeline import build_lexicon
from tools.lexicon.report import markdown
from tools.lexicon.texts import Text
from tools.lexicon.writing import write_lexicon

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
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=shipped())
    options = parser.parse_args()
    root = Path(os.environ["LCP_DATA"])
    texts = [Text(register, root / path) for register, path in TEXTS]
    built = build_lexicon(texts, random_state=options.seed)
    write_lexicon(built.lexicon, options.out)
    expressions = [token for token in load_corpus("complex")["token"] if len(token.split()) > 1]
    report = markdown(built, options.out.stat().st_size, expressions)
    options.out.with_suffix(".md").write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()
