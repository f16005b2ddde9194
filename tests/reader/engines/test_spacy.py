"""The spaCy component ``lcp``."""

import pickle
import shutil
import tomllib
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Token
from spacy.util import registry

import lcp
from lcp.model.capabilities import Capabilities
from lcp.reader.engines.spacy import Complexity
from lcp.reader.engines.spacy_attributes import declare
from tests.cases import cases
from tests.errors import refused

FIRST, SECOND = "The acquiescence surprised Priya.", "Deep rivers rose, didn't they?"
TEXT = f"{FIRST} {SECOND}"
PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


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


@pytest.fixture(scope="module")
def bundled():
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp")
    return nlp


def values(doc):
    return [token._.lcp_complexity for token in doc]


def records(tokens):
    return [token._.lcp for token in tokens]


def test_texts_and_sentences_have_the_mean_of_their_words(pipeline):
    nlp = pipeline()
    doc = nlp(TEXT)
    annotated = [value for value in values(doc) if value is not None]
    assert doc._.lcp_mean_complexity == pytest.approx(sum(annotated) / 5)
    assert doc[:]._.lcp_mean_complexity == doc._.lcp_mean_complexity
    first, _ = doc.sents
    assert first._.lcp_mean_complexity == pytest.approx(nlp(FIRST)._.lcp_mean_complexity)


@pytest.mark.parametrize("text", ["", " ", "Of the.", "?!", "42"])
def test_a_text_without_content_words_has_no_mean(pipeline, text):
    doc = pipeline()(text)
    assert doc._.lcp_mean_complexity is None
    assert set(values(doc)) <= {None}


def test_a_span_is_predicted_as_one_expression_in_its_sentence(pipeline, model):
    doc = pipeline()(TEXT)
    assert doc[5:7]._.lcp_complexity == model.predict_one(SECOND, "Deep rivers")
    assert doc[5:7]._.lcp.prediction.complexity == doc[5:7]._.lcp_complexity
    assert doc[4:5]._.lcp_complexity is None
    for span in (doc[2:7], doc[:], *doc.sents):
        assert 0 <= span._.lcp_complexity <= 1


def test_existing_sentence_boundaries_are_kept(pipeline):
    nlp = pipeline()
    nlp.add_pipe("sentencizer", before="lcp", config={"punct_chars": [","]})
    assert [len(sent) for sent in nlp(TEXT).sents] == [9, 4]
    assert [len(sent) for sent in pipeline()(TEXT).sents] == [5, 8]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_batches_and_several_processes_give_the_same_results(pipeline):
    texts = [TEXT, "", "The river rose.", "Of the."] * 2
    nlp = pipeline()
    alone = [values(nlp(text)) for text in texts]
    assert [values(doc) for doc in nlp.pipe(texts)] == [pytest.approx(v) for v in alone]
    docs = list(nlp.pipe(texts, n_process=2, batch_size=3))
    assert [values(doc) for doc in docs] == [pytest.approx(v) for v in alone]
    assert docs[0][5:7]._.lcp_complexity == nlp(TEXT)[5:7]._.lcp_complexity


def test_a_model_that_depends_on_the_sentence_is_not_used_before_the_first_document(monkeypatch):
    annotated = []
    monkeypatch.setattr(Complexity, "__call__", lambda _, doc: annotated.append(doc))
    spacy.blank("en").add_pipe("lcp")
    assert len(annotated) == 1
    monkeypatch.setattr(Capabilities, "genres", lambda *_: ("*",))
    spacy.blank("en").add_pipe("lcp")
    assert len(annotated) == 1


@pytest.mark.parametrize(
    "passed_on",
    [
        lambda doc: Doc(doc.vocab).from_bytes(doc.to_bytes()),
        lambda doc: pickle.loads(pickle.dumps(doc)),  # noqa: S301 - written here
        lambda doc: doc.copy(),
        lambda doc: next(DocBin(store_user_data=True, docs=[doc]).get_docs(doc.vocab)),
    ],
    ids=["bytes", "pickle", "copy", "DocBin"],
)
def test_predictions_are_saved_and_copied_with_the_document(bundled, passed_on):
    doc = bundled(TEXT)
    other = passed_on(doc)
    assert records(other) == records(doc)
    assert other._.lcp_mean_complexity == doc._.lcp_mean_complexity
    assert other[5:7]._.lcp == doc[5:7]._.lcp


