"""Split sentences into word pieces, find the targets among them, and form batches."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.encoders.location import missing_extra, read_json
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

#: A sentence and the character span of a target in it.
Request = tuple[str, int, int]

#: Longest input in pieces, if the configuration has no limit.
LONGEST = 512
#: Batches after which a bar of progress appears.
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a sentence, or of the part around a target, with special pieces.

    Attributes
    ----------
    ids : tuple of int
        Vocabulary numbers.
    start, stop : int
        Positions of the target's pieces; equal if the target has none.
    first, last : int
        Positions of the first piece that is not special, and after the last.
    """

    ids: tuple[int, ...]
    start: int
    stop: int
    first: int
    last: int


class Tokenizer:
    """A model's tokenizer, from ``tokenizer.json``.

    Attributes
    ----------
    longest : int
        Largest number of pieces of an input, with special pieces.
    padding : int
        Vocabulary number of the piece that fills batches.
    mask : int or None
        Vocabulary number of the mask.
    """

    def __init__(self, folder: Path) -> None:
        try:
            from tokenizers import Tokenizer as Fast
        except ImportError as error:
            raise missing_extra("tokenizers") from error
        try:
            self._fast: Any = Fast.from_file(str(folder / "tokenizer.json"))
        except Exception as error:
            raise InputError(
                "The tokenizer cannot be read.",
                where=str(folder / "tokenizer.json"),
                hint="Download the encoder again.",
            ) from error
        self._fast.no_truncation()
        self._fast.no_padding()
        config = read_json(folder / "config.json")
        limit = config.get("max_position_embeddings", LONGEST)
        # RoBERTa's positions begin after that of the padding.
        reserved = 2 if config.get("model_type") in {"roberta", "xlm-roberta", "camembert"} else 0
        self.longest = max(8, min(int(limit) - reserved, LONGEST))
        self.padding = int(config.get("pad_token_id") or 0)
        self.mask = self._mask(folder / "tokenizer_config.json")

    def _mask(self, path: Path) -> int | None:
        names = ["[MASK]", "<mask>"]
        if path.is_file():
            name = read_json(path).get("mask_token")
            name = name.get("content") if isinstance(name, dict) else name
            names = [name, *names] if isinstance(name, str) else names
        numbers = [self._fast.token_to_id(name) for name in names]
        return next((number for number in numbers if number is not None), None)

    def split(self, requests: Sequence[Request]) -> list[Pieces]:
        """Split the sentences of requests, cut around targets where they are too long."""
        sentences = list(dict.fromkeys(sentence for sentence, _, _ in requests))
        encoded = dict(zip(sentences, self._fast.encode_batch(sentences), strict=True))
        return [self._around(encoded[text], start, end) for text, start, end in requests]

    def _around(self, encoding: Any, start: int, end: int) -> Pieces:
        content = [i for i, special in enumerate(encoding.special_tokens_mask) if not special]
        head = encoding.ids[: content[0]] if content else encoding.ids
        tail = encoding.ids[content[-1] + 1 :] if content else []
        ids = [encoding.ids[i] for i in content]
        offsets = [encoding.offsets[i] for i in content]
        own = [i for i, (begin, stop) in enumerate(offsets) if begin < end and stop > start]
        begin, stop = (own[0], own[-1] + 1) if own else (0, 0)
        room = self.longest - len(head) - len(tail)
        if len(ids) > room:
            left = min(max((begin + stop - room) // 2, 0), len(ids) - room)
            ids = ids[left : left + room]
            begin, stop = max(begin - left, 0), min(stop - left, room)
        shift = len(head)
        return Pieces((*head, *ids, *tail), begin + shift, stop + shift, shift, shift + len(ids))


@cache
def tokenizer(folder: Path) -> Tokenizer:
    """Return the tokenizer of a folder, read once per process."""
    return Tokenizer(folder)


def batches(lengths: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield the row numbers of batches of similar lengths.

    Parameters
    ----------
    lengths : sequence of int
        Number of pieces of each row.
    size : int
        Largest number of pieces of a batch, with padding. A longer row is a batch of its own.
    """
    batch: list[int] = []
    for row in np.argsort(lengths, kind="stable")[::-1].tolist():
        # Rows are in descending order: the first is the longest of its batch.
        if batch and lengths[batch[0]] * (len(batch) + 1) > size:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def padded(rows: Sequence[Sequence[int]], padding: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return ids and attention mask of a batch, int64 arrays of shape (n_rows, n_pieces)."""
    longest = max(map(len, rows))
    ids = np.full((len(rows), longest), padding, dtype=np.int64)
    attention = np.zeros_like(ids)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
        attention[number, : len(row)] = 1
    return ids, attention


def run_batches(work: Callable[[list[int]], None], lengths: Sequence[int], size: int) -> None:
    """Call a function with the row numbers of each batch; a terminal shows progress."""
    listed = list(batches(lengths, size))
    with _bar(len(listed)) as advance:
        for batch in listed:
            work(batch)
            advance()


@contextmanager
def _bar(total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar on a terminal, unless there is little to do or another bar."""
    from rich.console import Console
    from rich.errors import LiveError
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(
        console=console, transient=True, disable=total < _SHORT or not console.is_terminal
    )
    task = bar.add_task("encoding", total=total)
    try:
        bar.start()
    except LiveError:
        bar.disable = True
    try:
        yield lambda: bar.advance(task)
    finally:
        bar.stop()
