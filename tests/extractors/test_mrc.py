"""Ratings of the MRC database."""

import numpy as np
import pandas as pd
import pytest

from lcp.extractors import families
from lcp.extractors.mrc import MRC
from lcp.resources import Store, registry

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


def test_the_family_is_registered():
    assert families()["mrc"] is MRC


def test_words_are_looked_up_by_form_then_by_lemma(store):
    extracted = MRC().use_store(store).extract(FRAME)
    unknown = np.nan
    np.testing.assert_array_equal(
        extracted,
        [
            [5.13, 6.09, 6.33, 5.2, 9.12, 2.97],
            [0.81, unknown, 2.12, unknown, unknown, unknown],
            [unknown] * 6,
        ],
    )


def test_columns_are_declared_in_the_registry(store):
    family = MRC().use_store(store)
    columns = list(registry()["mrc"].columns)
    assert list(family.extract(FRAME).columns) == columns
    assert [feature.name for feature in family.features()] == columns
    assert family.resources() == ("mrc",)


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows_keep_their_index(store, rows):
    frame = FRAME.set_axis([4, 2, 8], axis=0).head(rows)
    extracted = MRC().use_store(store).extract(frame)
    assert extracted.index.equals(frame.index)
    assert (extracted.dtypes == "float64").all()


def test_the_published_file_can_be_read(data):
    extracted = MRC().use_store(Store(mirror=data)).extract(FRAME)
    assert extracted.loc[0, "concreteness"] == pytest.approx(6.09)
    assert extracted.loc[2].isna().all()
