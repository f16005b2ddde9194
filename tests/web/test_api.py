"""Responses of the API, and its errors for invalid input."""

from __future__ import annotations

import functools
import gc
import logging

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

SENTENCE = "Her acquiescence surprised everyone at dinner."
#: A word that must not appear in errors or logs.
PRIVATE = "tetrahydrocannabinol"
SPAN = {"sentence": SENTENCE, "start": 4, "end": 16}
NAMED = {"sentence": SENTENCE, "target": "acquiescence"}


def words(answer):
    return [word for sentence in answer.json()["sentences"] for word in sentence["words"]]


def test_annotate_returns_the_result_of_lcp_annotate(client, model):
    from lcp.annotation import annotate

    text = "The haploinsufficiency was mild.\n\nHe crossed the river."
    answer = client.post("/api/annotate", json={"text": text, "threshold": 0.4})
    assert answer.json()["threshold"] == 0.4
    assert answer.json()["warning"] is None
    rated = annotate(text, model=model, threshold=0.4)
    assert answer.json()["counts"] == rated.counts
    for word, other in zip(words(answer), rated, strict=True):
        assert (word["text"], word["start"], word["end"]) == (other.text, other.start, other.end)
        assert word["complexity"] == pytest.approx(other.complexity, abs=1e-4)
        assert word["complex"] == other.complex
        assert text[word["start"] : word["end"]] == word["text"]


def test_an_audience_is_a_threshold(client):
    answer = client.post("/api/annotate", json={"text": "A river.", "audience": "learner"})
    assert answer.json()["threshold"] == 0.228


def test_expressions_are_rated_on_request(client, data):
    answer = client.post("/api/annotate", json={"text": "The deep river rose.", "mwe": True})
    assert "deep river" in [word["text"] for word in words(answer)]


def test_reasons_and_average_add_up_to_the_complexity(client, model):
    (explained,) = client.post("/api/explain", json=NAMED).json()["explanations"]
    total = explained["average"] + sum(reason["contribution"] for reason in explained["reasons"])
    assert total == pytest.approx(explained["total"]) == pytest.approx(explained["complexity"])
    assert explained["complexity"] == pytest.approx(model.predict_one(SENTENCE, "acquiescence"))
    assert explained["low"] < explained["complexity"] < explained["high"]
    assert explained["in_words"] == "neutral"


def test_an_explanation_computes_the_features_once(client, monkeypatch):
    from lcp.features.featureset import FeatureSet

    transform, calls = FeatureSet.transform, []
    monkeypatch.setattr(
        FeatureSet, "transform", lambda *args, **kw: calls.append(1) or transform(*args, **kw)
    )
    assert client.post("/api/explain", json=NAMED).status_code == 200
    assert len(calls) == 1


@pytest.mark.parametrize(("path", "more"), [("explain", {}), ("rank", {"candidates": ["consent"]})])
def test_a_target_can_be_given_by_span_or_text(client, path, more):
    by_span, by_text = (
        client.post(f"/api/{path}", json={**target, **more}) for target in (SPAN, NAMED)
    )
    assert by_span.status_code == 200
    assert by_span.json() == by_text.json()


def test_a_word_gets_the_same_complexity_in_a_text_and_in_an_explanation(client):
    text = "He saw\nthe deep\triver."
    answer = client.post("/api/annotate", json={"text": text}).json()["sentences"][0]
    word = answer["words"][-1]
    span = {name: word[name] - answer["start"] for name in ("start", "end")}
    target = {"sentence": answer["text"], **span}
    (explained,) = client.post("/api/explain", json=target).json()["explanations"]
    assert explained["target"] == "river"
    assert explained["complexity"] == pytest.approx(word["complexity"], abs=1e-4)


def test_all_occurrences_of_a_target_are_explained_by_default(client):
    target = {"sentence": "A fit of rage made him fit.", "target": "fit"}
    both = client.post("/api/explain", json=target).json()["explanations"]
    assert [explained["start"] for explained in both] == [2, 23]
    for occurrence, explained in enumerate(both, start=1):
        one = client.post("/api/explain", json={**target, "occurrence": occurrence}).json()
        (alone,) = one["explanations"]
        assert alone["start"] == explained["start"]
        assert alone["complexity"] == pytest.approx(explained["complexity"])
    answer = client.post("/api/explain", json={**target, "occurrence": 3})
    assert answer.status_code == 400
    assert "from 1 to 2" in answer.json()["error"]["hint"]


def test_the_requested_occurrence_of_a_target_is_ranked(client):
    target = {"sentence": "A fit of rage made him fit.", "target": "fit", "candidates": ["able"]}
    first = client.post("/api/rank", json=target).json()
    assert "occurs 2 times" in first["notes"][0]
    second = client.post("/api/rank", json={**target, "occurrence": 2}).json()
    span = {"sentence": target["sentence"], "start": 23, "end": 26, "candidates": ["able"]}
    assert second["notes"] == []
    assert client.post("/api/rank", json=span).json() == second


