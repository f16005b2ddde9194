"""Readability formulas equal published values, and textstat where it counts the same."""

import re
from pathlib import Path

import nltk
import pytest
from textstat.backend.utils import get_lang_easy_words
from textstat.textstat import textstatistics

import lcp
from lcp.english import words_of as words
from lcp.english.readability_formulas import FORMULAS, WordCounts, counts_of
from lcp.english.syllables import syllables
from lcp.english.tables import easy_words

FORMULA = {formula.name: formula.value for formula in FORMULAS}
PLATYPUS = "The Australian platypus is seemingly a hybrid of a mammal and reptilian creature."
#: Abstract of Coleman and Liau (1975), their example, with a bar between sentences.
ABSTRACT = Path(__file__).with_name("files").joinpath("coleman-liau.txt").read_text("utf-8")
TECHNICAL = """
    The phosphorylation of the heterotetrameric oligonucleotides and the dephosphorylation of the
    immunoglobulins was an autoimmunological effect.
"""


def totals(text):
    """Return the counts of a text with a bar between sentences."""
    counts = counts_of([words(sentence) for sentence in text.split("|")])
    return WordCounts(*(float(values.sum()) for values in counts))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [(PLATYPUS, "flesch_reading_ease", 37.5), (ABSTRACT, "coleman_liau_index", 14.5)],
)
def test_values_are_as_published(text, name, value):
    assert round(FORMULA[name](totals(text)), 1) == value


def test_the_list_of_easy_words_is_the_one_that_textstat_gives():
    assert easy_words() == get_lang_easy_words("en")


def test_words_outside_the_dictionary_count():
    assert FORMULA["flesch_reading_ease"](totals(TECHNICAL)) < 0
    assert totals("The colourful programme.").syllables == 6


def test_counts_of_sentences_add_up_and_do_not_depend_on_the_others():
    both = counts_of([["The", "cat", "slept"], [], ["3", "don't"]])
    assert both.words.tolist() == [3, 0, 2]
    assert both.letters.tolist() == [11, 0, 5]
    assert both.characters.tolist() == [11, 0, 6]
    assert both.sentences.tolist() == [1, 1, 1]
    assert both.difficult.tolist() == [0, 0, 1]
    assert [len(values) for values in counts_of([])] == [0] * len(WordCounts._fields)


def plain_sentences():
    """Yield sentences in which textstat finds one sentence and the same words."""
    for sentence in dict.fromkeys(lcp.load_corpus("sample")["sentence"]):
        text = " ".join(re.findall("[A-Za-z]+", sentence))
        if len(text.split()) > 2:
            yield text


def test_values_equal_those_of_textstat(data, textstat_without_caches, monkeypatch):
    monkeypatch.setattr(nltk.data, "path", [str(data / "nltk_data")])
    textstat, compared = textstatistics(), 0
    for text in plain_sentences():
        if any(syllables(word) != textstat.syllable_count(word) for word in text.split()):
            continue
        counts = totals(text)
        for name, value in FORMULA.items():
            expected = getattr(textstat, name)(text)
            if name == "coleman_liau_index":
                # textstat rounds the first constant, 0.0588, to 0.058.
                expected += 0.08 * counts.letters / counts.words
            assert value(counts) == pytest.approx(expected), (name, text)
        compared += 1
    assert compared > 20
