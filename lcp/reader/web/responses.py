"""Responses of the API."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, create_model

from lcp.base.levels import Level
from lcp.explanation import reasons
from lcp.model.predictions import Prediction, columns_of
from lcp.reader.annotation.annotation import AnnotatedWord, SkippedToken
from lcp.reader.web.fields import Complexity, End, Start, described


def _model_of(record: Any, *names: str) -> Any:
    """Return a response with the fields of a record, or with some of them."""
    types = columns_of(record)
    fields: dict[str, Any] = {name: (types[name], ...) for name in names or types}
    return create_model(record.__name__, **fields)


class _Prediction(_model_of(Prediction)):  # type: ignore[misc]
    """A prediction."""


class Word(_model_of(AnnotatedWord)):  # type: ignore[misc]  # noqa: D101
    __doc__ = AnnotatedWord.__doc__


class Token(_model_of(SkippedToken)):  # type: ignore[misc]  # noqa: D101
    __doc__ = SkippedToken.__doc__


class PredictedTarget(_Prediction):
    """A target with its prediction, as in an AnnotatedWord."""

    target: str = described("The target as in the sentence, with single spaces.")
    start: Start
    end: End


class Problem(BaseModel):
    """Description of an error."""

    message: str = described("What is wrong.")
    where: str | None = described("Where, for example the name of a field.")
    hint: str | None = described("What to do.")


class ErrorResponse(BaseModel):
    """An error."""

    error: Problem


class Predictions(BaseModel):
    """Predictions of instances in order, or the errors in them."""

    predictions: list[PredictedTarget | ErrorResponse]


class AnnotatedSentence(BaseModel):
    """A sentence with its annotated words."""

    sentence: int = described("Number of the sentence, counted from 0.", ge=0)
    start: Start
    text: str = described("The sentence without surrounding white space.")
    words: list[Word] = described(
        "Annotated words in order, an expression before its words. Positions count from the start "
        "of the text."
    )
    skipped: list[Token] = described("Tokens without a prediction, in order.")


class Annotation(BaseModel):
    """A text with its annotated words."""

    threshold: Complexity
    sentences: list[AnnotatedSentence]
    counts: dict[str, int] = described(
        "Sentences, expressions, running words that are hard or in a hard expression, "
        "unknown words, tokens by kind without possessive endings."
    )
    warning: str | None = described(
        "Warning if many words are not in the lexicon: the text may not be English."
    )


class Annotations(BaseModel):
    """Several texts with their annotated words, in order."""

    annotations: list[Annotation]


class Profile(BaseModel):
    """A profile of a text: the attributes of lcp.TextProfile."""

    model_config = ConfigDict(extra="allow")

    verdict: str = described("The profile in one sentence.")
    level: Level | None
    n_running_words: int = described("Running words: content words and function words.")
    threshold: Complexity
    hard_words: list[dict[str, object]] = described("The hardest first.")


class Document(BaseModel):
    """The text of a document."""

    text: str = described("Readable text; blank lines separate paragraphs.")
    notes: list[str] = described("Notes, such as the encoding that was detected.")


class Reason(_model_of(reasons.Reason, "title", "text", "contribution")):  # type: ignore[misc]  # noqa: D101
    __doc__ = reasons.Reason.__doc__


class Explained(PredictedTarget):
    """A target with the reasons for its complexity."""

    average: float = described("Average prediction.")
    reasons: list[Reason] = described("The largest first; the last may sum up the rest.")
    plain: list[Reason] = described("Reasons in plain words, without numbers of models.")


class Explanations(BaseModel):
    """Explanations of all occurrences of the target, or of the requested one."""

    explanations: list[Explained]


class WordSense(BaseModel):
    """A sense of the target in WordNet."""

    name: str = described("Name of the sense.", examples=["acquiescence.n.01"])
    definition: str = described(
        "Definition of the sense, in easy words where this project has one."
    )
    share: float = described("Estimated probability in the sentence.", ge=0, le=1)
    likely: bool = described("Whether it is one of the fewest of which one is probably meant.")


class Edit(BaseModel):
    """A replacement of characters of the sentence, which also corrects the article before it."""

    start: Start
    end: End
    text: str = described("New text of these characters.")


class Substitute(_Prediction):
    """A substitute in the place of the target; the prediction is as in an AnnotatedWord."""

    form: str = described("The word; a synonym is inflected like the target.")
    gain: float = described("Complexity of the target minus complexity of the substitute.")
    confidence: float | None = described(
        "Probability that people accept a synonym in the sentence; null for candidates."
    )
    easier: bool = described("Whether it is easier by a CEFR level; without levels, by 0.05.")
    probable: bool = described("Whether it probably fits; the page shows others on request only.")
    edit: Edit


class Substitutes(BaseModel):
    """Easier synonyms of the target in one of its senses, or ranked candidates."""

    target: PredictedTarget
    sense: str | None = described("Name of the sense; null if uncertain, and for candidates.")
    senses: list[WordSense] = described(
        "The senses, the likeliest first; those with one easy definition are one."
    )
    substitutes: list[Substitute] = described("The best synonym or the easiest candidate first.")
    notes: list[str] = described("Notes, such as other occurrences of the target.")


class Model(BaseModel):
    """The model, and what this server can do."""

    version: str = described("Version of lcp.")
    model: str = described("Feature set and estimator.", examples=["core, lightgbm"])
    corpus: str = described("Training corpora.")
    readers: list[str] = described("Readers that the model predicts for.")
    genres: dict[str, list[str]] = described("Genres in which the sentence counts, by readers.")
    levels: bool = described("Whether CEFR levels are given.")
    intervals: bool = described("Whether the model gives prediction intervals.")
    explanations: bool = described("Whether predictions can be explained.")
    expressions: bool = described("Whether the model predicts the complexity of expressions.")
    synonyms: bool = described("Whether synonyms are available: WordNet is installed.")
    limits: dict[str, int | float] = described(
        "Characters of a text and of a sentence, bytes of a document, seconds of a request, "
        "requests at the same time."
    )


class Health(BaseModel):
    """Answer of a server that is ready."""

    status: Literal["ok"]
