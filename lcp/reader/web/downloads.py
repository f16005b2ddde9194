"""Files that the page saves: the annotated text, its words to learn, and copies of a document."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BeforeValidator, Field

from lcp.reader.annotation.annotator import Annotator
from lcp.reader.annotation.known_words import KnownWords
from lcp.reader.documents.marked_copy import MarkedCopy
from lcp.reader.profiles.study import study_list, with_meanings
from lcp.reader.reports.heatmap import describer, write_heatmap
from lcp.reader.reports.study_lists import study_csv, write_anki
from lcp.reader.web.api import DOCUMENT_SECONDS, PredictorDep
from lcp.reader.web.fields import KnownList
from lcp.reader.web.page import PageOptions, PageRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.reader.annotation.annotation import AnnotatedSentence
    from lcp.reader.profiles.text_profile import TextWord
    from lcp.reader.web.service import SharedPredictor

#: Path of documents to copy, whose size has a separate limit.
COPY = "/copy"
#: Name of the deck of flashcards; the page knows no name of the text.
DECK = "lcp"

router = APIRouter(include_in_schema=False)


class DownloadRequest(PageRequest):
    """A text to save: annotated, as a page, or its marked words to learn."""

    format: Literal["csv", "html", "words", "anki"] = "html"
    known_words: KnownList


def _decoded(text: Any) -> Any:
    """Decode base 64 strictly, unlike the type of pydantic."""
    return b64decode(text, validate=True) if isinstance(text, str) else text


class CopyRequest(PageOptions):
    """A document to copy with marks; only the ending of its name counts."""

    name: Annotated[str, Field(max_length=300)]
    content: Annotated[bytes, BeforeValidator(_decoded)]
    style: Literal["gloss", "heatmap"]
    known_words: KnownList


@router.post("/download")
async def download(body: DownloadRequest, predictor: PredictorDep) -> Response:
    """Return the annotated text, or its words to learn, as a file."""
    if body.format in {"words", "anki"}:
        words = await _words_to_learn(body, predictor)
        if body.format == "words":
            return Response(study_csv(words), media_type="text/csv")
        return Response(await to_thread.run_sync(_deck, words), media_type="application/zip")

    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        return write_heatmap(annotator, sentences, body.marks(annotator))

    to: Any = write if body.format == "html" else body.format
    content = await predictor.annotate(body.text, **body.options(predictor), to=to)
    return Response(content, media_type=f"text/{body.format}")


async def _words_to_learn(body: DownloadRequest, predictor: SharedPredictor) -> list[TextWord]:
    """Return the marked words, the most useful first, with meanings if WordNet is installed."""
    annotator, profile = await predictor.profiled(
        body.text, known_words=body.known_words, **body.options(predictor)
    )
    listed = study_list(profile, body.marks(annotator).levels)
    if not predictor.finds_synonyms():
        return listed
    return await predictor.in_turns(lambda: with_meanings(listed, annotator))


def _deck(words: list[TextWord]) -> bytes:
    with TemporaryDirectory(prefix="lcp-") as folder:
        path = Path(folder, "words.apkg")
        write_anki(words, path, DECK)
        return path.read_bytes()


@router.post(COPY)
async def copy(body: CopyRequest, predictor: PredictorDep) -> Response:
    """Return a copy of a document with glosses or colours on its marked words."""

    def read(name: str) -> MarkedCopy:
        longest, seconds = predictor.limits.characters, DOCUMENT_SECONDS
        return MarkedCopy(body.content, name, body.style, longest=longest, seconds=seconds)

    def find_marks() -> Iterator[int]:
        annotator = Annotator(predictor.model, **body.options(predictor))
        describe, levels = describer(annotator, body.style), body.marks(annotator).levels
        return copied.find_marks(annotator, describe, levels, KnownWords(body.known_words))

    def write(_: str) -> bytes:
        with TemporaryDirectory(prefix="lcp-") as folder:
            out = Path(folder, "copy")
            copied.write(out)
            return out.read_bytes()

    copied = await predictor.in_process(body.name, read)
    predictor.check_length(sum(len(text) for text, _ in copied.parts), "document")
    await predictor.in_turns(find_marks)
    written = await predictor.in_process(body.name, write)
    return Response(written, media_type="application/octet-stream")
