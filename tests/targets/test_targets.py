"""Targets: validation, spans, normal forms, and targets without a sentence."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lcp.english.analysis import whole_sentences
from lcp.english.characters import normal_text
from lcp.errors import InputError
from lcp.targets import Targets, target_sentences
from lcp.targets.instance_columns import as_table, instance_table
from tests.cases import cases
from tests.errors import refused
from tests.processes import python


def instance(sentence, token, **columns):
    return pd.DataFrame({"sentence": [sentence], "token": [token], **columns})


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "id": ["a", "b", "c"],
            "genre": "news",
            "sentence": ["A lamb.", "Two EWES came.", "Three  rams ran."],
            "token": ["lamb", "EWES", "Three rams"],
            "complexity": [0, 1, 1],
            "start": [2, 4, 0],
            "end": [6, 8, 11],
        },
        index=[7, 7, 9],
    )


@cases("targets/cases/invalid_tables", "table", "where")
def test_an_invalid_table_raises_an_error_with_the_row(table, where):
    for rows in (table, pd.DataFrame(table)) if isinstance(table, dict) else (table,):
        with pytest.raises(InputError) as caught:
            Targets.table(rows)
        assert caught.value.where == where


def test_repeated_columns_and_very_long_targets_are_refused():
    with refused():
        Targets.table(pd.DataFrame([["a", "a", "a"]], columns=["sentence", "token", "token"]))
    with refused(where="row 0"):
        Targets.table(instance("a" * 100_001, "a" * 100_001))


def test_an_error_names_the_place_of_the_row():
    with refused(where="a.tsv, line 0"):
        instance_table(instance("a", "b"), "a.tsv, line {}".format)


@pytest.mark.parametrize("sentence", ["", "  ", None, float("nan"), pd.NA, "ewe", " ewe "])
def test_a_target_that_is_the_whole_sentence_has_none(sentence):
    targets = Targets.table(instance(sentence, "ewe"))
    assert (targets.sentence, targets.target) == (("",), ("ewe",))
    assert (targets.start.tolist(), targets.end.tolist()) == ([0], [0])
    assert targets.alone.tolist() == [True]


def test_columns_are_optional():
    targets = Targets.table(pd.DataFrame({"token": ["ewe"]}))
    assert (targets.genre, targets.readers, targets.extra) == (("",), ("general",), {})
    assert len(Targets.table([])) == 0
    assert len(Targets.table(pd.DataFrame({"sentence": [], "token": []}))) == 0


def test_spans_are_found_or_kept():
    found = Targets.table(instance("fit to fit", "fit"))
    assert (found.start.tolist(), found.end.tolist()) == ([0], [3])
    kept = Targets.table(instance("fit to fit", "fit", start=[7], end=[10], genre=["bible"]))
    assert (kept.start.tolist(), kept.end.tolist(), kept.genre) == ([7], [10], ("bible",))


def test_the_form_of_the_text_is_measured_with_single_spaces(table):
    targets = Targets.table(table.assign(token=["LAMB", "ewes", "three rams"]))
    assert targets.target == ("lamb", "EWES", "three rams")
    assert targets.sentence[2] == "Three rams ran."
    assert targets.end.tolist() == [6, 8, 10]
    one, _ = Targets.one("He crossed the river.", "RIVER")
    assert one.target == ("river",)


def test_polars_tables_and_records_with_a_synonym_of_token_are_tables(table):
    word, target = (table.rename(columns={"token": name}) for name in ("word", "target"))
    others = [pl.from_pandas(word), target, table.to_dict("records"), word.to_dict("list")]
    for other in others:
        assert Targets.table(other).target == Targets.table(table).target
    converted = instance_table(pl.from_pandas(word))
    pd.testing.assert_frame_equal(converted, table.reset_index(drop=True), check_dtype=False)


def test_the_tables_own_spans_are_those_of_the_sentence_as_it_is_written(table):
    added = instance_table(table.drop(columns=["start", "end"]))
    assert added[["start", "end"]].to_numpy().tolist() == [[2, 6], [4, 8], [0, 11]]
    assert as_table(table) is table


def test_one_target_has_its_occurrence_and_notes():
    targets, notes = Targets.one("Lambs and ewe lambs.", "lambs", genre="bible", occurrence=1)
    assert (targets.target, targets.start.tolist()) == (("lambs",), [0])
    assert (targets.genre, notes) == (("bible",), [])
    _, notes = Targets.one("An ewe and an ewe.", "ewe")
    assert len(notes) == 1
    alone, _ = Targets.one("", "ewe")
    assert alone.alone.tolist() == [True]
    with refused(where="occurrence"):
        Targets.one("", "ewe", occurrence=2)


@pytest.mark.parametrize("genre", [None, float("nan"), ["news"], b"news"])
def test_a_genre_that_is_not_text_is_refused(genre):
    with refused(where="genre"):
        Targets.one("A lamb.", "lamb", genre=genre)


@cases("targets/cases/forms", "sentence", "target", "form")
def test_targets_have_their_normal_form(sentence, target, form):
    targets, _ = Targets.one(sentence, target)
    assert targets.target == (form,)
    if sentence:
        span = slice(targets.start[0], targets.end[0])
        assert targets.sentence[0][span].lower() == form.lower()


def test_a_sentence_is_read_once_for_all_targets_in_it(monkeypatch):
    read = []
    noted = lambda texts: read.extend(texts) or whole_sentences(texts)  # noqa: E731
    monkeypatch.setattr(target_sentences, "whole_sentences", noted)
    sentence = "a Per-\nson " * 2_000
    spans = [(start, start + 8) for start in range(2, len(sentence), 11)]
    targets = Targets.spans([sentence] * len(spans), spans)
    assert set(targets.target) == {"person"}
    assert len(read) == 1
    assert targets.sentences is targets.sentences
    assert len(read) == 2


def test_a_sentence_is_not_read_for_words_in_lower_case(monkeypatch):
    monkeypatch.setattr(target_sentences, "whole_sentences", None)
    given = ["The river-bank rose.", "He took his hat off."]
    targets = Targets.spans(given, [(4, 14), (3, 7, 16, 19)])
    assert targets.target == ("river-bank", "took off")


def test_given_forms_are_not_read_again():
    sentences, spans = ["The  river rose.", "He took his hat off."], [(5, 10), (3, 7, 16, 19)]
    targets = Targets.spans(sentences, spans, forms=["river", "took off"])
    assert targets.target == ("river", "took off") == Targets.spans(sentences, spans).target
    assert targets.sentence[0] == "The river rose."
    assert (targets.start.tolist(), targets.end.tolist()) == ([4, 3], [9, 19])


def test_some_rows_can_be_taken_and_given_other_readers(table):
    targets = Targets.table(table)
    for rows in ([2, 0], np.array([False, True, True])):
        part = targets.take(rows)
        places = np.arange(3)[rows].tolist()
        assert part.target == tuple(targets.target[place] for place in places)
        assert part["id"] == tuple(targets["id"][place] for place in places)
    changed = targets.for_all(readers="learner")
    assert (changed.readers, changed.genre) == (("learner",) * 3, targets.genre)


def test_targets_need_no_pandas():
    code = (
        "import sys; from lcp.targets import Targets; Targets.one('The river rose.', 'river');"
        "sys.exit('pandas' in sys.modules or 'sklearn' in sys.modules)"
    )
    assert python("-c", code).returncode == 0


@given(st.text("aB.5 -'\n<b>&;\u0301\u00ad\u200b\ufb01\u2019%", min_size=1), st.data())
@settings(max_examples=300)
def test_any_span_has_the_form_of_its_text(sentence, data):
    start = data.draw(st.integers(0, len(sentence) - 1))
    end = data.draw(st.integers(start + 1, len(sentence)))
    assume(normal_text(sentence[start:end]))
    targets = Targets.spans([sentence], [(start, end)])
    [text], [form], [first], [last] = targets.sentence, targets.target, targets.start, targets.end
    assert form, (sentence, start, end, targets)
    if text and form != sentence[start:end]:
        assert text[first:last].lower() == form.lower()
