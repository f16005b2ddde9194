"""The page: a text with marks, and files to download."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

import lcp
from lcp.documents import SUFFIXES
from lcp.levels import LEVELS, Level
from lcp.reading.profile import Profiler
from lcp.reports.heatmap import Marks, heatmap_content, write_heatmap
from lcp.reports.page import templates
from lcp.task import TASKS
from lcp.web.api import LimitsDep, RaterDep
from lcp.web.schemas import AnnotateRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.reading.annotation import AnnotatedSentence
    from lcp.reading.annotator import Annotator
    from lcp.web.limits import Limits
    from lcp.web.service import SharedRater

#: The text that the page shows first, and the level above which its words are marked.
EXAMPLE = (Path(__file__).parent / "templates/example.txt").read_text(encoding="utf-8").strip()
EXAMPLE_LEVEL: Level = "B1"
#: Length of the list of the hardest words, and how many of them are shown. The others take the
#: places of words that the reader knows.
HARDEST, SHOWN = 100, 15
#: Names of readers on the page, and of first languages.
READERS = {"general": "general", "learner": "learners of English"}

# Windows can map .js to another type, and browsers then refuse to run modules.
mimetypes.add_type("text/javascript", ".js")

router = APIRouter(include_in_schema=False)
static = StaticFiles(
    directory=Path(__file__).parent / "static", packages=[("lcp.reports", "static")]
)
_templates = templates("lcp.web", "templates")


class PageRequest(AnnotateRequest):
    """A text to show. Words are marked above `level` or, if it is empty, from `threshold`."""

    level: Literal["", Level] = ""
    format: Literal["csv", "html"] = "html"
    readers: str = ""

    def options(self, rater: SharedRater) -> dict[str, Any]:
        """Return the arguments of :meth:`SharedRater.annotate`."""
        options = self.model_dump(exclude={"level", "format"})
        return {**options, "readers": self.readers or rater.readers[0]}


@router.get("/")
async def page(rater: RaterDep, limits: LimitsDep) -> HTMLResponse:
    """Show the page with an example that is rated."""
    example = PageRequest(text=EXAMPLE, level=EXAMPLE_LEVEL if rater.gives_levels else "")
    context = _context(rater, limits, example)
    return HTMLResponse(await _render(example, rater, "page.html.jinja", context))


@router.post("/result")
async def result(body: PageRequest, rater: RaterDep) -> HTMLResponse:
    """Return the parts of the page that depend on the text."""
    return HTMLResponse(await _render(body, rater, "result.html.jinja", {}))


@router.post("/download")
async def download(body: PageRequest, rater: RaterDep) -> Response:
    """Return the rated text as a file."""

    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        return write_heatmap(annotator, sentences, _marks(body, annotator))

    to: Any = write if body.format == "html" else body.format
    content = await rater.annotate(**body.options(rater), to=to)
    return Response(content, media_type=f"text/{body.format}")


def _marks(body: PageRequest, annotator: Annotator) -> Marks:
    level = body.level if annotator.model.gives_levels else ""
    return Marks(annotator.threshold, level or None)


async def _render(
    body: PageRequest, rater: SharedRater, template: str, context: dict[str, Any]
) -> str:
    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        marks = _marks(body, annotator)
        profiler, rated = Profiler(annotator, by_sentence=rater.gives_levels), []
        for sentence in sentences:
            profiler.add(sentence)
            rated.append(sentence)
            yield ""  # lets other requests take their turn
        read = rated[-1].sentence.end if rated else 0
        yield from _templates.get_template(template).generate(
            **context,
            **heatmap_content(annotator, rated, marks, live=True),
            space_after=body.text[read:],
            profile=profiler.profile(),
            listed=HARDEST,
            shown=SHOWN,
            has_levels=rater.gives_levels,
        )

    return await rater.annotate(**body.options(rater), to=write)


def _context(rater: SharedRater, limits: Limits, example: PageRequest) -> dict[str, Any]:
    """Return what the page shows around the result."""
    fitted, readers = rater.model, rater.readers[0]
    return {
        "text": example.text,
        "level": example.level,
        "levels": LEVELS if rater.gives_levels else (),
        "threshold": fitted.running_text_.threshold(readers=readers),
        "readers": readers,
        "choices": _choices(rater.readers),
        "limits": limits,
        "suffixes": SUFFIXES,
        "expressions": fitted.capabilities_.expressions,
        "missing": rater.missing("wordnet"),
        "model": f"lcp {lcp.__version__}: {fitted.feature_set_.name}, {fitted.estimator_name_}",
    }


def _choices(available: Iterable[str]) -> dict[str, str]:
    """Return the readers that the user can choose, with their names; none if there is no choice."""
    names = {**READERS, **TASKS.readers}
    # Native speakers get the ratings of general readers.
    choices = {readers: names.get(readers, readers) for readers in available if readers != "native"}
    return choices if len(choices) > 1 else {}
