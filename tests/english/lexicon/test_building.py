"""Building a lexicon from texts and norms."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from tests.english.lexicon.conftest import NOUNS, build_small, write_norms
from tools.lexicon.counting import count_forms, count_neighbours, count_of_words
from tools.lexicon.norm_prediction import fold_of, predict_norm
from tools.lexicon.texts import Text, lines
from tools.lexicon.writing import write_lexicon

FILES = Path(__file__).with_name("files")


def test_the_words_are_those_of_the_text_and_common_words(built):
    words = built.words
    assert words == sorted(set(words))
    assert set(NOUNS) <= set(words)
    assert "government" in words
    assert 300 <= len(words) < 350


def test_the_same_texts_and_seed_give_the_same_bytes(lexicon_file, tmp_path):
    write_lexicon(build_small(tmp_path), tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == lexicon_file.read_bytes()


def test_the_stored_value_of_a_rated_word_is_not_its_rating(built, tmp_path):
    _, rated = write_norms(tmp_path)
    words = [word for word in built.words if word in rated]
    values = built.norm_values(built.rows(words))[:, 0]
    ratings = np.array([rated[word] for word in words])
    r = built.about["norms"][0]["held_out"]["r"]
    assert np.corrcoef(values, ratings)[0, 1] == pytest.approx(r, abs=0.002)
    assert 0.7 < r < 0.97


def test_the_rating_of_a_word_does_not_affect_its_own_value():
    words = [f"{letter}{end}" for letter in "abcdefghijklmnop" for end in ("at", "ot", "un", "ig")]
    matrix = np.random.default_rng(0).normal(size=(len(words), 5)).astype(np.float32)
    ratings = dict(zip(words, matrix[:, 0].astype(float).tolist(), strict=True))
    before, *_ = predict_norm(words[:60], matrix[:60], ratings)
    after, *_ = predict_norm(words[:60], matrix[:60], ratings | {words[7]: 9.0})
    same = np.array([fold_of(word) == fold_of(words[7]) for word in words[:60]])
    assert np.array_equal(before[same], after[same])
    assert not np.array_equal(before[~same], after[~same])


def test_forms_of_a_lemma_are_held_out_together():
    assert fold_of("mountains") == fold_of("mountain")
    assert len({fold_of(word) for word in NOUNS}) > 1


def text_of(tmp_path, text, register="general"):
    path = tmp_path / f"{register}.txt"
    path.write_text(text, encoding="utf-8")
    return Text(register, path)


def test_only_the_verses_of_an_osis_bible_are_read():
    assert list(lines(FILES / "osis.xml")) == [
        "A famine came on the land.",
        "Sing to the Lord,",
        "all the earth.",
    ]


def test_only_the_verses_of_a_zefania_bible_are_read():
    assert list(lines(FILES / "zefania.xml")) == [
        "David fathered Solomon, of her who had been Uriah's,"
    ]


def test_the_identifier_of_an_article_is_skipped(tmp_path):
    path = tmp_path / "articles.txt.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("0123456789" * 4 + "\nThe first article.\n\n")
    assert list(lines(path)) == ["The first article."]


def test_words_and_numbers_are_counted_ignoring_case(tmp_path):
    text = text_of(tmp_path, "The sea. the SEA, 12 the\n")
    forms = count_forms(text)
    assert forms == {"The": 1, "sea": 1, "the": 2, "SEA": 1, "12": 1}
    assert count_of_words(text, forms, ["sea", "the", "absent"]).tolist() == [2, 3, 0]


def test_capitals_at_the_beginning_of_a_sentence_are_ignored(tmp_path):
    text = text_of(tmp_path, "Lamb and Lamb. Lamb! A lamb, Lamb\nLamb")
    capitals, _ = count_neighbours([text], ["lamb", "absent"], np.array([0, 1]), 0)
    assert capitals[0] == pytest.approx(2 / 3)
    assert np.isnan(capitals[1])


def test_pairs_do_not_cross_punctuation_line_ends_and_frequent_words(tmp_path):
    text = text_of(tmp_path, "blue sea blue sea, blue. Sea the blue sea\nblue sea blue sea")
    _, pairs = count_neighbours([text], ["blue", "sea", "the"], np.array([1, 2, 0]), 1)
    assert pairs == {"general": {0 * 3 + 2: 5, 1 * 3 + 1: 2}}


def test_word_counts_form_a_register_but_not_running_text(tmp_path):
    path = tmp_path / "counts.json"
    path.write_text(json.dumps({"The": 5, "the": 2, "sea": 1}), encoding="utf-8")
    text = Text("parliamentary", path)
    assert not text.running
    assert count_of_words(text, count_forms(text), ["sea", "the"]).tolist() == [1, 7]
