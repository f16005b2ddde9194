"""A study list that the tests of this folder share."""

from __future__ import annotations

import pytest

from lcp.annotation import Annotator
from lcp.profiles import Profiler
from lcp.profiles.known_words import KnownWords
from lcp.study import StudyList

TEXT = (
    "He opened the door.\n\nThe   <b>epithelium</b> & the haploinsufficiency\nwere mild. Epithelia "
    "vary, and Priya paid £900 for the left-leaning tower.\n\nThe epithelium grew."
)


@pytest.fixture(scope="session")
def annotator():
    return Annotator(readers="learner")


@pytest.fixture(scope="session")
def study(annotator):
    def collect(text=TEXT, known=()):
        words = StudyList(annotator)
        for sentence in Profiler(annotator, known_words=KnownWords(known)).stream([text]):
            words.add(sentence)
        return words

    return collect
