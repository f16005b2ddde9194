"""Senses of a word and its place in WordNet: how many, how deep, how well connected."""

from __future__ import annotations

import math
import warnings
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

import pandas as pd

from lcp.extractors.base import Extractor, Feature
from lcp.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: Lexicographer files of nouns, WordNet's coarsest classes of meaning.
NOUN_FILES = (
    "Tops", "act", "animal", "artifact", "attribute", "body", "cognition", "communication",
    "event", "feeling", "food", "group", "location", "motive", "object", "person",
    "phenomenon", "plant", "possession", "process", "quantity", "relation", "shape", "state",
    "substance", "time",
)  # fmt: skip

_SOURCE = "Fellbaum (1998), WordNet"
_PARTS_OF_SPEECH = {"noun": "n", "verb": "v", "adjective": "as", "adverb": "r"}

_FEATURES = (
    Feature("senses", "senses of the word; 0 where WordNet has none", "count", _SOURCE),
    *(
        Feature(f"senses_{name}", f"senses of the word as {article} {name}", "count", _SOURCE)
        for name, article in zip(_PARTS_OF_SPEECH, ("a", "a", "an", "an"), strict=True)
    ),
    Feature("depth_min", "shortest way from a noun sense to the root", "hypernyms", _SOURCE),
    Feature("depth_max", "longest way from a noun sense to the root", "hypernyms", _SOURCE),
    Feature(
        "depth_first", "shortest way of the first noun sense to the root", "hypernyms", _SOURCE
    ),
    Feature("hypernyms", "direct hypernyms, over all senses", "count", _SOURCE),
    Feature("hypernyms_first", "direct hypernyms of the first noun sense", "count", _SOURCE),
    Feature("hyponyms", "direct hyponyms, over all senses", "count", _SOURCE),
    Feature("hyponyms_first", "direct hyponyms of the first noun sense", "count", _SOURCE),
    Feature("synonyms", "distinct other lemmas of its senses", "count", _SOURCE),
    Feature(
        "best_synonym_zipf",
        "frequency of the most frequent synonym",
        "Zipf: log10 per billion words",
        f"{_SOURCE}; Speer (2022), wordfreq",
    ),
    Feature("gloss_length", "words in the definition of the first sense", "count", _SOURCE),
    Feature(
        "first_sense_count",
        "occurrences of the first sense in WordNet's sense-tagged texts",
        "ln(count + 1)",
        _SOURCE,
    ),
    *(
        Feature(
            f"lexname_noun_{name.lower()}",
            f"whether the first noun sense is in the lexicographer file noun.{name}",
            "0 or 1",
            _SOURCE,
        )
        for name in NOUN_FILES
    ),
)

# NLTK's reader seeks in files that it shares, and so may not be used by two threads at once.
_LOCK = Lock()
_readers: dict[str, Any] = {}


class WordNet(Extractor):
    """Senses, depth, relations and synonyms of a word in WordNet (Fellbaum 1998).

    A word is sought as it is and by the base forms of WordNet's own morphology, in lower
    case. Its first sense is the first noun sense, or that of the verb, adjective or adverb
    where it has no nouns; within a part of speech WordNet orders senses by frequency.
    Instances (``Amsterdam``) count as hyponyms of their classes.

    Examples
    --------
    >>> [feature.name for feature in WordNet().features()][:3]
    ['senses', 'senses_noun', 'senses_verb']
    """

    name = "wordnet"
    level = "word"

    def resources(self) -> tuple[str, ...]:
        """WordNet 3.0, as NLTK packages it."""
        return ("wordnet",)

    def features(self) -> Sequence[Feature]:
        """Describe the counts, then one column for each lexicographer file of nouns."""
        return _FEATURES

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look the words up in WordNet.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            NaN for a word that WordNet does not know, but for ``senses``, which is 0. NaN
            in what describes noun senses for a word without any.

        Raises
        ------
        ResourceError
            When WordNet is not on this machine.
        """
        with wordnet_reader(self.store.nltk("wordnet")) as reader:
            rows = [
                _describe(reader, word.lower(), lemma)
                for word, lemma in zip(frame["word"], frame["lemma"], strict=True)
            ]
        columns = [feature.name for feature in _FEATURES]
        return pd.DataFrame(rows, index=frame.index, columns=columns, dtype="float64")


@contextmanager
def wordnet_reader(pointer: Any) -> Iterator[Any]:
    """NLTK's reader of the database at a path, for one thread at a time."""
    with _LOCK:
        yield _reader(pointer)