def test_explaining_more_than_20_occurrences_is_an_error(client):
    target = {"sentence": "buffalo " * 21, "target": "buffalo"}
    assert client.post("/api/explain", json=target).status_code == 400
    assert client.post("/api/explain", json={**target, "occurrence": 21}).status_code == 200


def test_candidates_are_ranked_the_easiest_first(client):
    answer = client.post("/api/rank", json={**NAMED, "candidates": ["consent", "yes"]}).json()
    assert answer["target"] == "acquiescence"
    values = [candidate["complexity"] for candidate in answer["candidates"]]
    assert values == sorted(values)
    differences = {c["candidate"]: c["difference"] for c in answer["candidates"]}
    assert differences.keys() == {"acquiescence", "consent", "yes"}
    assert differences["acquiescence"] == 0


def test_synonyms_come_from_wordnet(client, data):
    target = {"sentence": "It will commence today.", "target": "commence"}
    answer = client.post("/api/rank", json=target).json()
    assert "begin" in [candidate["candidate"] for candidate in answer["candidates"]]


@pytest.fixture
def bare(make_client, monkeypatch, no_data, tmp_path):
    """A client of a server without resources; a download fails the test."""

    def refuse(*_):
        pytest.fail("a server must not download")

    monkeypatch.setenv("LCP_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("lcp.resources.download.download", refuse)
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    return make_client()


def test_without_wordnet_and_tagger_the_error_says_how_to_install_them(bare):
    for path, content in (("rank", NAMED), ("annotate", {"text": "A river.", "mwe": True})):
        answer = bare.post(f"/api/{path}", json=content)
        assert answer.status_code == 409
        assert "lcp fetch" in answer.json()["error"]["hint"]
    about = bare.get("/api/model").json()
    assert (about["synonyms"], about["expressions"]) == (False, False)
    ranked = bare.post("/api/rank", json={**NAMED, "candidates": ["consent"]})
    assert ranked.status_code == 200


def test_instances_are_rated_in_order(client, model):
    targets = [NAMED, {"sentence": "A Fit man is fit.", "target": "fit"}, SPAN]
    invalid = client.post("/api/predict", json={"instances": targets})
    assert invalid.json()["error"]["where"].startswith("body.instances.2")
    rated = client.post("/api/predict", json={"instances": targets[:2]}).json()["predictions"]
    assert [target["start"] for target in rated] == [4, 13]
    assert rated[0]["complexity"] == pytest.approx(model.predict_one(SENTENCE, "acquiescence"))


def test_the_model_is_described(client, model):
    about = client.get("/api/model").json()
    assert about["features"] == "core-readers"
    assert about["intervals"]
    assert about["explanations"]
    assert about["limits"]["characters"] == 500_000


def test_a_model_may_lack_intervals_and_explanations():
    from starlette.testclient import TestClient

    import lcp
    from lcp.web.app import create_app
    from lcp.web.settings import Settings

    table = lcp.load_corpus("sample", task=1)
    bare = lcp.ComplexityModel("frequency-baseline", "svr").fit(table)
    client = TestClient(create_app(Settings(), model=bare), base_url="http://127.0.0.1")
    about = client.get("/api/model").json()
    assert (about["intervals"], about["explanations"]) == (False, False)
    (word,) = words(client.post("/api/annotate", json={"text": "A river."}))
    assert (word["low"], word["high"]) == (None, None)
    ranked = client.post("/api/rank", json={**NAMED, "candidates": ["yes"]}).json()
    assert ranked["candidates"][0]["low"] is None
    explained = client.post("/api/explain", json=NAMED)
    assert explained.status_code == 400
    assert explained.json()["error"]["hint"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t\r\n ",
        "<script>alert('river')</script><b onclick=x>deep</b>",
        "كان النهر عميقا جدا. עמוק היה הנהר.",
        "She\u202e said\u202c the river\u200f was deep.",
        "🙂🙃 The 🏞️ river 👩‍👩‍👧 was deep 🙂",
        "ﬁne ŉ Ⅳ e\u0301\u0301\u0301 İstanbul ß",
        "x" * 10_000,
        "a " * 10_000,
        "." * 10_000,
    ],
    ids=[
        "empty",
        "white space",
        "markup",
        "other scripts",
        "direction marks",
        "emoji",
        "odd letters",
        "one long word",
        "one long sentence",
        "full stops",
    ],
)
def test_positions_are_correct_in_unusual_texts(client, text):
    answer = client.post("/api/annotate", json={"text": text})
    assert answer.status_code == 200
    for word in words(answer):
        assert text[word["start"] : word["end"]].split() == word["text"].split()


def test_a_text_is_returned_unchanged_as_json(client):
    text = "<script>alert('river')</script>"
    answer = client.post("/api/annotate", json={"text": text})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["sentences"][0]["text"] == text


def test_a_text_in_another_language_gets_a_warning(client):
    text = "Der schnelle braune Fuchs springt über den faulen Hund und verschwindet danach. " * 3
    assert "% of the words" in client.post("/api/annotate", json={"text": text}).json()["warning"]


