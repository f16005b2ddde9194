"""What the API answers, and what it says to bad input."""

from __future__ import annotations

import logging

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

SENTENCE = "Her acquiescence surprised everyone at dinner."
#: What nobody but the sender may get to read.
SENT = "tetrahydrocannabinol"
SPAN = {"sentence": SENTENCE, "start": 4, "end": 16}
NAMED = {"sentence": SENTENCE, "target": "acquiescence"}


def words(answer):
    return [word for sentence in answer.json()["sentences"] for word in sentence["words"]]


def test_a_text_is_rated_as_lcp_annotate_rates_it(client, model):
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
    assert answer.json()["threshold"] == 0.25


def test_expressions_are_rated_when_asked_for(client, data):
    text = {"text": "The deep river rose.", "mwe": True}
    assert "deep river" in [word["text"] for word in words(client.post("/api/annotate", json=text))]


def test_reasons_and_average_add_up_to_the_complexity(client, model):
    (found,) = client.post("/api/explain", json=NAMED).json()["explanations"]
    added = found["average"] + sum(reason["contribution"] for reason in found["reasons"])
    assert added == pytest.approx(found["total"]) == pytest.approx(found["complexity"])
    assert found["complexity"] == pytest.approx(model.predict_one(SENTENCE, "acquiescence"))
    assert found["low"] < found["complexity"] < found["high"]
    assert found["in_words"] == "neutral"


def test_a_target_by_its_place_is_the_target_by_its_name(client):
    for path in ("explain", "rank"):
        more = {"candidates": ["consent"]} if path == "rank" else {}
        one, other = (
            client.post(f"/api/{path}", json={**asked, **more}) for asked in (SPAN, NAMED)
        )
        assert one.status_code == 200
        assert one.json() == other.json()


def test_a_word_in_a_text_is_explained_as_it_was_rated(client):
    text = "He saw\nthe deep\triver."
    answer = client.post("/api/annotate", json={"text": text}).json()["sentences"][0]
    word = answer["words"][-1]
    span = {name: word[name] - answer["start"] for name in ("start", "end")}
    asked = {"sentence": answer["text"], **span}
    (found,) = client.post("/api/explain", json=asked).json()["explanations"]
    assert found["target"] == "river"
    assert found["complexity"] == pytest.approx(word["complexity"], abs=1e-4)


def test_a_target_that_occurs_twice_is_explained_at_both_places_or_at_the_one_that_is_meant(client):
    asked = {"sentence": "A fit of rage made him fit.", "target": "fit"}
    both = client.post("/api/explain", json=asked).json()["explanations"]
    assert [found["start"] for found in both] == [2, 23]
    for number, found in enumerate(both, start=1):
        one = client.post("/api/explain", json={**asked, "occurrence": number}).json()
        (alone,) = one["explanations"]
        assert alone["start"] == found["start"]
        assert alone["complexity"] == pytest.approx(found["complexity"])
    refused = client.post("/api/explain", json={**asked, "occurrence": 3})
    assert refused.status_code == 400
    assert "from 1 to 2" in refused.json()["error"]["hint"]


def test_a_target_that_occurs_twice_is_ranked_at_the_place_that_is_meant(client):
    asked = {"sentence": "A fit of rage made him fit.", "target": "fit", "candidates": ["able"]}
    first = client.post("/api/rank", json=asked).json()
    assert "2 places" in first["notes"][0]
    second = client.post("/api/rank", json={**asked, "occurrence": 2}).json()
    place = {"sentence": asked["sentence"], "start": 23, "end": 26, "candidates": ["able"]}
    assert second["notes"] == []
    assert client.post("/api/rank", json=place).json() == second


def test_a_target_at_too_many_places_is_refused(client):
    asked = {"sentence": "buffalo " * 21, "target": "buffalo"}
    assert client.post("/api/explain", json=asked).status_code == 400
    assert client.post("/api/explain", json={**asked, "occurrence": 21}).status_code == 200


def test_candidates_are_ranked_the_easiest_first(client):
    answer = client.post("/api/rank", json={**NAMED, "candidates": ["consent", "yes"]}).json()
    found = answer["candidates"]
    assert {each["candidate"] for each in found} == {"acquiescence", "consent", "yes"}
    assert [each["complexity"] for each in found] == sorted(e["complexity"] for e in found)
    assert answer["target"] == "acquiescence"
    assert {e["candidate"]: e["difference"] for e in found}["acquiescence"] == 0


def test_synonyms_come_from_wordnet(client, data):
    asked = {"sentence": "It will commence today.", "target": "commence"}
    answer = client.post("/api/rank", json=asked).json()
    assert "begin" in [each["candidate"] for each in answer["candidates"]]


