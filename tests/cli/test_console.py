"""Progress bars, and lines of results."""

import io

from rich.console import Console

from lcp.cli import console
from lcp.cli.console import progress


def test_the_bar_ends_with_done_and_the_elapsed_time(monkeypatch):
    screen = io.StringIO()
    terminal = Console(file=screen, force_terminal=True, width=100, color_system=None)
    monkeypatch.setattr(console, "err", terminal)
    with progress(2) as step:
        step("fold 1 of 2")
        step("fold 2 of 2")
    last = screen.getvalue()[screen.getvalue().rindex("done") :]
    assert "2/2 0:00:00" in last


def test_a_terminal_wraps_lines_with_a_hanging_indent(monkeypatch, capsys):
    terminal = Console(file=io.StringIO(), force_terminal=True, width=30, highlight=False)
    monkeypatch.setattr(console, "out", terminal)
    console.print_lines(["Cite: several authors (2020), [title] of the paper."])
    lines = terminal.file.getvalue().splitlines()
    assert len(lines) > 1
    assert all(len(line) <= 30 for line in lines)
    assert lines[0].startswith("  Cite")
    assert all(line.startswith(" " * 6) for line in lines[1:])
    assert "[title]" in " ".join(lines)


def test_hidden_messages_are_not_printed_but_errors_are(monkeypatch):
    screen = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=screen, width=80, color_system=None))
    console.show_messages(shown=False)
    console.info("Reading.")
    assert screen.getvalue() == ""
    console.print_error("It failed.")
    assert screen.getvalue() == "Error: It failed.\n"


def test_a_pipe_has_whole_lines_and_no_bars(monkeypatch):
    for name in ("out", "err"):
        monkeypatch.setattr(console, name, Console(file=io.StringIO(), width=30))
    console.print_lines(["word " * 20])
    assert len(console.out.file.getvalue().splitlines()) == 1
    with progress(2) as step:
        step("fold 1")
    with console.text_progress(["text"], 4) as pieces:
        assert list(pieces) == ["text"]
    assert console.err.file.getvalue() == ""


def test_names_of_parts_are_not_replaced_by_pictures(capsys):
    from rich.table import Table

    console.info("on kvl:train: 3 instances")
    table = Table("complex:trial: words")
    table.add_row("complex:train:")
    console.out.print(table)
    out, err = capsys.readouterr()
    assert "kvl:train: 3" in err
    assert "complex:train:" in out
