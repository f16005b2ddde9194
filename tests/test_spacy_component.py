"""The spaCy component ``lcp``."""

from __future__ import annotations

import copy
import importlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest
import spacy
from spacy.util import registry

import lcp
from lcp import spacy_component
from lcp.errors import InputError

TEXT = "The acquiescence surprised me. Deep rivers rose, didn't they?"
PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    return model.save(tmp_path_factory.mktemp("models") / "small")


@pytest.fixture
def model(folder):
    return lcp.load_model(folder)


@pytest.fixture
def pipeline(folder):
    def build(**config):
        nlp = spacy.blank("en")
        nlp.add_pipe("lcp", config={"model": str(folder), **config})
        return nlp

    return build


def values(doc):
    return [token._.complexity for token in doc]


def test_content_words_get_the_prediction_in_their_sentence(pipeline, model):
    doc = pipeline()(TEXT)
    rated = {t.text: t._.complexity for t in doc if t._.complexity is not None}
    assert list(rated) == ["acquiescence", "surprised", "Deep", "rivers", "rose"]
    first, second = "The acquiescence surprised me.", "Deep rivers rose, didn't they?"
    assert rated["acquiescence"] == model.predict_one(first, "acquiescence")
    assert rated["rivers"] == model.predict_one(second, "rivers")


def test_a_document_gets_the_mean_and_the_share_above_the_threshold(pipeline):
    doc = pipeline()(TEXT)
    ratings = sorted(value for value in values(doc) if value is not None)
    summary = doc._.complexity
    assert summary["mean"] == pytest.approx(sum(ratings) / 5)
    assert summary["content_words"] == 5
    # Two of five values reach the fourth.
    assert pipeline(threshold=ratings[3])(TEXT)._.complexity["share_above"] == 2 / 5


@pytest.mark.parametrize("text", ["", " ", "Of the.", "?!", "42"])
def test_a_text_without_content_words_has_no_mean(pipeline, text):
    doc = pipeline()(text)
    assert doc._.complexity["mean"] is None
    assert doc._.complexity["share_above"] is None
    assert set(values(doc)) <= {None}


def test_a_span_is_rated_as_one_expression_in_its_sentence(pipeline, model):
    doc = pipeline()(TEXT)
    second = "Deep rivers rose, didn't they?"
    assert doc[5:7]._.complexity == model.predict_one(second, "Deep rivers")
    assert doc[4:5]._.complexity is None
    assert 0 <= doc[2:7]._.complexity <= 1  # crosses two sentences


def test_ordinary_words_in_capitals_are_rated_in_lower_case(pipeline):
    nlp = pipeline()
    capitals, lower = nlp("THE RESULT OF THE ANALYSIS"), nlp("the result of the analysis")
    assert values(capitals) == values(lower)
    assert capitals[1]._.complexity is not None


def test_a_sentence_is_summarised_like_a_document(pipeline):
    nlp = pipeline()
    doc = nlp(TEXT)
    first, second = doc.sents
    assert first._.complexity == nlp("The acquiescence surprised me.")._.complexity
    assert second._.complexity["content_words"] == 3
    assert doc[:]._.complexity == doc._.complexity
    stop = nlp("Why? Because of it.")
    assert [sentence._.complexity["mean"] for sentence in stop.sents] == [None, None]


@pytest.mark.filterwarnings("ignore:Predictions may differ")
def test_the_bundled_model_rates_each_occurrence_of_a_word_separately(no_data):
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp", config={"genre": "bible"})
    doc = nlp("The old bank by the river stood far from the new bank.")
    assert doc[2].text == doc[11].text == "bank"
    assert doc[2]._.complexity != doc[11]._.complexity


def test_existing_sentence_boundaries_are_kept(pipeline):
    nlp = pipeline()
    nlp.add_pipe("sentencizer", before="lcp", config={"punct_chars": [","]})
    assert [len(sent) for sent in nlp(TEXT).sents] == [9, 4]
    assert [len(sent) for sent in pipeline()(TEXT).sents] == [5, 8]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_batches_and_several_processes_give_the_same_results(pipeline, monkeypatch):
    texts = [TEXT, "", "The river rose.", "Of the."] * 2
    nlp = pipeline()
    alone = [values(nlp(text)) for text in texts]
    calls = []
    measure = lcp.FeatureSet.measure
    monkeypatch.setattr(
        lcp.FeatureSet,
        "measure",
        lambda self, columns: calls.append(len(columns["token"])) or measure(self, columns),
    )
    assert [values(doc) for doc in nlp.pipe(texts)] == [pytest.approx(v) for v in alone]
    assert calls == [2 * 7]  # all content words of the eight texts at once
    docs = list(nlp.pipe(texts, n_process=2, batch_size=3))
    assert [values(doc) for doc in docs] == [pytest.approx(v) for v in alone]
    assert docs[0]._.complexity == nlp(TEXT)._.complexity
    assert docs[0][5:7]._.complexity == nlp(TEXT)[5:7]._.complexity


