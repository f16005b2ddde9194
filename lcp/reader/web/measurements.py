"""Access log and metrics of the server. They contain no texts."""

from __future__ import annotations

import re
import time
from bisect import bisect_left
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders

from lcp.reader.web.limits import UNLIMITED

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Upper limits of the histogram in seconds.
BUCKETS = (0.05, 0.2, 1.0, 5.0, 20.0, 60.0)
#: Status of a request whose client left, as in the log of nginx.
CLIENT_LEFT = 499
_ID = re.compile(r"[\w-]{1,100}", re.ASCII)


class Measurements:
    """Number and time of the requests to each path, except health checks and metrics.

    Parameters
    ----------
    log : bool
        Whether to print a line for each request.
    """

    def __init__(self, *, log: bool) -> None:
        self.log = log
        self.active = 0
        # Counts of the buckets and of slower requests, and the sum, by path and status.
        self._counts: dict[tuple[str, int], list[int]] = {}
        self._seconds: dict[tuple[str, int], float] = {}

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return an application that measures the requests of another one."""

        async def measured(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or scope["path"] in UNLIMITED:
                return await app(scope, receive, send)
            given = Headers(scope=scope).get("x-request-id", "")
            request = given if _ID.fullmatch(given) else uuid4().hex
            start, status = time.perf_counter(), CLIENT_LEFT

            async def send_with_id(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                    MutableHeaders(scope=message)["X-Request-ID"] = request
                await send(message)

            self.active += 1
            try:
                await app(scope, receive, send_with_id)
            finally:
                self.active -= 1
                # Other paths are the client's own text.
                path = getattr(scope.get("route"), "path", "other")
                self._add(request, scope["method"], path, status, time.perf_counter() - start)

        return measured

    def _add(self, request: str, method: str, path: str, status: int, seconds: float) -> None:
        counts = self._counts.setdefault((path, status), [0] * (len(BUCKETS) + 1))
        counts[bisect_left(BUCKETS, seconds)] += 1
        self._seconds[path, status] = self._seconds.get((path, status), 0.0) + seconds
        if self.log:
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            line = f"time={now} id={request} method={method} path={path} status={status}"
            print(f"{line} seconds={seconds:.3f}", flush=True)  # noqa: T201

    async def text(self) -> str:
        """Return the metrics in the text format of Prometheus."""
        lines = [
            "# HELP lcp_requests_in_progress Requests in progress.",
            "# TYPE lcp_requests_in_progress gauge",
            f"lcp_requests_in_progress {self.active}",
            "# HELP lcp_request_seconds Time of requests.",
            "# TYPE lcp_request_seconds histogram",
        ]
        for (path, status), counts in self._counts.items():
            labels = f'path="{path}",status="{status}"'
            totals = [*accumulate(counts)]
            lines += [
                f'lcp_request_seconds_bucket{{{labels},le="{limit}"}} {total}'
                for limit, total in zip((*BUCKETS, "+Inf"), totals, strict=True)
            ]
            lines.append(f"lcp_request_seconds_sum{{{labels}}} {self._seconds[path, status]:.6f}")
            lines.append(f"lcp_request_seconds_count{{{labels}}} {totals[-1]}")
        return "\n".join(lines) + "\n"
