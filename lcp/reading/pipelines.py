"""Kinds and classes of tokens by the tags and entities of a spaCy pipeline."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.english.line_ends import undivided
from lcp.english.word_classes import class_of
from lcp.errors import InputError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spacy.tokens import Token as SpacyToken

    from lcp.english.kinds import Kind
    from lcp.english.segmentation import Segment

#: Entity types of OntoNotes (Weischedel et al. 2013) and WikiNER whose capitalised words are names.
NAMES = frozenset(
    {
        *("PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW"),
        *("LANGUAGE", "PER", "MISC"),
    }
)
#: Kinds that a pipeline can change; the shapes of numbers and URLs are certain.
_UNCERTAIN = frozenset({"word", "name"})


class Reading(NamedTuple):
    """What a pipeline assigns to a token; empty strings if it does not.

    Attributes
    ----------
    start, end : int
        Character span in the sentence.
    tag : str
        Penn Treebank tag.
    part : str
        Universal part of speech.
    entity : str
        Entity type.
    """

    start: int
    end: int
    tag: str
    part: str
    entity: str


def read(sentences: Iterable[Segment], pipeline: str) -> list[list[Reading]]:
    """Return what a pipeline assigns to the tokens of each sentence.

    Parameters
    ----------
    sentences : iterable of Segment
        Sentences.
    pipeline : str
        Name or path of a spaCy pipeline.

    Raises
    ------
    InputError
        If the pipeline assigns neither tags nor entities.
    ResourceError
        If the pipeline is not installed.
    """
    loaded = _pipeline(pipeline)
    needed = ("TAG", "POS", "ENT_IOB")
    readings = []
    # Frees what the vocabulary stores about these sentences.
    with loaded.memory_zone():
        for document in loaded.pipe([sentence.plain for sentence in sentences]):
            if len(document) and not any(map(document.has_annotation, needed)):
                raise InputError(
                    f"The pipeline '{pipeline}' assigns no part-of-speech tags.",
                    where="pipeline",
                    hint="Use a pipeline with a tagger, such as en_core_web_sm, or none.",
                )
            readings.append([reading_of(token) for token in document])
    return readings


def reading_of(token: SpacyToken) -> Reading:
    """Return what a pipeline has assigned to a token."""
    end = token.idx + len(token)
    return Reading(token.idx, end, token.tag_, token.pos_, token.ent_type_)


def kinds_of_readings(sentence: Segment, readings: list[Reading]) -> list[Kind]:
    """Return the kinds of a sentence's tokens, as the pipeline decides."""
    starts = [reading.start for reading in readings]
    ends = [reading.end for reading in readings]
    kinds = []
    for token in sentence.tokens:
        inside = readings[bisect_right(ends, token.start) : bisect_left(starts, token.end)]
        text = undivided(sentence.text[token.start : token.end])
        kinds.append(decided_kind(text, token.kind, inside))
    return kinds


def classes_of_readings(sentence: Segment, readings: list[Reading]) -> list[str]:
    """Return the classes of a sentence's tokens by the pipeline's tags.

    A token that the pipeline has divided has the class of its longest part; see
    :func:`lcp.english.word_classes.class_of`.
    """
    starts = [reading.start for reading in readings]
    ends = [reading.end for reading in readings]
    classes = []
    for token in sentence.tokens:
        inside = readings[bisect_right(ends, token.start) : bisect_left(starts, token.end)]
        longest = max(inside, key=lambda reading: reading.end - reading.start, default=None)
        classes.append(class_of(longest.tag) if longest else "PUNCT")
    return classes


def decided_kind(text: str, kind: Kind, readings: Sequence[Reading]) -> Kind:
    """Return the kind of a token that a pipeline has read as one or several tokens.

    Capitalised proper nouns and words in entities are names; other words are not. Numerals are
    numbers and symbols are symbols. Words in capitals keep their kind, because taggers take those
    of headings for proper nouns.

    >>> decided_kind("Rose", "word", [Reading(0, 4, "NNP", "PROPN", "PERSON")])
    'name'
    >>> decided_kind("Internet", "name", [Reading(0, 8, "NN", "NOUN", "")])
    'word'
    """
    if kind not in _UNCERTAIN or (text.isupper() and len(text) > 1):
        return kind
    if not any(reading.tag or reading.part or reading.entity for reading in readings):
        return kind
    if (kind == "name" or not text.islower()) and is_name(readings):
        return "name"
    if all(reading.part == "NUM" or reading.tag == "CD" for reading in readings):
        return "number"
    if all(reading.part == "SYM" or reading.tag == "SYM" for reading in readings):
        return "symbol"
    return "word"


def is_name(readings: Sequence[Reading]) -> bool:
    """Return whether a token is a proper noun or in an entity.

    The last part of a hyphenated word decides: "Jean-Pierre" is a name, "London-based" is not.
    """
    *_, last = [reading for reading in readings if reading.part != "PUNCT"] or readings
    return last.part == "PROPN" or last.tag.startswith("NNP") or last.entity in NAMES


@cache
def _pipeline(name: str) -> Any:
    import spacy

    try:
        return spacy.load(name, exclude=["parser", "lemmatizer"])
    except OSError as error:
        raise ResourceError(
            f"The spaCy pipeline '{name}' is not on this machine.",
            where="pipeline",
            hint=f"Run `python -m spacy download {name}`, or choose no pipeline.",
        ) from error