@pytest.mark.filterwarnings("ignore:.*W10[12]")
def test_predictions_move_with_the_text(bundled):
    doc = bundled(TEXT)
    first, second = (s.as_doc(copy_user_data=True) for s in doc.sents)
    assert records(first) + records(second) == records(doc)
    joined = Doc.from_docs([bundled(SECOND), doc])
    assert records(joined) == [*records(bundled(SECOND)), *records(doc)]
    learners = spacy.blank("en")
    learners.add_pipe("lcp", config={"readers": "learner"})
    before = records(joined)
    again = learners.get_pipe("lcp")(joined)
    assert records(again) == records(learners(joined.text)) != before


def test_records_are_part_of_the_json_of_a_document(bundled):
    doc = bundled(FIRST)
    data = doc.to_json(underscore=["lcp", "lcp_mean_complexity"])
    stored = [entry["value"] for entry in data["underscore_token"]["lcp"]]
    for record, value in zip(records(doc), stored, strict=True):
        assert record.kind == value["kind"]
        assert (record.prediction and record.prediction._asdict()) == value.get("prediction")
    assert data["_"]["lcp_mean_complexity"] == doc._.lcp_mean_complexity


def test_an_attribute_of_another_program_raises_an_error():
    Token.set_extension("lcp_test", default=1)
    try:
        with pytest.raises(ValueError, match="E090"):
            declare(Token, "lcp_test", len)
    finally:
        Token.remove_extension("lcp_test")


def test_a_saved_pipeline_contains_its_model(pipeline, folder, tmp_path):
    moved = shutil.copytree(folder, tmp_path / "moved")
    nlp = pipeline(model=str(moved), readers="native")
    for _ in range(2):
        nlp.to_disk(tmp_path / "nlp")
    shutil.rmtree(moved)
    saved, trained = (sorted(p.name for p in at.iterdir()) for at in (tmp_path / "nlp/lcp", folder))
    assert saved == trained
    loaded = spacy.load(tmp_path / "nlp")
    assert loaded.get_pipe("lcp").readers == "native"
    assert records(loaded(TEXT)) == records(nlp(TEXT))


def test_a_missing_model_raises_an_error_at_the_first_text():
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp", config={"model": "nowhere"})
    with refused():
        nlp(TEXT)
    with refused():
        list(nlp.pipe([TEXT]))


def test_a_failed_text_is_passed_to_the_error_handler_of_spacy(pipeline, monkeypatch):
    nlp = pipeline()
    failed = []
    nlp.set_error_handler(lambda name, proc, docs, error: failed.extend(docs))
    monkeypatch.setattr(Complexity, "_annotate", lambda *_: 1 / 0)
    assert list(nlp.pipe(["A river.", "A sea."])) == []
    assert [doc.text for doc in failed] == ["A river.", "A sea."]


@cases("reader/engines/cases/invalid_options", "option", "value")
def test_an_option_of_another_type_or_value_raises_an_error(pipeline, option, value):
    with refused(where=option if option != "model" else str(value)):
        pipeline(**{option: value})(TEXT)


def test_a_span_of_a_document_without_predictions_raises_an_error(pipeline):
    pipeline()
    with refused(where="span._.lcp_complexity"):
        spacy.blank("en")(TEXT)[1:2]._.lcp_complexity  # noqa: B018


@pytest.fixture(scope="module")
def trained(trained_pipeline, folder):
    """A trained pipeline, with the component at its end."""
    nlp = spacy.load(trained_pipeline)
    nlp.add_pipe("lcp", config={"model": str(folder)})
    return nlp


def test_the_entry_point_is_the_component():
    if not PYPROJECT.is_file():
        pytest.skip("no pyproject.toml in the folder above the tests")
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    assert (
        project["entry-points"]["spacy_factories"]["lcp"] == "lcp.reader.engines.spacy:Complexity"
    )
    assert registry.factories.get("lcp") is Complexity


def test_a_model_is_named_by_its_folder(learners):
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp", config={"model": str(learners), "readers": "learner:es"})
    text = "Several children were reluctant."
    annotated = [
        word.prediction.complexity
        for word in lcp.annotate(text, model=learners, readers="learner:es")
    ]
    assert [value for value in values(nlp(text)) if value is not None] == annotated
