"""Synonyms of a target in the sense that it has in its sentence, from WordNet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from lcp.errors import InputError
from lcp.extractors.pos import PartOfSpeech
from lcp.extractors.wordnet import wordnet_reader
from lcp.resources.store import missing
from lcp.substitution.inflection import ending_of, inflect
from lcp.text import lemma, words

if TYPE_CHECKING:
    from lcp.resources import Store

#: WordNet's part of speech for each class of :mod:`lcp.extractors.pos`.
_PARTS = {"noun": "n", "proper_noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}
_GIVE = "Give the candidates yourself."


def synonyms(sentence: str, span: tuple[int, int], store: Store) -> tuple[list[str], list[str]]:
    """Synonyms of a target, in the form that it has.

    The sense is that of the target's part of speech (NLTK's tagger) whose definition and
    examples share most lemmas with the rest of the sentence, stop words aside (simplified Lesk;
    Lesk 1986, Kilgarriff & Rosenzweig 2000); among equals WordNet's first, its most frequent.

    Parameters
    ----------
    sentence : str
        A sentence.
    span : tuple of (int, int)
        Start and end of the target, in characters.
    store : Store
        Where WordNet and the tagger come from.

    Returns
    -------
    found : list of str
        Synonyms in WordNet's order, without the target.
    notes : list of str
        The sense that was taken, and which synonyms were left as they stand in the dictionary.

    Raises
    ------
    ResourceError
        When WordNet or the tagger is not on this machine.
    InputError
        When WordNet does not know the target, or no synonym of it in this sense.
    """
    absent = store.missing(["wordnet", "tagger"])
    if absent:
        raise missing(absent)
    written = " ".join(sentence[slice(*span)].split())
    part = _part_of_speech(sentence, span, store)
    with wordnet_reader(store.nltk("wordnet")) as reader:
        sense = _sense(reader, written, part, sentence[: span[0]] + " " + sentence[span[1] :])
        found, notes = _inflected(reader, sense, written.lower())
    said = f"“{written}” is taken in WordNet's sense “{sense.definition()}”."
    if not found:
        raise InputError(f"{said[:-1]}, which has no other word.", hint=_GIVE)
    return found, [said, *notes]


def _part_of_speech(sentence: str, span: tuple[int, int], store: Store) -> str | None:
    target = pd.DataFrame({"sentence": [sentence], "start": [span[0]], "end": [span[1]]})
    tagged = PartOfSpeech().use_store(store).extract(target).iloc[0]
    return next((part for name, part in _PARTS.items() if tagged[name] == 1), None)


def _sense(reader: Any, written: str, part: str | None, context: str) -> Any:
    form = written.lower().replace(" ", "_")
    senses = (reader.synsets(form, part) if part else []) or reader.synsets(form)
    if not senses:
        raise InputError(f"WordNet does not know “{written}”.", hint=_GIVE)
    around = _content(context)

    def shared(sense: Any) -> int:
        return len(around & _content(" ".join([sense.definition(), *sense.examples()])))

    # Not nltk.wsd.lesk, which leaves examples out and, before NLTK 3.10, breaks ties by name.
    return max(senses, key=shared)


def _content(text: str) -> set[str]:
    """Lemmas of a text, without stop words."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return {lemma(word) for word in words(text) if word.lower() not in ENGLISH_STOP_WORDS}


def _inflected(reader: Any, sense: Any, written: str) -> tuple[list[str], list[str]]:
    """Synonyms in the target's form, and which of them are not."""
    part = "a" if sense.pos() == "s" else sense.pos()
    base = (reader.morphy(written.replace(" ", "_"), part) or written).replace("_", " ")
    others = [name.replace("_", " ") for name in sense.lemma_names()]
    others = [other for other in others if other.lower() not in (base, written)]
    ending = ending_of(written, base, part)
    if ending == "":
        return others, []
    forms = {other: inflect(reader, other, part, ending) if ending else None for other in others}
    left = [f"“{other}”" for other, form in forms.items() if form is None]
    notes = [f"Not in the form of “{written}” but uninflected: {', '.join(left)}."] if left else []
    return [form or other for other, form in forms.items()], notes
