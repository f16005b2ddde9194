"""Synonyms of a target in its sense in the sentence, from WordNet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from lcp.english.inflection import ending_of, inflect
from lcp.english.text import lemma, words
from lcp.errors import InputError
from lcp.extractors.pos import PartOfSpeech
from lcp.extractors.wordnet import wordnet_reader
from lcp.resources.store import missing_resources_error

if TYPE_CHECKING:
    from lcp.resources import Store

#: WordNet's part of speech for each class of :mod:`lcp.extractors.pos`.
_WORDNET_PARTS = {"noun": "n", "proper_noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}
_HINT = "Give the candidates yourself."


def synonyms(sentence: str, span: tuple[int, int], store: Store) -> tuple[list[str], list[str]]:
    """Return synonyms of the target in a character span, inflected like the target.

    Of the senses with the target's part of speech (NLTK's tagger), the one whose definition and
    examples share the most lemmas with the rest of the sentence is used, stop words aside
    (simplified Lesk; Lesk 1986, Kilgarriff & Rosenzweig 2000). Ties go to WordNet's first, most
    frequent sense.

    Returns
    -------
    synonyms : list of str
        Synonyms in WordNet's order, without the target.
    notes : list of str
        The sense, and which synonyms were not inflected.

    Raises
    ------
    ResourceError
        If WordNet or the tagger is missing.
    InputError
        If WordNet does not contain the target, or a synonym of it in this sense.
    """
    absent = store.missing(["wordnet", "tagger"])
    if absent:
        raise missing_resources_error(absent)
    target = " ".join(sentence[slice(*span)].split())
    part = _part_of_speech(sentence, span, store)
    with wordnet_reader(store.nltk("wordnet")) as reader:
        sense = _sense(reader, target, part, sentence[: span[0]] + " " + sentence[span[1] :])
        substitutes, notes = _inflected(reader, sense, target.lower())
    definition = sense.definition()
    if not substitutes:
        raise InputError(
            f"“{target}” has no synonym in WordNet's sense “{definition}”.", hint=_HINT
        )
    return substitutes, [f"Sense of “{target}” in WordNet: “{definition}”.", *notes]


def _part_of_speech(sentence: str, span: tuple[int, int], store: Store) -> str | None:
    target = pd.DataFrame({"sentence": [sentence], "start": [span[0]], "end": [span[1]]})
    tagged = PartOfSpeech().use_store(store).extract(target).iloc[0]
    return next((part for name, part in _WORDNET_PARTS.items() if tagged[name] == 1), None)


def _sense(reader: Any, target: str, part: str | None, context: str) -> Any:
    form = target.lower().replace(" ", "_")
    senses = (reader.synsets(form, part) if part else []) or reader.synsets(form)
    if not senses:
        raise InputError(f"WordNet does not contain “{target}”.", hint=_HINT)
    context_lemmas = _content_lemmas(context)

    def overlap(sense: Any) -> int:
        gloss = " ".join([sense.definition(), *sense.examples()])
        return len(context_lemmas & _content_lemmas(gloss))

    # Not nltk.wsd.lesk, which leaves examples out and, before NLTK 3.10, breaks ties by name.
    return max(senses, key=overlap)


def _content_lemmas(text: str) -> set[str]:
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return {lemma(word) for word in words(text) if word.lower() not in ENGLISH_STOP_WORDS}


def _inflected(reader: Any, sense: Any, target: str) -> tuple[list[str], list[str]]:
    """Return the sense's other words in the target's form, and a note on those left as they are."""
    part = "a" if sense.pos() == "s" else sense.pos()
    base = (reader.morphy(target.replace(" ", "_"), part) or target).replace("_", " ")
    others = [name.replace("_", " ") for name in sense.lemma_names()]
    others = [other for other in others if other.lower() not in (base, target)]
    ending = ending_of(target, base, part)
    if ending == "":
        return others, []
    forms = {other: inflect(reader, other, part, ending) if ending else None for other in others}
    uninflected = ", ".join(f"“{other}”" for other, form in forms.items() if form is None)
    notes = [f"Not inflected like “{target}”: {uninflected}."] if uninflected else []
    return [form or other for other, form in forms.items()], notes
