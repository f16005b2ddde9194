"""Annotated text as a page, tables and lines, written sentence by sentence."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lcp.annotation.annotation import COLUMNS
from lcp.thresholds import in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.annotation.annotator import Annotator

Format = Literal["table", "json", "jsonl", "csv", "html", "conll"]

#: Steps of the heat map on the 0-1 scale; the last holds all that is harder.
STEPS = 8


class Piece(NamedTuple):
    """A stretch of a sentence in the page: plain text, or a rated target and what is in it."""

    text: str
    word: RatedWord | None = None
    inner: tuple[Piece, ...] = ()

    @property
    def step(self) -> int:
        """Step of the heat map, from 0."""
        return 0 if self.word is None else min(int(self.word.complexity * 10), STEPS - 1)

    @property
    def title(self) -> str:
        """What is said of the target: complexity, its name and limits."""
        return "" if self.word is None else described(self.word)


def described(word: RatedWord) -> str:
    """Complexity of a word, the nearest point of the scale, and the interval."""
    limits = "" if word.low is None else f" ({word.low:.2f} to {word.high:.2f})"
    return f"{word.complexity:.2f}, {in_words(word.complexity)}{limits}"


def write_annotation(
    annotator: Annotator, sentences: Iterable[AnnotatedSentence], to: Format
) -> Iterator[str]:
    """Pieces of the file, as the sentences come.

    Parameters
    ----------
    annotator : Annotator
        What rates the sentences; its counts stand at the end of a page and of JSON.
    sentences : iterable of AnnotatedSentence
        Read once.
    to : {"table", "json", "jsonl", "csv", "html", "conll"}
        ``jsonl`` has a line for each sentence, ``conll`` is CoNLL-U with complexity in the
        column MISC, ``html`` a page that needs no other file.
    """
    yield from _WRITERS[to](annotator, sentences)


def _table(_annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    yield f"{'start':>8}  {'complexity':<24}  {'interval':<12}  complex  target\n"
    for sentence in sentences:
        for word in sentence.words:
            limits = "" if word.low is None else f"{word.low:.2f} - {word.high:.2f}"
            value = f"{word.complexity:.4f}  {in_words(word.complexity)}"
            mark = "yes" if word.complex else ""
            yield f"{word.start:>8}  {value:<24}  {limits:<12}  {mark:<7}  {word.text}\n"


def _csv(_annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    held = io.StringIO()
    writer = csv.DictWriter(held, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for sentence in sentences:
        for word in sentence.words:
            row = {"sentence": sentence.number, **_rounded(asdict(word))}
            writer.writerow({**row, "complex": str(word.complex).lower()})
        yield held.getvalue()
        held.seek(0)
        held.truncate()
    yield held.getvalue()


def _json_lines(_annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    for sentence in sentences:
        yield _as_json(sentence) + "\n"


def _json(annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    yield f'{{"threshold": {annotator.threshold}, "sentences": ['
    for number, sentence in enumerate(sentences):
        yield f"{',' if number else ''}\n{_as_json(sentence)}"
    counts, warning = json.dumps(annotator.counts.to_dict()), json.dumps(annotator.warning())
    yield f'\n], "counts": {counts}, "warning": {warning}}}\n'


def _conll(_annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    for sentence in sentences:
        segment = sentence.segment
        words = {(w.start, w.end): w for w in sentence.words if w.kind == "word"}
        number_at = {segment.start + t.end: n for n, t in enumerate(segment.tokens, start=1)}
        expressions = {w.start: w for w in sentence.words if w.kind == "expression"}
        flat = " ".join(segment.text.split())
        lines = [f"# sent_id = {sentence.number}", f"# text = {flat}"]
        for number, token in enumerate(segment.tokens, start=1):
            start, end = segment.start + token.start, segment.start + token.end
            misc = [f"Start={start}", f"End={end}", f"Kind={token.kind.replace(' ', '_')}"]
            if word := words.get((start, end)):
                misc += _misc(word, "")
            if pair := expressions.get(start):
                misc += [f"Expression={number}-{number_at[pair.end]}", *_misc(pair, "Expression")]
            form = segment.text[token.start : token.end]
            lines.append("\t".join([str(number), form, *["_"] * 7, "|".join(misc)]))
        yield "\n".join(lines) + "\n\n"


def _misc(word: RatedWord, prefix: str) -> list[str]:
    numbers = {"Complexity": word.complexity, "Low": word.low, "High": word.high}
    told = [f"{prefix}{name}={x:.4f}" for name, x in numbers.items() if x is not None]
    return [*told, f"{prefix}Complex={'Yes' if word.complex else 'No'}"]


def _html(annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("lcp", "reports"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    page = environment.get_template("annotation.html.jinja")
    yield from page.generate(
        sentences=((each.segment, pieces(each)) for each in sentences),
        threshold=annotator.threshold,
        counts=annotator.counts,
        warning=annotator.warning,
        steps=[
            f"{step / 10:.1f}–{(step + 1) / 10:.1f}" if step < STEPS - 1 else f"{step / 10:.1f}–1.0"
            for step in range(STEPS)
        ],
    )
    yield "\n"


def pieces(sentence: AnnotatedSentence) -> list[Piece]:
    """A sentence cut into plain and rated stretches; an expression holds its words."""
    segment = sentence.segment
    expressions = [word for word in sentence.words if word.kind == "expression"]
    words = [word for word in sentence.words if word.kind == "word"]
    outer = sorted(
        [*expressions, *(w for w in words if not any(_inside(w, e) for e in expressions))],
        key=lambda word: word.start,
    )

    def cut(start: int, end: int, targets: list[RatedWord]) -> Iterator[Piece]:
        for word in targets:
            yield Piece(segment.text[start - segment.start : word.start - segment.start])
            inner = [each for each in words if word.kind == "expression" and _inside(each, word)]
            text = segment.text[word.start - segment.start : word.end - segment.start]
            yield Piece(text, word, tuple(cut(word.start, word.end, inner)) if inner else ())
            start = word.end
        yield Piece(segment.text[start - segment.start : end - segment.start])

    return list(cut(segment.start, segment.start + len(segment.text), outer))


def _inside(word: RatedWord, expression: RatedWord) -> bool:
    return expression.start <= word.start and word.end <= expression.end


def _as_json(sentence: AnnotatedSentence) -> str:
    content = sentence.to_dict()
    content["words"] = [_rounded(word) for word in content["words"]]
    return json.dumps(content, ensure_ascii=False)


def _rounded(word: dict[str, Any]) -> dict[str, Any]:
    return {key: round(x, 4) if isinstance(x, float) else x for key, x in word.items()}


_WRITERS: dict[str, Callable[[Annotator, Iterable[AnnotatedSentence]], Iterator[str]]] = {
    "table": _table,
    "json": _json,
    "jsonl": _json_lines,
    "csv": _csv,
    "html": _html,
    "conll": _conll,
}
