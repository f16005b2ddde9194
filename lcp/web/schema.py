"""What requests and answers of the API hold, with units, limits and examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

from lcp.thresholds import Audience

#: Characters of the longest sentence; annotation cuts longer ones at 3,000 and a token.
SENTENCE = 5_000
#: Most candidates, and most instances, of a request.
CANDIDATES, INSTANCES = 50, 100


def _whole(value: Any) -> Any:
    """JSON has one kind of number: 2.0 is as good as 2."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Complexity = Annotated[
    float, Field(ge=0, le=1, description="From 0 (very easy) to 1 (very difficult).")
]
Limit = Annotated[
    float | None,
    Field(
        ge=0,
        le=1,
        description="Limit between which the mean rating of several readers lies in nine cases "
        "of ten; null where the model has no intervals.",
    ),
]
Sentence = Annotated[
    str,
    Field(
        min_length=1,
        max_length=SENTENCE,
        description="One sentence.",
        examples=["Her acquiescence surprised everyone at dinner."],
    ),
]
Target = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="The word or expression as it is written in the sentence.",
        examples=["acquiescence"],
    ),
]
# The validator stands after the limits: before them, it would hide them from the schema.
Occurrence = Annotated[
    Annotated[int, Field(ge=1, le=SENTENCE), BeforeValidator(_whole)] | None,
    Field(description="Which of the target's places is meant, counted from 1."),
]
Start = Annotated[
    int, Field(ge=0, description="First character, counted from 0."), BeforeValidator(_whole)
]
End = Annotated[int, Field(ge=0, description="Character after the last."), BeforeValidator(_whole)]


class _Request(BaseModel):
    """Of exactly these fields and types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class AnnotateRequest(_Request):
    """A text to rate."""

    text: str = Field(
        description="Plain text in English. The longest is told by GET /api/model.",
        examples=["They crossed the deep river. The haploinsufficiency was mild."],
    )
    threshold: float | None = Field(
        None,
        ge=0,
        le=1,
        allow_inf_nan=False,
        description="From this complexity on, a word is complex; 0.5 unless given.",
        examples=[0.4],
    )
    audience: Audience | None = Field(
        None,
        description="A threshold by name, in place of one: learner 0.25 (easy), general 0.5 "
        "(neutral), expert 0.75 (difficult).",
    )
    mwe: bool = Field(
        default=False, description="Whether to rate noun-noun and adjective-noun expressions too."
    )


class TargetRequest(_Request):
    """A target by what is written."""

    sentence: Sentence
    target: Target
    occurrence: Occurrence = None


class SpanRequest(_Request):
    """A target by its place."""

    sentence: Sentence
    start: Start = Field(examples=[4])
    end: End = Field(examples=[16])


Candidates = Annotated[
    list[Target] | None,
    Field(
        min_length=1,
        max_length=CANDIDATES,
        description="What may replace the target; the synonyms of its sense in WordNet unless "
        "given.",
        examples=[["agreement", "consent"]],
    ),
]


class RankTargetRequest(TargetRequest):
    """A target by what is written, and what may replace it."""

    candidates: Candidates = None


class RankSpanRequest(SpanRequest):
    """A target by its place, and what may replace it."""

    candidates: Candidates = None


#: Kinds of requests; they stand among the names of fields in the place of an error.
TARGET, SPAN = "by target", "by span"


def _kind(request: Any) -> str:
    """Which kind of request is meant, so that errors are told of this one."""
    named = request if isinstance(request, dict) else {}
    return SPAN if {"start", "end"} & named.keys() else TARGET


ExplainRequest = Annotated[
    Annotated[TargetRequest, Tag(TARGET)] | Annotated[SpanRequest, Tag(SPAN)],
    Discriminator(_kind),
]
RankRequest = Annotated[
    Annotated[RankTargetRequest, Tag(TARGET)] | Annotated[RankSpanRequest, Tag(SPAN)],
    Discriminator(_kind),
]


class Instance(TargetRequest):
    """A target in its sentence."""

    corpus: str = Field("", max_length=100, description="The sentence's genre, where it is known.")


class PredictRequest(_Request):
    """Targets to rate."""

    instances: list[Instance] = Field(min_length=1, max_length=INSTANCES)


class Word(BaseModel):
    """A rated word or expression."""

    text: str = Field(description="As it is written, with single spaces.")
    start: Start
    end: End
    kind: Literal["word", "expression"]
    complexity: Complexity
    low: Limit
    high: Limit
    complex: bool = Field(description="Whether the complexity reaches the threshold.")


class AnnotatedSentence(BaseModel):
    """A sentence with its rated words."""

    sentence: int = Field(ge=0, description="Its number, counted from 0.")
    start: Start
    text: str = Field(description="As it is written, without white space around it.")
    words: list[Word] = Field(
        description="By start, counted in the whole text; an expression stands before its words."
    )


class Annotation(BaseModel):
    """A text with its rated words."""

    threshold: Complexity
    sentences: list[AnnotatedSentence]
    counts: dict[str, int] = Field(
        description="Sentences; rated expressions; complex and unknown words; tokens by kind."
    )
    warning: str | None = Field(
        description="Said where many words are not in the lexicon: perhaps it is not English."
    )


class Rated(BaseModel):
    """A target with its complexity."""

    target: str = Field(description="As it is written, with single spaces.")
    start: Start
    end: End
    complexity: Complexity
    low: Limit
    high: Limit


class Reason(BaseModel):
    """One reason of a prediction."""

    theme: str = Field(description="What it is about.", examples=["Frequency"])
    text: str = Field(description="What is so about this target.")
    contribution: float = Field(
        description="On the scale from 0 to 1; above 0 makes the target harder."
    )


class Explained(Rated):
    """Why a target is as hard as it is."""

    in_words: str = Field(description="The nearest point of the scale.", examples=["neutral"])
    average: float = Field(description="What is predicted on average.")
    total: float = Field(
        description="Average and contributions together: the complexity before it is cut to 0-1."
    )
    reasons: list[Reason] = Field(description="The largest first; the last may sum up the rest.")


class Explanations(BaseModel):
    """An explanation of each place where the target stands, or of the one that was meant."""

    explanations: list[Explained]


class Candidate(BaseModel):
    """What may stand in the target's place, or the target itself."""

    candidate: str = Field(description="The word or expression.")
    complexity: Complexity
    low: Limit
    high: Limit
    difference: float = Field(ge=-1, le=1, description="Complexity minus the target's.")


