"""Responses of the API, and its errors for invalid input."""

import pytest

import lcp
from lcp.english.characters import normal_text
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.engines.arrow import BatchAnnotator
from lcp.reader.reports.annotation_output import write_annotation
from tests.cases import cases

SENTENCE = "Her acquiescence surprised everyone at dinner."
TEXT = "The deep river surprised Priya at 5 pm; WFTV called it NCT05003895."
SPAN = {"sentence": SENTENCE, "start": 4, "end": 16}
EASIER = "It was an endeavour to commence."
NAMED = {"sentence": SENTENCE, "target": "acquiescence"}


def words(answer):
    return [word for sentence in answer.json()["sentences"] for word in sentence["words"]]


def test_annotate_returns_the_json_of_lcp_annotate(client, model):
    annotator = Annotator(model, threshold=0.4)
    written = "".join(write_annotation(annotator, annotator.stream([TEXT]), "json"))
    assert client.post("/api/annotate", json={"text": TEXT, "threshold": 0.4}).text == written


def test_many_texts_are_annotated_as_one_by_one(client):
    texts = [TEXT, "", SENTENCE, TEXT]
    options = {"threshold": 0.4, "readers": "learner"}
    together = client.post("/api/annotate", json={"texts": texts, **options}).json()
    alone = [client.post("/api/annotate", json={"text": text, **options}).json() for text in texts]
    assert together == {"annotations": alone}
    assert client.post("/api/annotate", json={"texts": []}).json() == {"annotations": []}


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        ({}, 400, "Either a text or several"),
        ({"text": "a", "texts": ["a"]}, 400, "Either a text or several"),
        ({"texts": ["a", "a\0"]}, 400, "U+0000"),
        ({"texts": ["a" * 300_000] * 2}, 413, "more than 500,000 characters in the texts"),
        ({"texts": [""] * 1_001}, 422, "1000 items"),
    ],
)
def test_invalid_texts_are_an_error(client, content, status, message):
    answer = client.post("/api/annotate", json=content)
    assert answer.status_code == status
    assert message in answer.json()["error"]["message"]


@pytest.mark.filterwarnings("ignore:.*does not seem to be English")
@cases("reader/annotation/cases/counted", "text", "words", "content_words")
def test_a_text_has_the_same_numbers_of_words_everywhere(client, text, words, content_words):
    options = {"threshold": "many"}
    profile = lcp.profile(text, **options)
    assert (profile.n_running_words, profile.n_content_words) == (words, content_words)
    assert sum(row.n_words for row in profile.levels) <= words
    numbers = (words, content_words, pytest.approx(profile.share_hard * words))
    for others in ({}, {"names": True}, {"expressions": "both"}):
        tally = lcp.annotate(text, **options, **others).tally
        assert (tally.words, tally["word"], tally["hard"]) == numbers
        row = BatchAnnotator(**options, **others)({"text": [text]})["summary"][0]
        counted = row["n_running_words"], row["n_content_words"], (row["share_hard"] or 0) * words
        assert counted == numbers
        level = profile.text_level and pytest.approx(profile.text_level.value)
        assert (row["level"], row["level_value"]) == (profile.level, level)
    mean = profile.mean_complexity
    assert row["mean_complexity"] == (mean and pytest.approx(mean))
    assert client.post("/api/profile", json={"text": text, **options}).json() == profile.to_dict()
    assert f'data-words="{words}"' in client.post("/result", json={"text": text}).text


def test_a_span_and_the_words_of_an_expression_that_is_apart_name_a_target(client, model):
    sentence = "He took his hat off."
    target = {"sentence": sentence, "target": "took off", "start": 3, "end": 19}
    (predicted,) = client.post("/api/predict", json={"instances": [target]}).json()["predictions"]
    assert (predicted["target"], predicted["start"], predicted["end"]) == ("took off", 3, 19)
    assert predicted["complexity"] == model.predict_one(sentence, "take off")


@pytest.mark.parametrize("path", ["annotate", "profile", "predict", "explain", "substitutes"])
@pytest.mark.parametrize(("option", "value"), [("genre", "bibel"), ("readers", "learner:es")])
def test_an_unknown_genre_or_kind_of_readers_is_an_error(client, path, option, value):
    body = {"text": SENTENCE} if path in {"annotate", "profile"} else dict(NAMED)
    body[option] = value
    if path == "substitutes":
        body["candidates"] = ["yes"]
    answer = client.post(f"/api/{path}", json={"instances": [body]} if path == "predict" else body)
    assert answer.status_code == (200 if path == "predict" else 400)
    assert value in answer.text
    assert "complexity" not in answer.text


