"""Frequencies in large corpora and in the training sentences."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from lcp.english.text import lemma
from lcp.english.word_frequency import zipf
from lcp.errors import InputError, ResourceError
from lcp.extractors import families
from lcp.extractors.frequency import Frequency
from lcp.resources import Store, registry

SUBTLEX = """\
Word\tFREQcount\tCDcount\tFREQlow\tCdlow\tSUBTLWF\tLg10WF\tSUBTLCD\tLg10CD
the\t1501908\t8388\t1339811\t8388\t29449.18\t6.1766\t100.00\t3.9237
mouse\t999\t400\t900\t380\t19.00\t3.0000\t5.00\t2.6031
Paris\t199\t99\t0\t0\t4.00\t2.3010\t1.00\t2.0000
"""


def frame(*words: str) -> pd.DataFrame:
    return pd.DataFrame({"word": words, "lemma": [lemma(word) for word in words]})


def instances(*rows: tuple[str, str, str]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["genre", "sentence", "token"])


@pytest.fixture
def store(tmp_path) -> Store:
    (tmp_path / "subtlex.txt").write_text(SUBTLEX)
    columns = [column.source for column in registry()["tubelex"].columns.values()]
    counts = ["99", "9", "3"] + ["9"] * (len(columns) - 4) + ["0"]
    text = "\t".join(["word", *columns]) + "\n" + "\t".join(["mouse", *counts]) + "\n"
    (tmp_path / "tubelex.tsv").write_text(text)
    return Store(
        paths={"subtlex_us": tmp_path / "subtlex.txt", "tubelex": tmp_path / "tubelex.tsv"}
    )


def test_the_family_is_registered():
    assert families()["frequency"] is Frequency


def test_form_lemma_and_stem_have_different_frequencies():
    values = Frequency(sources=["wordfreq"], training=False).extract(frame("Mice", "happiness"))
    assert values.loc[0, "zipf"] == zipf("mice")
    assert values.loc[0, "zipf_lemma"] == zipf("mouse")
    assert values.loc[1, "zipf_stem"] == zipf("happi")
    assert values.loc[1, "zipf"] != values.loc[1, "zipf_stem"]


def test_columns_are_the_described_features_in_order(store):
    family = Frequency().use_store(store).fit(instances(("bible", "A mouse.", "mouse")))
    table = frame("mouse", "xqzzt").set_axis([4, 2], axis=0)
    for rows in (table, table.head(1), table.head(0)):
        values = family.extract(rows)
        assert list(values.columns) == [feature.name for feature in family.features()]
        assert values.index.equals(rows.index)
        assert (values.dtypes == "float64").all()


@pytest.mark.parametrize(
    ("sources", "required"),
    [(["wordfreq"], ()), (["tubelex", "wordfreq"], ("tubelex",)), ([], ())],
)
def test_only_the_selected_sources_are_required(sources, required):
    assert Frequency(sources=sources).resources() == required


def test_no_source_and_no_training_give_no_columns():
    family = Frequency(sources=[], training=False)
    assert family.features() == []
    assert family.extract(frame("mouse")).shape == (1, 0)


@pytest.mark.parametrize("sources", [["subtlex"], "wordfreq"])
def test_invalid_sources_raise_an_error_that_lists_the_valid_ones(sources):
    with pytest.raises(
        InputError, match=r"(?s)not a list of frequency sources.*subtlex_us, tubelex"
    ):
        Frequency(sources=sources).features()


def test_a_missing_source_raises_an_error(tmp_path, no_data):
    family = Frequency(sources=["tubelex"], training=False).use_store(Store(mirror=tmp_path))
    with pytest.raises(ResourceError, match="tubelex"):
        family.extract(frame("mouse"))


def test_subtitles_are_looked_up_by_form_and_then_by_lemma(store):
    family = Frequency(sources=["subtlex_us"], training=False).use_store(store)
    values = family.extract(frame("Paris", "mice", "xqzzt"))
    assert values["subtlex_frequency"].tolist()[:2] == [2.301, 3.0]
    assert values["subtlex_diversity"].tolist()[:2] == [2.0, 2.6031]
    assert values["subtlex_low_share"].tolist()[:2] == [0.0, pytest.approx(900 / 999)]
    assert values.loc[2].isna().all()


def test_video_counts_are_logarithms_and_their_dispersion_is_a_share(store):
    family = Frequency(sources=["tubelex"], training=False).use_store(store)
    values = family.extract(frame("mice")).iloc[0]
    assert values["tubelex_count"] == 2
    assert values["tubelex_videos"] == 1
    assert values["tubelex_channels"] == pytest.approx(math.log10(4))
    assert values["tubelex_channels_per_video"] == pytest.approx(1 / 3)
    # A word that does not occur in a category has a count of zero, not NaN.
    assert values["tubelex_count_pets"] == 0
    assert values["tubelex_count_howto"] == 1


def test_the_family_learns_only_if_it_counts_the_training_sentences():
    assert Frequency().learns
    assert not Frequency(training=False).learns
    assert not hasattr(Frequency(training=False).fit(instances()), "counts_")


def test_an_unfitted_family_describes_the_genres_of_complex_and_extracts_nothing():
    family = Frequency(sources=[])
    names = [feature.name for feature in family.features()]
    assert names == ["train_bible", "train_biomed", "train_europarl", "train_all"]
    with pytest.raises(NotFittedError):
        family.extract(frame("mouse"))


def test_training_counts_are_by_genre_and_ignore_case():
    table = instances(
        ("bible", "The river and the sea.", "sea"),
        ("europarl", "The vote.", "vote"),
    )
    family = Frequency(sources=[]).fit(table)
    assert family.counts_ == {
        "bible": {"the": 2, "river": 1, "and": 1},
        "europarl": {"the": 1},
    }
    values = family.extract(frame("THE", "river", "mouse"))
    np.testing.assert_allclose(values["train_bible"], np.log10([3, 2, 1]))
    np.testing.assert_allclose(values["train_europarl"], np.log10([2, 1, 1]))
    np.testing.assert_allclose(values["train_all"], np.log10([4, 2, 1]))


def test_a_sentence_with_two_targets_is_counted_once():
    sentence = "The river and the sea."
    table = instances(("bible", sentence, "sea"), ("bible", sentence, "river"))
    assert Frequency(sources=[]).fit(table).counts_ == {"bible": {"the": 2, "and": 1}}


def test_words_of_the_target_are_not_counted_in_its_sentence():
    table = instances(
        ("bible", "The River and the river bank.", "river bank"),
        ("bible", "A river.", "A"),
    )
    counts = Frequency(sources=[]).fit(table).counts_["bible"]
    assert counts["river"] == 1
    assert "bank" not in counts


def test_a_genre_of_any_name_gets_a_column():
    table = instances(("My genre!", "A sea.", "sea"), ("all", "A sea.", "sea"), (None, "A.", "B"))
    names = [feature.name for feature in Frequency(sources=[]).fit(table).features()]
    assert names == ["train_my_genre", "train_unnamed", "train_all"]


def test_the_real_lists_contain_common_words(data):
    family = Frequency(training=False).use_store(Store(mirror=data))
    values = family.extract(frame("the", "mountain", "lagoon"))
    assert values.notna().all(axis=None)
    for column in ("zipf", "subtlex_frequency", "subtlex_diversity", "tubelex_count"):
        assert values[column].is_monotonic_decreasing
    assert values["subtlex_low_share"].between(0, 1).all()
    assert values["tubelex_channels_per_video"].between(0, 1).all()


def test_words_without_sentences_have_no_counts_in_training():
    table = instances(("", "river", "river"), ("", "bank", "bank"))
    family = Frequency(sources=[], training=True)
    values = family.fit(table).extract(frame("river", "bank"))
    assert list(values) == ["train_all"]
    assert values["train_all"].tolist() == [0.0, 0.0]
