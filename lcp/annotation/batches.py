"""Batches of sentences, and the instances in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lcp.annotation.line_ends import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.annotation.annotation import RatedKind
    from lcp.annotation.segments import Segment

#: Tokens of the sentences in a batch. Larger batches are not faster, and take more memory:
#: 300 numbers for each rated word.
BATCH_TOKENS = 3_000
#: Characters of a batch's instance table, where every row contains its whole sentence.
BATCH_CHARACTERS = 10_000_000


class Target(NamedTuple):
    """Span of a rated word or expression in its sentence, and its kind."""

    start: int
    end: int
    kind: RatedKind


def batches(sentences: Iterable[Segment]) -> Iterator[list[Segment]]:
    """Yield consecutive sentences in lists of about `BATCH_TOKENS` tokens."""
    batch: list[Segment] = []
    tokens = characters = 0
    for sentence in sentences:
        batch.append(sentence)
        tokens += len(sentence.tokens)
        characters += len(sentence.text) * len(sentence.tokens)
        if tokens >= BATCH_TOKENS or characters > BATCH_CHARACTERS:
            yield batch
            batch, tokens, characters = [], 0, 0
    if batch:
        yield batch


def instance_rows(plain: str, targets: Sequence[Target]) -> Iterator[tuple[str, str, int, int]]:
    """Yield sentence, target, start and end, with every run of white space as one space.

    Words divided at the end of a line are whole.
    """
    flat = on_one_line(plain)
    for start, end, _ in targets:
        word = on_one_line(plain[start:end])
        if len(flat) < len(plain):
            before = on_one_line(plain[:start])
            start = len(before) + (before != "" and plain[start - 1].isspace())  # noqa: PLW2901
        yield flat, word, start, start + len(word)
