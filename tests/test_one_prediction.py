"""The same target in the same sentence for the same readers has one prediction, everywhere."""

import math
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pandas as pd
import pytest

import lcp
from lcp.estimators.multi_source import SOURCES
from lcp.model.input_folder import model_folder
from lcp.model.predictions import Prediction
from lcp.model.predictor import Predictor
from lcp.targets import Targets
from tests.cases import rows as rows_of
from tests.errors import refused

#: Targets, with a place for each in a sentence of the style in which it occurs.
WORDS = {row["target"]: row["sentence"] for row in rows_of("one_prediction")}
GENRES = ("", "bible", "biomed", "europarl")
READERS = ("general", "native", "learner")


class Question(NamedTuple):
    """A target in its sentence or alone, the genre of the sentence, and the readers."""

    sentence: str
    target: str
    start: int
    end: int
    genre: str
    readers: str


def questions():
    """Return 510 questions: each target alone and in its sentence, by genre and readers."""
    asked = []
    for (target, frame), readers in product(WORDS.items(), READERS):
        asked.append(Question("", target, 0, 0, "", readers))
        start = frame.index("{}")
        for genre in GENRES:
            # The genre counts for readers in general only.
            if readers != "learner" or not genre:
                sentence = frame.format(target)
                span = (start, start + len(target))
                asked.append(Question(sentence, target, *span, genre, readers))
    return asked


@pytest.fixture(scope="module")
def asked():
    return questions()


def table(asked):
    columns = ["sentence", "target", "genre", "readers"]
    return pd.DataFrame(asked)[columns].rename(columns={"target": "token"})


@pytest.fixture(scope="module")
def expected(model, asked):
    """The predictions for the questions, each asked alone."""
    rows = []
    for question in asked:
        if question.sentence:
            span = (question.start, question.end)
            targets = Targets.spans(
                [question.sentence], [span], genre=question.genre, readers=question.readers
            )
        else:
            targets = Targets.words([question.target], question.readers)
        rows += model.predictions(targets).rows()
    return rows


def test_a_table_a_list_of_records_and_single_targets_agree(model, asked, expected):
    frame = table(asked)
    assert model.predictions(frame).rows() == expected
    assert model.predictions(frame.to_dict("records")).rows() == expected
    complexity = [row[0] for row in expected]
    assert model.predict(frame).tolist() == complexity
    assert model.predict(frame.to_dict("records")).tolist() == complexity
    limits = model.predict_interval(frame)
    assert list(limits.itertuples(index=False, name=None)) == [row[:3] for row in expected]
    for question, value in zip(asked, complexity, strict=True):
        options = {"genre": question.genre, "readers": question.readers}
        assert model.predict_one(question.sentence, question.target, **options) == value


def test_order_and_batches_change_nothing(model, asked, expected):
    backwards = model.predictions(table(asked)[::-1]).rows()
    assert backwards[::-1] == expected
    parts = [table(asked)[first : first + 37] for first in range(0, len(asked), 37)]
    assert [row for part in parts for row in model.predictions(part).rows()] == expected


def test_precomputed_words_and_caches_change_nothing(asked, expected):
    fresh = lcp.load_model(model_folder())
    assert fresh.state_.words is not None
    assert fresh.predictions(table(asked)).rows() == expected
    assert fresh.predictions(table(asked)).rows() == expected  # from memory
    measured = fresh.with_predictor(Predictor(replace(fresh.state_, words=None)))
    assert measured.predictions(table(asked)).rows() == expected


def test_optional_resources_change_nothing(asked, expected, data, monkeypatch, tmp_path):
    assert lcp.load_model(model_folder()).predictions(table(asked)).rows() == expected
    monkeypatch.delenv("LCP_DATA")
    monkeypatch.setenv("LCP_CACHE", str(tmp_path))
    assert lcp.load_model(model_folder()).predictions(table(asked)).rows() == expected


def test_explanations_have_the_predicted_complexity(model, asked, expected):
    from lcp.explanation.explanation import explain

    explained = explain(table(asked), model=model)
    assert explained.predictions.tolist() == [row[0] for row in expected]
    for explanation, row in zip(explained, expected, strict=True):
        assert explanation.complexity == row[0]
        parts = explanation.base + explanation.features["contribution"].sum()
        assert math.isclose(min(max(parts, 0), 1), row[0], abs_tol=1e-6)


def in_texts(asked, expected):
    """Yield the questions with a sentence that a text can ask, by genre and readers."""
    for options in sorted({(q.genre, q.readers) for q in asked}):
        rows = [
            (question, row)
            for question, row in zip(asked, expected, strict=True)
            if (question.genre, question.readers) == options and question.sentence
        ]
        yield dict(zip(("genre", "readers"), options, strict=True)), rows


