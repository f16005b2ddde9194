"""The spaCy component ``lcp``: tokens, spans and documents with their complexity."""

from __future__ import annotations

import copy
import importlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc, Span, Token
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


def test_content_words_get_what_the_model_predicts_in_their_sentence(pipeline, model):
    doc = pipeline()(TEXT)
    judged = {t.text: t._.complexity for t in doc if t._.complexity is not None}
    assert list(judged) == ["acquiescence", "surprised", "Deep", "rivers", "rose"]
    first, second = "The acquiescence surprised me.", "Deep rivers rose, didn't they?"
    assert judged["acquiescence"] == model.predict_one(first, "acquiescence")
    assert judged["rivers"] == model.predict_one(second, "rivers")


def test_a_document_gets_the_mean_and_the_share_above_the_threshold(pipeline):
    doc = pipeline()(TEXT)
    known = sorted(value for value in values(doc) if value is not None)
    summary = doc._.complexity
    assert summary["mean"] == pytest.approx(sum(known) / 5)
    assert summary["content_words"] == 5
    # From the fourth of five values on lie two.
    assert pipeline(threshold=known[3])(TEXT)._.complexity["share_above"] == 2 / 5


@pytest.mark.parametrize("text", ["", " ", "Of the.", "?!", "42"])
def test_a_text_without_content_words_has_no_mean(pipeline, text):
    doc = pipeline()(text)
    assert doc._.complexity["mean"] is None
    assert doc._.complexity["share_above"] is None
    assert set(values(doc)) <= {None}


def test_a_span_is_one_expression_in_its_sentence(pipeline, model):
    doc = pipeline()(TEXT)
    second = "Deep rivers rose, didn't they?"
    assert doc[5:7]._.complexity == model.predict_one(second, "Deep rivers")
    assert doc[4:5]._.complexity is None
    assert 0 <= doc[2:7]._.complexity <= 1  # over two sentences


@pytest.mark.filterwarnings("ignore:Predictions may differ")
def test_the_model_that_ships_judges_each_place_of_a_word_by_itself(no_data):
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp")
    doc = nlp("The old bank by the river stood far from the new bank.")
    assert doc[2].text == doc[11].text == "bank"
    assert doc[2]._.complexity != doc[11]._.complexity


def test_sentences_that_are_there_are_kept(pipeline):
    nlp = pipeline()
    nlp.add_pipe("sentencizer", before="lcp", config={"punct_chars": [","]})
    assert [len(sent) for sent in nlp(TEXT).sents] == [9, 4]
    assert [len(sent) for sent in pipeline()(TEXT).sents] == [5, 8]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_stream_gives_the_same_in_batches_and_in_several_processes(pipeline, monkeypatch):
    texts = [TEXT, "", "The river rose.", "Of the."] * 2
    nlp = pipeline()
    alone = [values(nlp(text)) for text in texts]
    calls = []
    predict = lcp.ComplexityModel.predict
    monkeypatch.setattr(
        lcp.ComplexityModel, "predict", lambda self, X: calls.append(len(X)) or predict(self, X)
    )
    assert [values(doc) for doc in nlp.pipe(texts)] == [pytest.approx(v) for v in alone]
    assert calls == [2 * 7]  # the eight texts' content words at once
    docs = list(nlp.pipe(texts, n_process=2, batch_size=3))
    assert [values(doc) for doc in docs] == [pytest.approx(v) for v in alone]
    assert docs[0]._.complexity == nlp(TEXT)._.complexity
    assert docs[0][5:7]._.complexity == nlp(TEXT)[5:7]._.complexity


#: Predicts here, so that OpenMP has threads, and then in forked workers, which do not have them.
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
def test_workers_do_not_wait_for_threads_that_a_fork_left_behind(tmp_path):
    script = tmp_path / "workers.py"
    script.write_text(WORKERS)
    root = str(Path(lcp.__file__).parent.parent)
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "PYTHONPATH": root}
    subprocess.run([sys.executable, script], env=environment, check=True, timeout=120)


def test_a_pipeline_on_disk_brings_its_model(pipeline, folder, tmp_path):
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


def test_a_pipeline_in_bytes_brings_its_model(pipeline):
    nlp, other = pipeline(), spacy.blank("en")
    other.add_pipe("lcp", config={"model": "nowhere"})
    other.from_bytes(nlp.to_bytes())
    assert values(other(TEXT)) == values(nlp(TEXT))


def test_a_copy_of_a_component_judges_the_same(pipeline):
    nlp = pipeline()
    sent = copy.deepcopy(nlp.get_pipe("lcp"))
    assert values(sent(spacy.blank("en")(TEXT))) == values(nlp(TEXT))


def test_a_model_that_is_not_there_is_an_error_with_the_first_text():
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp", config={"model": "nowhere"})
    with pytest.raises(InputError, match=r"model\.json"):
        nlp(TEXT)
    with pytest.raises(InputError, match=r"model\.json"):
        list(nlp.pipe([TEXT]))


def test_a_text_that_fails_is_handed_to_spacys_error_handler(pipeline, monkeypatch):
    nlp = pipeline()
    failed = []
    nlp.set_error_handler(lambda name, proc, docs, error: failed.extend(docs))
    monkeypatch.setattr(lcp.ComplexityModel, "predict", lambda *_: 1 / 0)
    assert list(nlp.pipe(["A river.", "A sea."])) == []
    assert [doc.text for doc in failed] == ["A river.", "A sea."]


@pytest.mark.parametrize("threshold", [-0.1, 1.5])
def test_a_threshold_off_the_scale_is_refused(pipeline, threshold):
    with pytest.raises(InputError, match="not from 0 to 1"):
        pipeline(threshold=threshold)


def test_a_threshold_of_nothing_is_refused_by_spacy(pipeline):
    with pytest.raises(ValueError, match="threshold"):
        pipeline(threshold=None)


def test_a_span_of_a_document_that_was_not_judged_says_so(pipeline):
    pipeline()
    with pytest.raises(InputError, match="not judged"):
        spacy.blank("en")(TEXT)[1:2]._.complexity  # noqa: B018


def test_attributes_of_another_are_not_overwritten(pipeline):
    before = [kind.get_extension("complexity") for kind in (Doc, Span, Token)]
    pipeline()
    assert [kind.get_extension("complexity") for kind in (Doc, Span, Token)] == before


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
        "threshold": 0.5,
    }
