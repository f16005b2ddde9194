"""Requests and responses of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from lcp.english.characters import checked, normal_text
from lcp.errors import InputError
from lcp.explanation import reasons
from lcp.levels import Level
from lcp.model.ratings import Rating, columns_of
from lcp.reading.annotation import RatedWord, UnratedToken
from lcp.targets.find import Span, edges_of, find_targets, place_target

#: Maximum number of characters of a sentence. Annotation splits longer ones at 3,000.
SENTENCE = 5_000
#: Maximum number of candidates, instances and known words in a request.
CANDIDATES, INSTANCES, KNOWN = 50, 100, 50_000


def _whole_number(value: Any) -> Any:
    """Accept 2.0 as 2: JSON has only one type of number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _described(text: str, **limits: Any) -> Any:
    return Field(description=text, **limits)


Complexity = Annotated[float, _described("From 0 (very easy) to 1 (very difficult).", ge=0, le=1)]
# The validator comes last, because an earlier one would hide the limits from the schema.
Start = Annotated[
    int,
    _described("Position of the first character, counted from 0.", ge=0),
    BeforeValidator(_whole_number),
]
End = Annotated[
    int, _described("Position after the last character.", ge=0), BeforeValidator(_whole_number)
]
TargetText = Annotated[
    str,
    _described(
        "Word or expression, spelled as in the sentence.",
        min_length=1,
        max_length=200,
        examples=["acquiescence"],
    ),
]


KnownList = Annotated[
    list[Annotated[str, Field(max_length=100)]],
    _described(
        "Words that the reader knows, in any inflected form. They count as A1.",
        default_factory=list,
        max_length=KNOWN,
    ),
]


