"""``lcp words``: formats, levels, known words and errors."""

import csv
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

TEXT = "He opened the door.\nThe epithelium and the haploinsufficiency were mild.\n"


@pytest.fixture
def words(run, offline, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return lambda *arguments: run("words", path, *arguments)


def test_the_summary_is_a_message_and_the_rows_are_the_result(words, tmp_path):
    code, _, err = words("--levels", "C1+", "--out", tmp_path / "words.csv")
    assert code == 0
    rows = list(csv.DictReader((tmp_path / "words.csv").read_text("utf-8").splitlines()))
    assert {row["lemma"] for row in rows} == {"epithelium", "haploinsufficiency"}
    assert err.splitlines()[0] == "2 words at C1+: 18.2% of the text's 11."
    assert "lcp resources fetch wordnet" in " ".join(err.split())


def test_known_words_are_left_out_and_the_number_is_limited(words, tmp_path):
    known = tmp_path / "known.txt"
    known.write_text("epithelium\n", encoding="utf-8")
    out, err = words("--levels", "C2", "--known-words", known)[1:]
    assert "epithelium" not in out.replace("The epithelium and", "")
    assert "1 running words are on the list of known words." in err
    assert len(words("--limit", 1)[1].splitlines()) == 2


def test_the_second_rule_replaces_no_file_of_another_kind(words, tmp_path):
    notes = tmp_path / "WordsHard.yml"
    notes.write_text("my: notes")
    code, _, err = words("--out", tmp_path / "Words.yml")
    assert code > 0
    assert "no rule for Vale" in err
    assert notes.read_text() == "my: notes"
    assert not (tmp_path / "Words.yml").exists()


def test_meanings_are_added_if_wordnet_is_installed(run, data, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("The meeting commenced at noon.\n", encoding="utf-8")
    table = tmp_path / "words.csv"
    run("words", path, "--levels", "A1+", "--out", table)
    rows = csv.DictReader(table.read_text("utf-8").splitlines())
    (row,) = [row for row in rows if row["lemma"] == "commence"]
    assert row["definition"]
    assert row["synonym"]


def test_a_dictionary_for_yomitan_has_its_schema(words, tmp_path):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    out = tmp_path / "words.zip"
    assert words("--levels", "C1+", "--out", out)[0] == 0
    with zipfile.ZipFile(out) as archive:
        index, bank = (
            json.loads(archive.read(name)) for name in ("index.json", "term_meta_bank_1.json")
        )
    schema = Path(__file__).with_name("schemas").joinpath("yomitan.json").read_text("utf-8")
    jsonschema.validate(bank, json.loads(schema))
    assert {"title", "revision"} <= index.keys()
    assert (index["format"], index["frequencyMode"]) == (3, "rank-based")
    assert {term for term, _, _ in bank} == {"epithelium", "haploinsufficiency"}
    assert bank[0][2]["displayValue"].startswith("C")


@pytest.fixture
def vale_rules(run, data, tmp_path):
    """The rules for Vale of a text, and a function that runs Vale with them on another text."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    text, out = tmp_path / "text.txt", tmp_path / "styles/Easier/Words.yml"
    text.write_text("The meeting commenced at noon. The epithelium was mild.", encoding="utf-8")
    run.ok("words", text, "--levels", "B1+", "--out", out)
    hard = out.with_name("WordsHard.yml")
    rules = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (out, hard)]

    def vale(content):
        """Return what Vale reports, as (rule, word)."""
        program = shutil.which("vale")
        if program is None:
            pytest.skip("Vale is not installed")
        config = tmp_path / ".vale.ini"
        config.write_text("StylesPath = styles\n[*]\nBasedOnStyles = Easier\n")
        options = ["--no-exit", "--output=JSON", "--minAlertLevel=suggestion"]
        text.write_text(content, encoding="utf-8")
        done = subprocess.run(
            [program, f"--config={config}", *options, text], capture_output=True, check=True
        )
        (alerts,) = json.loads(done.stdout).values()
        return [(alert["Check"], alert["Match"]) for alert in alerts]

    return (*rules, vale)


def test_rules_for_vale_have_all_forms_of_the_words(vale_rules):
    easier, hard, _ = vale_rules
    assert (easier["extends"], hard["extends"]) == ("substitution", "existence")
    assert (easier["message"].count("%s"), hard["message"].count("%s")) == (2, 1)
    forms = {"commence", "commences", "commencing", "commenced"}
    assert forms <= easier["swap"].keys()
    assert easier["swap"]["commenced"] in {"started", "began|begun"}
    assert {"epithelium", "epithelia"} <= {*hard["tokens"]}
    assert not easier["swap"].keys() & {*hard["tokens"]}


def test_vale_reports_the_words_of_the_rules(vale_rules):
    vale = vale_rules[-1]
    assert vale("It commences here. Epithelia are rivers.") == [
        ("Easier.Words", "commences"),
        ("Easier.WordsHard", "Epithelia"),
    ]


def test_without_a_file_a_list_is_printed(words):
    out = words("--levels", "C2")[1]
    assert "epithelium" in out
    assert "*haploinsufficiency*" in out
