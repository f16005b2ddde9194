"""Measure the memory of ``lcp serve`` with and without WordNet; write ``server.md``.

Linux only: the resident memory is read from ``/proc``. Needs LCP_DATA::

    python benchmarks/server.py
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path
from urllib.request import Request, urlopen

import numpy as np
from processes import LCP
from scoring import arguments, markdown_table, write_page
from texts import corpus_paragraphs, cut

PAGE = """\
# Memory of the server

Resident memory of `lcp serve` in MB (10⁶ bytes), by `python benchmarks/server.py --seed {seed}`:
when it is ready, and after each of {texts} texts of {words:,} words from CompLex was annotated and
profiled.

{table}
"""


def main() -> None:
    """Start the servers and write the page."""
    options = arguments(__doc__, words=75_000, texts=3)
    paragraphs = corpus_paragraphs("complex", np.random.default_rng(options.seed))
    texts = ["\n\n".join(cut(paragraphs, options.words)) for _ in range(options.texts)]
    with tempfile.TemporaryDirectory() as empty:
        servers = {"with WordNet": {}, "without": {"LCP_DATA": empty, "LCP_CACHE": empty}}
        rows = [[name, *map(str, _megabytes(texts, more))] for name, more in servers.items()]
    heads = ["server", "ready", *(f"text {number}" for number in range(1, len(texts) + 1))]
    write_page(options.out, PAGE.format(table=markdown_table(heads, rows), **vars(options)))


def _megabytes(texts: list[str], environment: dict[str, str]) -> list[int]:
    """Return the resident memory of a server when it is ready, and after each text."""
    command = [*LCP, "serve", "--port", "0"]
    pipe, merged = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(
        command, stdout=pipe, stderr=merged, text=True, env=os.environ | environment
    ) as server:
        address = next(filter(None, (re.search(r"http\S+", line) for line in server.stdout)))[0]
        used = [_resident(server.pid)]
        for text in texts:
            for route in ("annotate", "profile"):
                body = json.dumps({"text": text}).encode()
                headers = {"Content-Type": "application/json"}
                with urlopen(Request(f"{address}/api/{route}", body, headers)) as answer:  # noqa: S310
                    answer.read()
            used.append(_resident(server.pid))
        server.send_signal(signal.SIGINT)
    return used


def _resident(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return round(int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024 / 1e6)


if __name__ == "__main__":
    main()
