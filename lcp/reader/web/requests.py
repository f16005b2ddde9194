"""Requests of the API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from lcp.english.characters import checked, normal_text
from lcp.errors import InputError
from lcp.model.running_text import THRESHOLDS
from lcp.reader.web.fields import (
    CANDIDATES,
    INSTANCES,
    SENTENCE,
    TEXTS,
    End,
    KnownList,
    Start,
    TargetText,
    described,
    whole_number,
)
from lcp.targets.find import edges_of, find_targets, place_target


class _Request(BaseModel):
    """A request without unknown fields or type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    genre: str = described(
        "Genre of the text, if known; GET /api/model lists those in which the sentence counts.",
        default="",
        max_length=100,
    )
    readers: str = described(
        "Who reads the text, such as learner; GET /api/model lists the readers of the model.",
        default="general",
        max_length=100,
    )


class Text(_Request):
    """A text."""

    text: str = described(
        "English text without markup. GET /api/model returns the maximum length.",
        examples=["They crossed the deep river. The haploinsufficiency was mild."],
    )


class _Threshold(_Request):
    """What makes a word hard."""

    threshold: (
        Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | Literal["many", "some", "few"]
    ) = described(
        "Minimum complexity of a hard word, or a name: a complexity above "
        + ", ".join(f"{share:.0%} ({name})" for name, share in THRESHOLDS.items())
        + " of the words in running text.",
        default="some",
        examples=[0.4],
    )


class AnnotateOptions(_Threshold):
    """What to annotate, and for whom."""

    expressions: Literal["yes", "no", "both"] | None = described(
        "Whether to annotate expressions instead of their words, or with them. Default: yes, if "
        "the model predicts their complexity.",
        default=None,
    )
    names: bool = described("Whether to annotate names too.", default=False)


class AnnotateRequest(AnnotateOptions):
    """A text to annotate, or several."""

    text: str | None = described(
        "English text without markup. GET /api/model returns the maximum length.",
        default=None,
        examples=["They crossed the deep river. The haploinsufficiency was mild."],
    )
    texts: list[str] | None = described(
        "Instead of text: several, which take less time together than one by one. The maximum "
        "length is that of all.",
        default=None,
        max_length=TEXTS,
    )


class ProfileRequest(_Threshold, Text):
    """A text to profile."""

    known_words: KnownList
    by_sentence: bool = described("Whether to give the level of each sentence too.", default=False)
    meanings: bool = described(
        "Whether to give each hard word a definition and an easier synonym, empty if there is "
        "none; needs WordNet.",
        default=False,
    )


class Target(_Request):
    """A target in its sentence: by its text, or by its position."""

    sentence: str = described(
        "One sentence. Default: the target is a word without a sentence.",
        default="",
        max_length=SENTENCE,
        examples=["Her acquiescence surprised everyone at dinner."],
    )
    target: TargetText | None = described("Word or expression in the sentence.", default=None)
    occurrence: Annotated[int, Field(ge=1, le=SENTENCE), BeforeValidator(whole_number)] | None = (
        described(
            "Number of the target's occurrence in the sentence, counted from 1. Default: the "
            "first, or all for an explanation.",
            default=None,
        )
    )
    start: Start | None = described("First character of the target.", default=None)
    end: End | None = described("Character after the target.", default=None)

    @property
    def context(self) -> str:
        """The sentence, or the target without one."""
        return self.sentence if self.sentence.strip() else self.target or ""

    def edges(self) -> tuple[int, ...]:
        """Return the start and end of each part of the requested occurrence, or of the first.

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
        edges = span if self.target is None else edges_of(self.sentence, span, self.target)
        if edges is None:
            raise InputError(
                f"Characters {self.start} to {self.end} of the sentence are not the target.",
                where="start, end",
                hint="Correct them, or leave target out.",
            )
        return edges

    def occurrences(self) -> list[tuple[int, ...]]:
        """Return the edges of all occurrences, or of the requested one; as :meth:`edges`."""
        first = self.edges()
        if self.target is None or self.occurrence or self.start is not None:
            return [first]
        spans = find_targets(self.context, self.target)
        return [edges_of(self.context, span, self.target) or span for span in spans]


class SubstitutesRequest(Target):
    """A target, and a sense of it or candidates."""

    sense: str | None = described(
        "Name of a WordNet sense of the target. Default: the likeliest.",
        default=None,
        max_length=200,
        examples=["acquiescence.n.01"],
    )
    candidates: list[TargetText] | None = described(
        "Possible replacements to rank. Default: easier synonyms in WordNet, which must be "
        "installed on the server.",
        default=None,
        min_length=1,
        max_length=CANDIDATES,
        examples=[["agreement", "consent"]],
    )


class PredictRequest(BaseModel):
    """Targets whose complexity is predicted."""

    model_config = ConfigDict(extra="forbid", strict=True)

    instances: list[Target] = Field(min_length=1, max_length=INSTANCES)