@pytest.fixture
def bare(make_client, monkeypatch, no_data, tmp_path):
    """A client on a machine where nothing was ever fetched, and a download would fail the test."""

    def refuse(*_):
        pytest.fail("a server downloads nothing")

    monkeypatch.setenv("LCP_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("lcp.resources.download.download", refuse)
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    return make_client()


def test_without_wordnet_and_tagger_it_is_said_how_to_get_them(bare):
    for path, asked in (("rank", NAMED), ("annotate", {"text": "A river.", "mwe": True})):
        answer = bare.post(f"/api/{path}", json=asked)
        assert answer.status_code == 503
        assert "lcp fetch" in answer.json()["error"]["hint"]
    told = bare.get("/api/model").json()
    assert (told["synonyms"], told["expressions"]) == (False, False)


def test_instances_are_rated_in_order(client, model):
    asked = [NAMED, {"sentence": "A Fit man is fit.", "target": "fit"}, SPAN]
    refused = client.post("/api/predict", json={"instances": asked})
    assert refused.json()["error"]["where"].startswith("body.instances.2")
    found = client.post("/api/predict", json={"instances": asked[:2]}).json()["predictions"]
    assert [each["start"] for each in found] == [4, 13]
    assert found[0]["complexity"] == pytest.approx(model.predict_one(SENTENCE, "acquiescence"))


def test_the_model_is_described(client, model):
    told = client.get("/api/model").json()
    assert told["features"] == "core"
    assert told["intervals"]
    assert told["explanations"]
    assert told["limits"]["characters"] == 500_000


def test_a_model_without_intervals_and_explanations_says_so():
    from starlette.testclient import TestClient

    import lcp
    from lcp.web.app import create_app
    from lcp.web.settings import Settings

    table = lcp.load_corpus("sample", task=1)
    bare = lcp.ComplexityModel("frequency-baseline", "svr").fit(table)
    client = TestClient(create_app(Settings(), model=bare), base_url="http://127.0.0.1")
    told = client.get("/api/model").json()
    assert (told["intervals"], told["explanations"]) == (False, False)
    (word,) = words(client.post("/api/annotate", json={"text": "A river."}))
    assert (word["low"], word["high"]) == (None, None)
    ranked = client.post("/api/rank", json={**NAMED, "candidates": ["yes"]}).json()
    assert ranked["candidates"][0]["low"] is None
    refused = client.post("/api/explain", json=NAMED)
    assert refused.status_code == 400
    assert refused.json()["error"]["hint"]


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
        "nothing",
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
def test_an_odd_text_is_answered_and_every_word_is_where_it_stands(client, text):
    answer = client.post("/api/annotate", json={"text": text})
    assert answer.status_code == 200
    for word in words(answer):
        assert text[word["start"] : word["end"]].split() == word["text"].split()


def test_the_text_comes_back_as_it_was_sent_and_as_json(client):
    text = "<script>alert('river')</script>"
    answer = client.post("/api/annotate", json={"text": text})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["sentences"][0]["text"] == text


def test_another_language_is_warned_of_with_the_share_of_unknown_words(client):
    text = "Der schnelle braune Fuchs springt über den faulen Hund und verschwindet danach. " * 3
    assert "% of the words" in client.post("/api/annotate", json={"text": text}).json()["warning"]


@pytest.mark.parametrize(
    ("path", "asked", "status", "told"),
    [
        ("annotate", {"text": "a\0b"}, 400, "U+0000"),
        ("annotate", {"text": "A river.", "threshold": 1.5}, 422, "less than or equal to 1"),
        ("annotate", {"text": "A river.", "threshold": -0.1}, 422, "greater than or equal to 0"),
        ("annotate", {"text": "A.", "threshold": 0.5, "audience": "expert"}, 400, "Both"),
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
        ("explain", {**SPAN, "target": "her"}, 422, "not known"),
        ("explain", {**SPAN, "end": 400}, 400, "no word"),
        ("explain", {**SPAN, "start": 16, "end": 4}, 400, "no word"),
        ("explain", {**NAMED, "occurrence": 0}, 422, "greater than or equal to 1"),
        ("rank", {**NAMED, "candidates": []}, 422, "at least 1 item"),
        ("rank", {**NAMED, "candidates": ["?"]}, 400, "no word"),
        ("rank", {**NAMED, "candidates": ["a\0"]}, 400, "U+0000"),
        ("rank", {**NAMED, "candidates": ["a"] * 51}, 422, "at most 50"),
        ("rank", {"sentence": "A cat concatenates.", "start": 9, "end": 12}, 400, "no whole word"),
        ("predict", {"instances": [NAMED] * 101}, 422, "at most 100"),
    ],
)
def test_bad_input_is_a_clear_error(client, path, asked, status, told):
    answer = client.post(f"/api/{path}", json=asked)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert told in error["message"] + str(error["hint"])
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
    ids=["nothing", "half", "no UTF-8", "half a character", "not a number", "deep"],
)
def test_a_body_that_is_no_json_is_a_clear_error(client, body):
    answer = client.post(
        "/api/annotate", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in {400, 422}
    assert answer.json()["error"]["message"]


def test_what_is_not_there_is_an_error_as_json(client):
    assert client.get("/api/nothing").json()["error"]["message"]
    wrong = client.get("/api/annotate")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
    assert wrong.json()["error"]["message"]


def test_a_wrong_request_is_not_echoed(client):
    for asked in (
        {"text": [SENT]},
        {"text": "a", "audience": SENT},
        {"text": "a", SENT: 1},
        {"text": "a", "threshold": SENT},
    ):
        answer = client.post("/api/annotate", json=asked)
        assert answer.status_code == 422
        assert SENT not in answer.text


def test_an_unforeseen_error_is_answered_and_logged_without_the_text(
    make_client, monkeypatch, caplog
):
    client = make_client()

    def fail(*_args, **_more):
        raise KeyError(SENT)

    monkeypatch.setattr("lcp.web.rating.Rater._explained", fail)
    with caplog.at_level(logging.DEBUG):
        answer = client.post("/api/explain", json={"sentence": SENT, "target": SENT})
    assert answer.status_code == 500
    assert "error" in answer.json()
    assert "KeyError" in caplog.text
    assert SENT not in caplog.text + answer.text


def test_no_sentence_stays_in_a_cache(client):
    from lcp.text import words as cached

    asked = {**NAMED, "candidates": ["yes"]}
    assert client.post("/api/rank", json=asked).status_code == 200
    assert cached.cache_info().currsize == 0
