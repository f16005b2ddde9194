"""The text of subtitles: cues without numbers, times, tags and codes."""

from __future__ import annotations

from lcp.documents import read_text

SRT = """1
00:00:01,000 --> 00:00:02,000
{\\an8}<i>The deep
river</i> froze

2
00:00:03,000 --> 00:00:04,000
near the mill.

3
00:00:05,000 --> 00:00:06,000
- Who? &amp; when?

4
00:00:07,000 --> 00:00:08,000

5
00:00:09,000 --> 00:00:10,000
42
"""
VTT = """\ufeffWEBVTT - a title

NOTE
A note
of two lines

STYLE
::cue { color: red }

00:01.000 --> 00:02.000 align:start
<v Mary>The <c.loud>deep</c>
<00:01.500>river froze.

last
00:03.000 --> 00:04.000
It thawed."""
TEXT = "The deep river froze\nnear the mill.\n\n- Who? & when?\n\n42"


def test_srt_is_read_without_numbers_times_and_codes():
    assert read_text(SRT.encode(), name="a.srt") == TEXT
    assert read_text(SRT.replace("\n", "\r\n").encode(), name="a.srt") == TEXT


def test_webvtt_is_read_without_notes_and_styles():
    assert read_text(VTT.encode(), name="a.vtt") == "The deep river froze.\n\nIt thawed."


def test_a_file_without_cues_has_no_text():
    assert read_text(b"WEBVTT\n\nNOTE nothing", name="a.vtt") == ""
