"""Readers, genres and CEFR levels in the API and on the page."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

SENTENCE = "The committee was reluctant to answer."
TARGET = {"sentence": SENTENCE, "target": "reluctant"}


@pytest.fixture(scope="module")
def small_client():
    """A client of an app with a model that is not trained for learners."""
    from starlette.testclient import TestClient

    import lcp
    from lcp.web.app import create_app
    from lcp.web.settings import Settings

    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    app = create_app(Settings(), model=model)
    return TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False)


def test_the_model_names_its_readers_and_whether_it_has_levels(client, small_client):
    about = client.get("/api/model").json()
    assert (about["readers"], about["levels"]) == (["general", "native", "learner"], True)
    about = small_client.get("/api/model").json()
    assert (about["readers"], about["levels"]) == (["general", "native"], False)


def test_learners_get_the_prediction_for_learners(client, model):
    expected = model.predict_one(SENTENCE, "reluctant", readers="learner")
    assert expected > model.predict_one(SENTENCE, "reluctant") + 0.1
    target = {**TARGET, "readers": "learner"}
    answer = client.post("/api/predict", json={"instances": [target]})
    assert answer.json()["predictions"][0]["complexity"] == pytest.approx(expected)
    (explained,) = client.post("/api/explain", json=target).json()["explanations"]
    assert explained["complexity"] == pytest.approx(expected)
    ranked = client.post("/api/rank", json={**target, "candidates": ["slow"]}).json()["candidates"]
    assert ranked[-1]["complexity"] == pytest.approx(expected)
    body = {"text": SENTENCE, "readers": "learner"}
    sentence = client.post("/api/annotate", json=body).json()["sentences"][0]
    word = next(word for word in sentence["words"] if word["text"] == "reluctant")
    assert word["complexity"] == pytest.approx(expected, abs=1e-4)


def test_a_genre_of_the_model_makes_the_sentence_count(client, model):
    expected = model.predict_one(SENTENCE, "committee", genre="europarl")
    assert expected != model.predict_one(SENTENCE, "committee")
    answer = client.post("/api/annotate", json={"text": SENTENCE, "genre": "europarl"})
    word = answer.json()["sentences"][0]["words"][0]
    assert (word["text"], word["complexity"]) == ("committee", pytest.approx(expected, abs=1e-4))


def test_words_have_a_level_and_a_rank(client):
    answer = client.post("/api/annotate", json={"text": "The haploinsufficiency was mild."}).json()
    hard, easy = answer["sentences"][0]["words"]
    assert hard["level"] == "C2"
    assert hard["harder_than"] > 0.99
    assert 0 < easy["harder_than"] < hard["harder_than"]
    assert 1 / 6 < easy["level_probability"] <= 1


def test_readers_that_the_model_was_not_trained_for_are_an_error(small_client):
    learner = {**TARGET, "readers": "learner"}
    for path, body in {
        "annotate": {"text": SENTENCE, "readers": "learner"},
        "explain": learner,
        "rank": {**learner, "candidates": ["slow"]},
        "predict": {"instances": [learner]},
    }.items():
        answer = small_client.post(f"/api/{path}", json=body)
        assert answer.status_code == 400, path
        assert "not trained on ratings by learners" in answer.json()["error"]["message"]


def test_learners_with_a_first_language_need_an_installed_model(client):
    body = {"text": SENTENCE, "readers": "learner:es"}
    answer = client.post("/api/annotate", json=body)
    assert answer.status_code == 409
    assert "No model for readers 'learner:es' is installed." in answer.json()["error"]["message"]
    assert "lcp fit --corpus kvl --install" in answer.json()["error"]["hint"]
    page = client.post("/", data=body)
    assert page.status_code == 409
    assert "lcp fit --corpus kvl --install" in page.text


def test_the_menu_and_the_api_list_the_readers_of_the_installed_model(client, learners):
    readers = client.get("/api/model").json()["readers"]
    assert readers == ["general", "native", "learner", "learner:es", "learner:zh"]
    page = client.get("/").text
    assert '<option value="learner:es">Spanish speakers</option>' in page
    assert "German" not in page


def test_without_an_installed_model_the_menu_has_no_first_languages(client):
    page = client.get("/").text
    assert "learners of English" in page
    assert " speakers" not in page


def test_first_languages_get_predictions_of_the_installed_model(client, learners):
    targets = [
        {**TARGET, "readers": readers} for readers in ("learner:zh", "general", "learner:es")
    ]
    answer = client.post("/api/predict", json={"instances": targets})
    chinese, general, spanish = (each["complexity"] for each in answer.json()["predictions"])
    assert chinese > spanish + 0.1
    (alone,) = client.post("/api/predict", json={"instances": [TARGET]}).json()["predictions"]
    assert general == alone["complexity"]
    for path in ("annotate", "profile"):
        body = {"text": SENTENCE, "readers": "learner:zh"}
        answer = client.post(f"/api/{path}", json=body).json()
        assert answer["threshold"] > 0.4
    explained = client.post("/api/explain", json=targets[0]).json()["explanations"][0]
    assert explained["complexity"] == pytest.approx(chinese)
    assert explained["low"] is None


def test_a_page_needs_a_model_for_general_readers(learners):
    import lcp
    from lcp.web.app import create_app
    from lcp.web.settings import Settings

    with pytest.raises(lcp.InputError, match="needs a model for general readers"):
        create_app(Settings(model=str(learners)))


def test_the_page_offers_readers_only_if_the_model_knows_learners(client, small_client):
    assert 'name="readers"' in client.get("/").text
    assert 'name="readers"' not in small_client.get("/").text
    result = client.post("/", data={"text": SENTENCE, "readers": "learner"})
    assert '<option value="learner" selected>' in result.text
