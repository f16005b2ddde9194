"""Items of a vocabulary test: from columns of a table, and from the words of a text."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.lemmas import lemma
from lcp.english.word_levels import PARTS
from lcp.features.families.pos import end_tags, word_class
from lcp.resources.wordnet_database import opened_wordnet
from lcp.targets import Targets
from lcp.tasks.vocabulary.languages import NAMES, language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from lcp.base.array_types import Floats
    from lcp.resources import Store

#: Parts of speech of the test and their letters in WordNet, which also has ``s`` for adjectives.
CLASSES = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}


class Item(NamedTuple):
    """An English word in lower case, and its first language, translation and sentence or ""."""

    word: str
    language: str
    translation: str
    sentence: str


def texts(targets: Targets, name: str) -> list[str]:
    """Return a column without white space around its cells; "" for missing cells and columns."""
    cells = targets.get(name, [""] * len(targets))
    return [cell.strip() if isinstance(cell, str) else "" for cell in cells]


def items_of(targets: Targets) -> list[Item]:
    """Return the items of the columns token, readers, translation and translation_sentence."""
    names = ("token", "readers", "translation", "translation_sentence")
    rows = zip(*(texts(targets, name) for name in names), strict=True)
    return [
        Item(token.lower(), language_of(readers), translation, sentence)
        for token, readers, translation, sentence in rows
    ]


def measured(
    rows: Sequence[object], values: Callable[[Any], Sequence[float]], width: int
) -> Floats:
    """Return the values of each row, computed once per distinct row, shape (n_rows, width)."""
    distinct = {row: values(row) for row in dict.fromkeys(rows)}
    return np.array([distinct[row] for row in rows], dtype=np.float64).reshape(len(rows), width)


def prepared(targets: Targets, store: Store) -> Targets:
    """Return instances for learners with a first language as items of a vocabulary test.

    A row with a translation is an item. A test asks for dictionary forms, gives their part of
    speech and no English sentence, so that the target of any other row becomes its dictionary form
    without a sentence.

    Parameters
    ----------
    targets : Targets
        Instances, optionally with ``translation``, and ``pos``: a part of speech such as ``noun``,
        or a universal tag. Without ``pos``, the part of speech in the sentence.
    store : Store
        Source of WordNet, which knows the dictionary form by part of speech. It is optional.
    """
    has_translation = np.array(texts(targets, "translation"), dtype=bool)
    has_language = [name.partition(":")[2] in NAMES for name in targets.readers]
    of_text = ~has_translation & np.array(has_language, bool)
    if not of_text.any():
        return targets
    tags = targets.get("pos")
    parts = _parts_of_speech(targets) if tags is None else [*map(_word_class, tags)]
    pointer = None if store.missing(["wordnet"]) else store.nltk("wordnet")
    forms = [
        dictionary_form(token, part, pointer) if reduced else token
        for token, part, reduced in zip(targets.target, parts, of_text, strict=True)
    ]
    words = replace(Targets.words(forms), readers=targets.readers)
    return replace(words, extra=targets.extra).having(pos=parts)


def _parts_of_speech(targets: Targets) -> list[str]:
    """Return the class of each target in its sentence; "" for others and without one."""
    parts = [""] * len(targets)
    rows = np.flatnonzero(~targets.alone)
    for row, (_, tag) in zip(rows.tolist(), end_tags(targets.take(rows)), strict=True):
        parts[row] = _word_class(word_class(tag))
    return parts


@lru_cache(maxsize=CACHED_WORDS)
def dictionary_form(word: str, part_of_speech: str, pointer: Hashable) -> str:
    """Return the dictionary form of a word in lower case.

    Parameters
    ----------
    word : str
        A word in any form and case.
    part_of_speech : str
        A class of the test: WordNet's form (Fellbaum, 1998), if it lists one. Otherwise, and if it
        is empty, the form of :func:`lcp.english.lemmas.lemma`; compounds with hyphens are
        unchanged.
    pointer : path pointer
        WordNet's folder, as from :meth:`lcp.Store.nltk`; None if it is not installed.
    """
    form = word.lower()
    letter = CLASSES.get(part_of_speech)
    if letter and pointer is not None:
        with opened_wordnet(pointer) as wordnet:
            if base := wordnet.morphy(form, letter):
                return str(base)
    return form if "-" in form else lemma(form)


def _word_class(part: object) -> str:
    name = PARTS.get(str(part), str(part))
    return name if name in CLASSES else ""
