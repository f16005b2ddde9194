"""Building a lexicon from texts and norms."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from lcp.lexicon.file import STEPS
from tests.lexicon.conftest import NOUNS, build_small, write_norms
from tools.lexicon.counting import count_pairs, count_words, word_counts
from tools.lexicon.norms import fold_of, predict_norm
from tools.lexicon.texts import Text, lines, read_texts
from tools.lexicon.writing import write_lexicon

OSIS = """<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText>
<header><p>Converted from USFM.</p></header><div><title>Ruth</title>
<p><verse sID="1"/>A famine came<note>Or: hunger.</note> on the land.<verse eID="1"/></p>
<lg><l>Sing to the <divineName>Lord</divineName>,</l><l>all the earth.</l></lg></div>
</osisText></osis>"""
ZEFANIA = """<XMLBIBLE><INFORMATION><title>Young</title></INFORMATION><BIBLEBOOK><CHAPTER>
<VERS vnumber="1">David fathered Solomon, of her <STYLE>who had been</STYLE> Uriah's,
<NOTE>a note</NOTE></VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>"""


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


def encoded(tmp_path, text):
    path = tmp_path / "text.txt"
    path.write_text(text, encoding="utf-8")
    return read_texts([Text("general", path)])


def test_only_the_verses_of_an_osis_bible_are_read(tmp_path):
    path = tmp_path / "bible.xml"
    path.write_text(OSIS, encoding="utf-8")
    assert list(lines(path)) == [
        "A famine came on the land.",
        "Sing to the Lord,",
        "all the earth.",
    ]


def test_only_the_verses_of_a_zefania_bible_are_read(tmp_path):
    path = tmp_path / "bible.xml"
    path.write_text(ZEFANIA, encoding="utf-8")
    assert list(lines(path)) == ["David fathered Solomon, of her who had been Uriah's,"]


def test_the_identifier_of_an_article_is_skipped(tmp_path):
    path = tmp_path / "articles.txt.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("0123456789" * 4 + "\nThe first article.\n\n")
    assert list(lines(path)) == ["The first article."]


def test_words_and_numbers_are_counted_ignoring_case(tmp_path):
    assert word_counts(encoded(tmp_path, "The sea. the SEA, 12 the\n")) == {
        "the": 3,
        "sea": 2,
        "12": 1,
    }


def test_capitals_at_the_beginning_of_a_sentence_are_ignored(tmp_path):
    text = "Lamb and Lamb. Lamb! A lamb, Lamb\nLamb"
    counts = count_words(encoded(tmp_path, text), ["lamb", "absent"])
    assert counts.total.tolist() == [6, 0]
    assert counts.capitals[0] == pytest.approx(2 / 3)
    assert np.isnan(counts.capitals[1])


def test_pairs_do_not_cross_punctuation_line_ends_and_left_out_words(tmp_path):
    text = "blue sea blue sea, blue. Sea the blue sea\nblue sea blue sea"
    pairs, counts, registers = count_pairs(encoded(tmp_path, text), ["blue", "sea", "the"], [2])
    assert pairs.tolist() == [[0, 1], [1, 0]]
    assert counts.tolist() == [[5], [2]]
    assert registers == ["general"]


def test_pairs_are_counted_by_register_the_largest_first(tmp_path):
    texts = {"news": "a b, b c", "fable": "a b a b b a c"}
    for register, text in texts.items():
        (tmp_path / f"{register}.txt").write_text(text, encoding="utf-8")
    read = read_texts([Text(register, tmp_path / f"{register}.txt") for register in texts])
    pairs, counts, registers = count_pairs(read, ["a", "b", "c"], [])
    assert registers == ["fable", "news"]
    assert dict(zip(map(tuple, pairs.tolist()), counts.tolist(), strict=True)) == {
        (0, 1): [2, 1],
        (0, 2): [1, 0],
        (1, 0): [2, 0],
        (1, 1): [1, 0],
        (1, 2): [0, 1],
    }


def test_word_counts_form_a_register_but_not_running_text(tmp_path):
    path = tmp_path / "counts.json"
    path.write_text(json.dumps({"The": 5, "the": 2, "sea": 1}), encoding="utf-8")
    read = read_texts([Text("parliamentary", path)])
    counts = count_words(read, ["sea", "the"])
    assert counts.registers["parliamentary"][0].tolist() == [1, 7]
    assert counts.total.tolist() == [0, 0]
