"""Requests and responses of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

from lcp.corpora.registry import Readers
from lcp.model.scale import Audience

#: Maximum number of characters of a sentence. Annotation splits longer ones at 3,000.
SENTENCE = 5_000
#: Maximum number of candidates and of instances in a request.
CANDIDATES, INSTANCES = 50, 100


def _whole(value: Any) -> Any:
    """Accept 2.0 as 2: JSON has only one type of number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Complexity = Annotated[
    float, Field(ge=0, le=1, description="From 0 (very easy) to 1 (very difficult).")
]
Limit = Annotated[
    float | None,
    Field(
        ge=0,
        le=1,
        description="Limit of the 90% prediction interval of the mean rating of several readers; "
        "null if the model is not calibrated.",
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
TargetText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="Word or expression, spelled as in the sentence.",
        examples=["acquiescence"],
    ),
]
# The validator comes last, because an earlier one would hide the limits from the schema.
Occurrence = Annotated[
    Annotated[int, Field(ge=1, le=SENTENCE), BeforeValidator(_whole)] | None,
    Field(description="Number of the target's occurrence in the sentence, counted from 1."),
]
Start = Annotated[
    int,
    Field(ge=0, description="Position of the first character, counted from 0."),
    BeforeValidator(_whole),
]
End = Annotated[
    int, Field(ge=0, description="Position after the last character."), BeforeValidator(_whole)
]


Genre = Annotated[str, Field(max_length=100, description="Genre of the text, if known.")]
ReadersField = Annotated[
    Readers,
    Field(
        description="Who reads the text. learner needs a model trained on learners' ratings; "
        "GET /api/model says whether it was."
    ),
]
HarderThan = Annotated[
    float,
    Field(ge=0, le=1, description="Share of the words of running text that are easier."),
]
Level = Annotated[
    Literal["A1", "A2", "B1", "B2", "C1", "C2"] | None,
    Field(description="CEFR level for learners; null if the model does not predict levels."),
]


