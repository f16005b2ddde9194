"""How often the target occurs beside its neighbours in the passages of the training instances."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from lcp.base import check_fitted
from lcp.columns import factorized
from lcp.disambiguation.lesk import is_function_word
from lcp.english.text import words
from lcp.extractors.base import Extractor, Feature
from lcp.extractors.wordnet import wordnet_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns

    Floats = NDArray[np.float64]

_EDGE = "<s>"
_SUFFIXES = ("ing", "ed", "ly", "s")
_SHORTEST_STEM = 2
#: Pairs that occur once are not stored: there are many of them.
_LEAST = 2
_CACHED_WORDS = 65_536

_SIDES = {
    "before": "the word before the target",
    "after": "the word after the target",
    "before_2": "the second word before the target",
    "after_2": "the second word after the target",
}
_ASSOCIATION = "ln of observed by expected occurrences, each plus 0.5"
_LOG = "ln(count + 1)"


class Collocation(Extractor):
    """Occurrences of the target, and of its class, beside its neighbours in running text.

    The text is the column ``passage`` of the training instances, and the passage of the instance
    itself. Function words count, unlike in ``gap``. The class of a word is the part of speech of
    its most frequent sense in WordNet with its ending; a function word is a class of its own.
    The family needs the column; without it, all features are NaN.

    Attributes
    ----------
    words_, pairs_, classes_ : dict of str to int
        Occurrences in the training passages. Pairs are separated by a space, and those with one
        word between them by `` _ ``; pairs that occur once are left out.
    total_ : int
        Occurrences of all words.
    passages_ : list of str
        The first characters and the length of each training passage.

    Examples
    --------
    >>> [feature.name for feature in Collocation().features()][:3]
    ['occurrences', 'before', 'before_passage']
    """

    name = "collocation"
    level = "context"
    needs_sentence = True
    learns = True

    def resources(self) -> tuple[str, ...]:
        """Return WordNet, for the classes."""
        return ("wordnet",)

    def features(self) -> Sequence[Feature]:
        """Describe the counts and associations of the word, then those of its class."""
        training, own = "training passages", "passage of the instance"
        rows = [("occurrences", "occurrences of the target", _LOG, training)]
        for side, text in _SIDES.items():
            rows.append((side, f"association with {text}", _ASSOCIATION, training))
            rows.append((f"{side}_passage", f"occurrences with {text}", _LOG, own))
        for side, text in (
            ("before", "the word before the target"),
            ("after", "the word after the target"),
            ("between", "the classes on both sides"),
        ):
            described = f"occurrences of the target's class with {text}"
            rows.append((f"class_{side}", described, "ln(count + 0.5)", training))
            rows.append((f"class_{side}_share", f"{described}, by its own", "ln", training))
        return [Feature(*row) for row in rows]

    def fit(self, table: pd.DataFrame) -> Self:
        """Count words, pairs and classes in the distinct passages."""
        texts = list(dict.fromkeys(table["passage"])) if "passage" in table else []
        self.passages_ = sorted(map(_key, texts))
        totals, classes = Counter[str](), Counter[str]()
        with wordnet_reader(self.store.nltk("wordnet")) as reader:
            class_of = _classifier(reader)
            for text in texts:
                spoken = _spoken(text)
                totals.update(_counted(spoken))
                classes.update(_counted_classes(spoken, list(map(class_of, spoken))))
        self.words_ = {key: count for key, count in totals.items() if " " not in key}
        self.total_ = sum(self.words_.values())
        self.pairs_ = {key: n for key, n in totals.items() if " " in key and n >= _LEAST}
        self.classes_ = dict(classes)
        return self

    def measure(self, columns: Columns) -> Floats:
        """Look up each target between its neighbours."""
        check_fitted(self, "words_")
        if "passage" not in columns:
            return np.full((len(columns["token"]), len(self.features())), np.nan)
        codes, texts = factorized(columns["passage"])
        trained = set(self.passages_)
        passages = [
            _Passage(Counter(_counted(_spoken(text))), in_training=_key(text) in trained)
            for text in texts
        ]
        names = ("sentence", "token", "start", "end")
        rows = []
        with wordnet_reader(self.store.nltk("wordnet")) as reader:
            class_of = _classifier(reader)
            for code, sentence, token, start, end in zip(
                codes.tolist(), *(columns[name] for name in names), strict=True
            ):
                before = [_EDGE, _EDGE, *map(str.lower, words(sentence[: int(start)]))]
                after = [*map(str.lower, words(sentence[int(end) :])), _EDGE, _EDGE]
                word = token.lower()
                rows.append(
                    [
                        *self._of_word(word, before, after, passages[code]),
                        *self._of_class(class_of, word, before[-1], after[0]),
                    ]
                )
        return np.array(rows, dtype=np.float64).reshape(-1, len(self.features()))

    def _of_word(
        self, word: str, before: Sequence[str], after: Sequence[str], passage: _Passage
    ) -> list[float]:
        frequency = passage.elsewhere(self.words_, word)
        values = [np.log1p(frequency)]
        for pair, other in (
            (f"{before[-1]} {word}", before[-1]),
            (f"{word} {after[0]}", after[0]),
            (f"{before[-2]} _ {word}", before[-2]),
            (f"{word} _ {after[1]}", after[1]),
        ):
            count = passage.elsewhere(self.pairs_, pair)
            expected = frequency * self.words_.get(other, 0) / max(self.total_, 1)
            values += [np.log((count + 0.5) / (expected + 0.5)), np.log1p(passage.counts[pair])]
        return values

    def _of_class(
        self, class_of: Callable[[str], str], word: str, before: str, after: str
    ) -> list[float]:
        own = class_of(word)
        alone = np.log(self.classes_.get(own, 0) + 1)
        values = []
        for key in (
            f"{before} > {own}",
            f"{own} < {after}",
            f"{class_of(before)} {own} {class_of(after)}",
        ):
            count = np.log(self.classes_.get(key, 0) + 0.5)
            values += [count, count - alone]
        return values


class _Passage(NamedTuple):
    """Counts in the passage of an instance, and whether it is a training passage."""

    counts: Counter[str]
    in_training: bool

    def elsewhere(self, totals: Mapping[str, int], key: str) -> int:
        """Return the count in the other training passages, for instances of all passages alike."""
        own = self.counts[key] if self.in_training else 0
        return max(totals.get(key, 0) - own, 0)


def _key(text: str) -> str:
    return f"{text[:40]} {len(text)}"


def _spoken(text: str) -> list[str]:
    return [_EDGE, *map(str.lower, words(text)), _EDGE]


def _counted(spoken: Sequence[str]) -> Iterable[str]:
    """Yield the words, the pairs and the pairs with one word between them."""
    yield from spoken
    for first, second in pairwise(spoken):
        yield f"{first} {second}"
    for first, second in zip(spoken, spoken[2:], strict=False):
        yield f"{first} _ {second}"


def _counted_classes(spoken: Sequence[str], classes: Sequence[str]) -> Iterable[str]:
    """Yield the classes, and their pairs and triples with words and classes."""
    yield from classes
    for word, own in zip(spoken, classes[1:], strict=False):
        yield f"{word} > {own}"
    for own, word in zip(classes, spoken[1:], strict=False):
        yield f"{own} < {word}"
    for triple in zip(classes, classes[1:], classes[2:], strict=False):
        yield " ".join(triple)


def _classifier(reader: Any) -> Callable[[str], str]:
    """Return a function that returns the class of a word."""

    @lru_cache(_CACHED_WORDS)
    def class_of(word: str) -> str:
        if is_function_word(word) or word == _EDGE:
            return word
        senses = reader.synsets(word)
        part = senses[0].pos() if senses else "-"
        endings = (s for s in _SUFFIXES if word.endswith(s) and len(word) > len(s) + _SHORTEST_STEM)
        return f"{part}:{next(endings, '')}"

    return class_of
