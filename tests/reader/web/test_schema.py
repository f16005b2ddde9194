"""The API does what its OpenAPI schema says, for any request."""

import importlib.util

import pytest

from lcp.model.predictions import Prediction
from tests.processes import python

# A schema cannot express 400 (such as a target that is not in the sentence) and 409 (a resource
# that is not installed).
CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 400, 409]
"""


@pytest.mark.skipif(
    importlib.util.find_spec("schemathesis") is None, reason="schemathesis is not installed"
)
def test_generated_requests_get_the_documented_responses(server, tmp_path):
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    # Run the command, because the pytest plugin depends on private names of pytest.
    code = "from schemathesis.cli import schemathesis; schemathesis()"
    # One worker: Python 3.11 cannot compile in two threads at once (CPython issue 106905).
    # Without the phase "coverage", which sends the longest lists with each value of other fields:
    # test_limits.py tests the limits.
    options = ["--phases", "examples,fuzzing", "--max-examples", "20", "--seed", "0"]
    options += ["--workers", "1", "--request-timeout", "60", "--no-color"]
    url = f"{server.address}/openapi.json"
    done = python("-c", code, "run", url, *options, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "Tested: 8" in done.stdout


def test_every_field_is_described(client):
    models = client.get("/openapi.json").json()["components"]["schemas"]
    undescribed = [
        f"{name}.{field}"
        for name, model in models.items()
        if "Attributes" not in model.get("description", "")  # of the fields, in the docstring
        for field, schema in model.get("properties", {}).items()
        if field not in Prediction._fields
        and not schema.keys() & {"description", "$ref", "items", "const", "enum"}
    ]
    assert not undescribed


def test_all_errors_have_the_error_schema(client):
    paths = client.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                schema = answer["content"]["application/json"]["schema"]
                is_error = schema.get("$ref", "").endswith("/ErrorResponse")
                assert is_error == (status != "200"), path


def test_a_busy_server_is_documented(client):
    paths = client.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        for operation in methods.values():
            assert ({"408", "503"} <= operation["responses"].keys()) == path.startswith("/api/")


def test_documentation_pages_that_load_foreign_scripts_are_off(client):
    assert {client.get(path).status_code for path in ("/docs", "/redoc")} == {404}
