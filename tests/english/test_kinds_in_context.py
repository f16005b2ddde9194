"""Kinds of tokens in their sentence."""

from __future__ import annotations

import pytest

from lcp.english import analyse


def kinds(text):
    """Return the kind of each token; of a repeated one, the last."""
    return {
        text[token.start : token.end]: token.kind
        for sentence in analyse(text)
        for token in sentence.tokens
    }


def of_kind(text, kind):
    return [token for token, its in kinds(text).items() if its == kind]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A fire in Brevard County hurt Priya.", "Brevard County Priya"),
        ("The schools of Brevard's mayor closed.", "Brevard"),
        ("We met the European Commission on Monday in May.", "European Commission Monday May"),
        ("And Moses went up unto God.", "Moses God"),
        ("We met O'Brien, McDonald and DiCaprio.", "O'Brien McDonald DiCaprio"),
        ("He sold his iPhone on eBay.", "iPhone eBay"),
        ("We like the Rivers family.", "Rivers"),
        ("He gave the sheep to Mark Rutte.", "Mark Rutte"),
        ("It was shown that Drosophila has wings.", "Drosophila"),
    ],
)
def test_capitalised_words_inside_a_sentence_are_names(text, names):
    assert of_kind(text, "name") == names.split()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Priya left.", "Priya"),
        ("Google fell.", "Google"),
        ("Turkey voted today.", "Turkey"),
        ("Brevard's schools closed.", "Brevard"),
        ("Mark Rutte left.", "Mark Rutte"),
        ("President Obama spoke.", "President Obama"),
        ("Rivers rose.", ""),
        ("Yes, rivers rose.", ""),
        ("Deep rivers rose.", ""),
        ("Haploinsufficiency is rare.", ""),
        ("Characterisation failed.", ""),
        ('She said: "The rivers rose."', ""),
        ('She said: "Priya left."', "Priya"),
        ("• Rivers rose.", ""),
    ],
)
def test_the_usual_case_of_a_word_decides_at_the_start_of_a_sentence(text, names):
    assert of_kind(text, "name") == names.split()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("He met Dr. Smith yesterday.", "Smith"),
        ("He met Mr Kwame yesterday.", "Kwame"),
        ("Lady Gaga and Pope Francis sang.", "Lady Gaga Pope Francis"),
        ("Mayor Adams and Senator Warren left.", "Mayor Adams Senator Warren"),
        ("J. R. R. Tolkien wrote it.", "Tolkien"),
        ("J.R.R. Martin wrote it.", "Martin"),
        ("George W. Bush left.", "George Bush"),
    ],
)
def test_words_after_titles_and_initials_are_names(text, names):
    assert of_kind(text, "name") == names.split()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("He met Ludwig van Beethoven there.", "Ludwig van Beethoven"),
        ("He met Leonardo da Vinci there.", "Leonardo da Vinci"),
        ("They hid Osama bin Laden there.", "Osama bin Laden"),
        ("The van and the bin are full.", ""),
    ],
)
def test_particles_are_names_inside_names(text, names):
    assert of_kind(text, "name") == names.split()


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("Jean-Pierre", "name"),
        ("Stratford-upon-Avon", "name"),
        ("London-based", "word"),
        ("Kremlin-dominated", "word"),
        ("19th-century", "word"),
    ],
)
def test_the_last_part_of_a_hyphenated_word_decides(word, kind):
    assert kinds(f"They saw a {word} firm.")[word] == kind


@pytest.mark.parametrize(
    "text",
    [
        "THE WATER ROSE",
        "THE DEEP RIVER ROSE QUICKLY",
        "The Deep River Rises",
        "How to Give a Book to a Child",
    ],
)
def test_ordinary_words_of_headings_are_words(text):
    assert set(kinds(text).values()) == {"word", "function word"}


def test_names_and_acronyms_in_headings_keep_their_kind():
    assert of_kind("THE RIVER ROSE IN LONDON", "name") == ["LONDON"]
    assert of_kind("THE FBI AND NATO IN A DEEP RIVER", "abbreviation") == ["FBI", "NATO"]
    assert of_kind("The Deep River Rises in Brevard", "name") == ["Brevard"]


def test_stressed_words_are_words():
    assert kinds("You must LEAVE it now.")["LEAVE"] == "word"
    assert kinds("He was sent by WFTV today.")["WFTV"] == "abbreviation"
    assert kinds("The men of ISRAEL went away.")["ISRAEL"] == "name"


@pytest.mark.parametrize(
    ("text", "token", "kind"),
    [
        ("The US economy grew.", "US", "abbreviation"),
        ("They told us.", "us", "function word"),
        ("THEY TOLD US OFFICIALS", "US", "function word"),
    ],
)
def test_function_words_in_capitals_are_acronyms_outside_headings(text, token, kind):
    assert kinds(text)[token] == kind


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("He took 5 mg of it.", "5 mg"),
        ("He took 10 ml/kg of it.", "10 ml / kg"),
        ("It cost £15.1bn.", "£ 15.1bn"),
        ("It cost US$5 and €10m.", "US$ 5 € 10m"),
        ("It fell by 10%.", "10 %"),
        ("It rose to 20 °C.", "20 ° C"),
        ("It cost $3.", "$ 3"),
        ("The 3rd of the 1990s.", "3rd 1990s"),
        ("A kg and an m are units.", ""),
    ],
)
def test_units_and_currencies_belong_to_their_number(text, numbers):
    assert of_kind(text, "number") == numbers.split()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Louis XVII left.", "XVII"),
        ("We read about World War II.", "II"),
        ("I like the mix of civil law.", ""),
        ("He said that I left.", ""),
        ("MIX THE CIVIL LAW", ""),
    ],
)
def test_roman_numerals_follow_names(text, numbers):
    assert of_kind(text, "number") == numbers.split()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I'm gonna go.", "'m gon na"),
        ("You gotta go.", "got ta"),
        ("Lemme see it.", "Lem me"),
        ("They don't and can't.", "n't ca"),
        ("They won’t.", "wo n’t"),
        ("It's cold and she's ill.", "'s"),
        ("The river's bank fell.", ""),
        ("He is na and ta.", ""),
    ],
)
def test_parts_of_contractions(text, parts):
    assert sorted(of_kind(text, "contraction part")) == sorted(parts.split())


@pytest.mark.parametrize("form", ["e.g.", "i.e.", "approx.", "cf."])
def test_abbreviations_inside_a_sentence_do_not_end_it(form):
    assert len(list(analyse(f"He saw birds, {form} ewes, and left."))) == 1
    assert kinds(f"He saw birds, {form} ewes, and left.")[form] == "abbreviation"


def test_scientific_references_are_abbreviations_and_do_not_end_a_sentence():
    text = "As Smith et al. (2005) show in Fig. 3, the river rose."
    assert len(list(analyse(text))) == 1
    assert of_kind(text, "abbreviation") == ["al.", "Fig."]


@pytest.mark.parametrize(
    ("text", "kind"), [("May I go?", "function word"), ("In May we left.", "name")]
)
def test_the_month_may_is_a_name(text, kind):
    assert kinds(text)["May"] == kind
