"""Similarity of a target to its sentence and to the passage's sentences that match it."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.errors import InputError
from lcp.extractors.alignment import Alignment

PASSAGES = [
    "The club won the match. Fans cheered for the team. Rain fell in the evening.",
    "The bank lost money. Its profits fell. The manager resigned.",
    "Doctors treat patients in the hospital. Nurses help them. A disease spread.",
]
ABOUT_MONEY = "The bank has reported a {} in its profits."


def instances(*tokens: str, passage: str = PASSAGES[1], template: str = ABOUT_MONEY):
    start = template.index("{}")
    return pd.DataFrame(
        [
            {
                "sentence": template.format(token),
                "token": token,
                "start": start,
                "end": start + len(token),
                "passage": passage,
            }
            for token in tokens
        ]
    )


@pytest.fixture(scope="module")
def family():
    return Alignment(components=1).fit(pd.DataFrame({"passage": PASSAGES}))


def test_a_word_of_the_topic_is_more_similar_than_another(family):
    values = family.extract(instances("debt", "penalty"))
    for name in ("sentence", "passage", "attention", "best_sentence"):
        assert values[name][0] > values[name][1], name


def test_the_aligned_sentence_is_the_one_that_is_similar_to_the_targets_sentence(family):
    passage = "Doctors treat patients in the hospital. The bank lost its profits."
    values = family.extract(instances("nurse", "money", passage=passage))
    assert values["first_sentence"][0] > values["first_sentence"][1]
    assert values["aligned"][1] > values["aligned"][0]
    assert values["aligned"][1] == pytest.approx(values["best_sentence"][1])


def test_words_that_the_sentence_has_are_not_missing(family):
    with_loss, without = (
        family.extract(instances("loss", passage=f"The bank reported its profits {rest}."))
        for rest in ("and losses", "")
    )
    assert without["missing"][0] == 0
    assert math.isnan(without["missing_3"][0])
    assert with_loss["missing_3"][0] > 0.3


def test_the_window_has_fewer_words_than_the_sentence(family):
    far = (
        "Doctors, nurses, patients, hospitals and surgeons like the bank, its profits and {} today."
    )
    values = family.extract(instances("money", template=far))
    assert values["window"][0] > values["sentence"][0]


def test_without_a_passage_only_the_sentence_is_compared(family):
    for table in (instances("debt").drop(columns="passage"), instances("debt", passage="")):
        row = family.extract(table).loc[0]
        assert row[["sentence", "window"]].notna().all()
        assert row.drop(["sentence", "window"]).isna().all()


def test_an_unknown_word_has_no_values(family):
    assert family.extract(instances("xqzztic")).isna().all(axis=None)


def test_without_training_passages_nothing_is_removed():
    family = Alignment(components=2).fit(pd.DataFrame({"token": ["debt"]}))
    assert not family.mean_.any()
    assert len(family.components_) == 0
    assert family.extract(instances("debt")).notna().all(axis=None)


def test_the_mean_of_the_training_words_is_removed(family):
    table = pd.DataFrame({"passage": PASSAGES})
    mean = Alignment().fit(table).mean_
    assert np.linalg.norm(mean) > 0.1
    assert family.components_.shape == (1, len(mean))


def test_vectors_of_a_file_replace_those_of_the_lexicon(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text("bank 1 0.1\nmoney 0.9 0.2\ngrammar -0.2 1\nmatch 0 0.8\n", encoding="utf-8")
    family = Alignment(vectors=str(path)).fit(pd.DataFrame({"passage": PASSAGES}))
    values = family.extract(instances("money", "grammar", "debt"))
    assert values["sentence"][0] > values["sentence"][1]
    assert math.isnan(values["sentence"][2])
    assert {feature.source for feature in family.features()} == {"vectors.txt"}


def test_vectors_that_do_not_exist_are_an_error():
    with pytest.raises(InputError, match="no file called 'glov'") as error:
        Alignment(vectors="glov").resources()
    assert error.value.where == "alignment.vectors"


def test_a_restored_family_gives_the_same_values(family):
    table = instances("debt", "penalty")
    restored = Alignment(components=1).restore(family.learned())
    pd.testing.assert_frame_equal(restored.extract(table), family.extract(table))


def test_the_set_with_glove_has_the_columns_of_the_set_without():
    sets = [lcp.FeatureSet.load(name) for name in ("recam", "recam-glove")]
    assert list(sets[0].families) == list(sets[1].families)
    assert sets[1].families["alignment"]["vectors"] == "glove"
