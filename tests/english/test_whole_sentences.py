"""Sentences that are read together: each as if it were alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lcp.english.analysis import whole_sentences

#: Texts that would change the next or previous one if they were one text.
TEXTS = (
    *("He said No.", "5 boats left.", "It weighs 5", "ft. or more", "in the end", "<!-- open"),
    *("closed --> <i>now</i>", "The perse-", "verance paid.", " 's", "", " "),
    *("Don't <b>go</b>!", "\u0301x"),
)
CHARACTERS = "aB.5 -'\n<b>&;\u0301\u00ad\u200b\ufb01\u2019%"


def read(texts):
    return [
        (sentence.tokens, sentence.words, sentence.target_forms)
        for sentence in whole_sentences(texts)
    ]


@given(st.lists(st.sampled_from(TEXTS) | st.text(CHARACTERS), max_size=6))
@settings(max_examples=500)
def test_a_sentence_is_read_as_if_it_were_alone(texts):
    assert read(texts) == [read([text])[0] for text in texts]


def test_words_are_without_markup_and_with_their_endings():
    [sentence] = whole_sentences(["Don't eat the <b>ewe's</b> hay, ’tis 5% off."])
    assert sentence.words == ["Don't", "eat", "the", "ewe's", "hay", "'tis", "5", "off"]
