"""Fields of requests and responses of the API."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

#: Maximum number of characters of a sentence. Annotation splits longer ones at 3,000.
SENTENCE = 5_000
#: Maximum number of candidates, instances, texts and known words in a request.
CANDIDATES, INSTANCES, TEXTS, KNOWN = 50, 100, 1_000, 50_000


def whole_number(value: object) -> Any:
    """Accept 2.0 as 2: JSON has only one type of number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def described(text: str, **limits: Any) -> Any:
    """Return a field with a description and limits."""
    return Field(description=text, **limits)


Complexity = Annotated[float, described("From 0 (very easy) to 1 (very difficult).", ge=0, le=1)]
# The validator comes last, because an earlier one would hide the limits from the schema.
Start = Annotated[
    int,
    described("Position of the first character, counted from 0.", ge=0),
    BeforeValidator(whole_number),
]
End = Annotated[
    int, described("Position after the last character.", ge=0), BeforeValidator(whole_number)
]
TargetText = Annotated[
    str,
    described(
        "Word or expression, spelled as in the sentence.",
        min_length=1,
        max_length=200,
        examples=["acquiescence"],
    ),
]


KnownList = Annotated[
    list[Annotated[str, Field(max_length=100)]],
    described(
        "Words that the reader knows, in any inflected form. They count as A1.",
        default_factory=list,
        max_length=KNOWN,
    ),
]
