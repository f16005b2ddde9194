"""The page: a text with marks, its summary and its hardest words."""

from __future__ import annotations

import mimetypes
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

import lcp
from lcp.base.levels import LEVELS, Level
from lcp.base.task import TASKS
from lcp.evaluation.reports.report_page import templates
from lcp.reader.documents import SUFFIXES
from lcp.reader.documents.formats import FORMATS
from lcp.reader.profiles.profiler import Profiler
from lcp.reader.reports.heatmap import Marks, heatmap_content
from lcp.reader.web.api import PredictorDep
from lcp.reader.web.requests import AnnotateOptions, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.reader.annotation.annotation import AnnotatedSentence
    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.profiles.text_profile import TextProfile, TextWord
    from lcp.reader.web.service import SharedPredictor

#: The text that the page shows first, and the level above which its words are marked.
EXAMPLE = (Path(__file__).parent / "templates/example.txt").read_text(encoding="utf-8").strip()
EXAMPLE_LEVEL: Level = "B1"
#: Number of the hardest words that are shown.
SHOWN = 15
#: Names of readers on the page, and of first languages.
READERS = {"general": "general", "learner": "learners of English"}

# Windows can map .js to another type, and browsers then refuse to run modules.
mimetypes.add_type("text/javascript", ".js")

router = APIRouter(include_in_schema=False)
static = StaticFiles(
    directory=Path(__file__).parent / "static", packages=[("lcp.reader.reports", "static")]
)
_templates = templates("reader/web/templates", "reader/reports")


class PageOptions(AnnotateOptions):
    """What to mark: words above the level `above` or, if it is empty, from `threshold`."""

    above: Literal["", Level] = ""
    readers: str = ""

    def options(self, predictor: SharedPredictor) -> dict[str, Any]:
        """Return the arguments of :class:`lcp.reader.annotation.annotator.Annotator`."""
        options = self.model_dump(include=set(AnnotateOptions.model_fields))
        return {**options, "readers": self.readers or predictor.readers[0]}

    def marks(self, annotator: Annotator) -> Marks:
        """Return which words are marked."""
        above = self.above if annotator.model.state_.gives_levels else ""
        return Marks(annotator.threshold, above or None)


class PageRequest(PageOptions, Text):
    """A text to show."""


@router.get("/")
async def page(predictor: PredictorDep) -> HTMLResponse:
    """Show the page with an annotated example."""
    example = PageRequest(text=EXAMPLE, above=EXAMPLE_LEVEL if predictor.gives_levels else "")
    context = _page_context(predictor, example)
    return HTMLResponse(await _render(example, predictor, "page.html.jinja", context))


@router.post("/result")
async def result(body: PageRequest, predictor: PredictorDep) -> HTMLResponse:
    """Return the parts of the page that depend on the text."""
    return HTMLResponse(await _render(body, predictor, "result.html.jinja", {}))


async def _render(
    body: PageRequest, predictor: SharedPredictor, template: str, context: dict[str, object]
) -> str:
    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        marks = body.marks(annotator)
        profiler, annotated = Profiler(annotator, by_sentence=predictor.gives_levels), []
        for sentence in sentences:
            profiler.add(sentence)
            annotated.append(sentence)
            yield ""  # lets other requests take their turn
        read = annotated[-1].sentence.end if annotated else 0
        profiled = profiler.profile()
        yield from _templates.get_template(template).generate(
            **context,
            **heatmap_content(annotated, marks, live=True),
            space_after=body.text[read:],
            profile=profiled,
            hardest=_hardest(profiled),
            shown=SHOWN,
            has_levels=predictor.gives_levels,
        )

    return await predictor.annotate(body.text, **body.options(predictor), to=write)


def _hardest(profile: TextProfile, most: int = 100) -> list[TextWord]:
    """Return the words that are first by level or by complexity, in the order of their levels.

    They are more than are shown: they take the places of words that the reader knows.
    """
    by_complexity = profile.vocabulary
    by_level = sorted(by_complexity, key=lambda word: word.level or "", reverse=True)
    first = {word.lemma for word in (*by_complexity[:most], *by_level[:most])}
    return [word for word in by_level if word.lemma in first]


def _page_context(predictor: SharedPredictor, example: PageRequest) -> dict[str, object]:
    """Return what the page shows around the result."""
    fitted = predictor.model
    return {
        "example": example,
        "predictor": predictor,
        "levels": LEVELS if predictor.gives_levels else (),
        "threshold": fitted.running_text_.threshold(readers=predictor.readers[0]),
        "choices": _choices(fitted.capabilities_.distinct_readers),
        "suffixes": SUFFIXES,
        "synonyms": predictor.finds_synonyms(),
        "anki": find_spec("genanki"),
        "endings": {
            style: ",".join(
                end for form in FORMATS.values() if style in form.styles for end in form.suffixes
            )
            for style in ("gloss", "heatmap")
        },
        "model": f"lcp {lcp.__version__}: {fitted.feature_set_.name}, {fitted.estimator_name_}",
    }


def _choices(available: Iterable[str]) -> dict[str, str]:
    """Return the readers that the user can choose, with their names; none if there is no choice."""
    names = {**READERS, **TASKS.readers}
    choices = {readers: names.get(readers, readers) for readers in available}
    return choices if len(choices) > 1 else {}
