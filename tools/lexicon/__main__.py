"""Build the bundled lexicon from the texts and norms in $LCP_DATA.

Takes about ten minutes on one core, and writes ``lcp/lexicon/lexicon.npz``. Needs the package
rdata::

    python -m tools.lexicon
"""

from __future__ import annotations

import os
from pathlib import Path

from lcp.lexicon.file import shipped
from lcp.resources import Store
from tools.lexicon.pipeline import build_lexicon
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
    """Build the lexicon, write it, and print the scores of the norms."""
    root = Path(os.environ["LCP_DATA"])
    lexicon = build_lexicon([Text(register, root / path) for register, path in TEXTS], Store())
    write_lexicon(lexicon, shipped())
    for norm in lexicon.about["norms"]:
        print(norm["name"], norm["held_out"])


if __name__ == "__main__":
    main()
