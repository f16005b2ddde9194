"""Work of many requests in one thread, in short turns."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")

#: Seconds of a turn. A batch of sentences takes about 0.3 s and is not interrupted.
TURN = 0.2


class Turns:
    """A thread that does the work of requests in turns.

    A long piece of work does not block short ones, and a cancelled one gets no further turn.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="predictions")

    async def turn(self, work: Callable[[], Result]) -> Result:
        """Call a function in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def in_turns(self, begin: Callable[[], Iterator[Result]]) -> list[Result]:
        """Do work in turns of the thread, and return the pieces that it yields."""
        pieces = await self.turn(begin)
        taken: list[Result] = []
        while part := await self.turn(lambda: _take_turn(pieces)):
            taken += part
        return taken


def _take_turn(pieces: Iterator[Result]) -> list[Result]:
    """Return the pieces of one turn; none at the end."""
    taken: list[Result] = []
    end = time.monotonic() + TURN
    for piece in pieces:
        taken.append(piece)
        if time.monotonic() > end:
            break
    return taken
