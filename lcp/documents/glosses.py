"""Glosses of words: an easier synonym, or else a short definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.english.forms import normal_instance
from lcp.english.line_ends import on_one_line
from lcp.english.text import stem, words
from lcp.reading.senses import senses, with_wordnet
from lcp.reading.substitutes import substitutes
from lcp.resources import Store

if TYPE_CHECKING:
    from lcp.corpora.registry import Readers
    from lcp.model.model import ComplexityModel
    from lcp.reading.annotation import AnnotatedSentence, RatedWord

#: Maximum number of characters of a gloss above a word: a longer one moves its neighbours apart.
LONGEST = 32
#: Smallest confidence of a synonym. Higher than for suggestions, because readers cannot see that a
#: gloss is wrong: about 78% of the first synonyms are right, and others have a definition instead;
#: see the second table of benchmarks/substitution.md.
CONFIDENCE = 0.5


class Glosser:
    """Gloss words in their sentences.

    Parameters
    ----------
    model : ComplexityModel
        Decides which synonyms are easier.
    readers : str, default="general"
        Who reads the text; see :class:`lcp.reading.Annotator`.

    Raises
    ------
    ResourceError
        If WordNet or the tagger is missing.
    """

    def __init__(self, model: ComplexityModel, readers: Readers = "general") -> None:
        self._model = model
        self._readers = readers
        self._store = with_wordnet(model.feature_set_.store or Store())

    def gloss(self, sentence: AnnotatedSentence, word: RatedWord) -> str:
        """Return the gloss of a word; empty without a synonym and a helpful definition."""
        segment = sentence.segment
        text, start, end = normal_instance(
            segment.plain, word.start - segment.start, word.end - segment.start, on_one_line
        )
        span = (start, end)
        synonyms = substitutes(
            text, span, model=self._model, readers=self._readers, confidence=CONFIDENCE
        )
        if len(synonyms):
            easiest = min(synonyms, key=lambda synonym: synonym.complexity).form
            return easiest[:1].lower() + easiest[1:] if easiest[1:].islower() else easiest
        likely = senses(text, span, store=self._store)
        # Some definitions end in a quotation with its author.
        definition = likely[0].gloss.partition("; - ")[0].rstrip("; ") if likely else ""
        # A definition by the word itself does not help.
        is_circular = stem(text[start:end]) in set(map(stem, words(definition)))
        return "" if is_circular else shortened(definition)


def shortened(definition: str, longest: int = LONGEST) -> str:
    """Return the beginning of a definition, without remarks in parentheses and alternatives.

    >>> shortened("(of a person) willing to carry out the orders or wishes of another; docile")
    'willing to carry out the orders…'
    >>> shortened("acceptance without protest")
    'acceptance without protest'
    """
    text = definition.strip()
    while text.startswith("(") and ")" in text:
        text = text.partition(")")[2].strip()
    text = text.partition(";")[0].partition(" (")[0].strip()
    if len(text) <= longest:
        return text
    return text[: longest + 1].rpartition(" ")[0].rstrip(",:") + "…"
