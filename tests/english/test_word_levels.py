"""Listed CEFR levels."""

from lcp.base.levels import LEVELS
from lcp.english.word_levels import FILE, listed_levels
from tests.cases import cases


def listed(*words, parts=None):
    levels = listed_levels(words, parts).tolist()
    return [None if level < 0 else LEVELS[level] for level in levels]


def test_the_easiest_reading_of_a_form_or_its_lemma_counts():
    assert listed("found", "mice", "Rivers", "haploinsufficiency") == ["A1", "A1", "A1", None]
    assert listed("theatre", "theater") == listed("theatre") * 2
    assert listed("travelling") == listed("traveling") == ["A1"]


@cases("english/cases/inflected_forms", "forms", "lemmas")
def test_an_inflected_form_is_as_easy_as_its_lemma(forms, lemmas):
    assert listed(*forms.split()) == listed(*lemmas.split())
    assert None not in listed(*forms.split())


def test_a_part_of_speech_selects_readings_if_it_is_listed():
    verb, noun = listed("record", "record", parts=["VERB", "noun"])
    assert verb != noun
    assert min(verb, noun) == listed("record")[0] == listed("record", parts=["ADV"])[0]


def test_every_listed_level_is_a_level():
    lines = FILE.read_text("utf-8").splitlines()
    assert {line.split("\t")[2] for line in lines} == set(LEVELS)
    assert lines == sorted(lines)
