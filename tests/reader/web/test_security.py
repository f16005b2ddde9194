"""Other websites cannot use the server."""

import pytest

from tests.cases import cases
from tests.errors import refused


def test_every_response_has_security_headers(client):
    for answer in (
        client.get("/api/model"),
        client.post("/api/annotate", json={}),
        client.get("/nothing"),
        client.get("/", headers={"Host": "example.org"}),
    ):
        assert answer.headers["content-security-policy"].startswith("default-src 'self';")
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


@cases("reader/web/cases/hosts", "host", "status")
def test_a_host_that_is_not_the_server_is_an_error(client, host, status):
    assert client.get("/api/model", headers={"Host": host}).status_code == status


def test_the_names_of_a_proxy_can_be_allowed(make_client):
    hosts = ["reader.example.org", "*.example.com"]
    for listening in ("127.0.0.1", "0.0.0.0"):  # noqa: S104
        client = make_client(host=listening, hosts=hosts)
        for host, status in (
            ("reader.example.org:443", 200),
            ("a.example.com", 200),
            ("localhost", 200),
            ("example.org", 400),
        ):
            assert client.get("/api/model", headers={"Host": host}).status_code == status


def test_probes_may_name_any_host(client):
    assert client.get("/health", headers={"Host": "10.0.0.7:8000"}).status_code == 200


@pytest.mark.parametrize("name", ["https://example.org", "example.org:80", "a.*.org", "a b", ""])
def test_a_host_is_a_name(make_client, name):
    with refused("is not a host"):
        make_client(hosts=[name])


@pytest.mark.parametrize("listening", ["0.0.0.0", "::"])  # noqa: S104
def test_a_server_on_all_addresses_accepts_any_host(make_client, listening):
    client = make_client(host=listening)
    for host in ("192.168.0.7:8000", "[fe80::7]:8000", "example.org"):
        assert client.get("/api/model", headers={"Host": host}).status_code == 200


def test_a_server_accepts_its_own_ipv6_address(make_client):
    client = make_client(host="fe80::7")
    assert client.get("/api/model", headers={"Host": "[fe80::7]:8000"}).status_code == 200
    assert client.get("/api/model", headers={"Host": "[fe80::8]:8000"}).status_code == 400


@cases("reader/web/cases/origins", "headers", "status")
def test_a_page_of_another_site_cannot_post(client, headers, status):
    text = {"text": "They crossed the deep river."}
    assert client.post("/api/annotate", json=text, headers=headers).status_code == status


ORIGIN = {"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"}


def test_a_page_of_an_allowed_origin_can_use_the_api(make_client):
    client = make_client(origins=["https://example.org"])
    text = {"text": "They crossed the deep river."}
    answer = client.post("/api/annotate", json=text, headers=ORIGIN)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://example.org"
    asked = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    preflight = client.options("/api/annotate", headers={**ORIGIN, **asked})
    assert preflight.status_code == 200
    assert preflight.headers["access-control-allow-origin"] == "https://example.org"
    for origin in ("https://example.com", "http://example.org", "https://example.org.evil.org"):
        refused = client.post("/api/annotate", json=text, headers={**ORIGIN, "Origin": origin})
        assert refused.status_code == 403
        assert "access-control-allow-origin" not in refused.headers


def test_no_other_origin_is_allowed_by_default(client):
    assert "access-control-allow-origin" not in client.get("/api/model", headers=ORIGIN).headers


@pytest.mark.parametrize("origin", ["*", "example.org", "https://example.org/", "null", "ftp://a"])
def test_an_origin_is_a_scheme_and_a_host(make_client, origin):
    with refused("is not an origin"):
        make_client(origins=[origin])
