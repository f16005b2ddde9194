"""Building a lexicon from texts and norms."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.errors import InputError, ResourceError
from lcp.lexicon.building.norms import fold_of, predict_norm
from lcp.lexicon.building.pipeline import build_lexicon, steps
from lcp.lexicon.building.texts import Text
from lcp.lexicon.file import STEPS, write_lexicon
from lcp.resources import Store
from tests.lexicon.conftest import NORMS, NOUNS, build_small, write_norms, write_text


def test_the_words_are_those_of_the_text_and_common_words(built):
    words = built.lexicon.words
    assert words == sorted(set(words))
    assert set(NOUNS) <= set(words)
    assert "government" in words
    assert 900 <= len(words) < 950


def test_the_same_texts_and_seed_give_the_same_bytes(lexicon_file, tmp_path):
    write_lexicon(build_small(tmp_path).lexicon, tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == lexicon_file.read_bytes()


def test_another_seed_gives_other_vectors(built, tmp_path):
    other = build_small(tmp_path, norms=(), random_state=1)
    assert (other.lexicon.vectors != built.lexicon.vectors).any()


def test_the_number_of_progress_reports_is_the_announced_one(tmp_path):
    labels = []
    build_small(tmp_path, epochs=2, progress=labels.append)
    assert len(labels) == steps([Text("fable", tmp_path)], NORMS, epochs=2)
    assert "predicting familiarity" in labels


def test_the_stored_value_of_a_rated_word_is_not_its_rating(built, tmp_path):
    _, rated = write_norms(tmp_path)
    words = [word for word in built.lexicon.words if word in rated]
    values = built.lexicon.norm_values(words)[:, 0]
    ratings = np.array([rated[word] for word in words])
    held_out = built.held_out.set_index("norm").loc["familiarity"]
    assert np.corrcoef(values, ratings)[0, 1] == pytest.approx(held_out["r"], abs=0.002)
    assert 0.7 < held_out["r"] < 0.97
    assert np.abs(values - ratings).mean() > 5 * held_out["step"]


def test_the_rating_of_a_word_does_not_affect_its_own_value():
    words = [f"{letter}{end}" for letter in "abcdefghijklmnop" for end in ("at", "ot", "un", "ig")]
    matrix = np.random.default_rng(0).normal(size=(len(words), 5)).astype(np.float32)
    ratings = dict(zip(words, matrix[:, 0].astype(float).tolist(), strict=True))
    before = predict_norm(words, matrix, ratings).predicted
    after = predict_norm(words, matrix, ratings | {words[7]: 9.0}).predicted
    same = np.array([fold_of(word) == fold_of(words[7]) for word in words])
    assert np.array_equal(before[same], after[same])
    assert not np.array_equal(before[~same], after[~same])


def test_forms_of_a_lemma_are_held_out_together():
    assert fold_of("mountains") == fold_of("mountain")
    assert len({fold_of(word) for word in NOUNS}) > 1


def test_a_norm_with_too_few_ratings_is_not_predicted():
    matrix = np.zeros((3, 2), dtype=np.float32)
    assert predict_norm(["a", "b", "c"], matrix, {"a": 1.0, "b": 2.0}) is None


def test_the_loss_by_quantisation_is_reported(built):
    table = built.held_out
    assert (table["r_between"] > 0.999).all()
    width = np.array([norm["high"] - norm["low"] for norm in built.lexicon.about["norms"]])
    assert np.allclose(table["step"], width / STEPS)
    assert built.vectors["cosine_quantised"] <= built.vectors["cosine_components"] + 0.01


def test_a_missing_norm_raises_an_error_before_the_texts_are_read(tmp_path):
    labels = []
    text = Text("fable", write_text(tmp_path / "text.txt"))
    store = Store(mirror=tmp_path, cache=tmp_path)
    with pytest.raises(ResourceError, match="mrc"):
        build_lexicon([text], norms=NORMS, store=store, progress=labels.append)
    assert not labels


def test_a_text_without_words_raises_an_error(tmp_path):
    (tmp_path / "text.txt").write_text("12 13\n", encoding="utf-8")
    text = Text("fable", tmp_path / "text.txt")
    with pytest.raises(InputError, match="No word occurs often enough"):
        build_lexicon([text], norms=())


def test_word_counts_without_running_text_raise_an_error(tmp_path):
    (tmp_path / "counts.json").write_text('{"the": 9}', encoding="utf-8")
    with pytest.raises(InputError, match="Add text"):
        build_lexicon([Text("fable", tmp_path / "counts.json")], norms=())
