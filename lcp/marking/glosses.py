"""Glosses of words: an easier synonym, or else a short definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cachetools import LRUCache

from lcp.annotation.batches import Target, instance_rows
from lcp.corpora.targets import find_targets
from lcp.disambiguation.choice import senses, with_wordnet
from lcp.english.text import stem, words
from lcp.resources import Store
from lcp.substitution.easier import easier_synonyms

if TYPE_CHECKING:
    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel

#: Maximum number of characters of a gloss above a word: a longer one moves its neighbours apart.
LONGEST = 32
#: Smallest confidence of a synonym. Higher than for suggestions, because readers cannot see that a
#: gloss is wrong: about 78% of the first synonyms are right, and others have a definition instead;
#: see the second table of benchmarks/substitution.md.
CONFIDENCE = 0.5
#: Sentences with their words whose glosses are cached.
_CACHED = 10_000


class Gloss(NamedTuple):
    """What explains a word in its sentence.

    Attributes
    ----------
    synonym : str
        An easier synonym in the form of the word; may be empty.
    definition : str
        Definition of the word's sense; may be empty.
    """

    synonym: str
    definition: str

    @property
    def short(self) -> str:
        """The synonym, or else the beginning of the definition."""
        return self.synonym or shortened(self.definition)

    @property
    def full(self) -> str:
        """The synonym and the definition."""
        return "; ".join(filter(None, self))


class Glosser:
    """Gloss words in their sentences.

    Parameters
    ----------
    model : ComplexityModel
        Decides which synonyms are easier.
    genre : str, default=""
        Genre of the text, if known.
    readers : str, default="general"
        Who reads the text; see :class:`lcp.annotation.Annotator`.
    full : bool, default=False
        Whether a gloss has the synonym and the whole definition, as in footnotes. Default: the
        synonym, or else the beginning of the definition.

    Raises
    ------
    ResourceError
        If WordNet or the tagger is missing.
    """

    def __init__(
        self,
        model: ComplexityModel,
        *,
        genre: str = "",
        readers: Readers = "general",
        full: bool = False,
    ) -> None:
        self._model = model
        self._genre = genre
        self._readers = readers
        self._full = full
        self._store = with_wordnet(model.feature_set_.store or Store())
        self._cache: LRUCache[tuple[str, int, str], Gloss] = LRUCache(_CACHED)

    def gloss(self, sentence: AnnotatedSentence, word: RatedWord) -> str:
        """Return the gloss of a word; empty without a synonym and a helpful definition."""
        segment = sentence.segment
        target = Target(word.start - segment.start, word.end - segment.start, word.kind)
        ((text, form, start, _),) = instance_rows(segment.plain, [target])
        key = (text, start, form)
        if key not in self._cache:
            self._cache[key] = self._look_up(text, form, start)
        gloss = self._cache[key]
        return gloss.full if self._full else gloss.short

    def _look_up(self, sentence: str, form: str, start: int) -> Gloss:
        starts = [begin for begin, _ in find_targets(sentence, form)]
        occurrence = starts.index(start) + 1 if start in starts else None
        synonyms = easier_synonyms(
            sentence,
            form,
            model=self._model,
            genre=self._genre,
            readers=self._readers,
            occurrence=occurrence,
            confidence=CONFIDENCE,
        )
        if synonyms:
            easiest = min(synonyms, key=lambda synonym: synonym.complexity)
            return Gloss(_uncapitalised(easiest.form), _definition(easiest.gloss))
        likely = senses(sentence, form, occurrence=occurrence, store=self._store)
        definition = _definition(likely[0].gloss) if likely else ""
        # A definition by the word itself does not help.
        is_circular = stem(form) in set(map(stem, words(definition)))
        return Gloss("", "" if is_circular else definition)


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


def _definition(gloss: str) -> str:
    """Leave out a quotation, with its author, after a definition."""
    return gloss.partition("; - ")[0].rstrip("; ")


def _uncapitalised(form: str) -> str:
    return form[:1].lower() + form[1:] if form[1:].islower() else form
