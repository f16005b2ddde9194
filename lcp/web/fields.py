"""Fields that several requests and responses of the API have."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from lcp.corpora.registry import Readers

#: Maximum number of characters of a sentence. Annotation splits longer ones at 3,000.
SENTENCE = 5_000


def whole_number(value: Any) -> Any:
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
    Annotated[int, Field(ge=1, le=SENTENCE), BeforeValidator(whole_number)] | None,
    Field(description="Number of the target's occurrence in the sentence, counted from 1."),
]
Start = Annotated[
    int,
    Field(ge=0, description="Position of the first character, counted from 0."),
    BeforeValidator(whole_number),
]
End = Annotated[
    int,
    Field(ge=0, description="Position after the last character."),
    BeforeValidator(whole_number),
]
Genre = Annotated[str, Field(max_length=100, description="Genre of the text, if known.")]
ReadersField = Annotated[
    Readers,
    Field(
        description="Who reads the text. learner needs a model trained on learners' ratings, and "
        "learner:es, learner:de and learner:zh (speakers of Spanish, German, Chinese) one that "
        "`lcp fit --corpus kvl --install` trained. GET /api/model lists those available."
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
