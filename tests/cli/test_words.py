"""``lcp words``: formats, levels, known words and errors."""

import csv
import json
import zipfile

import pytest

TEXT = "He opened the door.\nThe epithelium and the haploinsufficiency were mild.\n"


@pytest.fixture
def words(run, offline, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return lambda *arguments: run("words", path, *arguments)


def test_the_summary_is_a_message_and_the_rows_are_the_result(words, tmp_path):
    code, _, err = words("--level", "C1+", "--out", tmp_path / "words.csv")
    assert code == 0
    rows = list(csv.DictReader((tmp_path / "words.csv").read_text("utf-8").splitlines()))
    assert {row["lemma"] for row in rows} == {"epithelium", "haploinsufficiency"}
    assert err.splitlines()[0].endswith("2 hard words for learners.")
    assert "2 words of C1+; they are 18.2% of the 11 running words." in err
    assert "lcp resources fetch wordnet" in " ".join(err.split())


def test_known_words_are_left_out_and_the_number_is_limited(words, tmp_path):
    known = tmp_path / "known.txt"
    known.write_text("epithelium\n", encoding="utf-8")
    out, err = words("--level", "C2", "--known", known)[1:]
    assert "epithelium" not in out.replace("The epithelium and", "")
    assert "1 running words are on the list of known words." in err
    assert len(words("--limit", 1)[1].splitlines()) == 2


def test_the_format_follows_the_suffix(words, tmp_path):
    pytest.importorskip("genanki", reason="genanki is not installed")
    for name, start in {"a.csv": b"lemma,", "a.apkg": b"PK"}.items():
        assert words("--out", tmp_path / name)[:2] == (0, "")
        assert (tmp_path / name).read_bytes().startswith(start)
    assert zipfile.is_zipfile(tmp_path / "a.apkg")


def test_meanings_are_added_if_wordnet_is_installed(run, data, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("The physician examined the infant.\n", encoding="utf-8")
    table = tmp_path / "words.csv"
    run("words", path, "--level", "A1+", "--out", table)
    rows = csv.DictReader(table.read_text("utf-8").splitlines())
    (row,) = [row for row in rows if row["lemma"] == "infant"]
    assert row["definition"]
    assert row["synonym"]


def test_a_dictionary_for_yomitan_has_its_schema(words, tmp_path):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    out = tmp_path / "words.zip"
    assert words("--level", "C1+", "--out", out)[0] == 0
    with zipfile.ZipFile(out) as archive:
        index, bank = (
            json.loads(archive.read(name)) for name in ("index.json", "term_meta_bank_1.json")
        )
    # The parts of Yomitan's schemas of version 3 that concern frequencies.
    row = {
        "type": "array",
        "minItems": 3,
        "prefixItems": [
            {"type": "string"},
            {"const": "freq"},
            {
                "type": "object",
                "required": ["value"],
                "properties": {"value": {"type": "number"}, "displayValue": {"type": "string"}},
                "additionalProperties": False,
            },
        ],
        "items": False,
    }
    jsonschema.validate(bank, {"type": "array", "items": row})
    assert {"title", "revision"} <= index.keys()
    assert (index["format"], index["frequencyMode"]) == (3, "rank-based")
    assert {term for term, _, _ in bank} == {"epithelium", "haploinsufficiency"}
    assert bank[0][2]["displayValue"].startswith("C")


def test_a_rule_for_vale_suggests_easier_words(run, data, tmp_path):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    text = tmp_path / "text.txt"
    text.write_text("The meeting commenced at noon.", encoding="utf-8")
    out = tmp_path / "Easier.yml"
    assert run("words", text, "--level", "B1+", "--out", out)[0] == 0
    rule = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert rule["extends"] == "substitution"
    assert rule["message"].count("%s") == 2
    assert rule["swap"]["commenced"] in {"started", "began"}


def test_without_a_file_a_list_is_printed(words):
    out = words("--level", "C2")[1]
    assert "epithelium" in out
    assert "*haploinsufficiency*" in out