@pytest.mark.parametrize(
    ("path", "content", "status", "message"),
    [
        ("annotate", {"text": "a\0b"}, 400, "U+0000"),
        ("annotate", {"text": "A river.", "threshold": 1.5}, 422, "less than or equal to 1"),
        ("annotate", {"text": "A river.", "threshold": -0.1}, 422, "greater than or equal to 0"),
        ("annotate", {"text": "A.", "threshold": 0.5, "audience": "expert"}, 400, "be combined"),
        ("annotate", {"text": "A river.", "audience": "nobody"}, 422, "learner"),
        ("annotate", {"text": 5}, 422, "string"),
        ("annotate", {}, 422, "required"),
        ("annotate", ["A river."], 422, "dictionary"),
        ("explain", {"sentence": SENTENCE, "target": "river"}, 400, "not in its sentence"),
        ("explain", {"sentence": SENTENCE, "target": " "}, 400, "target is empty"),
        ("explain", {"sentence": SENTENCE, "target": ""}, 422, "at least 1 character"),
        ("explain", {"sentence": "", "target": "a"}, 422, "at least 1 character"),
        ("explain", {"sentence": "a\0b", "target": "a"}, 400, "U+0000"),
        ("explain", {"sentence": SENTENCE, "target": "a\0"}, 400, "U+0000"),
        ("explain", {"sentence": "x " * 3_000, "target": "x"}, 422, "5000 characters"),
        ("explain", {"sentence": SENTENCE, "start": 4}, 422, "required"),
        ("explain", {**SPAN, "target": "her"}, 422, "Unknown field"),
        ("explain", {**SPAN, "end": 400}, 400, "no word"),
        ("explain", {**SPAN, "start": 16, "end": 4}, 400, "no word"),
        ("explain", {**NAMED, "occurrence": 0}, 422, "greater than or equal to 1"),
        ("rank", {**NAMED, "candidates": []}, 422, "at least 1 item"),
        ("rank", {**NAMED, "candidates": ["?"]}, 400, "no letter or digit"),
        ("rank", {**NAMED, "candidates": ["a\0"]}, 400, "U+0000"),
        ("rank", {**NAMED, "candidates": ["a"] * 51}, 422, "at most 50"),
        ("rank", {"sentence": "A cat scatters.", "start": 7, "end": 10}, 400, "not a whole word"),
        ("predict", {"instances": [NAMED] * 101}, 422, "at most 100"),
    ],
)
def test_invalid_input_is_a_clear_error(client, path, content, status, message):
    answer = client.post(f"/api/{path}", json=content)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert message in error["message"] + str(error["hint"])
    assert error["hint"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"text": "\\ud800"}',
        b'{"text": "a", "threshold": NaN}',
        b"[" * 99_999,
    ],
    ids=["empty", "incomplete", "not UTF-8", "half a surrogate pair", "not a number", "deep"],
)
def test_an_invalid_body_is_a_clear_error(client, body):
    answer = client.post(
        "/api/annotate", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in {400, 422}
    assert answer.json()["error"]["message"]


def test_unknown_paths_and_methods_are_errors_as_json(client):
    assert client.get("/api/nothing").json()["error"]["message"]
    answer = client.get("/api/annotate")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"]["message"]


def test_errors_do_not_quote_the_request(client):
    for content in (
        {"text": [PRIVATE]},
        {"text": "a", "audience": PRIVATE},
        {"text": "a", PRIVATE: 1},
        {"text": "a", "threshold": PRIVATE},
    ):
        answer = client.post("/api/annotate", json=content)
        assert answer.status_code == 422
        assert PRIVATE not in answer.text


def test_an_unexpected_error_is_logged_without_the_text(make_client, monkeypatch, caplog):
    client = make_client()

    def fail(*_args, **_more):
        raise KeyError(PRIVATE)

    monkeypatch.setattr("lcp.web.rating.Rater._explain", fail)
    with caplog.at_level(logging.DEBUG):
        answer = client.post("/api/explain", json={"sentence": PRIVATE, "target": PRIVATE})
    assert answer.status_code == 500
    assert "error" in answer.json()
    assert "KeyError" in caplog.text
    assert PRIVATE not in caplog.text + answer.text


def test_no_cache_keeps_a_sentence(client):
    sentence = f"{SENTENCE} It is {PRIVATE}."
    target = {"sentence": sentence, "target": "acquiescence"}
    assert client.post("/api/rank", json={**target, "candidates": ["yes"]}).status_code == 200
    assert client.post("/api/explain", json=target).status_code == 200
    assert client.post("/api/annotate", json={"text": sentence}).status_code == 200
    keys = [
        key
        for cache in gc.get_objects()
        if isinstance(cache, functools._lru_cache_wrapper) and cache.__module__.startswith("lcp.")
        for content in gc.get_referents(cache)
        if isinstance(content, dict)
        for key in content
    ]
    assert keys
    assert not [key for key in keys if sentence in (key if isinstance(key, tuple) else (key,))]
