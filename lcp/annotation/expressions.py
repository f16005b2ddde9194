"""Find expressions as defined for CompLex: two nouns, or an adjective and a noun."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lcp.extractors.pos import PartOfSpeech, Span, tag_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.annotation.pipelines import Reading
    from lcp.annotation.segments import Segment

_MEMBERS = {"word", "function word", "name", "abbreviation", "identifier"}


def expressions(
    sentences: Sequence[Segment], readings: Sequence[Sequence[Reading]] | None = None
) -> Iterator[list[tuple[int, int]]]:
    """Yield the spans of the expressions of each sentence.

    An expression is two adjacent words, noun and noun or adjective and noun, not followed by
    another noun (Shardlow et al. 2021, section 3). As in CompLex, words such as "many" and
    "other" are adjectives.

    `readings` are what a spaCy pipeline assigns to the sentences. Default: NLTK's tags.

    Raises
    ------
    ResourceError
        If NLTK's tagger is missing; the message says how to get it.
    """
    texts = [sentence.plain for sentence in sentences]
    tagged: Iterable[tuple[list[Span], list[str]]]
    if readings is None:
        tagged = PartOfSpeech().tag(texts)
    else:
        tagged = (([(t.start, t.end) for t in own], [t.tag for t in own]) for own in readings)
    for sentence, text, (spans, tags) in zip(sentences, texts, tagged, strict=True):
        classes = [
            (tag_at((token.start, token.end), text, spans, tags) or "")[:2]
            for token in sentence.tokens
        ]
        yield list(_pairs(sentence, classes))


def _pairs(sentence: Segment, classes: list[str]) -> Iterator[tuple[int, int]]:
    for place, (first, second) in enumerate(pairwise(sentence.tokens)):
        if (
            classes[place] in {"NN", "JJ"}
            and classes[place + 1] == "NN"
            and classes[place + 2 : place + 3] != ["NN"]
            and {first.kind, second.kind} <= _MEMBERS
            and sentence.text[first.end : second.start].isspace()
        ):
            yield first.start, second.end
