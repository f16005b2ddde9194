"""Subtitles: everything that a player shows is read, once, and nothing else."""

import pytest

from lcp.reader.documents.extraction import extract, whole_text
from tests.cases import cases
from tests.errors import refused


def text_of(data, name="a.srt"):
    data = data.encode() if isinstance(data, str) else data
    return whole_text(extract(data, name))


LINES = [("The deep river froze", "near the mill."), ("42",), ("It was over.",), ("Who knew?",)]


def cues(form, *, numbers, between, inside, after_times):
    """Return subtitles with some numbers of line ends, which players accept."""
    text = "WEBVTT\n\n" if form == "vtt" else ""
    for number, lines in enumerate(LINES, start=1):
        comma = "." if form == "vtt" else ","
        text += f"{number}\n" * numbers
        text += f"00:00:0{number}{comma}000 --> 00:00:0{number}{comma}900" + "\n" * (
            1 + after_times
        )
        text += "".join(line + "\n" * (1 + inside) for line in lines) + "\n" * between
    return text


@pytest.mark.parametrize("form", ["srt", "vtt"])
@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n", "\n\n", "\r"])
@pytest.mark.parametrize("between", [0, 1, 2])
@pytest.mark.parametrize("inside", [0, 1])
@pytest.mark.parametrize("after_times", [0, 1])
def test_line_ends_do_not_change_the_text(form, end, numbers, between, inside, after_times):  # noqa: PLR0917
    if form == "vtt" and numbers and not (between or end in {"\n\n", "\r\r\n"} or inside):
        pytest.skip("a name of a cue of WebVTT follows a blank line")
    source = cues(form, numbers=numbers, between=between, inside=inside, after_times=after_times)
    for mark in ("", "\ufeff"):
        text = text_of(mark + source.replace("\n", end), f"a.{form}")
        assert text == "The deep river froze near the mill.\n\n42\nIt was over.\n\nWho knew?"


def test_an_arrow_in_a_text_and_numbers_in_angle_brackets_are_text():
    text = "1\n00:00:01,000 --> 00:00:02,000\nfrom A --> B\n2<3,5>1\n<i>so</i>\n"
    assert text_of(text) == "from A --> B 2<3,5>1 so"


def test_a_repeated_line_of_a_film_is_read_each_time():
    times = (f"00:00:0{number},000 --> 00:00:0{number},900\n{{}}\n\n" for number in range(9))
    lines = ["No!", "No!", "Run!", "Where?", "There!", "To the mill.", "Why?", "Go!", "Now!"]
    text = "".join(time.format(line) for time, line in zip(times, lines, strict=True))
    assert text_of(text).split("\n\n") == lines


@cases("reader/documents/cases/cues", "cue", "text")
def test_names_of_speakers_and_sounds_are_not_read(cue, text):
    assert text_of(f"1\n00:00:01,000 --> 00:00:02,000\n{cue}\n") == text


@cases("reader/documents/cases/other_subtitles", "content")
@pytest.mark.parametrize("name", ["a.srt", "a.vtt"])
def test_other_formats_are_refused(content, name):
    with refused("no times of subtitles"):
        text_of(content, name)
