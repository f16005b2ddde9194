"""``lcp mark``: copies of documents with glosses or colours."""

import re

from tests.cases import cases
from tests.cli.conftest import PAGE


def test_a_heat_map_is_a_copy_with_colours(run, offline, page, tmp_path):
    out = tmp_path / "copy.html"
    code, printed, err = run("mark", page, "--style", "heatmap", "--threshold", 0.4, "--out", out)
    assert (code, printed) == (0, "")
    assert "Words coloured: 1." in err
    assert '">acquiescence</mark>' in out.read_text(encoding="utf-8")


def test_a_threshold_has_a_name_or_a_number(run, offline, page, tmp_path):
    page.write_text("<p>The river flooded the ancient acquiescence of a mighty committee.</p>")

    def marked(*options):
        out = tmp_path / "copy.html"
        run.ok("mark", page, "--style", "heatmap", "--out", out, *options)
        return out.read_text(encoding="utf-8").count("<mark")

    assert marked("--threshold", "many") > marked() == marked("--threshold", "some")
    assert marked("--threshold", 0) > marked("--threshold", "many")


def test_glosses_need_wordnet_and_write_nothing_without_it(run, offline, page, tmp_path):
    out = tmp_path / "copy.html"
    err = run.error("mark", page, "--out", out, code=3)
    assert "lcp resources fetch wordnet" in err
    assert not out.exists()


def test_glosses_are_written_above_words(run, data, page, tmp_path):
    out = tmp_path / "copy.html"
    page.write_text("<p>The <b>quiet</b> machine was obsolete.</p>", encoding="utf-8")
    code, _, err = run("mark", page, "--threshold", "0.35", "--out", out)
    assert (code, "Words glossed: 1." in err) == (0, True)
    assert '">obsolete<rp> (</rp><rt>no longer used</rt>' in out.read_text("utf-8")


@cases("cli/cases/mark_errors", "command", "message")
def test_options_that_do_not_fit_raise_an_error(run, data, page, command, message):
    err = run.error(
        "mark", *(page.parent / word if "." in word else word for word in command.split())
    )
    assert message in err
    assert not list(page.parent.glob("a.*"))
    assert page.read_text(encoding="utf-8") == PAGE


def test_words_of_a_level_are_listed_and_known_words_are_not(run, data, page, tmp_path):
    page.write_text("<p>They bowed in quiet acquiescence. The fans left the stranded keeper.</p>")
    known, out = tmp_path / "known.txt", tmp_path / "copy.html"
    known.write_text("acquiescence\n")
    run.ok("mark", page, "--levels", "B2+", "--known-words", known, "--out", out)
    copy = out.read_text("utf-8")
    assert re.findall("<dt>(.*?)</dt>", copy.partition("<hr")[2])[:2] == ["bow", "stranded"]
    assert "acquiescence<" not in copy


def test_words_of_a_glossary_of_ones_own_are_explained_however_easy(run, data, page, tmp_path):
    glossary, out = tmp_path / "glossary.tsv", tmp_path / "copy.html"
    glossary.write_text("# mine\nacquiescence\tsaying yes\n")
    run.ok("mark", page, "--threshold", 0.99, "--glossary", glossary, "--out", out)
    assert "<rt>saying yes</rt>" in out.read_text("utf-8")
    glossary.write_text("acquiescence\n")
    code, _, err = run("mark", page, "--glossary", glossary, "--out", out)
    assert (code, "line 1" in err) == (2, True)
    assert run("mark", page, "--style", "heatmap", "--glossary", glossary, "--out", out)[0] == 2
