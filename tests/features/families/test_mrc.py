"""Ratings of the MRC database."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.families.mrc import MRC
from lcp.resources import Store
from tests.features.families.measuring import measured

FRAME = pd.DataFrame(
    {"word": ["Forests", "hyssop", "xqzzt"], "lemma": ["forest", "hyssop", "xqzzt"]}
)


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "mrc.csv"
    path.write_text(
        "WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA\nforest,5.13,6.09,6.33,5.2,9.12,2.97\n"
        "hyssop,0.81,,2.12,,,\n",
        encoding="utf-8",
    )
    return Store(paths={"mrc": path}, cache=tmp_path / "cache")


def test_words_are_looked_up_by_form_then_by_lemma(store):
    extracted = measured(MRC(), store).extract(FRAME)
    unknown = np.nan
    np.testing.assert_array_equal(
        extracted,
        [
            [5.13, 6.09, 6.33, 5.2, 9.12, 2.97],
            [0.81, unknown, 2.12, unknown, unknown, unknown],
            [unknown] * 6,
        ],
    )
