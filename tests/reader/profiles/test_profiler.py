"""Profiles of texts."""

import json

import pytest

import lcp
from lcp.english import words_of
from lcp.english.readability_formulas import FORMULAS, WordCounts, counts_of
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.profiles.profiler import Profiler
from tests.cases import cases
from tests.errors import refused

TEXT = (
    "Mary Smith bought 3 apples in London.\n\nThe haploinsufficiency was mild, and she didn't "
    "mind. Haploinsufficiency surprised the doctors.\n"
)


@pytest.fixture(scope="module")
def profile():
    return lcp.profile(TEXT)


def test_names_and_numbers_are_counted_apart(profile):
    assert profile.not_counted == {"name": 3, "number": 1}
    assert {word.lemma for word in profile.hard_words} == {"haploinsufficiency"}


def test_a_hard_word_has_its_count_and_first_place(profile):
    word = profile.hard_words[0]
    assert (word.occurrences, word.line, word.column, word.level) == (2, 3, 5, "C2")
    assert TEXT[word.start :].startswith(word.form)


def test_a_word_that_the_reader_knows_is_not_hard_in_any_form(profile):
    informed = lcp.profile(TEXT, known_words=["HAPLOINSUFFICIENCY", "surprise", "# doctor"])
    assert informed.hard_words == []
    assert informed.n_known_words == 3
    assert informed.n_running_words == profile.n_running_words
    hard, known = (sum(row.n_words for row in each.levels[-2:]) for each in (profile, informed))
    assert known == hard - 2
    assert informed.coverage[1].n_lemmas < (profile.coverage[1].n_lemmas or 100_000)


@cases("reader/profiles/cases/known_words", "word", "text")
def test_a_known_word_is_known_in_every_form(word, text):
    before, after = (lcp.profile(text, known_words=words) for words in ([], [word]))
    assert after.n_known_words == 1
    assert len(after.vocabulary) == len(before.vocabulary) - 1


def test_the_tag_decides_whether_a_form_is_known():
    leaves = lcp.profile("The leaves of the tree fell.", known_words=["leave"])
    assert "leaf" in [word.lemma for word in leaves.vocabulary]


def test_the_verdict_names_level_share_and_hard_words(profile):
    assert profile.level == profile.text_level.level == "C1"
    share = profile.share_above("B2")
    assert profile.verdict == f"C1: {share:.0%} of the words are above B2; 1 hard word."


def test_the_level_does_not_depend_on_the_reader(profile):
    others = (
        lcp.profile(TEXT, readers="learner"),
        lcp.profile(TEXT, known_words=["haploinsufficiency"]),
        lcp.profile(TEXT, genre="biomed"),
    )
    assert all(other.text_level == profile.text_level for other in others)


def test_each_sentence_has_a_level_on_request(profile):
    assert profile.sentence_levels == []
    rows = lcp.profile(f"1999.\n\n{TEXT}", by_sentence=True).sentence_levels
    assert [row.line for row in rows][:2] == [1, 3]
    assert rows[0].level is None
    assert all(row.level == lcp.profile(row.sentence).text_level for row in rows[1:])


def test_a_text_without_words_has_an_empty_profile():
    empty = lcp.profile("1999, 2000.")
    assert empty.verdict == "The text has no words to annotate."
    assert (empty.level, empty.n_running_words, empty.coverage) == (None, 0, [])
    assert empty.mean_complexity is None
    assert json.loads(json.dumps(empty.to_dict()))["hard_words"] == []


def test_a_model_without_levels_gives_a_profile_without_a_level(small_model):
    profile = lcp.profile(TEXT, model=small_model)
    assert profile.level is None
    assert profile.levels == []
    assert profile.sentence_levels == []
    assert profile.to_dict()["text_level"] is None
    assert "of the" in profile.verdict
    assert profile.n_running_words == lcp.profile(TEXT).n_running_words


def test_the_threshold_of_hard_words_can_be_set():
    profile = lcp.profile(TEXT, threshold=0.1)
    assert profile.threshold == 0.1
    assert profile.thresholds[-1].name == "custom"
    assert len(profile.hard_words) == len({word.lemma for word in profile.hard_words}) > 3
    expert = lcp.profile(TEXT, threshold="few")
    assert expert.threshold == next(x.threshold for x in expert.thresholds if x.name == "few")


def test_a_profile_has_the_name_of_its_text(profile):
    named = lcp.profile(TEXT, name="one")
    assert named.to_dict() == {**profile.to_dict(), "name": "one"}


def test_the_profile_does_not_depend_on_the_pieces(monkeypatch):
    monkeypatch.setattr("lcp.english.sentences.BLOCK", 100)
    annotator = Annotator()
    whole, cut = Profiler(annotator), Profiler(annotator)
    list(whole.stream([TEXT]))
    list(cut.stream(TEXT[position : position + 7] for position in range(0, len(TEXT), 7)))
    assert cut.profile() == whole.profile()


@cases("reader/profiles/cases/not_english", "text")
def test_text_that_is_not_english_has_no_level(text):
    profile = lcp.profile(text * 5, by_sentence=True)
    assert (profile.language, profile.level, profile.sentence_levels) == ("und", None, [])
    assert profile.warning in profile.notes
    assert profile.verdict == "No level: the text does not seem to be English."


def test_lists_of_english_words_are_english(profile):
    assert profile.language == "en"
    assert (
        lcp.profile("apple, pear, plum, cherry, bread, milk, butter, cheese, " * 5).language == "en"
    )


def test_formulas_count_all_words_in_the_sentences_of_the_profile():
    sentences = ("In Brevard, 42 mice had 3.14 grams.", "It was detected by Dr. Smith's team.")
    text = " ".join(sentences).replace("detected", "detec-\nted")
    sums = WordCounts(*(values.sum() for values in counts_of(map(words_of, sentences))))
    values = {formula.name: formula.value for formula in lcp.profile(text).readability}
    assert values == {formula.name: formula.value(sums) for formula in FORMULAS}


@pytest.mark.parametrize("text", [float("nan"), None, 3, b"A river.", ["A river."]])
def test_what_is_not_text_has_no_profile(text):
    with refused("The text is not a string"):
        lcp.profile(text)


def test_a_text_is_no_list_of_known_words():
    with refused("no list of words", where="known_words"):
        lcp.profile("The cat sat.", known_words="cat")
