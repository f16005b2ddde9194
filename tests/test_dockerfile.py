"""The image of `lcp serve` runs the command that the program has, as a user without rights."""

import json
import re
from pathlib import Path

import pytest
import typer

DOCKERFILE = Path(__file__).parent.parent / "Dockerfile"
pytestmark = pytest.mark.skipif(not DOCKERFILE.is_file(), reason="no Dockerfile beside the tests")


def test_the_command_exists_and_serves_the_port_that_is_checked():
    from lcp.cli import app

    lines = re.sub(r"\\\n\s*", "", DOCKERFILE.read_text("utf-8")).splitlines()
    last = dict(line.split(maxsplit=1) for line in lines if re.match("[A-Z]+ ", line))
    name, *arguments = json.loads(last["CMD"])
    command = typer.main.get_command(app).commands[name]
    valid = {option for own in command.params for option in [*own.opts, *own.secondary_opts]}
    assert {argument for argument in arguments if argument.startswith("--")} <= valid
    assert last["EXPOSE"] == arguments[arguments.index("--port") + 1]
    assert f":{last['EXPOSE']}/health" in last["HEALTHCHECK"]
    assert last["USER"].split(":")[0] != "root"
