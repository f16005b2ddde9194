"""A model at work for many requests: in one thread, in short turns."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from lcp.annotation import Annotator
from lcp.errors import InputError, ResourceError
from lcp.reports.annotation import write_annotation
from lcp.resources import Store
from lcp.text import words
from lcp.thresholds import in_words
from lcp.web.errors import TooLongError
from lcp.web.places import Place, flat, instances

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pandas as pd

    from lcp.annotation import AnnotatedSentence
    from lcp.model import ComplexityModel
    from lcp.reports.annotation import Format

    Writer = Callable[[Annotator, Iterator[AnnotatedSentence]], Iterator[str]]

Result = TypeVar("Result")

#: Seconds of a turn; a batch of sentences, which is not divided, takes some 0.3 s.
TURN = 0.2
#: Places of a target that are explained at once.
PLACES = 20

_WARM_UP = Place("They crossed the deep river.", "river")


class Rater:
    """Rates with a model that one thread alone uses, so that nothing in it must be thread-safe.

    Requests take turns: a long text does not keep short ones waiting, and a request that is
    cancelled gets no further turn.

    Parameters
    ----------
    model : ComplexityModel
        Trained.
    characters : int
        Characters of the longest text.

    Attributes
    ----------
    explains : bool
        Whether the model's predictions can be explained.
    """

    def __init__(self, model: ComplexityModel, characters: int) -> None:
        self.model = model
        self.characters = characters
        self._store = model.feature_set_.store or Store()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rating")
        # What is loaded at first use is loaded before the first request.
        list(Annotator(model).stream([_WARM_UP.sentence]))
        try:
            self._explained(_WARM_UP)
        except InputError:
            self.explains = False
        else:
            self.explains = True
        if self.finds_synonyms():
            # Whether it has synonyms does not matter: WordNet is loaded either way.
            with suppress(InputError):
                self._ranked(_WARM_UP, None)

    async def annotated(
        self,
        text: str,
        *,
        threshold: float | None = None,
        audience: str | None = None,
        mwe: bool = False,
        to: Format | Writer = "json",
    ) -> str:
        """Rate a text, and write it; see :func:`lcp.reports.annotation.write_annotation`.

        What writes another way gives its pieces in turn: a request may end after each of them.

        Raises
        ------
        TooLongError
            When the text is too long.
        InputError
            When it is no text, or an option cannot be used.
        ResourceError
            When expressions are asked for and there is no tagger.
        """
        if len(text) > self.characters:
            raise TooLongError(
                f"The text has {len(text):,} characters; {self.characters:,} are the most.",
                where="text",
                hint="Send less, start `lcp serve` with more --max-characters, or use "
                "`lcp annotate`, which takes any size.",
            )

        def begin() -> Iterator[str]:
            annotator = Annotator(self.model, threshold=threshold, audience=audience, mwe=mwe)
            sentences = annotator.stream([text])
            if callable(to):
                return to(annotator, sentences)
            return write_annotation(annotator, sentences, to)

        pieces = await self._turn(begin)
        written: list[str] = []
        while part := await self._turn(lambda: _some(pieces)):
            written += part
        return "".join(written)

    async def explained(self, place: Place) -> list[dict[str, Any]]:
        """Explain a target at every place that is meant.

        Raises
        ------
        InputError
            When it is not there, at too many places, or the model cannot explain.
        """
        return await self._turn(lambda: self._explained(place))

    async def ranked(self, place: Place, candidates: Sequence[str] | None) -> dict[str, Any]:
        """Rank what may stand in a target's place; see :meth:`lcp.ComplexityModel.rank`."""
        return await self._turn(lambda: self._ranked(place, candidates))

    async def predicted(self, places: Sequence[Place]) -> list[dict[str, Any]]:
        """Rate targets, each at one place."""
        return await self._turn(lambda: self._predicted(places))

    def finds_synonyms(self) -> bool:
        """Whether synonyms can be found on this machine."""
        return self._has("wordnet", "tagger")

    def finds_expressions(self) -> bool:
        """Whether expressions can be found on this machine, and the model takes them."""
        return bool(self.model.feature_set_.multiword_) and self._has("tagger")

    async def _turn(self, work: Callable[[], Result]) -> Result:
        def forgetful() -> Result:
            try:
                return work()
            finally:
                words.cache_clear()  # it holds whole sentences

        return await asyncio.get_running_loop().run_in_executor(self._thread, forgetful)

    def _has(self, *resources: str) -> bool:
        try:
            return not self._store.missing(resources)
        except ResourceError:
            return False

    def _explained(self, place: Place) -> list[dict[str, Any]]:
        spans = place.spans()
        if len(spans) > PLACES:
            raise InputError(
                f"The target stands at {len(spans)} places, more than {PLACES}.",
                where="target",
                hint="Say which is meant by its occurrence.",
            )
        table = instances((place, span) for span in spans)
        explanations = self.model.explain(table)
        return [
            {
                **rated,
                "in_words": in_words(explanation.complexity),
                "average": explanation.base,
                "total": explanation.total,
                "reasons": [
                    {"theme": each.title, "text": each.text, "contribution": each.contribution}
                    for each in explanation.reasons()
                ],
            }
            for rated, explanation in zip(self._rated(table), explanations, strict=True)
        ]

    def _ranked(self, place: Place, candidates: Sequence[str] | None) -> dict[str, Any]:
        target, occurrence = place.named()
        for candidate in candidates or ():
            flat(candidate)
        ranked = self.model.rank(flat(place.sentence), target, candidates, occurrence=occurrence)
        said = {name: ranked.attrs[name] for name in ("target", "notes")}
        return {**said, "candidates": _records(ranked)}

    def _predicted(self, places: Sequence[Place]) -> list[dict[str, Any]]:
        return self._rated(instances((place, place.likeliest()) for place in places))

    def _rated(self, table: pd.DataFrame) -> list[dict[str, Any]]:
        if self.model.interval_ is None:
            values = table.assign(complexity=self.model.predict(table), low=np.nan, high=np.nan)
        else:
            values = table.join(self.model.predict_interval(table))
        names = {"token": "target"}
        columns = ["target", "start", "end", "complexity", "low", "high"]
        return _records(values.rename(columns=names)[columns])


def _some(pieces: Iterator[str]) -> list[str]:
    """What comes in a turn; nothing at the end."""
    some: list[str] = []
    end = time.monotonic() + TURN
    for piece in pieces:
        some.append(piece)
        if time.monotonic() > end:
            break
    return some


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows as JSON can hold them: None for NaN."""
    return [
        {str(key): None if value != value else value for key, value in row.items()}  # noqa: PLR0124
        for row in table.to_dict("records")
    ]
