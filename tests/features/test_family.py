"""Words that families measure."""

from lcp.features.family import Words


def test_a_rare_irregular_form_is_as_familiar_as_its_lemma():
    forms = {"Forbade": "forbid", "strode": "stride", "left": "leave", "lice": "louse"}
    regular = {"houses": "house", "hatred": "hate"}
    pairs = forms | regular
    words = Words([*pairs], [*pairs.values()])
    assert words.familiar == ("forbid", "stride", "left", "lice", *regular)
