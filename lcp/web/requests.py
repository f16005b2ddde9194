"""Requests of the API."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from lcp.model.scale import Audience
from lcp.web.fields import End, Genre, Occurrence, ReadersField, Sentence, Start, TargetText

#: Maximum number of candidates, instances and known words in a request.
CANDIDATES, INSTANCES, KNOWN = 50, 100, 50_000


class _Request(BaseModel):
    """A request without unknown fields or type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class _TextRequest(_Request):
    """A text."""

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


class AnnotateRequest(_TextRequest):
    """A text to rate."""

    mwe: bool = Field(
        default=False, description="Whether to rate noun-noun and adjective-noun expressions too."
    )
    rate_names: bool = Field(default=False, description="Whether to rate names too.")


class ProfileRequest(_TextRequest):
    """A text to profile."""

    known_words: list[Annotated[str, Field(max_length=100)]] = Field(
        [],
        max_length=KNOWN,
        description="Words that the reader knows, in any inflected form. They count as A1.",
    )


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


class SubstitutesRequest(SpanRequest):
    """A target by its position, and a sense of it."""

    sense: str | None = Field(
        None,
        max_length=200,
        description="Name of a WordNet sense of the target. Default: the likeliest.",
        examples=["acquiescence.n.01"],
    )


class PredictRequest(_Request):
    """Targets to rate."""

    instances: list[TargetRequest] = Field(min_length=1, max_length=INSTANCES)