def test_annotated_texts_agree(asked, expected, model):
    compared = 0
    for options, rows in in_texts(asked, expected):
        annotator = lcp.Annotator(model, names=True, **options)
        for question, row in rows:
            words = [
                word
                for sentence in annotator.stream([question.sentence])
                for word in sentence.words
                if (word.start, word.end) == (question.start, question.end)
            ]
            for word in words:
                assert word.prediction == row, question
            compared += len(words)
    assert compared > len(asked) / 2


def test_spacy_agrees(asked, expected):
    spacy = pytest.importorskip("spacy")
    compared = 0
    for options, rows in in_texts(asked, expected):
        nlp = spacy.blank("en")
        nlp.add_pipe("lcp", config={**options, "names": True})
        for (question, row), doc in zip(
            rows, nlp.pipe(question.sentence for question, _ in rows), strict=True
        ):
            span = doc.char_span(question.start, question.end)
            if span is None:
                continue
            assert span._.lcp.prediction == row, question
            assert span._.lcp_complexity == row[0]
            if len(span) == 1 and span[0]._.lcp_complexity is not None:
                assert span[0]._.lcp.prediction == row, question
            compared += 1
    assert compared > len(asked) / 2


def test_arrow_batches_agree(asked, expected):
    pa = pytest.importorskip("pyarrow")
    from lcp.reader.engines.arrow import BatchAnnotator

    compared = 0
    for options, rows in in_texts(asked, expected):
        annotate = BatchAnnotator(names=True, **options)
        batch = pa.RecordBatch.from_pydict({"text": [question.sentence for question, _ in rows]})
        for (question, row), words in zip(
            rows, annotate(batch).column("words").to_pylist(), strict=True
        ):
            for word in words:
                if (word["start"], word["end"]) == (question.start, question.end):
                    assert tuple(word[name] for name in Prediction._fields) == row, question
                    compared += 1
    assert compared > len(asked) / 2


def test_an_expression_that_is_apart_agrees_at_every_door(model, run, tmp_path):
    spacy, pa = pytest.importorskip("spacy"), pytest.importorskip("pyarrow")
    from lcp.reader.engines.arrow import BatchAnnotator

    sentence, span = "He took his tall hat off.", (3, 24)
    [wanted] = model.predictions(Targets.spans([sentence], [(3, 7, 21, 24)])).rows()
    record = {"sentence": sentence, "token": "took off", "start": span[0], "end": span[1]}
    asked = [record, {"sentence": sentence, "token": "take off"}]
    assert model.predictions(asked).rows() == [wanted, wanted]
    assert model.predict_one(sentence, "took off") == wanted[0]
    [word] = [word for word in lcp.annotate(sentence) if word.lemma == "take off"]
    assert (word.start, word.end) == span
    assert word.prediction == wanted
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp")
    [found] = nlp(sentence)._.lcp_expressions
    assert found.prediction == wanted
    batch = BatchAnnotator()(pa.RecordBatch.from_pydict({"text": [sentence]}))
    [first, *_] = batch.column("words")[0].as_py()
    assert tuple(first[name] for name in Prediction._fields) == wanted
    assert first["lemma"] == "take off"
    out, _ = run.ok("predict", "--sentence", sentence, "--target", "take off")
    assert f"{wanted[0]:.4f}" in out
    path = tmp_path / "asked.tsv"
    path.write_text(f"sentence\ttoken\n{sentence}\ttake off\n")
    run.ok("predict", path, "--out", tmp_path / "out.jsonl")
    (value,) = pd.read_json(tmp_path / "out.jsonl", lines=True)["complexity"]
    assert value == pytest.approx(wanted[0], abs=1e-6)


def test_a_file_on_the_command_line_agrees(asked, expected, run, tmp_path):
    path = tmp_path / "asked.parquet"
    table(asked).to_parquet(path)
    run.ok("predict", path, "--out", tmp_path / "out.parquet")
    predicted = pd.read_parquet(tmp_path / "out.parquet")[list(Prediction._fields)].astype(object)
    rows = predicted.where(predicted.notna(), None).itertuples(index=False, name=None)
    for question, row, wanted in zip(asked, rows, expected, strict=True):
        for value, other in zip(row, wanted, strict=True):
            # Files have six decimals.
            same = abs(value - other) < 1e-6 if isinstance(other, float) else value == other
            assert same, question


def test_genre_and_readers_of_a_file_can_be_options(run, tmp_path, model):
    path = tmp_path / "asked.tsv"
    path.write_text("sentence\ttoken\nThe cells were lysed.\tcells\n")
    for genre, readers in (("", "general"), ("biomed", "general"), ("", "learner")):
        options = [*(["--genre", genre] if genre else []), "--readers", readers]
        run.ok("predict", path, *options, "--out", tmp_path / "out.jsonl")
        (value,) = pd.read_json(tmp_path / "out.jsonl", lines=True)["complexity"]
        wanted = model.predict_one("The cells were lysed.", "cells", genre=genre, readers=readers)
        assert value == pytest.approx(wanted, abs=1e-6)


