"""Frequencies in large corpora and in the training sentences."""

import math

import pandas as pd
import pytest

from lcp.english.lemmas import lemma
from lcp.english.word_frequency import zipf
from lcp.errors import InputError
from lcp.features.families.frequency import Frequency
from lcp.resources import Store, registry
from tests.features.families.measuring import measured

SUBTLEX = """\
Word\tFREQcount\tCDcount\tFREQlow\tCdlow\tSUBTLWF\tLg10WF\tSUBTLCD\tLg10CD
the\t1501908\t8388\t1339811\t8388\t29449.18\t6.1766\t100.00\t3.9237
mouse\t999\t400\t900\t380\t19.00\t3.0000\t5.00\t2.6031
Paris\t199\t99\t0\t0\t4.00\t2.3010\t1.00\t2.0000
"""


def frame(*words: str) -> pd.DataFrame:
    return pd.DataFrame({"word": words, "lemma": [lemma(word) for word in words]})


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


def test_form_lemma_and_stem_have_different_frequencies():
    values = measured(Frequency(sources=["wordfreq"])).extract(frame("Mice", "happiness"))
    assert values.loc[0, "zipf"] == zipf("mice")
    assert values.loc[0, "zipf_lemma"] == zipf("mouse")
    assert values.loc[1, "zipf_stem"] == zipf("happi")
    assert values.loc[1, "zipf"] != values.loc[1, "zipf_stem"]


@pytest.mark.parametrize(
    ("sources", "required"),
    [(["wordfreq"], ()), (["tubelex", "wordfreq"], ("tubelex",)), ([], ())],
)
def test_only_the_selected_sources_are_required(sources, required):
    assert Frequency(sources=sources).resources() == required


def test_no_source_gives_no_columns():
    assert measured(Frequency(sources=[])).extract(frame("mouse")).shape == (1, 0)


def test_an_invalid_source_raises_an_error_that_lists_the_valid_ones():
    with pytest.raises(InputError, match=r"(?s)'subtlex'.*subtlex_us, tubelex"):
        Frequency(sources=["subtlex"]).features({})


def test_a_form_that_subtitles_lack_has_no_frequency_though_its_lemma_has(store):
    family = measured(Frequency(sources=["subtlex_us"]), store)
    values = family.extract(frame("Paris", "Mouse", "xqzzt"))
    assert values["subtlex_frequency"].tolist()[:2] == [2.301, 3.0]
    assert family.extract(frame("mice"))["subtlex_frequency"].isna().all()
    assert values["subtlex_diversity"].tolist()[:2] == [2.0, 2.6031]
    assert values["subtlex_low_share"].tolist()[:2] == [0.0, pytest.approx(900 / 999)]
    assert values.loc[2].isna().all()


def test_video_counts_are_logarithms_and_their_dispersion_is_a_share(store):
    family = measured(Frequency(sources=["tubelex"]), store)
    values = family.extract(frame("Mouse")).iloc[0]
    assert values["tubelex_count"] == 2
    assert values["tubelex_videos"] == 1
    assert values["tubelex_channels"] == pytest.approx(math.log10(4))
    assert values["tubelex_channels_per_video"] == pytest.approx(1 / 3)
    # A word that does not occur in a category has a count of zero, not NaN.
    assert values["tubelex_count_pets"] == 0
    assert values["tubelex_count_howto"] == 1
