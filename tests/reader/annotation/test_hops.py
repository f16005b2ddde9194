"""How many files and functions of the package the annotation of a sentence crosses."""

import sys
from pathlib import Path

import lcp

PACKAGE = str(Path(lcp.__file__).parent)
SENTENCES = [
    "The committee discussed the acquiescence of the government yesterday.",
    "A young farmer carried several heavy baskets across the muddy field.",
    "Scientists observed unusual patterns in the behaviour of migrating birds.",
    "The old library contained thousands of precious manuscripts and dusty maps.",
]


def test_annotating_one_more_sentence_crosses_few_files_and_functions():
    for sentence in SENTENCES[:3]:
        lcp.annotate(sentence)
    called = set()

    def record(frame, event, _):
        code = frame.f_code
        # Comprehensions are no functions from Python 3.12.
        if event == "call" and not code.co_name.startswith("<"):
            called.add((code.co_filename, code.co_qualname))

    sys.setprofile(record)
    lcp.annotate(SENTENCES[3])
    sys.setprofile(None)
    called = {(file, name) for file, name in called if file.startswith(PACKAGE)}
    assert len({file for file, _ in called}) <= 33
    assert len(called) <= 170
