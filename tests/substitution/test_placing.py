"""A candidate in a target's place keeps the capital, and a or an before it fits."""

import pytest

from lcp.substitution.placing import put_in_place


def put(sentence, target, candidate):
    start = sentence.rindex(target)
    text, begin, end = put_in_place(sentence, (start, start + len(target)), candidate)
    return text, text[begin:end]


@pytest.mark.parametrize(
    ("sentence", "target", "candidate", "expected"),
    [
        ("Rivers rose.", "Rivers", "streams", "Streams rose."),
        ("The river rose.", "river", "Amazon", "The Amazon rose."),
        ("On the River Don.", "River", "deep stream", "On the Deep stream Don."),
        ("The RNA decayed.", "RNA", "molecule", "The molecule decayed."),
        ("RNA decayed.", "RNA", "molecules", "Molecules decayed."),
    ],
)
def test_the_initial_capital_is_kept_unless_it_is_an_acronyms(
    sentence, target, candidate, expected
):
    assert put(sentence, target, candidate)[0] == expected


@pytest.mark.parametrize(
    ("article", "candidate"),
    [("a", word) for word in ("rival", "unit", "useful ally", "European", "one-off", "Ukrainian")]
    + [("an", word) for word in ("ally", "hour", "unknown", "unimportant man", "urge", "only son")],
)
def test_a_or_an_before_it_is_mended(article, candidate):
    for before in ("a", "an"):
        text, standing = put(f"He is {before} thing.", "thing", candidate)
        assert text == f"He is {article} {candidate}."
        assert standing == candidate
        assert put(f"{before.capitalize()} thing.", "thing", candidate)[0] == (
            f"{article.capitalize()} {candidate}."
        )


def test_what_is_no_article_stays():
    assert put("Vitamin A deficit.", "deficit", "excess")[0] == "Vitamin A excess."
    assert put("The data thing.", "thing", "ally")[0] == "The data ally."
    assert put("He had a scan.", "scan", "MRI")[0] == "He had a MRI."
