"""Readability of ordinary and degenerate sentences."""

import numpy as np
import pandas as pd
import pytest

from lcp.english.word_frequency import zipf
from lcp.errors import ResourceError
from lcp.features.families.readability import PLAIN, SYLLABIC, Readability
from lcp.resources import Store
from tests.features.families.measuring import measured

EASY = "The cat sat on the mat."
HARD = "Electrophysiological characterisation necessitates considerable methodological expertise."


def sentences(*texts, index=None):
    return pd.DataFrame({"sentence": list(texts)}, index=index, dtype=str)


@pytest.fixture
def no_download(monkeypatch):
    import nltk

    def refuse(*_args, **_options):
        pytest.fail("textstat tried to download")

    monkeypatch.setattr(nltk, "download", refuse)


@pytest.fixture
def dictionary(tmp_path, monkeypatch, no_download, textstat_without_caches):
    """Return a store with a pronouncing dictionary of two words."""
    import nltk
    from nltk.corpus.reader import CMUDictCorpusReader

    folder = tmp_path / "nltk_data" / "corpora" / "cmudict"
    folder.mkdir(parents=True)
    # With hyphenation rules, both would have another number of syllables.
    folder.joinpath("cmudict").write_text("CAT 1 K AE1 T AH0 T AH0\nMAT 1 M AE1 T\n")
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path / "nltk_data")])
    monkeypatch.setattr(nltk.corpus, "cmudict", CMUDictCorpusReader(str(folder), ["cmudict"]))
    return Store(mirror=tmp_path, cache=tmp_path / "cache")


def test_scores_without_syllables_follow_their_formulas(no_download):
    row = measured(Readability(cmudict=False)).extract(sentences(EASY)).iloc[0]
    # 6 words in 1 sentence, 17 letters, 18 characters with the full stop, no word longer than 6.
    assert row["automated_readability_index"] == pytest.approx(4.71 * 18 / 6 + 0.5 * 6 - 21.43)
    assert row["coleman_liau_index"] == pytest.approx(5.8 * 17 / 6 - 29.6 / 6 - 15.8)
    assert row["lix"] == pytest.approx(6)
    assert row["rix"] == 0
    assert row["mcalpine_eflaw"] == 12


def test_syllables_come_from_the_pronouncing_dictionary(dictionary):
    row = measured(Readability(), dictionary).extract(sentences(EASY)).iloc[0]
    # Three syllables for "cat", one for each of the other five words.
    assert row["flesch_reading_ease"] == pytest.approx(206.835 - 1.015 * 6 - 84.6 * 8 / 6)
    assert row["flesch_kincaid_grade"] == pytest.approx(0.39 * 6 + 11.8 * 8 / 6 - 15.59)
    assert row["smog_index"] == pytest.approx(1.043 * 30**0.5 + 3.1291)


def test_difficult_words_are_a_share(dictionary):
    row = (
        measured(Readability(), dictionary).extract(sentences("The cat sat. A xylorimba!")).iloc[0]
    )
    assert row["difficult_words"] == pytest.approx(1 / 5)


def test_frequencies_are_those_of_the_words_in_wordfreq():
    row = measured(Readability(cmudict=False)).extract(sentences("The hyssop xqzzt grew")).iloc[0]
    expected = [zipf("the"), zipf("hyssop"), zipf("grew")]
    assert row["zipf_mean"] == pytest.approx(np.mean(expected))
    assert row["zipf_min"] == zipf("hyssop")
    assert row["zipf_below_4"] == 0.5
    assert row["words"] == 4
    assert row["characters_per_word"] == pytest.approx(18 / 4)


@pytest.mark.parametrize("text", ["", " ", "…", "?!", "\U0001f600\ufe0f \U0001f1ea\U0001f1fa", "'"])
def test_a_sentence_without_words_has_no_scores(dictionary, text):
    row = measured(Readability(), dictionary).extract(sentences(text)).iloc[0]
    assert row["words"] == 0
    assert row.drop("words").isna().all()


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000,
        "word " * 40_000,
        "a." * 100_000,
        "x-" * 100_000,
        "\U0001f600 ab " * 40_000,
        "_",
    ],
)
def test_extreme_sentences_have_finite_scores(dictionary, text):
    row = measured(Readability(), dictionary).extract(sentences(text)).iloc[0]
    assert np.isfinite(row.drop(["zipf_mean", "zipf_min"])).all()


def test_without_the_dictionary_no_score_counts_syllables(no_download):
    family = Readability(cmudict=False)
    names = [feature.name for feature in family.features({})]
    assert family.resources() == ()
    assert names[: len(PLAIN)] == [feature.name for feature in PLAIN]
    assert not {"difficult_words", *(feature.name for feature in SYLLABIC)} & set(names)
    assert measured(family).extract(sentences(EASY, HARD)).notna().all(axis=None)


def test_a_missing_dictionary_is_not_downloaded(no_data, no_download, tmp_path, monkeypatch):
    family = measured(Readability(), Store(cache=tmp_path))
    with pytest.raises(ResourceError, match="lcp resources fetch cmudict"):
        family.extract(sentences(EASY))


def test_the_shared_settings_of_textstat_do_not_matter():
    import textstat

    before = measured(Readability(cmudict=False)).extract(sentences(EASY))
    textstat.textstat.set_rounding_points(0)
    try:
        pd.testing.assert_frame_equal(
            measured(Readability(cmudict=False)).extract(sentences(EASY)), before
        )
    finally:
        textstat.textstat.set_rounding_points(None)