def test_a_single_target_on_the_command_line_agrees(asked, expected, run):
    for question, row in list(zip(asked, expected, strict=True))[::29]:
        sentence = ["--sentence", question.sentence] if question.sentence else []
        genre = ["--genre", question.genre] if question.genre else []
        options = ["--target", question.target, *genre, "--readers", question.readers]
        complexity, low, high, _, level, *_ = row
        for command in ("predict", "explain") if question.sentence else ("predict",):
            printed, _ = run.ok(command, *sentence, *options)
            assert f"{complexity:.4f}" in printed, question
            if command == "predict":
                assert f"(90% interval: {low:.4f} to {high:.4f})" in printed
                assert (f"CEFR {level} " if level else "running text\n") in printed


def test_the_api_agrees(asked, expected):
    pytest.importorskip("fastapi")
    testclient = pytest.importorskip("starlette.testclient")
    from lcp.reader.web.app import create_app

    app = create_app(lcp.load_model())
    client = testclient.TestClient(app, base_url="http://127.0.0.1:8000")
    compared = 0
    pairs = list(zip(asked, expected, strict=True))
    for first in range(0, len(pairs), 50):
        part = pairs[first : first + 50]
        body = [
            {
                name: value
                for name, value in question._asdict().items()
                if name not in ({"target"} if question.sentence else {"sentence", "start", "end"})
            }
            for question, _ in part
        ]
        answer = client.post("/api/predict", json={"instances": body})
        assert answer.status_code == 200, answer.text
        for (question, row), prediction in zip(part, answer.json()["predictions"], strict=True):
            assert [prediction[name] for name in Prediction._fields] == list(row), question
            compared += 1
    for question, row in pairs[::25]:
        if not question.sentence:
            continue
        body = {
            name: getattr(question, name) for name in ("sentence", "target", "genre", "readers")
        }
        answer = client.post("/api/explain", json=body).json()["explanations"][0]
        assert answer["complexity"] == row[0], question
        body = {"text": question.sentence, "genre": question.genre, "readers": question.readers}
        words = client.post("/api/annotate", json={**body, "names": True}).json()["sentences"]
        places = {(word["start"], word["end"]): word for each in words for word in each["words"]}
        if word := places.get((question.start, question.end)):
            assert word["complexity"] == round(row[0], 4), question
            assert word["level"] == row.level
    assert compared == len(pairs)


@pytest.mark.parametrize("sentence", ["", "  "])
def test_a_word_without_a_sentence_can_be_beside_others(model, sentence):
    rows = [{"token": "house", "sentence": sentence}, {"token": "river", "sentence": "A river."}]
    assert model.predict(rows)[0] == model.predict_one("", "house")


def test_a_genre_without_effect_is_refused(model, run):
    options = {"genre": "bibel"}
    with refused():
        model.predict_one("The house stood.", "house", **options)
    with refused():
        lcp.annotate("The house stood.", **options)
    with refused():
        lcp.substitutes("The house stood.", "house", ["home"], **options)
    with refused():
        model.predict_one("The house stood.", "house", genre="bible", readers="learner")
    assert "bibel" in run.error("predict", "sample", "--genre", "bibel")


def test_a_genre_changes_nothing_for_a_word_without_a_sentence(model, run, tmp_path):
    assert "no sentence" in run.error("predict", "--target", "house", "--genre", "bible")
    with refused("no sentence"):
        model.predict_one("", "house", genre="bible")
    with refused("no sentence"):
        lcp.substitutes("", "house", ["home"], genre="bible")
    # In a table, other rows may have a sentence.
    rows = [{"token": "house", "sentence": "", "genre": genre} for genre in ("", "bible", "biomed")]
    first, *others = model.predictions(rows).rows()
    assert others == [first, first]
    heading = next(iter(lcp.annotate("House\n\nThe house stood.", genre="bible")))
    assert heading.prediction.low == next(iter(lcp.annotate("House"))).prediction.low


@pytest.mark.parametrize("source", SOURCES)
def test_the_corpus_of_an_instance_changes_nothing(model, source):
    row = {"token": "turbid", "sentence": "The turbid water rose.", "genre": "bible"}
    bare, sourced = (lcp.explain([each], model=model) for each in (row, {**row, "source": source}))
    assert model.predictions([{**row, "source": source}]).rows() == model.predictions([row]).rows()
    pd.testing.assert_frame_equal(sourced.contributions, bare.contributions)
