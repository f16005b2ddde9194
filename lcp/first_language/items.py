"""Words of a text as items for learners with a first language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lcp.columns import n_rows
from lcp.english.text import CACHED_WORDS, lemma
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
        such as ``noun``, or a universal tag. Instances with ``l1`` are returned unchanged: they
        are items already.
    store : Store
        Source of WordNet, which knows the dictionary form by part of speech.
    """
    languages = [first_language_of(str(name)) for name in columns.get("readers", ())]
    if "l1" in columns or not any(languages):
        return columns
    parts = [_word_class(part) for part in columns.get("pos", [""] * n_rows(columns))]
    pointer = store.nltk("wordnet")
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
        WordNet's folder, as from :meth:`lcp.Store.nltk`.
    """
    form = word.lower()
    if letter := CLASSES.get(part_of_speech):
        with wordnet_reader(pointer) as reader:
            if base := reader.morphy(form, letter):
                return str(base)
    return form if "-" in form else lemma(form)


def _word_class(part: object) -> str:
    """Return a part of speech that the test has, or an empty string."""
    name = PARTS.get(str(part), str(part))
    return name if name in CLASSES else ""