class Ranking(BaseModel):
    """The target and its candidates."""

    target: str = Field(description="As it is written in the sentence.")
    candidates: list[Candidate] = Field(description="The easiest first; the target among them.")
    notes: list[str] = Field(description="What there is to know: the sense that was taken, say.")


class Predictions(BaseModel):
    """Complexity of each instance, in order."""

    predictions: list[Rated]


class RequestLimits(BaseModel):
    """What a request may hold and take."""

    characters: int = Field(description="Characters of the longest text.")
    sentence: int = Field(description="Characters of the longest sentence of the other requests.")
    seconds: float = Field(description="Seconds after which a request is given up.")


class Model(BaseModel):
    """The model that rates, and what it can do on this machine."""

    version: str = Field(description="Version of lcp.")
    features: str = Field(description="Name of the feature set.", examples=["core"])
    estimator: str = Field(description="Name of the estimator.", examples=["lightgbm"])
    corpus: str = Field(description="What it was trained on.")
    instances: int = Field(description="How many instances it was trained on.")
    intervals: bool = Field(description="Whether it gives limits.")
    explanations: bool = Field(description="Whether its predictions can be explained.")
    expressions: bool = Field(description="Whether it can find and rate expressions in a text.")
    synonyms: bool = Field(description="Whether it can find synonyms: WordNet is there.")
    limits: RequestLimits


class Problem(BaseModel):
    """What went wrong."""

    message: str = Field(description="What is wrong.")
    where: str | None = Field(description="Where: a field, say.")
    hint: str | None = Field(description="What to do about it.")


class ErrorResponse(BaseModel):
    """An error."""

    error: Problem
