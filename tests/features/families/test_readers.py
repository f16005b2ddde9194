"""Who rated the word."""

import pandas as pd

from lcp.features.families.readers import Readers
from tests.features.families.measuring import measured


def test_columns_name_the_source_and_whether_readers_are_learners():
    frame = pd.DataFrame(
        {
            "source": ["complex", "word-complexity-lexicon", "mine.tsv"],
            "readers": "learner",
            "token": "ewe",
        },
        index=[5, 6, 7],
    )
    values = measured(Readers()).extract(frame)
    assert values.columns.tolist() == measured(Readers()).names()
    assert values["learner"].tolist() == [1, 1, 1]
    assert values["source_word_complexity_lexicon"].tolist() == [0, 1, 0]
    assert values.index.tolist() == [5, 6, 7]


def test_instances_without_the_columns_are_for_general_readers():
    assert not measured(Readers()).extract(pd.DataFrame({"token": ["ewe"]})).any(axis=None)
