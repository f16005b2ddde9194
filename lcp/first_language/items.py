"""Words of a text as items for learners with a first language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.columns import selected
from lcp.corpora.instances import lacks_sentence
from lcp.english.text import CACHED_WORDS, lemma
from lcp.extractors.pos import PartOfSpeech
from lcp.extractors.word_class import CLASSES
from lcp.extractors.wordnet import wordnet_reader
from lcp.model.levels import PARTS
from lcp.model.readers import first_language_of

if TYPE_CHECKING:
    from lcp.columns import Columns
    from lcp.resources import Store


def items_of_text(columns: Columns, store: Store) -> Columns:
    """Return instances whose ``readers`` have a first language as items of a vocabulary test.

    A test asks for dictionary forms, gives their part of speech and no English sentence. So each
    such target becomes its dictionary form, without a sentence, with the column ``l1``.

    Parameters
    ----------
    columns : mapping of str to list
        Instances as plain columns, with ``readers``, and ``pos`` if it is known: a part of speech
        such as ``noun``, or a universal tag. Without the column, :func:`parts_of_speech` are
        used. Instances with ``l1`` are returned unchanged: they are items already.
    store : Store
        Source of WordNet, which knows the dictionary form by part of speech, and of the tagger.
        Both are optional.
    """
    languages = [first_language_of(str(name)) for name in columns.get("readers", ())]
    if "l1" in columns or not any(languages):
        return columns
    tags = columns.get("pos")
    parts = parts_of_speech(columns, store) if tags is None else [*map(_word_class, tags)]
    pointer = None if store.missing(["wordnet"]) else store.nltk("wordnet")
    forms = [
        dictionary_form(token, part, pointer) if language else token
        for token, part, language in zip(columns["token"], parts, languages, strict=True)
    ]
    return {
        **columns,
        "sentence": forms,
        "token": forms,
        "start": [0] * len(forms),
        "end": [len(form) for form in forms],
        "pos": parts,
        "l1": languages,
    }


def parts_of_speech(columns: Columns, store: Store) -> list[str]:
    """Return the part of speech of each target in its sentence, if NLTK's tagger is installed.

    One of :data:`lcp.extractors.word_class.CLASSES`, or an empty string: for other parts of speech,
    targets without a sentence, and without the resource ``tagger``.
    """
    tagger = PartOfSpeech().use_store(store)
    in_sentence = ~lacks_sentence(columns)
    parts = [""] * len(in_sentence)
    if store.missing(tagger.resources()) or not in_sentence.any():
        return parts
    names = tagger.column_names()
    places = {name: names.index(name) for name in CLASSES}
    values = tagger.measure(selected(columns, in_sentence.tolist()))
    for row, own in zip(np.flatnonzero(in_sentence).tolist(), values, strict=True):
        parts[row] = next((name for name, place in places.items() if own[place] == 1), "")
    return parts


@lru_cache(maxsize=CACHED_WORDS)
def dictionary_form(word: str, part_of_speech: str, pointer: Any) -> str:
    """Return the dictionary form of a word in lower case.

    Parameters
    ----------
    word : str
        A word in any form and case.
    part_of_speech : str
        ``noun``, ``verb``, ``adjective`` or ``adverb``: WordNet's form (Fellbaum, 1998), if it
        lists one. Otherwise, and if it is empty, the form of :func:`lcp.english.text.lemma`;
        compounds with hyphens stay as they are.
    pointer : path pointer
        WordNet's folder, as from :meth:`lcp.Store.nltk`; None if it is not installed.
    """
    form = word.lower()
    letter = CLASSES.get(part_of_speech)
    if letter and pointer is not None:
        with wordnet_reader(pointer) as reader:
            if base := reader.morphy(form, letter):
                return str(base)
    return form if "-" in form else lemma(form)


def _word_class(part: object) -> str:
    """Return a part of speech that the test has, or an empty string."""
    name = PARTS.get(str(part), str(part))
    return name if name in CLASSES else ""
