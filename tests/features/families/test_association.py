"""Association of the words of an expression."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.families.association import Association
from lcp.resources import Store
from tests.features.families.measuring import measured


def extracted(*tokens, store=None, **options):
    family = Association(**{"wordnet": False, "concreteness": False, **options})
    return measured(family, store).extract(pd.DataFrame({"token": list(tokens)}))


def test_single_words_have_no_association(small_lexicon):
    values = extracted("blue sea", "sea", "the deep", "deep blue sea", "sea blue")
    pairs = small_lexicon.pairs
    deep, blue, sea = small_lexicon.rows(["deep", "blue", "sea"])
    counts = pairs.count(np.array([blue, deep, sea]), np.array([sea, blue, blue]))
    assert counts.tolist() == [800, 800, 0]
    assert values["second_given_first"].tolist()[0] == 1.0
    assert values["log_count"].iloc[0] == pytest.approx(np.log10(801))
    assert values.iloc[1].isna().all()
    # The pairs of "the" were not counted.
    assert values["log_count"].isna().tolist() == [False, True, True, False, False]
    assert values["pmi"].iloc[3] == pytest.approx(values["pmi"].iloc[0])


def test_an_unseen_pair_has_a_smoothed_pmi_below_zero_and_no_pmi(small_lexicon):
    row = extracted("sea blue").iloc[0]
    tokens = small_lexicon.about["tokens"]
    assert row["log_count"] == 0
    assert row["smoothed_pmi"] == pytest.approx(np.log2(0.5 / (800 * 800 / tokens + 0.5)))
    assert np.isnan(row["pmi"])


def test_followers_and_preceders_are_counted_for_both_words(small_lexicon):
    row = extracted("deep blue").iloc[0]
    # "the deep" was not counted: nothing precedes "deep", and only "sea" follows "blue".
    assert row["followers_first"] == pytest.approx(np.log10(2))
    assert row["preceders_first"] == 0
    assert row[["followers_second", "preceders_second"]].tolist() == pytest.approx(
        [np.log10(2)] * 2
    )
    the = extracted("the deep").iloc[0]
    assert np.isnan(the["followers_first"])
    assert the["followers_second"] == pytest.approx(np.log10(2))


def test_each_dictionary_is_optional_and_a_resource(small_lexicon):
    assert Association().resources() == ("wordnet", "concreteness")
    assert Association(wordnet=False).resources() == ("concreteness",)
    own = [f.name for f in Association(wordnet=False, concreteness=False).features({})]
    whole = [f.name for f in Association().features({})]
    assert whole == [*own, "in_wordnet", "in_concreteness"]


def test_a_rated_expression_is_found_by_the_lemma_of_its_last_word(small_lexicon, tmp_path):
    path = tmp_path / "concreteness.tsv"
    columns = "Word\tBigram\tConc.M\tConc.SD\tUnknown\tTotal\tPercent_known"
    rows = ["baking soda\t1\t5\t0\t0\t27\t1", "soda\t0\t5\t0\t0\t27\t1"]
    path.write_text("\n".join([columns, *rows]) + "\n", encoding="utf-8")
    store = Store(paths={"concreteness": path}, cache=tmp_path)
    tokens = ["Baking soda", "baking sodas", "bakings soda", "soda baking", "soda"]
    values = extracted(*tokens, concreteness=True, store=store)
    assert values["in_concreteness"].tolist()[:4] == [1, 1, 0, 0]
    assert np.isnan(values["in_concreteness"].iloc[4])
