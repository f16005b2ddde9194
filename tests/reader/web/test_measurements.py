"""The access log and the metrics of ``lcp serve``."""

import json
import re
import urllib.error
import urllib.request

import pytest

from tests.reader.web.conftest import serving

PRIVATE = "tetrahydrocannabinol"
LINE = re.compile(
    r"time=\S+ id=([\w-]+) method=(\w+) path=(\S+) status=(\d+) seconds=\d+\.\d{3}", re.ASCII
)


def ask(address, path, content=None, **headers):
    """Status, request id and text of a response."""
    body = None if content is None else json.dumps(content).encode()
    headers = {"Content-Type": "application/json", **headers}
    request = urllib.request.Request(address + path, body, headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            return answer.status, answer.headers["X-Request-ID"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["X-Request-ID"], error.read().decode()


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("measured"), "--access-log", "--metrics") as running:
        yield running


def test_the_access_log_has_requests_with_ids_and_no_texts(measured):
    text = {"text": f"The {PRIVATE} was measured."}
    _, own, _ = ask(measured.address, "/api/annotate", text, **{"X-Request-ID": "mine-7"})
    _, new, _ = ask(measured.address, f"/{PRIVATE}?text={PRIVATE}")
    _, odd, _ = ask(measured.address, "/api/annotate", {}, **{"X-Request-ID": f"{PRIVATE} a"})
    assert ask(measured.address, "/health")[1] is None
    assert own == "mine-7"
    printed = measured.printed.read_text(encoding="utf-8")
    assert [found.groups() for found in LINE.finditer(printed)][-3:] == [
        ("mine-7", "POST", "/api/annotate", "200"),
        (new, "GET", "other", "404"),
        (odd, "POST", "/api/annotate", "400"),
    ]
    assert PRIVATE not in printed


def test_metrics_count_requests_and_their_time(measured):
    def count():
        status, _, text = ask(measured.address, "/metrics")
        assert status == 200
        assert "lcp_requests_in_progress 0\n" in text
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        labels = 'path="/api/model",status="200"'
        every = values.get(f'lcp_request_seconds_bucket{{{labels},le="+Inf"}}', "0")
        assert every == values.get(f"lcp_request_seconds_count{{{labels}}}", "0")
        return int(every)

    before = count()
    for _ in range(3):
        ask(measured.address, "/api/model")
    assert count() == before + 3


def test_both_are_off_by_default(server):
    status, request, _ = ask(server.address, "/metrics")
    assert (status, request) == (404, None)
    assert not LINE.search(server.printed.read_text(encoding="utf-8"))
