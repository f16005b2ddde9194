"""The project's own definitions are of senses and expressions, short, and in easy words."""

import lcp
from lcp.english import analyse
from lcp.english.lexicon.expression_table import load_expressions
from lcp.reader.meaning.definitions import easy_definitions, own_name, usual_senses
from lcp.reader.meaning.sense_evidence import tagged_count
from lcp.reader.meaning.senses import senses
from lcp.resources import Store
from lcp.resources.wordnet_database import opened_wordnet
from lcp.targets import Targets
from tests.errors import refused


def test_definitions_are_of_senses_of_wordnet_or_of_expressions(data):
    expressions = {name for name in easy_definitions() if "." not in name}
    names = [*easy_definitions().keys() - expressions]
    with opened_wordnet(Store().nltk("wordnet")) as reader:
        assert all(name[-2:] == "00" or reader.synset(name).name() == name for name in names)
    assert expressions <= {*load_expressions().lemmas}


def test_usual_senses_are_of_their_word_and_rare_in_sense_tagged_texts(data):
    with opened_wordnet(Store().nltk("wordnet")) as reader:
        for (word, part), names in usual_senses().items():
            own = own_name(word, part)
            assert own not in names or own in easy_definitions()
            counts = {
                sense.name(): tagged_count(sense, word) for sense in reader.synsets(word, part)
            }
            assert {*names} - {own} <= counts.keys(), word
            assert own in names or sum(counts.values()) <= 5, word


def test_definitions_are_short_and_in_easy_words():
    texts = [*easy_definitions().values()]
    assert max(map(len, texts)) <= 90
    tokens = [token for sentence in analyse("\n\n".join(texts)) for token in sentence.tokens]
    words = sorted({token.text for token in tokens if token.kind == "word"})
    predictions = lcp.load_model().predictions(Targets.words(words, "learner")).rows()
    pairs = zip(words, predictions, strict=True)
    assert not [word for word, each in pairs if (each.level or "C2") > "B2"]


def test_an_expression_that_wordnet_lacks_has_one_sense_and_keeps_its_synonyms(data):
    [sense] = senses("They dealt with it quickly.", "dealt with")
    assert (sense.name, sense.share) == ("deal_with.v.00", 1)
    sentence, target = "We look forward to the trip.", "look forward to"
    meaning = lcp.substitutes(sentence, target, sense="look_forward_to.v.00")
    assert [each.name for each in meaning.senses] == ["look_forward_to.v.00"]
    assert "wait" in [each.form for each in meaning]
    with refused("no_such.v.01"):
        lcp.substitutes(sentence, target, sense="no_such.v.01")
