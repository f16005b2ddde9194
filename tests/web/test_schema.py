"""The API keeps what its OpenAPI schema promises, whatever is sent."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

# 400: the target is not in its sentence, say, which no schema can tell. 503: a resource that is
# not on this machine.
CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 400, 503]
"""


@pytest.mark.skipif(
    importlib.util.find_spec("schemathesis") is None, reason="schemathesis is not installed"
)
def test_every_answer_to_what_schemathesis_sends_is_as_the_schema_says(server, tmp_path):
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    # Its command, for its pytest plugin depends on pytest's private names.
    code = "from schemathesis.cli import schemathesis; schemathesis()"
    options = ["--max-examples", "25", "--seed", "0", "--workers", "2", "--no-color"]
    url = f"{server.address}/openapi.json"
    done = subprocess.run(
        [sys.executable, "-c", code, "run", url, *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "Tested: 5" in done.stdout


def test_the_schema_tells_of_every_field_what_it_is(client):
    models = client.get("/openapi.json").json()["components"]["schemas"]
    silent = [
        f"{name}.{field}"
        for name, model in models.items()
        for field, described in model.get("properties", {}).items()
        if not described.keys() & {"description", "$ref", "items", "const", "enum"}
    ]
    assert not silent


def test_all_errors_are_described_as_what_they_are(client):
    described = client.get("/openapi.json").json()
    for path, methods in described["paths"].items():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                schema = answer["content"]["application/json"]["schema"]
                assert (schema["$ref"].endswith("/ErrorResponse")) == (status != "200"), path


def test_no_page_of_the_documentation_asks_another_host(client):
    assert {client.get(path).status_code for path in ("/docs", "/redoc")} == {404}
