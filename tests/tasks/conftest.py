"""The command line in the tests of plugins."""

from tests.cli.conftest import offline

__all__ = ["offline"]
