"""Rate one long text in several processes."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import count, cycle
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.annotation.annotation import Counts
from lcp.annotation.batches import batches
from lcp.annotation.decoding import checked
from lcp.annotation.segments import blocks, segments_of_blocks
from lcp.errors import InputError, LCPError
from lcp.reports.annotation import LINE_FORMATS, write_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from lcp.annotation import AnnotatedSentence
    from lcp.batch import BatchAnnotator
    from lcp.reports.annotation import Format

#: Minimum characters of a part, except the last one.
PART_CHARACTERS = 100_000


class _Part(NamedTuple):
    """A part of the text, as strings that :func:`lcp.annotation.segments.blocks` yields."""

    number: int
    start: int
    blocks: list[str]


#: Rated sentences of the parts whose lines are not written yet, in a worker process.
_rated: dict[int, list[AnnotatedSentence]] = {}


def write_parallel(
    pieces: Iterable[str], annotator: BatchAnnotator, to: Format, workers: int
) -> Iterator[str]:
    """Rate a text in several processes, and yield it in a format that has lines.

    The result is that of :func:`lcp.reports.annotation.write_annotation`. The counts are added to
    those of ``annotator.load()``.

    Parameters
    ----------
    pieces : iterable of str
        Consecutive pieces of the text, split at any character. They are read as they are needed.
    annotator : BatchAnnotator
        Annotator that each process loads.
    to : {"table", "jsonl", "csv", "conll"}
        Output format.
    workers : int
        Number of processes.

    Raises
    ------
    InputError
        If the format consists of more than lines, or a piece is not valid text.
    LCPError
        If the system ended a process.
    """
    if to not in LINE_FORMATS:
        raise InputError(
            f"Several processes cannot write the format {to}.",
            hint=f"Choose {', '.join(LINE_FORMATS)}, or remove --workers.",
        )
    return write_lines(_lines(pieces, annotator, to, workers), to)


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool whose processes are not forks of this one, whose threads they would lack."""
    # A server that forks has the environment of its own start, perhaps with another LCP_DATA.
    return ProcessPoolExecutor(
        workers,
        mp_context=_context(),
        initializer=_set_environment,
        initargs=(dict(os.environ),),
    )


def _context() -> Any:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["lcp.annotation"])
    return context


def _set_environment(environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)


def _lines(
    pieces: Iterable[str], annotator: BatchAnnotator, to: Format, workers: int
) -> Iterator[str]:
    """Yield the lines of each part, in order.

    A process rates a part, and writes its lines when the number of its first sentence is known:
    when all parts before it are rated. So each process has a queue of its own, in which the next
    part precedes the lines of the last one.
    """
    pools = [process_pool(1) for _ in range(workers)]
    counts = annotator.load().counts
    rating: deque[tuple[int, ProcessPoolExecutor, Future[Counts]]] = deque()
    writing: deque[Future[str]] = deque()

    first = 0

    def write_oldest() -> int:
        number, pool, rated = rating.popleft()
        of_part = rated.result()
        counts.add(of_part)
        writing.append(pool.submit(_write, number, first, to))
        return of_part.sentences

    try:
        for part, pool in zip(_parts(pieces), cycle(pools), strict=False):
            rating.append((part.number, pool, pool.submit(_rate, part, annotator)))
            if len(rating) > workers:
                first += write_oldest()
            if len(writing) > workers:
                yield writing.popleft().result()
        while rating:
            first += write_oldest()
        while writing:
            yield writing.popleft().result()
    except BrokenProcessPool as error:
        raise LCPError(
            "A process ended before its part of the text was finished.",
            hint="Use fewer workers if memory is short.",
        ) from error
    finally:
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def _parts(pieces: Iterable[str]) -> Iterator[_Part]:
    """Yield parts of at least `PART_CHARACTERS` characters, which end where a block ends."""
    numbers = count()
    start = characters = 0
    part: list[str] = []
    for block in blocks(checked(pieces)):
        part.append(block)
        characters += len(block)
        if characters >= PART_CHARACTERS:
            yield _Part(next(numbers), start, part)
            start, characters, part = start + characters, 0, []
    if part:
        yield _Part(next(numbers), start, part)


def _rate(part: _Part, annotator: BatchAnnotator) -> Counts:
    """Rate the sentences of a part and keep them in this process; return their counts."""
    from threadpoolctl import threadpool_limits

    loaded = annotator.load()
    loaded.counts = Counts()
    with threadpool_limits(1):
        _rated[part.number] = [
            sentence
            for batch in batches(segments_of_blocks(part.blocks, part.start))
            for sentence in loaded.annotate_sentences(batch)
        ]
    return loaded.counts


def _write(part: int, first: int, to: Format) -> str:
    """Return the lines of a part that this process rated, with sentences numbered from `first`."""
    lines = LINE_FORMATS[to].lines
    return "".join(
        lines(replace(sentence, number=number))
        for number, sentence in enumerate(_rated.pop(part), start=first)
    )
