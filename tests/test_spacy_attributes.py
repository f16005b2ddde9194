"""Attributes of spaCy's documents and tokens: saved, sent, copied, divided, joined and changed."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import catalogue
import pytest
import spacy
import srsly
from spacy.tokens import Doc, DocBin, Span, Token

import lcp
from lcp import spacy_attributes, spacy_component

FIRST, SECOND = "The acquiescence surprised Priya.", "Deep rivers rose in 1999."
ATTRIBUTES = ("complexity", "cefr", "lcp_kind")


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("lcp")
    return nlp


@pytest.fixture
def doc(nlp):
    return nlp(f"{FIRST} {SECOND}")


def attributes(tokens):
    return [tuple(token._.get(name) for name in ATTRIBUTES) for token in tokens]


def test_a_token_has_the_rating_of_the_model(doc):
    rated = attributes(doc)
    model = lcp.load_model()
    assert rated[1] == (model.predict_one(FIRST, "acquiescence"), "C2", "word")
    assert rated[3:6] == [(None, None, "name"), (None, None, "punctuation"), rated[5]]
    assert rated[5][0] == model.predict_one(SECOND, "Deep")
    assert rated[9] == (None, None, "number")


def test_a_document_has_one_entry_for_all_tokens_until_one_is_read(doc):
    assert sum(key[:2] == ("._.", "lcp_tokens") for key in doc.user_data) == 1
    assert len(doc.user_data) == 3
    assert doc[1]._.complexity is not None
    assert not any(key[:2] == ("._.", "lcp_tokens") for key in doc.user_data)


@pytest.mark.parametrize("read_before", [False, True])
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
def test_attributes_are_saved_and_copied_with_the_document(nlp, doc, passed_on, read_before):
    expected = attributes(nlp(doc.text))
    if read_before:
        attributes(doc)
    other = passed_on(doc)
    assert attributes(other) == expected
    assert other._.complexity == doc._.complexity
    assert other[1:3]._.complexity == doc[1:3]._.complexity


@pytest.mark.parametrize("read_before", [False, True])
def test_part_of_a_document_keeps_its_attributes(doc, nlp, read_before):
    expected = attributes(nlp(doc.text))
    if read_before:
        attributes(doc)
    first, second = (s.as_doc(copy_user_data=True) for s in doc.sents)
    assert attributes(first) + attributes(second) == expected
    assert attributes(second[1:4].as_doc(copy_user_data=True)) == expected[6:9]


@pytest.mark.filterwarnings("ignore:.*W10[12]")
def test_joined_documents_keep_their_attributes_and_can_be_rated_again(nlp):
    docs = [nlp(FIRST), nlp(SECOND), nlp(FIRST)]
    expected = [attributes(nlp(doc.text)) for doc in docs]
    joined = Doc.from_docs(docs)
    assert attributes(joined) == [*expected[0], *expected[1], *expected[2]]
    # Ratings of other sentences in the places of the old ones.
    joined = Doc.from_docs(docs)
    genre = spacy.blank("en")
    genre.add_pipe("lcp", config={"readers": "learner"})
    again = genre.get_pipe("lcp")(joined)
    assert attributes(again) == attributes(genre(joined.text))
    assert attributes(again)[1] != expected[0][1]


def test_attributes_are_part_of_the_json_of_a_document(nlp, doc):
    expected = attributes(nlp(doc.text))
    data = doc.to_json(underscore=list(ATTRIBUTES))
    columns = [[e["value"] for e in data["underscore_token"][name]] for name in ATTRIBUTES]
    assert list(zip(*columns, strict=True)) == expected
    assert data["_"]["complexity"]["content_words"] == 5


def test_attributes_can_be_set(nlp, doc):
    unchanged = attributes(nlp(doc.text))
    doc[1]._.complexity = 0.75
    doc._.complexity = {"mean": 0.5}
    assert doc[1]._.complexity == 0.75
    assert attributes(doc)[2:] == unchanged[2:]
    assert doc._.complexity == {"mean": 0.5}
    blank = nlp.make_doc("A river.")
    blank.user_data[()] = "an entry of another program"
    assert (blank[1]._.complexity, blank._.complexity) == (None, None)
    blank[1]._.complexity = 0.25
    assert blank[1]._.complexity == 0.25


def test_an_attribute_that_another_program_declared_is_set(nlp):
    expected = attributes(nlp(FIRST))
    own = Token.get_extension("lcp_kind")
    Token.set_extension("lcp_kind", default="unknown", force=True)
    try:
        assert attributes(nlp(FIRST)) == expected
        assert nlp.make_doc(FIRST)[0]._.lcp_kind == "unknown"
    finally:
        Token.set_extension("lcp_kind", getter=own[2], setter=own[3], force=True)


def test_existing_attributes_are_not_overwritten(nlp):
    before = [kind.get_extension("complexity") for kind in (Doc, Span, Token)]
    spacy.blank("en").add_pipe("lcp")
    assert [kind.get_extension("complexity") for kind in (Doc, Span, Token)] == before


def test_threads_that_read_a_document_get_the_same_attributes(nlp):
    text = " ".join([FIRST, SECOND] * 50)
    expected = attributes(nlp(text))
    with ThreadPoolExecutor(4) as threads:
        for doc in nlp.pipe([text] * 5):
            assert list(threads.map(attributes, [doc] * 4)) == [expected] * 4


def test_kinds_and_levels_keep_their_numbers_in_saved_documents():
    # If this test fails, saved documents have other kinds or levels than before: append new ones,
    # or give the entry of a document another name.
    assert (
        *(None, "word", "name", "abbreviation", "number", "identifier", "function word"),
        *("contraction part", "URL", "e-mail", "punctuation", "symbol", "other script", "long run"),
        "markup",
    ) == spacy_attributes._KINDS
    assert spacy_attributes._LEVELS == (None, "A1", "A2", "B1", "B2", "C1", "C2")


@pytest.mark.filterwarnings("ignore:.*W10[12]")
def test_parts_and_joins_of_a_document_that_was_rated_again_have_the_new_ratings(nlp, doc):
    learners = spacy.blank("en")
    learners.add_pipe("lcp", config={"readers": "learner"})
    expected = attributes(learners(doc.text))
    before = attributes(doc)
    again = learners.get_pipe("lcp")(doc)
    assert attributes(again.copy()) == expected != before
    _, second = (s.as_doc(copy_user_data=True) for s in again.sents)
    assert attributes(second) == expected[5:]
    joined = Doc.from_docs([nlp(FIRST), again])
    assert attributes(joined)[5:] == expected


def test_a_model_that_depends_on_the_sentence_is_not_used_before_the_first_document(monkeypatch):
    rated = []
    monkeypatch.setattr(spacy_component.Complexity, "__call__", lambda _, doc: rated.append(doc))
    spacy.blank("en").add_pipe("lcp")
    assert len(rated) == 1
    monkeypatch.setattr(lcp.ComplexityModel, "depends_on_sentence", lambda *_: True)
    spacy.blank("en").add_pipe("lcp")
    assert len(rated) == 1


class Measure:
    """Something that srsly does not store by itself."""


def test_an_encoder_that_is_registered_later_is_used(nlp):
    with pytest.raises(TypeError):
        srsly.msgpack_dumps({"measure": Measure()})

    def encode(value, chain=None):
        if isinstance(value, Measure):
            return "a measure"
        return value if chain is None else chain(value)

    srsly.msgpack_encoders.register("measure", func=encode)
    try:
        packed = srsly.msgpack_dumps({"measure": Measure()})
        srsly.msgpack_encoders.register("measure", func=lambda value, chain=None: "another")
        replaced = srsly.msgpack_dumps({"measure": Measure()})
    finally:
        del catalogue.REGISTRY["srsly", "msgpack_encoders", "measure"]
    assert srsly.msgpack_loads(packed) == {"measure": "a measure"}
    assert srsly.msgpack_loads(replaced) == {"measure": "another"}
    with pytest.raises(TypeError):
        srsly.msgpack_dumps({"measure": Measure()})


def test_importing_the_component_does_not_change_srsly():
    code = (
        "import spacy, srsly; nlp = spacy.blank('en'); "
        "import lcp.spacy_component; print('get_all' in vars(srsly.msgpack_encoders)); "
        "nlp.add_pipe('lcp'); print('get_all' in vars(srsly.msgpack_encoders))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
