"""A model that serves many requests: in one thread, in short turns."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import CapacityLimiter, to_thread

from lcp.english.characters import checked
from lcp.errors import InputError, ResourceError
from lcp.model.predictions import flattened
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.annotation.known_words import KnownWords
from lcp.reader.meaning.results import is_easier
from lcp.reader.meaning.substitution import substitutes
from lcp.reader.profiles.profiler import Profiler
from lcp.reader.profiles.study import MEANING, with_meanings
from lcp.reader.reports.annotation_output import write_annotation
from lcp.reader.web.error_responses import TooLongError
from lcp.reader.web.limits import HINT
from lcp.reader.web.requests import SubstitutesRequest, Target
from lcp.reader.web.turns import Turns
from lcp.targets import Targets
from lcp.targets.find import form_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lcp.english.columns import Span
    from lcp.model.model import ComplexityModel
    from lcp.reader.annotation.annotation import AnnotatedSentence
    from lcp.reader.profiles.text_profile import TextProfile
    from lcp.reader.reports.annotation_output import Format
    from lcp.reader.web.limits import Limits

    #: A target, and the start and end of each of its parts.
    Placed = tuple[Target, tuple[int, ...]]
    Writer = Callable[[Annotator, Iterator[AnnotatedSentence]], Iterator[str]]

Result = TypeVar("Result")

#: Documents that are read at the same time; others wait.
DOCUMENTS = 4


class SharedPredictor(Turns):
    """Use a model in a single thread, so that it need not be thread-safe.

    Requests take turns: a long text does not block short ones, and a cancelled request gets no
    further turn.

    Parameters
    ----------
    model : ComplexityModel
        A trained model.
    limits : Limits
        Limits of a request.

    Attributes
    ----------
    readers : tuple of str
        Readers of the model; the first are the default of the page.
    gives_levels : bool
        Whether predictions contain CEFR levels.
    """

    def __init__(self, model: ComplexityModel, limits: Limits) -> None:
        super().__init__()
        self.model = model
        self.limits = limits
        self.readers = model.capabilities_.readers
        self.gives_levels = model.state_.gives_levels
        self._documents = CapacityLimiter(DOCUMENTS)
        # Load everything that is loaded on first use before the first request.
        sentence = "They crossed the deep river."
        annotator = Annotator(model, readers=self.readers[0])
        profiler = Profiler(annotator, known_words=KnownWords(["river"]))
        list(profiler.stream([sentence]))
        profiler.profile()
        target = SubstitutesRequest(sentence=sentence, target="river", readers=self.readers[0])
        if self.explains:
            self.explain(target)
        if self.finds_synonyms():
            # The model may reject all synonyms of the word.
            with suppress(InputError):
                self.substitutes(target)

    async def annotate(self, text: str, *, to: Format | Writer = "json", **options: Any) -> str:
        """Annotate a text; `to` is a format of `write_annotation`.

        A custom writer yields strings; other requests can take their turn after each. `options`
        as in :class:`lcp.reader.annotation.annotator.Annotator`.

        Raises
        ------
        TooLongError
            If the text is too long.
        InputError
            If the text contains characters that are not text, or an option is invalid.
        """
        self.check_length(len(text), "text")

        def begin() -> Iterator[str]:
            annotator = Annotator(self.model, **options)
            sentences = annotator.stream([text])
            if callable(to):
                return to(annotator, sentences)
            return write_annotation(annotator, sentences, to)

        return "".join(await self.in_turns(begin))

    async def annotate_texts(self, texts: Sequence[str], **options: Any) -> str:
        """Annotate texts as JSON, short ones together; errors as in :meth:`annotate`."""
        self.check_length(sum(map(len, texts)), "texts")

        def begin() -> Iterator[str]:
            annotator = Annotator(self.model, **options)
            yield '{"annotations": ['
            for number, annotation in enumerate(annotator.texts(texts)):
                yield "," if number else ""
                yield from write_annotation(annotator, annotation.sentences, "json")
            yield "]}"

        return "".join(await self.in_turns(begin))

    async def profiled(
        self,
        text: str,
        *,
        known_words: Sequence[str] = (),
        by_sentence: bool = False,
        **options: Any,
    ) -> tuple[Annotator, TextProfile]:
        """Profile a text; options and errors as in :meth:`annotate`. Return its annotator too."""
        self.check_length(len(text), "text")

        def begin() -> Iterator[Profiler]:
            vocabulary = KnownWords(known_words)
            annotator = Annotator(self.model, **options)
            profiler = Profiler(annotator, known_words=vocabulary, by_sentence=by_sentence)
            yield from (profiler for _ in profiler.stream([text]))
            yield profiler

        profiler = (await self.in_turns(begin))[-1]
        return profiler.annotator, await self.turn(profiler.profile)

    async def profile(
        self, text: str, *, meanings: bool = False, **options: Any
    ) -> dict[str, object]:
        """Profile a text; options and errors as in :meth:`profiled`.

        Raises
        ------
        ResourceError
            If WordNet is needed for `meanings` and missing.
        """
        annotator, profile = await self.profiled(text, **options)
        answer = profile.to_dict()
        if meanings:
            words = await self.in_turns(lambda: with_meanings(profile.hard_words, annotator))
            answer["hard_words"] = [
                word.to_dict() | {name: getattr(word, name) for name in MEANING} for word in words
            ]
        return answer

    @property
    def explains(self) -> bool:
        """Whether predictions of the model can be explained here: the packages may be missing."""
        installed = all(map(find_spec, ("pandas", "lightgbm")))
        return installed and self.model.state_.estimator.is_explainable()

    def finds_synonyms(self) -> bool:
        """Return whether WordNet is available, and not damaged."""
        try:
            return not self.model.feature_set_.resource_store.missing(["wordnet"])
        except ResourceError:
            return False

    def predict(self, targets: Sequence[Target]) -> list[dict[str, object]]:
        """Return the prediction for one occurrence of each target; an invalid one has an error."""
        answers: list[dict[str, object]] = [{} for _ in targets]
        placed: list[tuple[int, Target, tuple[int, ...]]] = []
        for row, target in enumerate(targets):
            try:
                self._check_options(target)
                placed.append((row, target, target.edges()))
            except InputError as error:
                where = ".".join(filter(None, ["instances", str(row), error.where]))
                about = {"message": error.what, "where": where, "hint": error.hint}
                answers[row] = {"error": about}
        predictions = self._predictions([each[1:] for each in placed]) if placed else []
        for (row, _, _), prediction in zip(placed, predictions, strict=True):
            answers[row] = prediction
        return answers

    def _check_options(self, target: Target) -> None:
        alone = not target.sentence.strip()
        self.model.capabilities_.check_options(target.genre, target.readers, alone=alone)

    def _predictions(self, placed: Sequence[Placed]) -> list[dict[str, object]]:
        """Return the predictions for targets at their edges, for every answer about targets."""
        predictions = self.model.predictions(_targets(placed))
        return [
            {
                "target": form_in(target.context, *edges),
                "start": edges[0],
                "end": edges[-1],
                **flattened(prediction),
            }
            for (target, edges), prediction in zip(placed, predictions.rows(), strict=True)
        ]

    def explain(self, target: Target, most: int = 20) -> list[dict[str, object]]:
        """Explain each requested occurrence of a target, at most so many.

        Raises
        ------
        InputError
            If the target does not occur, occurs too often, or the model cannot be explained.
        """
        if not self.explains:
            raise InputError(
                "The predictions of this model cannot be explained.",
                hint="Start `lcp serve` with another --model, where all of lcp is installed.",
            )
        from lcp.explanation.explanation import explain  # needs pandas

        self._check_options(target)
        placed = [(target, edges) for edges in target.occurrences()]
        if len(placed) > most:
            raise InputError(
                f"The target occurs {len(placed)} times; the limit is {most}.",
                where="target",
                hint="Select one occurrence with 'occurrence'.",
            )
        explained = explain(_targets(placed), model=self.model)
        return [
            {
                **prediction,
                "average": explanation.base,
                "reasons": explanation.reasons(),
                "plain": explanation.clear_reasons(),
            }
            for prediction, explanation in zip(self._predictions(placed), explained, strict=True)
        ]

    def substitutes(self, target: SubstitutesRequest) -> dict[str, object]:
        """Return easier synonyms of a target and its senses, or rank the given candidates.

        Raises
        ------
        InputError
            If the target does not occur, or has no such sense.
        ResourceError
            If WordNet is needed and missing.
        """
        sentence, edges = target.context, target.edges()
        span = (edges[0], edges[-1])
        list(checked(target.candidates or ()))
        result = substitutes(
            sentence,
            target.target or span,
            target.candidates,
            model=self.model,
            genre=target.genre,
            readers=target.readers,
            occurrence=target.occurrence,
            sense=target.sense,
        )
        sense = target.sense or (result.sense and result.sense.name)
        likely, easier = result.likely_senses, result.easier
        return {
            "target": {**flattened(result.target), "target": result.target.form},
            "sense": sense,
            "senses": [
                {
                    "name": each.name,
                    "definition": each.easy_definition or each.definition,
                    "share": each.share,
                    "likely": each in likely,
                }
                for each in result.merged_senses
            ],
            "substitutes": [
                {
                    **flattened(substitute),
                    "easier": is_easier(result.target.prediction, substitute.prediction),
                    "probable": substitute == easier,
                    "edit": _edit(sentence, span, substitute.sentence),
                }
                for substitute in result
            ],
            "notes": result.notes,
        }

    def check_length(self, characters: int, where: str) -> None:
        """Raise :class:`TooLongError` if texts or a document have too many characters."""
        most = self.limits.characters
        if characters > most:
            what = f"There are more than {most:,} characters in the {where}."
            raise TooLongError(what, where=where, hint=HINT)

    async def in_process(self, name: str, function: Callable[[str], Result]) -> Result:
        """Call a function that works on a document in a process, with a name that has its ending.

        Raises
        ------
        InputError
            If the document cannot be read. The message does not contain its name.
        """
        call = partial(function, f"document{PurePath(name).suffix}")
        try:
            return await to_thread.run_sync(call, limiter=self._documents)
        except InputError as error:
            raise InputError(error.what, where="document", hint=error.hint) from error


def _targets(placed: Sequence[Placed]) -> Targets:
    return Targets.spans(
        [target.context for target, _ in placed],
        [edges for _, edges in placed],
        genre=[target.genre for target, _ in placed],
        readers=[target.readers for target, _ in placed],
    )


def _edit(sentence: str, span: Span, changed: str) -> dict[str, object]:
    """Return the characters that change if a target is replaced, with its article."""
    differing = (i for i in range(span[0]) if sentence[i] != changed[i])
    start = next(differing, span[0])
    end = len(changed) - len(sentence) + span[1]
    return {"start": start, "end": span[1], "text": changed[start:end]}
