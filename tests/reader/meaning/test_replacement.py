"""A candidate that replaces a target: its inflection, capitals and the article before it."""

from lcp.reader.meaning.replacement import inflect, replaced
from tests.cases import cases


@cases("reader/meaning/cases/inflection", "lemma", "part", "ending", "form")
def test_candidates_are_inflected_to_attested_forms(lemma, part, ending, form):
    assert inflect(lemma, part, ending) == form


def replace(sentence, target, candidate):
    """Return the new sentence and the part of it that is the candidate."""
    start = sentence.rindex(target)
    text, begin, end = replaced(sentence, (start, start + len(target)), candidate)
    return text, text[begin:end]


@cases("reader/meaning/cases/capitals", "sentence", "target", "candidate", "expected")
def test_an_initial_capital_is_kept_except_in_an_acronym(sentence, target, candidate, expected):
    assert replace(sentence, target, candidate)[0] == expected


@cases("reader/meaning/cases/articles", "article", "candidate")
def test_the_article_before_a_candidate_fits_its_sound(article, candidate):
    for before in ("a", "an"):
        text, replacement = replace(f"He is {before} thing.", "thing", candidate)
        assert text == f"He is {article} {candidate}."
        assert replacement == candidate
        assert replace(f"{before.capitalize()} thing.", "thing", candidate)[0] == (
            f"{article.capitalize()} {candidate}."
        )


def test_other_words_and_articles_before_acronyms_are_unchanged():
    assert replace("Vitamin A deficit.", "deficit", "excess")[0] == "Vitamin A excess."
    assert replace("The data thing.", "thing", "ally")[0] == "The data ally."
    assert replace("He had a scan.", "scan", "MRI")[0] == "He had a MRI."
