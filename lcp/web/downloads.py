"""Files that the page saves: the rated text, its words to learn, and copies of a document."""

from __future__ import annotations

from functools import partial
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from lcp.documents.marks import check_style, part_marks
from lcp.documents.process import work
from lcp.levels import LEVELS
from lcp.reading.annotator import Annotator
from lcp.reading.measures import KnownWords
from lcp.reading.profile import Profiler
from lcp.reading.study import study_list, with_meanings
from lcp.reports.flashcards import study_csv, write_anki
from lcp.reports.heatmap import describer, write_heatmap
from lcp.web.api import DOCUMENT_SECONDS, RaterDep
from lcp.web.page import PageRequest
from lcp.web.schemas import KnownList

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.documents.parts import Mark
    from lcp.reading.annotation import AnnotatedSentence, RatedWord
    from lcp.reading.profile import TextWord
    from lcp.web.service import SharedRater

#: Path of documents to copy, whose size has a separate limit.
COPY = "/copy"
#: Name of the deck of flashcards; the page knows no name of the text.
DECK = "lcp"

router = APIRouter(include_in_schema=False)


class DownloadRequest(PageRequest):
    """A text to save: rated, as a page, or its marked words to learn."""

    format: Literal["csv", "html", "words", "anki"] = "html"
    known_words: KnownList


@router.post("/download")
async def download(body: DownloadRequest, rater: RaterDep) -> Response:
    """Return the rated text, or its words to learn, as a file."""
    if body.format in {"words", "anki"}:
        words = await _words_to_learn(body, rater)
        if body.format == "words":
            return Response(study_csv(words), media_type="text/csv")
        return Response(await to_thread.run_sync(_deck, words), media_type="application/zip")

    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        return write_heatmap(annotator, sentences, body.marks(annotator))

    to: Any = write if body.format == "html" else body.format
    content = await rater.annotate(**body.options(rater), to=to)
    return Response(content, media_type=f"text/{body.format}")


async def _words_to_learn(body: DownloadRequest, rater: SharedRater) -> list[TextWord]:
    """Return the marked words, the most useful first, with meanings if WordNet is installed."""
    words: list[TextWord] = []

    def find(annotator: Annotator, _: Iterator[AnnotatedSentence]) -> Iterator[str]:
        profiler = Profiler(annotator, known_words=KnownWords(body.known_words))
        yield from ("" for _ in profiler.stream([body.text]))
        profile = profiler.profile()
        level = body.marks(annotator).level
        listed = study_list(profile, {each for each in LEVELS if level and each > level})
        if level is None:
            listed = sorted(profile.hard_words, key=lambda word: (-word.usefulness, word.lemma))
        explained = with_meanings(listed, annotator) if rater.finds_synonyms() else listed
        for word in explained:
            words.append(word)
            yield ""

    await rater.annotate(**body.options(rater), to=find)
    return words


def _deck(words: list[TextWord]) -> bytes:
    with TemporaryDirectory(prefix="lcp-") as folder:
        path = Path(folder, "words.apkg")
        write_anki(words, path, DECK)
        return path.read_bytes()


@router.post(COPY)
async def copy(
    request: Request,
    rater: RaterDep,
    *,
    name: Annotated[str, Query(max_length=300)],
    style: Literal["gloss", "heatmap"],
    level: Literal["", "A1", "A2", "B1", "B2", "C1", "C2"] = "",
    threshold: Annotated[float, Query(ge=0, le=1)] = 0.0,
    readers: Annotated[str, Query(max_length=100)] = "",
    known: Annotated[str, Query(max_length=30_000)] = "",
    content: Annotated[bytes, Body(media_type="application/octet-stream")] = b"",
) -> Response:
    """Return a copy of a document with glosses or colours on its marked words."""
    # Messages then do not contain the name.
    name = f"document{PurePath(name).suffix}"
    check_style(Path(name), style)
    known_words = KnownWords(known.splitlines())

    def is_marked(sentence: AnnotatedSentence, word: RatedWord) -> bool:
        by_level = level and rater.gives_levels
        marked = (word.rating.level or "") > level if by_level else word.complex
        return marked and not known_words.covers(word.text, sentence.lemma(word))

    async def in_process(function: str, *arguments: Any) -> dict[str, Any]:
        call = partial(work, function, content, name, *arguments, seconds=DOCUMENT_SECONDS)
        return await to_thread.run_sync(call, limiter=request.app.state.documents)

    parts = (await in_process("extract_parts"))["parts"]

    def begin() -> Iterator[tuple[int, Mark]]:
        annotator = Annotator(rater.model, readers=readers or rater.readers[0], threshold=threshold)
        describe = describer(annotator, style)
        for number, part in enumerate(parts):
            for mark in part_marks(part, style, annotator, describe, is_marked):
                yield number, mark

    marks: list[list[Mark]] = [[] for _ in parts]
    for number, mark in sorted(await rater.in_turns(begin)):
        marks[number].append(mark)
    with TemporaryDirectory(prefix="lcp-") as folder:
        out = Path(folder, "copy")
        await in_process("write_copy", str(out), marks)
        return Response(out.read_bytes(), media_type="application/octet-stream")
