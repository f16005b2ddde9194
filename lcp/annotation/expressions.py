"""Expressions as CompLex takes them: two nouns, or an adjective and a noun."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.extractors.pos import PartOfSpeech, tag_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.annotation.segments import Segment

_MEMBERS = {"word", "function word"}


def expressions(
    sentences: Iterable[Segment], pipeline: str | None = None
) -> Iterator[list[tuple[int, int]]]:
    """Spans of the expressions of each sentence.

    Two neighbouring words, noun and noun or adjective and noun, that no noun follows
    (Shardlow et al. 2021, section 3). Such as "many" and "other" count as adjectives, as they
    do in CompLex.

    Parameters
    ----------
    sentences : iterable of Segment
        What to search.
    pipeline : str, optional
        Name or path of a spaCy pipeline that tags; NLTK's tagger unless given.

    Raises
    ------
    InputError
        When the pipeline gives no tags.
    ResourceError
        When the tagger is not on this machine; says how to get it.
    """
    listed = list(sentences)
    family = PartOfSpeech() if pipeline is None else PartOfSpeech(tagger="spacy", model=pipeline)
    texts = [sentence.plain for sentence in listed]
    found = family.tag(texts)
    for sentence, text, (spans, tags) in zip(listed, texts, found, strict=True):
        if pipeline is not None and not any(tags):
            raise InputError(
                f"The pipeline '{pipeline}' gives no part-of-speech tags.",
                where="pipeline",
                hint="Choose one with a tagger, such as en_core_web_sm, or give none.",
            )
        classes = [
            (tag_at((token.start, token.end), text, spans, tags) or "")[:2]
            for token in sentence.tokens
        ]
        yield list(_pairs(sentence, classes))


def _pairs(sentence: Segment, classes: list[str]) -> Iterator[tuple[int, int]]:
    tokens = sentence.tokens
    for place, (first, second) in enumerate(pairwise(tokens)):
        if (
            classes[place] in {"NN", "JJ"}
            and classes[place + 1] == "NN"
            and classes[place + 2 : place + 3] != ["NN"]
            and {first.kind, second.kind} <= _MEMBERS
            and sentence.text[first.end : second.start].isspace()
        ):
            yield first.start, second.end
