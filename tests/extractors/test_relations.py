"""Compounds and relations in WordNet."""

from __future__ import annotations

import math

from lcp.extractors.relations import Relations


def values(sentence: str, token: str, **texts: str) -> dict[str, float]:
    start = sentence.index(token)
    columns = {
        "sentence": [sentence],
        "token": [token],
        "start": [start],
        "end": [start + len(token)],
    } | {name: [text] for name, text in texts.items()}
    family = Relations()
    return dict(zip(family.column_names(), family.measure(columns)[0].tolist(), strict=True))


def test_compounds_with_the_neighbours_are_looked_up(data):
    row = values("Open the fish tank slowly.", "fish")
    assert (row["compound_after"], row["compound_before"]) == (1, 0)
    assert values("Open the gold fish.", "gold")["closed_after"] == 1
    assert math.isnan(values("Open the fish.", "fish")["compound_after"])


def test_related_words_of_the_texts_are_counted(data):
    row = values("Plant an oak.", "oak", title="How to Choose a Tree", after="Water it.")
    assert (row["hypernyms"], row["synonyms"]) == (1, 0)
    row = values("Plant a tree.", "tree", before="You like the maple.", after="Its trunk grows.")
    assert (row["hyponyms"], row["parts"]) == (1, 1)
    assert values("Drive the car.", "car", title="How to Sell an Automobile")["synonyms"] == 1


def test_a_word_outside_wordnet_has_no_relations(data):
    row = values("Buy a xqzztic.", "xqzztic", title="How to Train a Dog")
    assert row["siblings"] == 0
