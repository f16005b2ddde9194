"""Frequencies in large corpora and in the training sentences."""

import pytest

from lcp.features.families.frequency import Frequency
from tests.errors import refused


@pytest.mark.parametrize(
    ("sources", "required"), [(["wordfreq"], ()), (["tubelex", "wordfreq"], ("tubelex",)), ([], ())]
)
def test_only_the_selected_sources_are_required(sources, required):
    assert Frequency(sources=sources).resources() == required


def test_no_source_gives_no_columns():
    assert Frequency(sources=[]).features({}) == []


def test_an_invalid_source_raises_an_error_that_lists_the_valid_ones():
    with refused(r"(?s)'subtlex'.*subtlex_us, tubelex"):
        Frequency(sources=["subtlex"]).features({})
