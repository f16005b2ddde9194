"""Expressions in running text."""

from __future__ import annotations

import pytest

import lcp
from lcp.english.expression_matcher import edges, find_expressions, occurrences, rated_forms
from lcp.english.segmentation import segments
from lcp.english.word_classes import word_classes
from lcp.lexicon.expressions import load_expressions
from lcp.reading.expression_units import expressions_of

#: Sentences with phrasal verbs and idioms, inflected and apart: words of each, dictionary form.
SENTENCES = {
    "He took his wet hat off at the door.": ("took off", "take off"),
    "She gave up smoking in the spring.": ("gave up", "give up"),
    "They had put the meeting off twice.": ("put off", "put off"),
    "Please turn the music down now.": ("turn down", "turn down"),
    "My uncle kicked the bucket last year.": ("kicked the bucket", "kick the bucket"),
    "Someone has spilled the beans again.": ("spilled the beans", "spill the beans"),
    "You are pulling my leg!": ("pulling my leg", "pull someone's leg"),
    "The clue was a red herring.": ("red herring", "red herring"),
    "By and large, the plan worked.": ("By and large", "by and large"),
    "We walked home in spite of the rain.": ("in spite of", "in spite of"),
    "She looks after two small children.": ("looks after", "look after"),
    "I ran out of milk on Sunday.": ("ran out of", "run out of"),
    "Nobody can put up with that noise.": ("put up with", "put up with"),
    "They broke the ice with a joke.": ("broke the ice", "break the ice"),
    "He lost his temper over a parking ticket.": ("lost his temper", "lose one's temper"),
    "The firm took the risk into account.": ("took into account", "take into account"),
    "She is looking forward to the holidays.": ("looking forward to", "look forward to"),
    "He called the wedding off.": ("called off", "call off"),
    "It rained, and the match was called off.": ("called off", "call off"),
    "We will cross our fingers for you.": ("cross our fingers", "cross one's fingers"),
}


#: Further sentences: after a pronoun, requests, nouns that may be verbs, and possessives.
OTHER_SENTENCES = {
    "She gave it up years ago.": ("gave up", "give up"),
    "Turn that awful music down, please.": ("Turn down", "turn down"),
    "Hit the sack!": ("Hit the sack", "hit the sack"),
    "He turned the generous offer down.": ("turned down", "turn down"),
    "We depend on the weather.": ("depend on", "depend on"),
    "They want the lion's share.": ("lion's share", "lion's share"),
    "Are you going to leave?": ("going to", "going to"),
    "Look after your sister.": ("Look after", "look after"),
    "They took on a new job.": ("took on", "take on"),
    "It brought about a change.": ("brought about", "bring about"),
    "She came across an old photo.": ("came across", "come across"),
    "It takes place in May.": ("takes place", "take place"),
    "She turned on the light.": ("turned on", "turn on"),
    "They turned down the kind offer.": ("turned down", "turn down"),
    "We got two gift cards.": ("gift cards", "gift card"),
    "The talks are taking place now.": ("taking place", "take place"),
    "She ran into an old friend.": ("ran into", "run into"),
    "The server is up and running.": ("up and running", "up and running"),
    "Critics point out that it failed.": ("point out", "point out"),
}


@pytest.mark.parametrize("sentence", SENTENCES | OTHER_SENTENCES)
def test_phrasal_verbs_and_idioms_are_found_inflected_and_apart(sentence):
    listed = [(word.text, word.form) for word in lcp.annotate(sentence) if word.form]
    assert (SENTENCES | OTHER_SENTENCES)[sentence] in listed


@pytest.mark.parametrize(
    "sentence",
    [
        "She walked up the hill.",
        "The cat sat on the mat.",
        "He ran, and the lamp went off the table.",
        "He put the book, which was heavy, off.",
        "She put the cup on the table.",
        "The book was put on the table.",
        "He took it off the shelf.",
        "The boy ran up the stairs.",
        "We are going to the park.",
        "She turned down the street.",
        "The dog ran into the road.",
        "They wanted gold--sin and all.",
        "They worked on the roof.",
        "An old man sat there.",
        "He ran out of the house.",
        "They work at a bank.",
    ],
)
def test_literal_particles_and_nouns_are_no_phrasal_verbs(sentence):
    assert [word.form for word in lcp.annotate(sentence) if word.form] == []


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_door_rates_them_as_the_same_unit(sentence):
    text, form = SENTENCES[sentence]
    model = lcp.load_model()
    [word] = [word for word in lcp.annotate(sentence) if word.form == form]
    assert model.predict_one(sentence, form) == word.complexity
    assert model.predict_one(sentence, text) == word.complexity


def test_the_longest_expression_counts_and_overlaps_are_left_out():
    lexicon = load_expressions()
    sentence = "She looked forward to it in the middle of the night"
    [found] = find_expressions([sentence.split()])
    assert [lexicon.forms[row] for row, *_ in found][:2] == ["look forward to", "in the middle of"]
    places = [place for match in found for place in match.places]
    assert len(places) == len(set(places))


def test_a_fixed_phrase_counts_before_a_verb_and_its_preposition():
    lexicon = load_expressions()
    [found] = find_expressions([["We", "looked", "at", "all", "of", "them"]])
    assert [lexicon.forms[row] for row, *_ in found] == ["at all"]


def test_an_expression_in_the_gap_of_another_is_found():
    [sentence] = segments(["He took his bowler hat off."])
    [found] = expressions_of([sentence])
    assert [each.form for each in found] == ["take off", "bowler hat"]


def test_names_of_several_words_and_divided_hyphenated_words_are_expressions():
    [sentence] = segments(["Dr. Priya Smith spoke."])
    [[name]] = expressions_of([sentence])
    assert (name.form, name.kind) == ("Dr. Priya Smith", "name")


def test_edges_leave_out_the_words_between_the_parts():
    assert edges("He took it off.", [(3, 7), (11, 14)]) == (3, 7, 11, 14)
    assert occurrences("Take it off, or take yours off!", "took off") == [
        (0, 4, 8, 11),
        (16, 20, 27, 30),
    ]
    assert occurrences("He left.", "zugzwang it") == []


def test_word_classes_depend_on_the_sentence():
    tagged = word_classes([["They", "book", "a", "room", "."], [], ["The", "book", "is", "old"]])
    assert tagged[0][1] == "VB"
    assert tagged[1] == []
    assert tagged[2][1] == "NN"
    assert word_classes([]) == []


def test_an_expression_has_its_listed_level():
    [word] = [word for word in lcp.annotate("All right, we can begin.") if word.form == "all right"]
    assert (word.level, word.level_source) == ("A1", "listed")


@pytest.mark.parametrize(
    ("expression", "rated"),
    [
        ("Gone back on", "go back on"),
        ("interest rates", "interest rate"),
        ("lost her voice", "lose your voice"),
        ("made a name for himself", "make a name for yourself"),
        ("gave him the cold shoulder", "give the cold shoulder"),
        ("facing off", "faced off"),
        ("New York", "New York"),
        ("Deep rivers", "Deep rivers"),
        ("Rivers", "Rivers"),
    ],
)
def test_forms_of_an_expression_are_rated_as_one(expression, rated):
    assert rated_forms([expression]) == [rated]
    model = lcp.load_model()
    assert model.predict_one("", expression) == model.predict_one("", rated)


def test_all_forms_of_an_expression_have_one_level():
    texts = "He goes back on it.", "He has gone back on it.", "GOING BACK ON IT!"
    rated = [(word.complexity, word.level) for text in texts for word in lcp.annotate(text)]
    assert len(rated) == len(texts)
    assert len(set(rated)) == 1
