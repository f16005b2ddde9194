"""Listed grades and predicted ages of acquisition."""

import numpy as np
import pytest

from lcp.english.lexicon.word_table import load_lexicon
from lcp.errors import ResourceError
from lcp.features.families import acquisition
from lcp.features.families.acquisition import FILE, Acquisition
from lcp.features.family import Fitted, Words


def measured(*pairs):
    forms, lemmas = zip(*pairs, strict=True)
    return Acquisition().measure(Words(forms, lemmas), Fitted())


def test_a_word_has_the_grade_of_its_lemma_or_of_its_parts_written_apart():
    values = measured(("hamster", "hamster"), ("Hamsters", "hamster"), ("chickenpox", "chickenpox"))
    assert values[0, 0] == values[1, 0] == 2
    assert 2 <= values[2, 0] <= 8


def test_a_grade_is_at_most_the_mean_of_all_meanings():
    values = measured(*[(word, word) for word in ("bank", "run", "ubiquitous")])
    assert (values[:, 0] <= values[:, 1]).all()
    assert values[1, 0] < values[1, 1]


def test_words_of_children_have_a_lower_age_than_rare_words_of_adults():
    easy, hard = measured(("lollipop", "lollipop"), ("nefarious", "nefarious"))[:, 2]
    assert easy < 8 < hard


def test_an_inflected_form_has_the_age_of_its_lemma():
    form, base = measured(("forbade", "forbid"), ("forbid", "forbid"))
    assert form[2] == base[2]


def test_a_listed_word_outside_the_lexicon_has_values():
    assert "stomachache" not in load_lexicon()
    grade, _, age = measured(("Stomachache", "stomachache"))[0]
    assert grade == 2
    assert age < 10


def test_a_file_for_another_lexicon_is_an_error(tmp_path, monkeypatch):
    with np.load(FILE) as stored:
        arrays = {name: stored[name] for name in stored.files}
    np.savez(tmp_path / "other.npz", **{**arrays, "lexicon": np.array("another")})
    monkeypatch.setattr(acquisition, "FILE", tmp_path / "other.npz")
    acquisition._stored.cache_clear()
    try:
        with pytest.raises(ResourceError, match="another lexicon"):
            measured(("hamster", "hamster"))
    finally:
        acquisition._stored.cache_clear()