class _Request(BaseModel):
    """A request without unknown fields or type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    genre: str = _described(
        "Genre of the text, if known; GET /api/model lists those in which the sentence counts.",
        default="",
        max_length=100,
    )
    readers: str = _described(
        "Who reads the text, such as learner; GET /api/model lists the readers of the model.",
        default="general",
        max_length=100,
    )


class _Text(_Request):
    """A text."""

    text: str = _described(
        "English text without markup. GET /api/model returns the maximum length.",
        examples=["They crossed the deep river. The haploinsufficiency was mild."],
    )


class _Threshold(_Request):
    """What makes a word hard."""

    threshold: (
        Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | Literal["many", "some", "few"]
    ) = _described(
        "Minimum complexity of a hard word, or a name: a complexity above 60% (many), "
        "90% (some) or 98% (few) of the words in running text.",
        default="some",
        examples=[0.4],
    )


class AnnotateOptions(_Threshold):
    """What to rate, and for whom."""

    expressions: Literal["yes", "no", "both"] | None = _described(
        "Whether to rate expressions instead of their words, or with them. Default: yes, if the "
        "model rates expressions.",
        default=None,
    )
    names: bool = _described("Whether to rate names too.", default=False)


class AnnotateRequest(AnnotateOptions, _Text):
    """A text to rate."""


class ProfileRequest(_Threshold, _Text):
    """A text to profile."""

    known_words: KnownList
    by_sentence: bool = _described("Whether to give the level of each sentence too.", default=False)
    meanings: bool = _described(
        "Whether to give each hard word a definition and an easier synonym, empty if there is "
        "none; needs WordNet.",
        default=False,
    )


class Target(_Request):
    """A target in its sentence: by its text, or by its position."""

    sentence: str = _described(
        "One sentence. Default: the target is a word without a sentence.",
        default="",
        max_length=SENTENCE,
        examples=["Her acquiescence surprised everyone at dinner."],
    )
    target: TargetText | None = _described("Word or expression in the sentence.", default=None)
    occurrence: Annotated[int, Field(ge=1, le=SENTENCE), BeforeValidator(_whole_number)] | None = (
        _described(
            "Number of the target's occurrence in the sentence, counted from 1. Default: the "
            "first, or all for an explanation.",
            default=None,
        )
    )
    start: Start | None = _described("First character of the target.", default=None)
    end: End | None = _described("Character after the target.", default=None)

    @property
    def context(self) -> str:
        """The sentence, or the target without one."""
        return self.sentence if self.sentence.strip() else self.target or ""

    def span(self) -> Span:
        """Return the span of the requested occurrence. Default: the first.

        Raises
        ------
        InputError
            If a text is not valid, the sentence has no such target, or none or two are named.
        """
        list(checked([self.context, self.target or ""]))
        position = (self.start, self.end)
        if self.target is not None and position == (None, None):
            return place_target(self.context, self.target, self.occurrence)[0]
        if self.occurrence or self.start is None or self.end is None:
            raise InputError(
                "One way to name the target is needed.",
                where="target",
                hint="Give target, optionally with occurrence; or start and end.",
            )
        if not normal_text(self.sentence[self.start : self.end]) or self.end > len(self.sentence):
            raise InputError(
                f"The sentence has no word from {self.start} to {self.end}.",
                where="start, end",
                hint=f"Count characters from 0 to {len(self.sentence)}; the end is exclusive.",
            )
        span = (self.start, self.end)
        if self.target is not None and edges_of(self.sentence, span, self.target) is None:
            raise InputError(
                f"Characters {self.start} to {self.end} of the sentence are not the target.",
                where="start, end",
                hint="Correct them, or leave target out.",
            )
        return span

    def edges(self, span: Span) -> tuple[int, ...]:
        """Return the start and end of each part of the target in one of its spans."""
        return (self.target and edges_of(self.context, span, self.target)) or span

    def spans(self) -> list[Span]:
        """Return the spans of all occurrences, or of the requested one; errors as :meth:`span`."""
        first = self.span()
        if self.target is None or self.occurrence or self.start is not None:
            return [first]
        return find_targets(self.context, self.target)


class SubstitutesRequest(Target):
    """A target, and a sense of it or candidates."""

    sense: str | None = _described(
        "Name of a WordNet sense of the target. Default: the likeliest.",
        default=None,
        max_length=200,
        examples=["acquiescence.n.01"],
    )
    candidates: list[TargetText] | None = _described(
        "Possible replacements to rank. Default: easier synonyms in WordNet, which must be "
        "installed on the server.",
        default=None,
        min_length=1,
        max_length=CANDIDATES,
        examples=[["agreement", "consent"]],
    )


class PredictRequest(BaseModel):
    """Targets to rate."""

    model_config = ConfigDict(extra="forbid", strict=True)

    instances: list[Target] = Field(min_length=1, max_length=INSTANCES)


def _model_of(record: Any, *names: str) -> Any:
    """Return a response with the fields of a record, or with some of them."""
    types = columns_of(record)
    fields: dict[str, Any] = {name: (types[name], ...) for name in names or types}
    return create_model(record.__name__, **fields)


class _Rated(_model_of(Rating)):  # type: ignore[misc]
    """A rating."""


class Word(_model_of(RatedWord)):  # type: ignore[misc]  # noqa: D101
    __doc__ = RatedWord.__doc__


class Token(_model_of(UnratedToken)):  # type: ignore[misc]  # noqa: D101
    __doc__ = UnratedToken.__doc__


class RatedTarget(_Rated):
    """A rated target; the rating is as in a RatedWord."""

    target: str = _described("The target as in the sentence, with single spaces.")
    start: Start
    end: End


class Problem(BaseModel):
    """Description of an error."""

    message: str = _described("What is wrong.")
    where: str | None = _described("Where, for example the name of a field.")
    hint: str | None = _described("What to do.")


class ErrorResponse(BaseModel):
    """An error."""

    error: Problem


class Predictions(BaseModel):
    """Ratings of instances in order, or the errors in them."""

    predictions: list[RatedTarget | ErrorResponse]


class AnnotatedSentence(BaseModel):
    """A sentence with its rated words."""

    sentence: int = _described("Number of the sentence, counted from 0.", ge=0)
    start: Start
    text: str = _described("The sentence without surrounding white space.")
    words: list[Word] = _described(
        "Rated words in order, an expression before its words. Positions count from the start of "
        "the text."
    )
    unrated: list[Token] = _described("Tokens that are not rated, in order.")


class Annotation(BaseModel):
    """A text with its rated words."""

    threshold: Complexity
    sentences: list[AnnotatedSentence]
    counts: dict[str, int] = _described(
        "Sentences, rated expressions, complex and unknown words, tokens by kind."
    )
    warning: str | None = _described(
        "Warning if many words are not in the lexicon: the text may not be English."
    )


class Profile(BaseModel):
    """A profile of a text: the attributes of lcp.TextProfile."""

    model_config = ConfigDict(extra="allow")

    verdict: str = _described("The profile in one sentence.")
    level: Level | None
    words: int = _described("Running words: function words and rated words.")
    threshold: Complexity
    hard_words: list[dict[str, Any]] = _described("The hardest first.")


class Document(BaseModel):
    """The text of a document."""

    text: str = _described("Readable text; blank lines separate paragraphs.")
    notes: list[str] = _described("Notes, such as the encoding that was detected.")


class Reason(_model_of(reasons.Reason, "title", "text", "contribution")):  # type: ignore[misc]  # noqa: D101
    __doc__ = reasons.Reason.__doc__


class Explained(RatedTarget):
    """A target with the reasons for its complexity."""

    average: float = _described("Average prediction.")
    reasons: list[Reason] = _described("The largest first; the last may sum up the rest.")
    plain: list[Reason] = _described("Reasons in plain words, without numbers of models.")


class Explanations(BaseModel):
    """Explanations of all occurrences of the target, or of the requested one."""

    explanations: list[Explained]


class WordSense(BaseModel):
    """A sense of the target in WordNet."""

    name: str = _described("Name of the sense.", examples=["acquiescence.n.01"])
    definition: str = _described("Definition of the sense.")
    share: float = _described("Estimated probability in the sentence.", ge=0, le=1)


class Edit(BaseModel):
    """A replacement of characters of the sentence, which also corrects the article before it."""

    start: Start
    end: End
    text: str = _described("New text of these characters.")


class Substitute(_Rated):
    """A substitute in the place of the target; the rating is as in a RatedWord."""

    form: str = _described("The word; a synonym is inflected like the target.")
    gain: float = _described("Complexity of the target minus complexity of the substitute.")
    confidence: float | None = _described(
        "Probability that people accept a synonym in the sentence; null for candidates."
    )
    easier: bool = _described("Whether it is easier by a CEFR level; without levels, by 0.05.")
    edit: Edit


class Substitutes(BaseModel):
    """Easier synonyms of the target in one of its senses, or ranked candidates."""

    target: RatedTarget
    sense: str | None = _described("Name of the sense; null if uncertain, and for candidates.")
    senses: list[WordSense] = _described("The senses of the target, the likeliest first.")
    substitutes: list[Substitute] = _described("The best synonym or the easiest candidate first.")
    notes: list[str] = _described("Notes, such as other occurrences of the target.")


class Model(BaseModel):
    """The model, and what this server can do."""

    version: str = _described("Version of lcp.")
    model: str = _described("Feature set and estimator.", examples=["core, lightgbm"])
    corpus: str = _described("Training corpora.")
    readers: list[str] = _described("Readers that the model predicts for.")
    genres: dict[str, list[str]] = _described("Genres in which the sentence counts, by readers.")
    levels: bool = _described("Whether CEFR levels are given.")
    intervals: bool = _described("Whether the model gives prediction intervals.")
    explanations: bool = _described("Whether predictions can be explained.")
    expressions: bool = _described("Whether expressions in a text can be rated.")
    synonyms: bool = _described("Whether synonyms are available: WordNet is installed.")
    limits: dict[str, float] = _described(
        "Characters of a text and of a sentence, bytes of a document, seconds of a request."
    )


class Health(BaseModel):
    """Answer of a server that is ready."""

    status: Literal["ok"]
