"""Which words of a heat map are marked."""

import pytest

import lcp
from lcp.model.predictions import Prediction
from lcp.reader.annotation.annotation import AnnotatedWord
from lcp.reader.reports import heatmap
from lcp.reader.reports.heatmap import Marks, describer


def annotated(text, complexity, level, kind="word", threshold=0.35):
    prediction = Prediction(complexity, None, None, 0.5, level, "listed", None)
    runs = ((90, 90 + len(text)),) if kind == "expression" else ()
    hard = complexity >= threshold
    return AnnotatedWord(text, 0, len(text), kind, hard, prediction, text.lower(), runs)


WORDS = (
    annotated("river", 0.2, "A2"),
    annotated("Rivers", 0.2, "A2"),
    annotated("acquiescence", 0.45, "C2"),
    annotated("acquiescences", 0.45, "C2"),
    annotated("mild", 0.35, "B2"),
    annotated("Venkataraman", 0.9, "C2", "name"),
    annotated("deep river", 0.9, "C2", "expression"),
)


def test_a_level_marks_the_words_above_it():
    marks = Marks(0.1, "B1")
    assert [word.strength(marks.levels) for word in WORDS[:5]] == [0, 0, 5, 5, 3]
    assert marks.describe() == "above B1"
    assert not any(word.strength(Marks(0.0, "C2").levels) for word in WORDS)
    assert not annotated("river", 0.9, None).strength(Marks(0.0, "A1").levels)


def test_a_threshold_marks_the_words_that_reach_it():
    marks = Marks(0.35)
    assert [word.strength(marks.levels) for word in WORDS[:5]] == [0, 0, 4, 4, 3]
    assert marks.describe() == "of complexity 0.35 or more"


@pytest.mark.parametrize("threshold", [0.0, 0.05, 0.2, 0.399, 0.5, 0.75, 1.0])
def test_the_legend_has_every_strength_in_use(threshold):
    marks = Marks(threshold)
    values = [threshold + (1 - threshold) * share / 200 for share in range(201)]
    used = sorted({annotated("x", value, None, threshold=threshold).strength() for value in values})
    assert [step for step, _ in marks.legend()] == used


def test_glosses_are_of_the_genre_of_the_text(monkeypatch):
    asked = []
    monkeypatch.setattr(heatmap, "MeaningFinder", lambda *options: asked.append(options))
    describer(lcp.Annotator(genre="bible"), "gloss")
    assert asked[0][1:] == ("general", "bible")
