"""``lcp serve`` answers many simultaneous requests."""

import json
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

#: A word that must not appear in the output of the server.
PRIVATE = "tetrahydrocannabinol"


def ask(server, path, content=None):
    """Status and content of a response."""
    body = None if content is None else json.dumps(content).encode()
    request = urllib.request.Request(  # noqa: S310
        f"{server.address}/api/{path}", body, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:  # noqa: S310
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_fifty_simultaneous_requests_are_all_answered_and_no_text_is_printed(server):
    sentence = f"The {PRIVATE} was measured in a deep river."
    named = {"sentence": sentence, "target": PRIVATE}
    kinds = [
        ("annotate", {"text": f"{sentence} " * 200}, 200),
        ("explain", named, 200),
        ("substitutes", {**named, "candidates": ["drug"]}, 200),
        ("predict", {"instances": [named]}, 200),
        ("annotate", {"text": f"{PRIVATE}\0"}, 400),
        ("annotate", {"text": f"{PRIVATE} " * 100_000}, 413),
        ("annotate", {"text": PRIVATE, "threshold": 7}, 422),
        ("explain", {**named, "target": f"{PRIVATE}s"}, 400),
        ("annotate", {"text": f"<b>{PRIVATE}</b> 🙂 نهر"}, 200),
        ("model", None, 200),
    ]
    with ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(lambda kind: ask(server, *kind[:2]), kinds * 5))
    for (path, _, expected), (status, content) in zip(kinds * 5, answers, strict=True):
        assert status == expected, (path, content)
        assert ("error" in content) == (expected != 200)
    assert ask(server, "model")[0] == 200
    assert server.process.poll() is None
    assert ask(server, f"{PRIVATE}?text={PRIVATE}")[0] == 404
    printed = server.printed.read_text(encoding="utf-8")
    assert "Ready at" in printed
    assert PRIVATE not in printed


@pytest.mark.skipif(sys.platform != "linux", reason="the files of a process are listed on Linux")
def test_the_server_does_not_load_packages_that_it_does_not_need(server):
    assert ask(server, "explain", {"sentence": "A river.", "target": "river"})[0] == 200
    files = Path(f"/proc/{server.process.pid}/maps").read_text(encoding="utf-8")
    assert "lightgbm" in files
    assert "pyarrow" not in files
    assert "sklearn" not in files