def test_a_server_that_is_ready_is_healthy(client):
    answer = client.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_one_request_gives_level_and_meanings_of_a_text(client, data):
    text = "The physician examined the infant. They rose, and it was futile."
    body = {"text": text, "threshold": 0.2}
    plain = client.post("/api/profile", json=body).json()
    answer = client.post("/api/profile", json={**body, "meanings": True}).json()
    assert answer["level"] == plain["level"]
    explained = {word["lemma"]: word for word in answer["hard_words"]}
    assert list(explained) == [word["lemma"] for word in plain["hard_words"]]
    assert explained["infant"]["definition"]
    assert 0.5 < explained["infant"]["definition_confidence"] <= 1
    assert not any("definition" in word for word in plain["hard_words"])
    assert all(word["level"] for word in answer["hard_words"])


def test_all_occurrences_of_a_target_are_explained_by_default(client):
    target = {"sentence": "A fit of rage made him fit.", "target": "fit"}
    both = client.post("/api/explain", json=target).json()["explanations"]
    assert [explained["start"] for explained in both] == [2, 23]
    for occurrence, explained in enumerate(both, start=1):
        answer = client.post("/api/explain", json={**target, "occurrence": occurrence}).json()
        assert answer["explanations"] == [explained]
    answer = client.post("/api/explain", json={**target, "occurrence": 3})
    assert answer.status_code == 400
    assert answer.json()["error"]["where"] == "occurrence"


def test_explaining_more_than_20_occurrences_is_an_error(client):
    target = {"sentence": "buffalo " * 21, "target": "buffalo"}
    assert client.post("/api/explain", json=target).status_code == 400
    assert client.post("/api/explain", json={**target, "occurrence": 21}).status_code == 200


def test_candidates_are_ranked_the_easiest_first(client):
    answers = [
        client.post("/api/substitutes", json={**target, "candidates": ["consent", "yes"]}).json()
        for target in (NAMED, SPAN)
    ]
    assert answers[0] == answers[1]
    assert (answers[0]["sense"], answers[0]["senses"]) == (None, [])
    complexity = answers[0]["target"]["complexity"]
    ranked = answers[0]["substitutes"]
    assert {each["form"] for each in ranked} == {"consent", "yes"}
    for each in ranked:
        assert each["gain"] == pytest.approx(complexity - each["complexity"])


def easier(client, word, **more):
    start = EASIER.index(word)
    body = {"sentence": EASIER, "start": start, "end": start + len(word), **more}
    return client.post("/api/substitutes", json=body)


def test_synonyms_are_easier_and_have_a_sense(client, data):
    answer = easier(client, "commence").json()
    names = [sense["name"] for sense in answer["senses"]]
    assert answer["sense"] in {None, *names}
    assert all(sense["definition"] for sense in answer["senses"])
    assert answer["senses"][0]["likely"]
    assert {"begin", "start"} & {each["form"] for each in answer["substitutes"]}
    assert all(each["gain"] >= 0.005 and each["level"] for each in answer["substitutes"])
    for each in answer["substitutes"]:
        assert each["easier"] == (each["level"] < answer["target"]["level"])
        assert each["easier"] or not each["probable"]
    assert sum(each["probable"] for each in answer["substitutes"]) == 1
    for name in names:
        assert easier(client, "commence", sense=name).json()["sense"] == name


def test_an_edit_replaces_the_target_and_corrects_the_article(client, data):
    for substitute in easier(client, "endeavour").json()["substitutes"]:
        edit = substitute["edit"]
        changed = EASIER[: edit["start"]] + edit["text"] + EASIER[edit["end"] :]
        article = "an" if substitute["form"][0] in "aeiou" else "a"
        assert changed == f"It was {article} {substitute['form']} to commence."


