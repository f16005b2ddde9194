"""Annotated text in every output format, written sentence by sentence."""

from __future__ import annotations

import json
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal

from lcp.model.predictions import flattened
from lcp.reader.annotation.annotation import COLUMNS
from lcp.reader.annotation.tally import Tally
from lcp.reader.reports.heatmap import Marks, write_heatmap
from lcp.tables.formatting import rounded
from lcp.tables.output_tables import csv_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.reader.annotation.annotation import AnnotatedSentence
    from lcp.reader.annotation.annotator import Annotator

Format = Literal["text", "json", "jsonl", "csv", "html"]
# 61 columns, so that most targets end before the 80th.
_HEADING = f"{'start':>8}  complexity  {'90% interval':<12}  hard  level  {'kind':<10}  target\n"


def write_annotation(
    annotator: Annotator, sentences: Iterable[AnnotatedSentence], to: Format
) -> Iterator[str]:
    """Yield annotated text in pieces, as the sentences arrive.

    The format ``jsonl`` has one line per sentence, ``html`` is a page that needs no other file; see
    :func:`lcp.reader.reports.heatmap.write_heatmap`. HTML and JSON end with the counts of the text.
    Nothing is written before the first sentence is annotated, which may fail.
    """
    rest = iter(sentences)
    sentences = chain(list(islice(rest, 1)), rest)
    match to:
        case "json":
            yield from _json(annotator, sentences)
        case "html":
            yield from write_heatmap(annotator, sentences, Marks(annotator.threshold))
        case "jsonl":
            yield from (_as_json(sentence) + "\n" for sentence in sentences)
        case "csv":
            yield csv_table([], COLUMNS)
            yield from map(_csv, sentences)
        case "text":
            yield _HEADING
            yield from map(_text, sentences)


def _text(sentence: AnnotatedSentence) -> str:
    lines = []
    for word in sentence.words:
        prediction = word.prediction
        limits = "" if prediction.low is None else f"{prediction.low:.2f}–{prediction.high:.2f}"
        mark = "yes" if word.hard else ""
        lines.append(
            f"{word.start:>8}  {prediction.complexity:<10.4f}  {limits:<12}  {mark:<4}  "
            f"{prediction.level or '':<5}  {word.kind:<10}  {word.text}\n"
        )
    return "".join(lines)


def _csv(sentence: AnnotatedSentence) -> str:
    rows = (
        {
            "sentence": sentence.index,
            **rounded(flattened(word)),
            "hard": str(word.hard).lower(),
        }
        for word in sentence.words
    )
    return csv_table(rows, COLUMNS, header=False)


def _json(annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    yield f'{{"threshold": {annotator.threshold}, "sentences": ['
    tally = Tally()
    for index, sentence in enumerate(tally.counting(sentences)):
        yield f"{',' if index else ''}\n{_as_json(sentence)}"
    counts, warning = json.dumps(tally.to_dict()), json.dumps(tally.warning)
    yield f'\n], "counts": {counts}, "warning": {warning}}}\n'


def _as_json(sentence: AnnotatedSentence) -> str:
    content = sentence.to_dict()
    content["words"] = [rounded(word) for word in content["words"]]
    return json.dumps(content, ensure_ascii=False)
