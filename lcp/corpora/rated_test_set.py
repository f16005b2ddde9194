"""CompLex's test instances with their ratings, which the user provides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lcp.errors import ResourceError

if TYPE_CHECKING:
    import pandas as pd


def read_rated_test() -> pd.DataFrame:
    """Read CompLex's test instances with their ratings: words and expressions.

    `lcp` does not download the ratings, so that no model is selected on the test set by accident.

    They are in ``complex/test-labels/lcp_single_test.tsv`` and ``lcp_multi_test.tsv``.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        The instance table.

    Raises
    ------
    ResourceError
        If a file is missing.
    """
    import pandas as pd

    from lcp.corpora.loading import load_corpus
    from lcp.resources import Store

    store = Store()
    tables = []
    for kind in ("single", "multi"):
        name = Path("complex", "test-labels", f"lcp_{kind}_test.tsv")
        paths = [root / name for root in store.roots() if (root / name).is_file()]
        if not paths:
            raise ResourceError(
                f"CompLex's test ratings are missing ({name}).",
                hint="Put the file into $LCP_DATA, give a rated file with --corpus, or write a "
                "submission: `lcp predict FILE.tsv --model MODEL --submission`.",
            )
        tables.append(load_corpus(paths[0]).assign(source="complex"))
    return pd.concat(tables, ignore_index=True)
