"""Time and memory of a command are its own."""

from __future__ import annotations

import sys

import pytest
from processes import PYTHON, measure

ALLOCATE = "block = b'x' * 100_000_000; import time; time.sleep(0.5)"
TWO_PROCESSES = f"""\
import subprocess, sys
for child in [subprocess.Popen([sys.executable, "-c", {ALLOCATE!r}]) for _ in range(2)]:
    child.wait()
"""


def test_memory_of_the_parent_does_not_count():
    block = b"x" * 200_000_000
    assert measure([*PYTHON, "pass"]).megabytes < 60
    assert len(block) == 200_000_000


def test_memory_of_the_command_counts():
    used = measure([*PYTHON, ALLOCATE])
    assert 100 < used.megabytes < 200


def test_seconds_are_those_of_the_command():
    assert 0.3 < measure([*PYTHON, "import time; time.sleep(0.3)"]).seconds < 10


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_of_a_group_is_the_sum_of_its_processes():
    command = [*PYTHON, TWO_PROCESSES]
    assert measure(command).megabytes < 200 < measure(command, group=True).megabytes


def test_variables_are_added_to_the_environment():
    program = "import os; print(os.environ['TEXT'], 'PATH' in os.environ)"
    used = measure([*PYTHON, program], environment={"TEXT": "one"}, output=True)
    assert used.output.split() == ["one", "True"]


def test_a_failed_command_is_reported_with_its_last_line():
    with pytest.raises(SystemExit, match="ZeroDivisionError"):
        measure([*PYTHON, "1 / 0"])
