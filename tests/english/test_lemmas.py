"""Lemmas by part of speech, from one table of irregular forms."""

import re
from itertools import islice

import numpy as np

import lcp
from lcp.english.analysis import whole_sentences
from lcp.english.lemmas import irregular_forms, lemma


def test_a_prefix_keeps_the_irregular_form_if_it_is_in_use():
    assert irregular_forms("undertake", "verb", "ed") == ["undertook"]
    assert irregular_forms("welcome", "verb", "ed") == []


def test_lemmas_are_those_of_a_trained_pipeline(data, trained_pipeline):
    import spacy

    targets = [
        *lcp.load_corpus("complex", task=1).itertuples(),
        *lcp.load_corpus("cwi2018").itertuples(),
    ]
    forms = {each.token.lower(): each for each in targets if each.token.isalpha()}
    order = np.random.default_rng(0).permutation(sorted(forms))
    pipeline = spacy.load(trained_pipeline, exclude=["ner", "parser"])
    chosen = [forms[form] for form in islice(order, 2_000)]
    sentences = [each.sentence for each in chosen]
    compared = []
    for each, parsed, read in zip(
        chosen, pipeline.pipe(sentences), whole_sentences(sentences), strict=True
    ):
        place = re.search(rf"\b{each.token}\b", each.sentence)
        span = place and parsed.char_span(*place.span())
        own = [token.lemma for token in read.tokens if place and token[:2] == place.span()]
        if span is not None and len(span) == 1 and own:
            bases = (lemma(each.token, span[0].tag_), own[0])
            compared.append([base.lower() == span[0].lemma_.lower() for base in bases])
    assert len(compared) > 1_800
    # Participles are verbs or adjectives: taggers differ, and the pipeline makes errors too.
    assert (np.mean(compared, axis=0) >= (0.98, 0.955)).all()
