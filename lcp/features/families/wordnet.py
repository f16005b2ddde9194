"""Senses, depth and relations of a word in WordNet."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lcp.base.caches import CACHED_LONG
from lcp.english.word_frequency import zipf
from lcp.features.family import WORDFREQ, ZIPF, Family, Feature
from lcp.features.values import as_matrix
from lcp.resources.wordnet_database import opened_wordnet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted, Words
    from lcp.resources.wordnet_database import Synset
    from lcp.resources.wordnet_database import WordNet as NLTKWordNet

#: Lexicographer files of nouns, WordNet's coarsest classes of meaning.
NOUN_FILES = (
    "Tops", "act", "animal", "artifact", "attribute", "body", "cognition", "communication",
    "event", "feeling", "food", "group", "location", "motive", "object", "person",
    "phenomenon", "plant", "possession", "process", "quantity", "relation", "shape", "state",
    "substance", "time",
)  # fmt: skip

_SOURCE = "Fellbaum (1998), WordNet"
_WITH_WORDFREQ = f"{_SOURCE}; {WORDFREQ}"
_PARTS_OF_SPEECH = {"noun": "n", "verb": "v", "adjective": "as", "adverb": "r"}
_LOG = "ln(count + 1)"
_IN_FILE = "whether the first noun sense is in the lexicographer file noun."

#: Name, description, unit and, if it is not only WordNet, source of each feature.
_ROWS = (
    ("senses", "senses of the word; 0 if it is not in WordNet", "count"),
    ("senses_noun", "senses of the word as a noun", "count"),
    ("senses_verb", "senses of the word as a verb", "count"),
    ("senses_adjective", "senses of the word as an adjective", "count"),
    ("senses_adverb", "senses of the word as an adverb", "count"),
    ("depth_min", "shortest path from a noun sense to the root", "hypernyms"),
    ("depth_max", "longest path from a noun sense to the root", "hypernyms"),
    ("depth_first", "shortest path from the first noun sense to the root", "hypernyms"),
    ("hypernyms", "direct hypernyms, over all senses", "count"),
    ("hypernyms_first", "direct hypernyms of the first noun sense", "count"),
    ("hyponyms", "direct hyponyms, over all senses", "count"),
    ("hyponyms_first", "direct hyponyms of the first noun sense", "count"),
    ("synonyms", "distinct other lemmas of its senses", "count"),
    ("best_synonym_zipf", "frequency of the most frequent synonym", ZIPF, _WITH_WORDFREQ),
    ("gloss_length", "words in the definition of the first sense", "count"),
    ("first_sense_count", "occurrences of the first sense in WordNet's sense-tagged texts", _LOG),
    *((f"lexname_noun_{name.lower()}", _IN_FILE + name, "0 or 1") for name in NOUN_FILES),
)
_FEATURES = [
    Feature(name, text, unit, source[0] if source else _SOURCE, licence="WordNet 3.0 licence")
    for name, text, unit, *source in _ROWS
]


@dataclass(frozen=True)
class WordNet(Family):
    """Senses, depth, relations and synonyms of a word in WordNet (Fellbaum 1998).

    Words are looked up in lower case, unchanged and by the lemmas of WordNet's morphology.
    The first sense is the first noun sense, or verb, adjective or adverb sense if there are
    no noun senses. Within a part of speech, WordNet orders senses by frequency. Instances
    (``Amsterdam``) count as hyponyms of their classes.

    Examples
    --------
    >>> from lcp.features.family import names_of
    >>> names_of(WordNet())[:3]
    ['senses', 'senses_noun', 'senses_verb']
    """

    name = "wordnet"
    scope = "word"
    of_english = True
    columns = _FEATURES

    def resources(self) -> tuple[str, ...]:
        """Return WordNet 3.0 in NLTK's format."""
        return ("wordnet",)

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words.

        NaN for words outside WordNet, except that ``senses`` is 0. The features of noun senses are
        NaN for words without them.
        """
        with opened_wordnet(fitted.store.nltk("wordnet")) as wordnet:
            rows = [
                _describe(wordnet, word.lower(), lemma, exact=inputs.match != "lemma")
                for word, lemma in zip(inputs.form, inputs.lemma, strict=True)
            ]
        names = [feature.name for feature in _FEATURES]
        return as_matrix(rows, names)


@lru_cache(CACHED_LONG)
def depths(wordnet: NLTKWordNet, sense: Synset) -> tuple[int, int]:
    """Return a noun sense's shortest and longest distance to a root.

    NLTK computes them again for every path.
    """
    above = [depths(wordnet, other) for other in sense.hypernyms() + sense.instance_hypernyms()]
    if not above:
        return 0, 0
    return 1 + min(low for low, _ in above), 1 + max(high for _, high in above)


def _describe(wordnet: NLTKWordNet, word: str, lemma: str, *, exact: bool) -> dict[str, float]:
    """Return the features of a word that are not NaN, of senses of its `exact` form on request."""
    # Two lemmas of a word ("axes": ax, axe) may share a sense.
    senses = list(dict.fromkeys(wordnet.synsets(word.replace(" ", "_"))))
    if exact:
        senses = [sense for sense in senses if word in map(_spelled, sense.lemma_names())]
    values = {"senses": float(len(senses))}
    if not senses:
        return values
    forms = {word, lemma, *(wordnet.morphy(word, part) for part in "nvar")}
    for name, tags in _PARTS_OF_SPEECH.items():
        values[f"senses_{name}"] = sum(sense.pos() in tags for sense in senses)
    values["hypernyms"] = sum(_hypernyms(sense) for sense in senses)
    values["hyponyms"] = sum(_hyponyms(sense) for sense in senses)
    values |= _synonyms(senses, forms)
    values["gloss_length"] = len(senses[0].definition().split())
    of_forms = [entry for entry in senses[0].lemmas() if _spelled(entry.name()) in forms]
    values["first_sense_count"] = math.log1p(max((entry.count() for entry in of_forms), default=0))
    nouns = [sense for sense in senses if sense.pos() == "n"]
    if nouns:
        values |= _describe_nouns(nouns, [depths(wordnet, noun) for noun in nouns])
    return values


def _describe_nouns(senses: list[Synset], distances: list[tuple[int, int]]) -> dict[str, float]:
    first = senses[0]
    return {
        "depth_min": min(shortest for shortest, _ in distances),
        "depth_max": max(longest for _, longest in distances),
        "depth_first": distances[0][0],
        "hypernyms_first": _hypernyms(first),
        "hyponyms_first": _hyponyms(first),
        **{
            f"lexname_noun_{name.lower()}": float(first.lexname() == f"noun.{name}")
            for name in NOUN_FILES
        },
    }


def _synonyms(senses: Iterable[Synset], forms: set[str | None]) -> dict[str, float]:
    synonyms = {_spelled(name) for sense in senses for name in sense.lemma_names()} - forms
    zipfs = [value for value in map(zipf, synonyms) if not math.isnan(value)]
    return {"synonyms": len(synonyms), "best_synonym_zipf": max(zipfs, default=math.nan)}


def _hypernyms(sense: Synset) -> int:
    return _related(sense, "@", "@i")


def _hyponyms(sense: Synset) -> int:
    return _related(sense, "~", "~i")


def _related(sense: Synset, *relations: str) -> int:
    # NLTK's public methods read every related sense from the files.
    pointers = sense._pointers  # noqa: SLF001
    return sum(len(pointers.get(relation, ())) for relation in relations)


def _spelled(name: str) -> str:
    return name.replace("_", " ").lower()
