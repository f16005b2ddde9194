"""The part of speech that is given with a word."""

from __future__ import annotations

import math

from lcp.extractors.word_class import WordClass


def test_features_are_those_of_the_given_part_of_speech(data):
    columns = {"token": ["plant", "plant", "plant"], "pos": ["noun", "verb", ""]}
    family = WordClass()
    rows = [
        dict(zip(family.column_names(), row, strict=True))
        for row in family.measure(columns).tolist()
    ]
    assert rows[0]["noun"] == 1
    assert rows[1]["verb"] == 1
    assert rows[0]["share"] + rows[1]["share"] > 0.99
    assert rows[0]["cefr"] <= rows[1]["cefr"] or math.isnan(rows[1]["cefr"])
    assert all(map(math.isnan, rows[2].values()))