class _Request(BaseModel):
    """A request without unknown fields or type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class AnnotateRequest(_Request):
    """A text to rate."""

    text: str = Field(
        description="English text without markup. GET /api/model returns the maximum length.",
        examples=["They crossed the deep river. The haploinsufficiency was mild."],
    )
    threshold: float | None = Field(
        None,
        ge=0,
        le=1,
        allow_inf_nan=False,
        description="Minimum complexity of a complex word. Default: that of the audience general.",
        examples=[0.4],
    )
    audience: Audience | None = Field(
        None,
        description="Name of a threshold, instead of a number: a complexity above that of 60% "
        "(learner), 90% (general) or 98% (expert) of the words in running text.",
    )
    genre: Genre = ""
    readers: ReadersField = "general"
    mwe: bool = Field(
        default=False, description="Whether to rate noun-noun and adjective-noun expressions too."
    )
    rate_names: bool = Field(default=False, description="Whether to rate names too.")


class TargetRequest(_Request):
    """A target by its text."""

    sentence: Sentence
    target: TargetText
    occurrence: Occurrence = None
    genre: Genre = ""
    readers: ReadersField = "general"


class SpanRequest(_Request):
    """A target by its position."""

    sentence: Sentence
    start: Start = Field(examples=[4])
    end: End = Field(examples=[16])
    genre: Genre = ""
    readers: ReadersField = "general"


Candidates = Annotated[
    list[TargetText] | None,
    Field(
        min_length=1,
        max_length=CANDIDATES,
        description="Possible replacements. Default: the synonyms of the target's sense in "
        "WordNet, which must be installed on the server.",
        examples=[["agreement", "consent"]],
    ),
]


class RankTargetRequest(TargetRequest):
    """A target by its text, and possible replacements."""

    candidates: Candidates = None


class RankSpanRequest(SpanRequest):
    """A target by its position, and possible replacements."""

    candidates: Candidates = None


#: Tags of the two kinds of request. They also occur in the location of validation errors.
TARGET, SPAN = "by target", "by span"


def _kind(request: Any) -> str:
    """Return the kind of a request, so that errors refer to this kind only."""
    fields = request if isinstance(request, dict) else {}
    return SPAN if {"start", "end"} & fields.keys() else TARGET


ExplainRequest = Annotated[
    Annotated[TargetRequest, Tag(TARGET)] | Annotated[SpanRequest, Tag(SPAN)],
    Discriminator(_kind),
]
RankRequest = Annotated[
    Annotated[RankTargetRequest, Tag(TARGET)] | Annotated[RankSpanRequest, Tag(SPAN)],
    Discriminator(_kind),
]


class PredictRequest(_Request):
    """Targets to rate."""

    instances: list[TargetRequest] = Field(min_length=1, max_length=INSTANCES)


class Word(BaseModel):
    """A rated word or expression."""

    text: str = Field(description="The word or expression, with single spaces.")
    start: Start
    end: End
    kind: Literal["word", "name", "expression"]
    complexity: Complexity
    low: Limit
    high: Limit
    complex: bool = Field(description="Whether the complexity reaches the threshold.")
    harder_than: HarderThan
    level: Level
    level_probability: float | None = Field(ge=0, le=1, description="Probability of the level.")


class UnratedToken(BaseModel):
    """A token that is not rated because of its kind."""

    text: str = Field(description="The token.")
    start: Start
    end: End
    kind: Literal["name", "abbreviation", "number", "identifier", "contraction part"]


class AnnotatedSentence(BaseModel):
    """A sentence with its rated words."""

    sentence: int = Field(ge=0, description="Number of the sentence, counted from 0.")
    start: Start
    text: str = Field(description="The sentence without surrounding white space.")
    words: list[Word] = Field(
        description="Rated words in order, an expression before its words. Start and end count "
        "from the start of the text."
    )
    unrated: list[UnratedToken] = Field(
        description="Names, abbreviations, numbers, identifiers and parts of contractions, which "
        "are not rated, in order."
    )


class Annotation(BaseModel):
    """A text with its rated words."""

    threshold: Complexity
    sentences: list[AnnotatedSentence]
    counts: dict[str, int] = Field(
        description="Sentences, rated expressions, complex and unknown words, tokens by kind."
    )
    kinds: dict[str, int] = Field(
        description="Number of tokens of each kind that occurs, the most frequent first.",
        examples=[{"word": 7, "name": 2}],
    )
    warning: str | None = Field(
        description="Warning if many words are not in the lexicon: the text may not be English."
    )


class Rated(BaseModel):
    """A target with its complexity."""

    target: str = Field(description="The target as in the sentence, with single spaces.")
    start: Start
    end: End
    complexity: Complexity
    low: Limit
    high: Limit


class Reason(BaseModel):
    """One reason for a prediction."""

    theme: str = Field(description="Theme of the reason.", examples=["Frequency"])
    text: str = Field(description="Description of the target in words.")
    contribution: float = Field(description="Change of the complexity; above 0 means harder.")


class PlainReason(BaseModel):
    """A reason in plain words."""

    text: str = Field(description="Description of the target.", examples=["rare"])
    harder: bool = Field(description="Whether it makes the target harder, or easier.")


class Explained(Rated):
    """A target with the reasons for its complexity."""

    in_words: str = Field(description="Nearest point of the rating scale.", examples=["neutral"])
    average: float = Field(description="Average prediction.")
    total: float = Field(
        description="Average plus contributions: the complexity before it is clipped to 0-1."
    )
    reasons: list[Reason] = Field(description="The largest first; the last may sum up the rest.")
    plain: list[PlainReason] = Field(
        description="Reasons that agree with their effect, in plain words without numbers of models."
    )


class Explanations(BaseModel):
    """Explanations of all occurrences of the target, or of the requested one."""

    explanations: list[Explained]


class Candidate(BaseModel):
    """A possible replacement, or the target itself."""

    candidate: str = Field(description="The word or expression.")
    complexity: Complexity
    low: Limit
    high: Limit
    difference: float = Field(ge=-1, le=1, description="Complexity minus the target's.")


class Ranking(BaseModel):
    """The target and its possible replacements."""

    target: str = Field(description="The target as in the sentence.")
    candidates: list[Candidate] = Field(description="The easiest first, including the target.")
    notes: list[str] = Field(description="Notes, such as the WordNet sense of the synonyms.")


class Predictions(BaseModel):
    """Complexity of each instance, in order."""

    predictions: list[Rated]


class RequestLimits(BaseModel):
    """Limits of a request."""

    characters: int = Field(description="Maximum number of characters of a text.")
    sentence: int = Field(description="Maximum number of characters of a single sentence.")
    seconds: float = Field(description="Time limit in seconds.")


class Model(BaseModel):
    """The model, and the features available on this server."""

    version: str = Field(description="Version of lcp.")
    features: str = Field(description="Name of the feature set.", examples=["core"])
    estimator: str = Field(description="Name of the estimator.", examples=["lightgbm"])
    corpus: str = Field(description="Training corpora.")
    instances: int = Field(description="Number of training instances.")
    readers: list[Readers] = Field(description="Readers that the model predicts for.")
    levels: bool = Field(description="Whether the model predicts CEFR levels.")
    intervals: bool = Field(description="Whether the model gives prediction intervals.")
    explanations: bool = Field(description="Whether predictions can be explained.")
    expressions: bool = Field(description="Whether expressions in a text can be rated.")
    synonyms: bool = Field(description="Whether synonyms are available: WordNet is installed.")
    limits: RequestLimits


class Problem(BaseModel):
    """Description of an error."""

    message: str = Field(description="What is wrong.")
    where: str | None = Field(description="Where, for example the name of a field.")
    hint: str | None = Field(description="What to do.")


class ErrorResponse(BaseModel):
    """An error."""

    error: Problem