@pytest.fixture
def bare(make_client, monkeypatch, no_data, tmp_path):
    """A client of a server without resources; a download fails the test."""

    def refuse(*_):
        pytest.fail("a server must not download")

    monkeypatch.setenv("LCP_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("lcp.resources.download.download", refuse)
    return make_client()


def test_without_wordnet_and_tagger_the_error_says_how_to_install_them(bare):
    answer = bare.post("/api/substitutes", json=NAMED)
    assert answer.status_code == 409
    assert "lcp resources fetch" in answer.json()["error"]["hint"]
    about = bare.get("/api/model").json()
    assert (about["synonyms"], about["expressions"]) == (False, True)
    ranked = bare.post("/api/substitutes", json={**NAMED, "candidates": ["consent"]})
    assert ranked.status_code == 200


def test_the_model_is_described(client):
    about = client.get("/api/model").json()
    assert about["readers"] == ["general", "native", "learner"]
    assert "europarl" in about["genres"]["general"]
    assert about["levels"]
    assert about["intervals"]
    assert about["explanations"]
    assert (characters := about["limits"]["characters"]) == 500_000
    assert isinstance(characters, int)


def test_a_model_may_lack_intervals_levels_and_explanations(client_of):
    model = lcp.ComplexityModel("frequency-baseline", "svr")
    client = client_of(model.fit(lcp.load_corpus("sample", task=1)))
    about = client.get("/api/model").json()
    for name in ("intervals", "levels", "explanations"):
        assert not about[name]
    (word,) = words(client.post("/api/annotate", json={"text": "A river."}))
    assert (word["low"], word["high"], word["level"]) == (None, None, None)
    explained = client.post("/api/explain", json=NAMED)
    assert explained.status_code == 400
    assert explained.json()["error"]["hint"]


def test_a_model_for_learners_with_a_first_language_predicts_for_them(learners, client_of):
    client = client_of(lcp.load_model(learners))
    assert client.get("/api/model").json()["readers"] == ["learner:es", "learner:zh"]
    body = {"text": SENTENCE, "readers": "learner:zh"}
    predicted = words(client.post("/api/annotate", json=body))
    assert predicted[0]["level"]
    spanish = words(client.post("/api/annotate", json={**body, "readers": "learner:es"}))
    assert predicted[0]["complexity"] > spanish[0]["complexity"]
    page = client.get("/").text
    assert '<option value="learner:es" selected>Spanish speakers</option>' in page


def test_a_profile_equals_that_of_the_library(client, model):
    text = "Her acquiescence surprised everyone. The haploinsufficiency was mild."
    body = {"text": text, "threshold": 0.4}
    expected = lcp.profile(text, model=model, threshold=0.4).to_dict()
    answer = client.post("/api/profile", json=body).json()
    assert answer == expected
    known = client.post("/api/profile", json={**body, "known_words": ["acquiescence"]}).json()
    assert [word["lemma"] for word in answer["hard_words"][1:]] == ["acquiescence"]
    assert known["hard_words"] == answer["hard_words"][:1]


@pytest.fixture(scope="module")
def small(make_client):
    return make_client(characters=1_000, document=50_000)


def upload(client, content, name):
    headers = {"Content-Type": "application/octet-stream"}
    return client.post("/api/document", params={"name": name}, content=content, headers=headers)


def test_a_document_is_returned_as_text(small):
    html = b"<title>Rivers</title><p>The <b>deep</b> river.<p>It rained."
    answer = upload(small, html, "private name.html").json()
    assert answer == {"text": "The deep river.\n\nIt rained.", "notes": []}


@cases("reader/web/cases/unreadable_documents", "content", "name", "status")
def test_a_document_that_cannot_be_read_is_an_error_without_its_name(small, content, name, status):
    answer = upload(small, content.encode("latin-1"), name)
    assert answer.status_code == status
    assert answer.json()["error"]["hint"]
    assert "secret" not in answer.text


@pytest.mark.parametrize("content", [b"x" * 50_001, b"x " * 600], ids=["bytes", "characters"])
def test_a_document_over_a_limit_is_an_error(small, content):
    answer = upload(small, content, "a.txt")
    assert (answer.status_code, bool(answer.json()["error"]["hint"])) == (413, True)


@cases("reader/web/cases/unusual_texts", "text", "times")
def test_positions_are_correct_in_unusual_texts(client, text, times):
    text *= times
    answer = client.post("/api/annotate", json={"text": text})
    assert answer.status_code == 200
    for word in words(answer):
        assert normal_text(text[word["start"] : word["end"]]) == word["text"]


@cases("reader/web/cases/refused_targets", "target", "where")
def test_an_invalid_target_does_not_refuse_the_others(client, target, where):
    answer = client.post("/api/predict", json={"instances": [NAMED, target, SPAN]})
    assert answer.status_code == 200
    first, error, last = answer.json()["predictions"]
    assert first == last
    assert error["error"]["where"].startswith(where)
    assert error["error"]["message"]
    alone = client.post("/api/predict", json={"instances": [target]}).json()["predictions"]
    assert alone[0]["error"]["message"] == error["error"]["message"]


@cases("reader/web/cases/refused")
def test_invalid_input_is_a_clear_error(client, case):
    answer = client.post(case["path"], json=case["body"])
    assert answer.status_code == case["status"]
    error = answer.json()["error"]
    assert case.get("message", "") in error["message"]
    assert error["hint"] or "/api/" not in case["path"]
    assert (error["where"] or "").endswith(case.get("where", ""))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        rb'{"text": "\ud800"}',
        b'{"text": "a", "threshold": NaN}',
        b"[" * 99_999,
    ],
)
def test_an_invalid_body_is_a_clear_error(client, body):
    headers = {"Content-Type": "application/json"}
    answer = client.post("/api/annotate", content=body, headers=headers)
    assert answer.status_code in {400, 422}
    assert answer.json()["error"]["message"]


def test_unknown_paths_and_methods_are_errors_as_json(client):
    assert client.get("/api/nothing").json()["error"]["message"]
    answer = client.get("/api/annotate")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"]["message"]
