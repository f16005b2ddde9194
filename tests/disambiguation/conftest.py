"""The small WordNet and the tagger of the tests of substitutes."""

from tests.substitution.conftest import store, tagged

__all__ = ["store", "tagged"]
