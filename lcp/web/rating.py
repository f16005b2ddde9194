"""A model that serves many requests: in one thread, in short turns."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from lcp.annotation import Annotator
from lcp.errors import InputError, ResourceError
from lcp.explanation.plain import plain_reasons
from lcp.model.readers import check_readers
from lcp.model.scale import in_words
from lcp.reports.annotation import write_annotation
from lcp.resources import Store
from lcp.substitution.ranking import rank
from lcp.web.errors import TooLongError
from lcp.web.targets import Target, instances, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from lcp.annotation import AnnotatedSentence
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel
    from lcp.reports.annotation import Format

    Writer = Callable[[Annotator, Iterator[AnnotatedSentence]], Iterator[str]]

Result = TypeVar("Result")

#: Seconds of a turn. A batch of sentences takes about 0.3 s and is not interrupted.
TURN = 0.2
#: Maximum number of occurrences explained in a request.
OCCURRENCES = 20

_WARM_UP = Target("They crossed the deep river.", "river")


class Rater:
    """Rate texts and targets in a single thread, so that the model need not be thread-safe.

    Requests take turns: a long text does not block short ones, and a cancelled request gets no
    further turn.

    Parameters
    ----------
    model : ComplexityModel
        A trained model.
    characters : int
        Maximum number of characters of a text.

    Attributes
    ----------
    explains : bool
        Whether predictions of the model can be explained.
    """

    def __init__(self, model: ComplexityModel, characters: int) -> None:
        self.model = model
        self.characters = characters
        self._store = model.feature_set_.store or Store()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rating")
        # Load everything that is loaded on first use before the first request.
        list(Annotator(model).stream([_WARM_UP.sentence]))
        try:
            self._explain(_WARM_UP)
        except InputError:
            self.explains = False
        else:
            self.explains = True
        if self.finds_synonyms():
            # The model may reject all synonyms of the word.
            with suppress(InputError):
                self._rank(_WARM_UP, None)

    async def annotate(
        self,
        text: str,
        *,
        threshold: float | None = None,
        audience: str | None = None,
        mwe: bool = False,
        rate_names: bool = False,
        genre: str = "",
        readers: Readers = "general",
        to: Format | Writer = "json",
    ) -> str:
        """Rate a text and return it in a format of :func:`lcp.reports.annotation.write_annotation`.

        A custom writer yields strings; other requests can take their turn after each.

        Raises
        ------
        TooLongError
            If the text is too long.
        InputError
            If the text contains characters that are not text, or an option is invalid.
        ResourceError
            If expressions are requested and the tagger is missing.
        """
        if len(text) > self.characters:
            raise TooLongError(
                f"The text has {len(text):,} characters; the limit is {self.characters:,}.",
                where="text",
                hint="Send a shorter text, start `lcp serve` with a higher --max-characters, or "
                "use `lcp annotate`, which has no limit.",
            )

        def begin() -> Iterator[str]:
            annotator = Annotator(
                self.model,
                genre=genre,
                readers=readers,
                threshold=threshold,
                audience=audience,
                mwe=mwe,
                rate_names=rate_names,
            )
            sentences = annotator.stream([text])
            if callable(to):
                return to(annotator, sentences)
            return write_annotation(annotator, sentences, to)

        pieces = await self._turn(begin)
        content: list[str] = []
        while part := await self._turn(lambda: _take(pieces)):
            content += part
        return "".join(content)

    async def explain(self, target: Target) -> list[dict[str, Any]]:
        """Explain each requested occurrence of a target.

        Raises
        ------
        InputError
            If the target does not occur, occurs too often, or the model cannot be explained.
        """
        return await self._turn(lambda: self._explain(target))

    async def rank(self, target: Target, candidates: Sequence[str] | None) -> dict[str, Any]:
        """Rank possible replacements of a target; see :func:`lcp.rank`."""
        return await self._turn(lambda: self._rank(target, candidates))

    async def predict(self, targets: Sequence[Target]) -> list[dict[str, Any]]:
        """Rate one occurrence of each target."""
        return await self._turn(lambda: self._predict(targets))

    def finds_synonyms(self) -> bool:
        """Return whether WordNet and the tagger are available."""
        return not self.missing("wordnet", "tagger")

    def finds_expressions(self) -> bool:
        """Return whether the tagger is available and the model accepts expressions."""
        return bool(self.model.feature_set_.multiword_) and not self.missing("tagger")

    def missing(self, *resources: str) -> list[str]:
        """Return which resources are missing or damaged."""
        return [name for name in resources if not self._has(name)]

    async def _turn(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _has(self, resource: str) -> bool:
        try:
            return self._store.find(resource) is not None
        except ResourceError:
            return False

    def _explain(self, target: Target) -> list[dict[str, Any]]:
        check_readers(self.model.feature_set_, target.readers)
        spans = target.spans()
        if len(spans) > OCCURRENCES:
            raise InputError(
                f"The target occurs {len(spans)} times; the limit is {OCCURRENCES}.",
                where="target",
                hint="Select one occurrence with 'occurrence'.",
            )
        table = instances((target, span) for span in spans)
        explanations = self.model.explain(table)
        rated = self._rated(table, explanations.predictions.to_numpy())
        return [
            {
                **record,
                "in_words": in_words(explanation.complexity),
                "average": explanation.base,
                "total": explanation.total,
                "reasons": [
                    {
                        "theme": reason.title,
                        "text": reason.text,
                        "contribution": reason.contribution,
                    }
                    for reason in explanation.reasons()
                ],
                "plain": [reason._asdict() for reason in plain_reasons(explanation)],
            }
            for record, explanation in zip(rated, explanations, strict=True)
        ]

    def _rank(self, target: Target, candidates: Sequence[str] | None) -> dict[str, Any]:
        text, occurrence = target.by_text()
        for candidate in candidates or ():
            plain(candidate)
        ranking = rank(
            plain(target.sentence),
            text,
            candidates,
            model=self.model,
            genre=target.genre,
            readers=target.readers,
            occurrence=occurrence,
        )
        return {
            "target": ranking.target,
            "notes": ranking.notes,
            "candidates": _records(ranking.table),
        }

    def _predict(self, targets: Sequence[Target]) -> list[dict[str, Any]]:
        for target in targets:
            check_readers(self.model.feature_set_, target.readers)
        table = instances((target, target.first_span()) for target in targets)
        return self._rated(table, self.model.predict(table))

    def _rated(self, table: pd.DataFrame, predicted: NDArray[np.float64]) -> list[dict[str, Any]]:
        values = table.join(self.model.with_interval(table, predicted))
        columns = ["target", "start", "end", "complexity", "low", "high"]
        return _records(values.rename(columns={"token": "target"})[columns])


def _take(pieces: Iterator[str]) -> list[str]:
    """Return the pieces of one turn; none at the end."""
    taken: list[str] = []
    end = time.monotonic() + TURN
    for piece in pieces:
        taken.append(piece)
        if time.monotonic() > end:
            break
    return taken


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as dictionaries, with None for NaN, which JSON lacks."""
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]
