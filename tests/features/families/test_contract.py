"""What holds for the features of every family."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.errors import ResourceError
from lcp.features.family import families
from lcp.resources import Store
from lcp.targets import Targets
from tests.features.families.measuring import measured

#: Options with which a family needs neither downloads nor, outside `WITH_DATA`, resources.
SMALL = {
    "association": {"wordnet": False, "concreteness": False},
    "frequency": {"sources": ["wordfreq"]},
    "glove": {"vectors": "glove_subset"},
    "length": {},
    "norms": {"sources": []},
    "readability": {},
}
#: Families whose resources exist only where ``LCP_DATA`` is set.
WITH_DATA = ("glove", "mrc", "pos", "wordlists", "wordnet")


@pytest.fixture(scope="module")
def table():
    table = Targets.table(lcp.load_corpus("sample").iloc[::12])
    return pd.DataFrame(
        {
            "word": [token.split()[0] for token in table.target],
            "lemma": [token.split()[0].lower() for token in table.target],
            "token": table.target,
            "sentence": table.sentence,
            "genre": table.genre,
            "complexity": np.linspace(0, 1, len(table.target)),
        },
        index=[f"row {number}" for number in range(len(table.target))],
    )


def check(name, table):
    family = measured(families()[name](**SMALL.get(name, {}))).fit(table)
    features = family.member.features(family.learned)
    assert all(f.description and f.unit and f.source for f in features)
    assert len(set(family.names())) == len(features)
    whole = family.extract(table)
    assert not np.isinf(whole.to_numpy()).any()
    assert family.extract(table.head(0)).shape == (0, len(features))
    # A row does not depend on the others, nor on their order.
    pd.testing.assert_frame_equal(family.extract(table.iloc[::-1]).iloc[::-1], whole)
    pd.testing.assert_frame_equal(family.extract(table.tail(1)), whole.tail(1))


def test_every_family_is_tested():
    with_encoder = {"encoder"}
    assert set(SMALL) | set(WITH_DATA) | with_encoder <= set(families())


@pytest.mark.parametrize("name", sorted(set(families()) - {*WITH_DATA, "encoder"}))
def test_a_family_measures_each_row_by_itself(name, table):
    check(name, table)


@pytest.mark.parametrize("name", WITH_DATA)
def test_a_family_with_resources_measures_each_row_by_itself(name, table, data):
    if name == "glove":
        pytest.importorskip("gensim")
    check(name, table)


#: Families with a resource, and options with which it is the only one.
RESOURCES = [
    ("association", {"concreteness": False}),
    ("association", {"wordnet": False}),
    ("frequency", {"sources": ["tubelex"]}),
    ("norms", {"sources": ["affect"]}),
    *((name, {}) for name in WITH_DATA if name not in {"glove", "pos", "wordlists"}),
]


@pytest.mark.parametrize(("name", "options"), RESOURCES)
def test_the_error_for_a_missing_resource_says_how_to_get_it(
    name, options, table, no_data, tmp_path
):
    member = families()[name](**options)
    (resource,) = member.resources()
    family = measured(member, Store(mirror=tmp_path, cache=tmp_path))
    with pytest.raises(ResourceError, match=f"lcp resources fetch {resource}"):
        family.fit(table).extract(table)
