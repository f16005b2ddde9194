"""A model that serves many requests: in one thread, in short turns."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from lcp.annotation import Annotator
from lcp.errors import InputError, LCPError, ResourceError
from lcp.model.installed import installed_readers
from lcp.profiles.known_words import KnownWords
from lcp.profiles.profiler import Profiler
from lcp.reports.annotation import write_annotation
from lcp.resources import Store
from lcp.web import answers
from lcp.web.errors import TooLongError
from lcp.web.targets import Target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lcp.annotation import AnnotatedSentence
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel
    from lcp.profiles.profiler import PlacedSentence
    from lcp.reports.annotation import Format

    Writer = Callable[[Annotator, Iterator[AnnotatedSentence]], Iterator[str]]

Result = TypeVar("Result")

#: Seconds of a turn. A batch of sentences takes about 0.3 s and is not interrupted.
TURN = 0.2

_WARM_UP = Target("They crossed the deep river.", "river", 1)


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

    Raises
    ------
    InputError
        If the model does not predict for general readers.

    Attributes
    ----------
    explains : bool
        Whether predictions of the model can be explained.
    """

    def __init__(self, model: ComplexityModel, characters: int) -> None:
        if "general" not in model.readers():
            raise InputError(
                "The page needs a model for general readers.",
                where="--model",
                hint="Install a model for learners with `lcp fit --corpus kvl --install`, and run "
                "`lcp serve` without --model.",
            )
        self.model = model
        self.characters = characters
        self._store = model.feature_set_.store or Store()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rating")
        # Load everything that is loaded on first use before the first request.
        list(Annotator(model).stream([_WARM_UP.sentence]))
        for readers in installed_readers()[:1]:
            # If the installed model cannot be used, those who choose its readers get the error.
            with suppress(LCPError):
                list(Annotator(model, readers=readers).stream([_WARM_UP.sentence]))
        try:
            answers.explain(model, _WARM_UP)
        except InputError:
            self.explains = False
        else:
            self.explains = True
        if self.finds_synonyms():
            # The model may reject all synonyms of the word.
            with suppress(InputError):
                answers.substitutes(model, _WARM_UP, None)

    def readers(self) -> list[Readers]:
        """Return the readers of the model and of the installed model for learners."""
        return list(dict.fromkeys([*self.model.readers(), *installed_readers()]))

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
        self._check_length(text)

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

    async def profile(
        self, text: str, *, known_words: Sequence[str] = (), **options: Any
    ) -> dict[str, Any]:
        """Profile a text; see :func:`lcp.profile` for the options.

        Raises
        ------
        TooLongError
            If the text is too long.
        InputError
            If the text contains characters that are not text, or an option is invalid.
        """
        self._check_length(text)

        def begin() -> tuple[Profiler, Iterator[PlacedSentence]]:
            profiler = Profiler(
                Annotator(self.model, **options), known_words=KnownWords(known_words)
            )
            return profiler, profiler.stream([text])

        profiler, sentences = await self._turn(begin)
        while await self._turn(lambda: _take(sentences)):
            pass
        return (await self._turn(profiler.profile)).to_dict()

    async def explain(self, target: Target) -> list[dict[str, Any]]:
        """Explain each requested occurrence of a target.

        Raises
        ------
        InputError
            If the target does not occur, occurs too often, or the model cannot be explained.
        """
        return await self._turn(lambda: answers.explain(self.model, target))

    async def rank(self, target: Target, candidates: Sequence[str] | None) -> dict[str, Any]:
        """Rank possible replacements of a target; see :func:`lcp.rank`."""
        return await self._turn(lambda: answers.rank(self.model, target, candidates))

    async def substitutes(self, target: Target, sense: str | None) -> dict[str, Any]:
        """Return the senses of a target, and easier synonyms in one of them."""
        return await self._turn(lambda: answers.substitutes(self.model, target, sense))

    async def predict(self, targets: Sequence[Target]) -> list[dict[str, Any]]:
        """Rate one occurrence of each target."""
        return await self._turn(lambda: answers.predict(self.model, targets))

    def finds_synonyms(self) -> bool:
        """Return whether WordNet and the tagger are available."""
        return not self.missing("wordnet", "tagger")

    def finds_expressions(self) -> bool:
        """Return whether the tagger is available and the model accepts expressions."""
        return bool(self.model.feature_set_.multiword_) and not self.missing("tagger")

    def missing(self, *resources: str) -> list[str]:
        """Return which resources are missing or damaged."""
        return [name for name in resources if not self._has(name)]

    def _check_length(self, text: str) -> None:
        if len(text) > self.characters:
            raise TooLongError(
                f"The text has {len(text):,} characters; the limit is {self.characters:,}.",
                where="text",
                hint="Send a shorter text, start `lcp serve` with a higher --max-characters, or "
                "use `lcp annotate`, which has no limit.",
            )

    async def _turn(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _has(self, resource: str) -> bool:
        try:
            return self._store.find(resource) is not None
        except ResourceError:
            return False


def _take(pieces: Iterator[Result]) -> list[Result]:
    """Return the pieces of one turn; none at the end."""
    taken: list[Result] = []
    end = time.monotonic() + TURN
    for piece in pieces:
        taken.append(piece)
        if time.monotonic() > end:
            break
    return taken