#: Predicts first in this process, to start OpenMP threads, then in forked workers without them.
WORKERS = """
import warnings
warnings.simplefilter("ignore")
import multiprocessing, spacy, lcp.spacy_component
if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp")
    one = nlp("A deep river.")
    for doc in nlp.pipe([one.text] * 2, n_process=2):
        assert abs(doc[2]._.complexity - one[2]._.complexity) < 1e-9
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_forked_workers_do_not_wait_for_threads_of_the_parent(tmp_path):
    script = tmp_path / "workers.py"
    script.write_text(WORKERS)
    root = str(Path(lcp.__file__).parent.parent)
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "PYTHONPATH": root}
    subprocess.run([sys.executable, script], env=environment, check=True, timeout=120)


def test_a_saved_pipeline_contains_its_model(pipeline, folder, tmp_path):
    moved = shutil.copytree(folder, tmp_path / "moved")
    nlp = pipeline(model=str(moved), threshold=0.3)
    nlp.to_disk(tmp_path / "nlp")
    nlp.to_disk(tmp_path / "nlp")
    shutil.rmtree(moved)
    saved, trained = (sorted(p.name for p in at.iterdir()) for at in (tmp_path / "nlp/lcp", folder))
    assert saved == trained
    loaded = spacy.load(tmp_path / "nlp")
    assert values(loaded(TEXT)) == values(nlp(TEXT))
    assert loaded(TEXT)._.complexity == nlp(TEXT)._.complexity
    assert loaded(TEXT)._.complexity["threshold"] == 0.3


def test_a_serialised_pipeline_contains_its_model(pipeline):
    nlp, other = pipeline(), spacy.blank("en")
    other.add_pipe("lcp", config={"model": "nowhere"})
    other.from_bytes(nlp.to_bytes())
    assert values(other(TEXT)) == values(nlp(TEXT))


def test_a_copy_of_a_component_gives_the_same_results(pipeline):
    nlp = pipeline()
    copied = copy.deepcopy(nlp.get_pipe("lcp"))
    assert values(copied(spacy.blank("en")(TEXT))) == values(nlp(TEXT))


def test_a_missing_model_raises_an_error_at_the_first_text():
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp", config={"model": "nowhere"})
    with pytest.raises(InputError, match=r"model\.json"):
        nlp(TEXT)
    with pytest.raises(InputError, match=r"model\.json"):
        list(nlp.pipe([TEXT]))


def test_a_failed_text_is_passed_to_the_error_handler_of_spacy(pipeline, monkeypatch):
    nlp = pipeline()
    failed = []
    nlp.set_error_handler(lambda name, proc, docs, error: failed.extend(docs))
    monkeypatch.setattr(lcp.ComplexityModel, "predict_features", lambda *_: 1 / 0)
    assert list(nlp.pipe(["A river.", "A sea."])) == []
    assert [doc.text for doc in failed] == ["A river.", "A sea."]


@pytest.mark.parametrize("threshold", [-0.1, 1.5])
def test_a_threshold_outside_the_scale_raises_an_error(pipeline, threshold):
    with pytest.raises(InputError, match="not from 0 to 1"):
        pipeline(threshold=threshold)


def test_the_default_threshold_is_that_of_general_readers(pipeline, model):
    threshold = pipeline()(TEXT)._.complexity["threshold"]
    assert threshold == model.running_text_.threshold("general")


@pytest.mark.filterwarnings("ignore:Predictions may differ")
def test_the_bundled_model_sets_levels_and_predicts_for_learners(no_data):
    docs = []
    for readers in ("general", "learner"):
        nlp = spacy.blank("en")
        nlp.add_pipe("lcp", config={"readers": readers})
        docs.append(nlp("The haploinsufficiency was mild."))
    for doc in docs:
        assert [token._.cefr for token in doc if token._.cefr is None] == [None] * 3
        assert doc[1]._.cefr == "C2"
    expected = lcp.load_model().predict_one(docs[0].text, "mild", readers="learner")
    assert docs[1][3]._.complexity == expected != docs[0][3]._.complexity
    assert docs[1][3:4]._.complexity == expected
    assert docs[0]._.complexity["threshold"] < docs[1]._.complexity["threshold"]


def test_readers_that_the_model_was_not_trained_for_raise_an_error(pipeline):
    with pytest.raises(InputError, match="not trained on ratings by learners"):
        pipeline(readers="learner")


def test_a_span_of_an_unrated_document_raises_an_error(pipeline):
    pipeline()
    with pytest.raises(InputError, match="not rated"):
        spacy.blank("en")(TEXT)[1:2]._.complexity  # noqa: B018


def test_tokens_get_their_kind(pipeline):
    doc = pipeline()("The acquiescence\nsurprised Priya in 1999, e.g. NCT05003895.")
    assert [token._.lcp_kind for token in doc] == [
        *("function word", "word", None, "word", "name", "function word", "number"),
        *("punctuation", "abbreviation", "identifier", "punctuation"),
    ]


def test_names_are_rated_on_request(pipeline):
    text = "The acquiescence surprised Priya in NATO."
    for rate_names, rated in ((False, [1, 2]), (True, [1, 2, 3])):
        doc = pipeline(rate_names=rate_names)(text)
        assert [token.i for token in doc if token._.complexity is not None] == rated
        assert doc._.complexity["content_words"] == len(rated)


NAMED = "Rose met Priya Sharma in Brevard County. The rose was red; the Internet grew."


@pytest.fixture(scope="module")
def trained(trained_pipeline, folder):
    """A trained pipeline, with the component at its end."""
    nlp = spacy.load(trained_pipeline)
    nlp.add_pipe("lcp", config={"model": str(folder)})
    return nlp


def test_a_trained_pipeline_decides_about_names(trained, pipeline):
    ruled = pipeline()
    doc = trained(NAMED)
    names = [token.text for token in doc if token._.lcp_kind == "name"]
    assert names == ["Rose", "Priya", "Sharma", "Brevard", "County"]
    rated = [token.text for token in doc if token._.complexity is not None]
    assert rated == ["met", "rose", "red", "Internet", "grew"]
    # The rule decides differently about this word.
    assert ruled("The Internet grew.")[1]._.lcp_kind == "name"


def test_the_kinds_of_other_tokens_do_not_depend_on_the_pipeline(trained):
    text = "J. Smith, e.g. of NATO, is gonna pay £15.1bn for NCT05003895. THE RIVER ROSE."
    kinds = {token.text: token._.lcp_kind for token in trained(text)}
    assert (kinds["J."], kinds["e.g."], kinds["NATO"]) == ("abbreviation",) * 3
    assert (kinds["gon"], kinds["na"]) == ("contraction part",) * 2
    assert (kinds["£"], kinds["15.1bn"]) == ("number",) * 2
    assert kinds["NCT05003895"] == "identifier"
    assert (kinds["RIVER"], kinds["ROSE"]) == ("word",) * 2


def test_the_sentences_of_a_parser_are_kept(trained):
    text = "They saw birds, etc. and left. The river rose."
    assert [sent.text for sent in trained(text).sents] == [
        *("They saw birds, etc. and left.", "The river rose."),
    ]
    rules = spacy.blank("en")
    rules.add_pipe("sentencizer")
    assert len(list(rules(text).sents)) == 3


def test_a_trained_pipeline_rates_batches(trained):
    texts = [NAMED, "", "Priya left."]
    alone = [values(trained(text)) for text in texts]
    assert [values(doc) for doc in trained.pipe(texts)] == [pytest.approx(v) for v in alone]


def test_a_saved_trained_pipeline_gives_the_same_results(trained, tmp_path):
    trained.to_disk(tmp_path / "nlp")
    loaded = spacy.load(tmp_path / "nlp")
    assert loaded.pipe_names == trained.pipe_names
    before, after = trained(NAMED), loaded(NAMED)
    assert values(after) == values(before)
    assert [t._.lcp_kind for t in after] == [t._.lcp_kind for t in before]
    assert after._.complexity == before._.complexity


def test_the_entry_point_is_the_factory():
    if not PYPROJECT.is_file():
        pytest.skip("no pyproject.toml beside the tests")
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    module, name = project["entry-points"]["spacy_factories"]["lcp"].split(":")
    factory = getattr(importlib.import_module(module), name)
    assert factory is spacy_component.make_component
    assert registry.factories.get("lcp") is factory
    assert spacy.blank("en").get_factory_meta("lcp").default_config == {
        "model": "",
        "threshold": None,
        "genre": "",
        "readers": "general",
        "rate_names": False,
    }


def test_a_newly_installed_model_rates_the_next_document(learners, tmp_path, monkeypatch):
    text = "Several children were reluctant."

    def rated():
        nlp = spacy.blank("en")
        nlp.add_pipe("lcp", config={"readers": "learner:es"})
        return nlp(text)[3]._.complexity

    before = rated()
    features = {"first_language": {"keep": ["es"]}, "length": {"cmudict": False}}
    table = pd.DataFrame({"token": ["a" * n for n in range(2, 12)] * 2, "l1": ["es", "de"] * 10})
    easy = lcp.ComplexityModel(lcp.FeatureSet(features), "linear").fit(table.assign(complexity=0))
    easy.save(tmp_path / "learners")
    monkeypatch.setenv("LCP_MODELS", str(tmp_path))
    assert rated() == pytest.approx(0)
    assert before > 0.1
