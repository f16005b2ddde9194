"""The command line in the tests of plugins."""

from tests.cli.conftest import offline, run

__all__ = ["offline", "run"]
