"""Responses of the API."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from lcp.corpora.registry import Readers
from lcp.web.fields import Complexity, End, HarderThan, Level, Limit, Start


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


class LevelShare(BaseModel):
    """Words of a CEFR level in a text. Function words and known words count as A1."""

    level: Level
    words: int = Field(description="Running words of this level.")
    share: float = Field(description="Share of the running words of this level, 0-1.")
    up_to: float = Field(description="Share of this and lower levels.")
    above: float = Field(description="Share of higher levels.")


class HardWord(BaseModel):
    """A hard word, with all its inflected forms in the text."""

    lemma: str = Field(description="The lemma.")
    form: str = Field(description="Its most frequent form.")
    occurrences: int = Field(description="Number of occurrences of all forms.")
    complexity: Complexity
    level: Level
    start: Start
    line: int = Field(description="Line of the first occurrence, from 1.")
    column: int = Field(description="Column of the first occurrence, from 1.")


class Profile(BaseModel):
    """A profile of a text; see lcp.TextProfile."""

    verdict: str = Field(description="The profile in one sentence.")
    notes: list[str] = Field(description="Notes on its reliability.")
    level: Level
    rule: str | None = Field(description="Rule that gives the level of the text.")
    sentences: int = Field(description="Number of sentences.")
    words: int = Field(description="Running words: function words and rated words.")
    content_words: int = Field(description="Rated words.")
    known_words: int = Field(description="Running words that the reader knows.")
    apart: dict[str, int] = Field(description="Names, numbers and other tokens by kind.")
    levels: list[LevelShare]
    threshold: Complexity
    thresholds: list[dict[str, Any]] = Field(
        description="Share of the running words that reach the threshold of each audience."
    )
    coverage: list[dict[str, Any]] = Field(
        description="Number of the most frequent words that cover 90%, 95% and 98% of the text."
    )
    hard_words: list[HardWord] = Field(description="The hardest first.")
    readability: list[dict[str, Any]] = Field(description="Classical readability formulas.")
    complexity: float | None = Field(description="Mean complexity of the rated words.")
    distribution: list[int] = Field(description="Rated words in 20 bins of complexity.")
    windows: list[dict[str, Any]] = Field(description="Difficulty along the text.")


class Document(BaseModel):
    """The text of a document."""

    text: str = Field(description="Readable text; blank lines separate paragraphs.")
    format: str = Field(description="Format of the document.", examples=["epub"])
    title: str | None = Field(description="Title in the metadata of the document.")


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
        description="Reasons in plain words, without numbers of models."
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


class Sense(BaseModel):
    """A sense of the target in WordNet."""

    name: str = Field(description="Name of the sense.", examples=["acquiescence.n.01"])
    definition: str = Field(description="Definition of the sense.")


class Edit(BaseModel):
    """A replacement of characters of the sentence, which also corrects the article before it."""

    start: Start
    end: End
    text: str = Field(description="New text of these characters.")


class Substitute(BaseModel):
    """An easier synonym."""

    form: str = Field(description="The synonym, inflected like the target.")
    complexity: Complexity
    gain: float = Field(description="Complexity of the target minus that of the synonym.")
    level: Level
    edit: Edit


class Substitutes(BaseModel):
    """Senses of the target, and easier synonyms in one of them."""

    sense: str | None = Field(description="Name of the sense; null if there is none.")
    senses: list[Sense] = Field(description="The senses of the target, the likeliest first.")
    substitutes: list[Substitute] = Field(description="Easier synonyms, the best first.")


class Predictions(BaseModel):
    """Complexity of each instance, in order."""

    predictions: list[Rated]


class RequestLimits(BaseModel):
    """Limits of a request."""

    characters: int = Field(description="Maximum number of characters of a text.")
    sentence: int = Field(description="Maximum number of characters of a single sentence.")
    document: int = Field(description="Maximum number of bytes of a document.")
    seconds: float = Field(description="Time limit in seconds.")


class Model(BaseModel):
    """The model, and the features available on this server."""

    version: str = Field(description="Version of lcp.")
    features: str = Field(description="Name of the feature set.", examples=["core"])
    estimator: str = Field(description="Name of the estimator.", examples=["lightgbm"])
    corpus: str = Field(description="Training corpora.")
    instances: int = Field(description="Number of training instances.")
    readers: list[Readers] = Field(description="Readers available on this server.")
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
