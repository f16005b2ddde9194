"""Meanings and easier synonyms of the words of a study list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lcp.disambiguation.choice import senses
from lcp.resources.store import Store
from lcp.substitution.easier import easier_synonyms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.annotation.annotator import Annotator
    from lcp.study.study_list import StudyWord

#: Resources that meanings and synonyms need.
RESOURCES = ("wordnet", "tagger")


def with_meanings(words: Iterable[StudyWord], annotator: Annotator) -> Iterator[StudyWord]:
    """Yield the words with their gloss and their best easier synonym, each "" if there is none.

    The gloss is that of the synonym's sense in WordNet; without a synonym, that of the likeliest
    sense.

    Parameters
    ----------
    words : iterable of StudyWord
        The words.
    annotator : Annotator
        The annotator that rated the text; its model and readers rate the synonyms.

    Raises
    ------
    ResourceError
        If WordNet or the tagger is missing.
    """
    model = annotator.model
    store = model.feature_set_.store or Store()
    for word in words:
        easier = easier_synonyms(word.sentence, word.form, model=model, readers=annotator.readers)
        if easier:
            yield replace(word, gloss=easier[0].gloss, synonym=easier[0].form)
            continue
        likely = senses(word.sentence, word.form, store=store)
        yield replace(word, gloss=likely[0].gloss if likely else "")
