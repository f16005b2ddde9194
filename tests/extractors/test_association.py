"""Association of the words of an expression."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.errors import ResourceError
from lcp.extractors.association import Association
from lcp.lexicon.file import load_lexicon, write_lexicon
from lcp.resources import Store
from tests.lexicon.conftest import build_small


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("association")
    write_lexicon(build_small(folder).lexicon, folder / "small.npz")
    return str(folder / "small.npz")


def extracted(*tokens, store=None, **options):
    family = Association(**{"wordnet": False, "concreteness": False, **options})
    if store is not None:
        family.use_store(store)
    return family.extract(pd.DataFrame({"token": list(tokens)}))


def test_association_is_for_expressions_only(file):
    found = extracted("blue sea", "sea", "the deep", "deep blue sea", "sea blue", file=file)
    pairs = load_lexicon(file).pairs
    deep, blue, sea = load_lexicon(file).rows(["deep", "blue", "sea"])
    counts = pairs.count(np.array([blue, deep, sea]), np.array([sea, blue, blue]))
    assert counts.tolist() == [800, 800, 0]
    assert found["second_given_first"].tolist()[0] == 1.0
    assert found["log_count"].iloc[0] == pytest.approx(np.log10(801))
    assert found.iloc[1].isna().all()
    # The pairs of "the" were not counted.
    assert found["log_count"].isna().tolist() == [False, True, True, False, False]
    assert found["pmi"].iloc[3] == pytest.approx(found["pmi"].iloc[0])


def test_an_unseen_pair_has_a_smoothed_ratio_below_zero_and_no_other(file):
    row = extracted("sea blue", file=file).iloc[0]
    tokens = load_lexicon(file).about["tokens"]
    assert row["log_count"] == 0
    assert row["smoothed_pmi"] == pytest.approx(np.log2(0.5 / (800 * 800 / tokens + 0.5)))
    assert np.isnan(row["pmi"])


def test_neighbours_are_told_for_both_words(file):
    row = extracted("deep blue", file=file).iloc[0]
    # "the deep" was not counted: nothing precedes "deep", "sea" alone follows "blue".
    assert row["followers_first"] == pytest.approx(np.log10(2))
    assert row["preceders_first"] == 0
    assert row[["followers_second", "preceders_second"]].tolist() == pytest.approx(
        [np.log10(2)] * 2
    )
    the = extracted("the deep", file=file).iloc[0]
    assert np.isnan(the["followers_first"])
    assert the["followers_second"] == pytest.approx(np.log10(2))


def test_the_only_register_has_all_of_the_count(file):
    found = extracted("blue sea", "sea blue", file=file)
    assert found["log_count_fable"].tolist() == found["log_count"].tolist()


def test_each_dictionary_is_an_option_and_a_resource(file):
    assert Association().resources() == ("wordnet", "concreteness")
    assert Association(wordnet=False).resources() == ("concreteness",)
    own = [f.name for f in Association(file=file, wordnet=False, concreteness=False).features()]
    whole = [f.name for f in Association(file=file).features()]
    assert whole == [*own, "in_wordnet", "in_concreteness"]


def test_a_rated_expression_is_known_by_the_lemma_of_its_last_word(file, tmp_path):
    path = tmp_path / "concreteness.tsv"
    columns = "Word\tBigram\tConc.M\tConc.SD\tUnknown\tTotal\tPercent_known"
    rows = ["baking soda\t1\t5\t0\t0\t27\t1", "soda\t0\t5\t0\t0\t27\t1"]
    path.write_text("\n".join([columns, *rows]) + "\n", encoding="utf-8")
    store = Store(paths={"concreteness": path}, cache=tmp_path)
    tokens = ["Baking soda", "baking sodas", "bakings soda", "soda baking", "soda"]
    found = extracted(*tokens, file=file, concreteness=True, store=store)
    assert found["in_concreteness"].tolist()[:4] == [1, 1, 0, 0]
    assert np.isnan(found["in_concreteness"].iloc[4])


def test_a_missing_dictionary_is_named(file, tmp_path, no_data):
    for name in ("wordnet", "concreteness"):
        with pytest.raises(ResourceError, match=f"lcp fetch {name}"):
            extracted("blue sea", file=file, store=Store(cache=tmp_path), **{name: True})


def test_the_real_dictionaries_know_common_expressions(data):
    tokens = ["Natural selection", "natural selections", "selection natural", "air conditioner"]
    found = extracted(*tokens, "cat", store=Store(mirror=data), wordnet=True, concreteness=True)
    assert found["in_wordnet"].tolist()[:4] == [1, 1, 0, 1]
    assert found["in_concreteness"].tolist()[:4] == [0, 0, 0, 1]
    assert found.iloc[4].isna().all()


def test_the_shipped_lexicon_knows_an_expression_of_the_sciences():
    found = extracted("natural selection", "of the", "selection natural", "cat", "gene expression")
    assert found["pmi"].iloc[0] > 5
    assert found["log_likelihood"].iloc[0] > 100
    assert 0 < found["second_given_first"].iloc[0] < 1
    assert found[["log_count", "smoothed_pmi", "pmi"]].iloc[1].isna().all()
    assert not found["log_count"].iloc[2] > found["log_count"].iloc[0]
    assert found.iloc[3].isna().all()
    gene = found.iloc[4]
    assert gene["log_count_biomedical"] > gene["log_count_biblical"] == 0
    registers = 10 ** gene.filter(like="log_count_") - 1
    assert registers.sum() == pytest.approx(10 ** gene["log_count"] - 1)