def has_entry(pointer: Any, forms: Iterable[Sequence[str]]) -> list[bool]:
    """Whether WordNet knows an expression in any of its forms.

    Parameters
    ----------
    pointer : path
        Where NLTK's database is.
    forms : iterable of sequence of str
        For each expression the forms to look up, words parted by spaces.
    """
    with wordnet_reader(pointer) as reader:
        return [any(reader.synsets(form.replace(" ", "_")) for form in either) for either in forms]


def _reader(pointer: Any) -> Any:
    """NLTK's reader of the database at a path, loaded once per process."""
    if str(pointer) not in _readers:
        from nltk.corpus.reader.wordnet import WordNetCorpusReader

        class Reader(WordNetCorpusReader):  # type: ignore[misc]
            # The map to other versions serves other languages only; it takes two thirds of
            # the loading time and looks for a second WordNet on NLTK's search path.
            def map_wn(self, version: str = "wordnet") -> None:  # noqa: ARG002
                return None

        with warnings.catch_warnings():
            # That there are no other languages is meant.
            warnings.filterwarnings("ignore", message="The multilingual functions")
            _readers[str(pointer)] = Reader(pointer, omw_reader=None)
    return _readers[str(pointer)]


def _describe(reader: Any, word: str, lemma: str) -> dict[str, float]:
    """Values of one word; what is not in the dictionary is missing."""
    # Two base forms of a word ("axes": ax, axe) may share a sense.
    senses = list(dict.fromkeys(reader.synsets(word)))
    values = {"senses": float(len(senses))}
    if not senses:
        return values
    forms = {word, lemma, *(reader.morphy(word, part) for part in "nvar")}
    for name, tags in _PARTS_OF_SPEECH.items():
        values[f"senses_{name}"] = sum(sense.pos() in tags for sense in senses)
    values["hypernyms"] = sum(_hypernyms(sense) for sense in senses)
    values["hyponyms"] = sum(_hyponyms(sense) for sense in senses)
    values |= _synonyms(senses, forms)
    values["gloss_length"] = len(senses[0].definition().split())
    own = [entry for entry in senses[0].lemmas() if _spelled(entry.name()) in forms]
    values["first_sense_count"] = math.log1p(max((entry.count() for entry in own), default=0))
    nouns = [sense for sense in senses if sense.pos() == "n"]
    if nouns:
        values |= _describe_nouns(nouns)
    return values


def _describe_nouns(senses: list[Any]) -> dict[str, float]:
    first = senses[0]
    return {
        "depth_min": min(sense.min_depth() for sense in senses),
        "depth_max": max(sense.max_depth() for sense in senses),
        "depth_first": first.min_depth(),
        "hypernyms_first": _hypernyms(first),
        "hyponyms_first": _hyponyms(first),
        **{
            f"lexname_noun_{name.lower()}": float(first.lexname() == f"noun.{name}")
            for name in NOUN_FILES
        },
    }


def _synonyms(senses: Iterable[Any], forms: set[str]) -> dict[str, float]:
    found = {_spelled(name) for sense in senses for name in sense.lemma_names()} - forms
    known = [value for value in map(zipf, found) if not math.isnan(value)]
    return {"synonyms": len(found), "best_synonym_zipf": max(known, default=math.nan)}


def _hypernyms(sense: Any) -> int:
    return len(sense.hypernyms()) + len(sense.instance_hypernyms())


def _hyponyms(sense: Any) -> int:
    return len(sense.hyponyms()) + len(sense.instance_hyponyms())


def _spelled(name: str) -> str:
    return name.replace("_", " ").lower()
