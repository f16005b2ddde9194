"""Parts of speech: NLTK's averaged perceptron, for many sentences at once."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from cachetools import cached

from lcp.english.text import word_spans
from lcp.english.token_arrays import factorized

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.intp]

Span = tuple[int, int]

#: Number of sentences that are tagged at once.
_BATCH = 1_000
_PACKAGE = "averaged_perceptron_tagger_eng"
#: Words before and after a sentence, as in NLTK. The first two are also the tags before it.
_START, _END = ("-START-", "-START2-"), ("-END-", "-END2-")


class Perceptron:
    """Penn Treebank tags from an averaged perceptron (Collins 2002; Honnibal 2013).

    It gives the tags of NLTK's ``PerceptronTagger``, which adds up dictionaries word by word. Here
    the first words of all sentences are tagged together, then the second words, and so on.

    Parameters
    ----------
    weights : mapping of str to mapping of str to float
        Weight of each tag by feature, such as ``"i-1 word the"``.
    tag_of : mapping of str to str
        Tag of words that always have the same.
    classes : iterable of str
        All tags.
    """

    def __init__(
        self,
        weights: Mapping[str, Mapping[str, float]],
        tag_of: Mapping[str, str],
        classes: Iterable[str],
    ) -> None:
        # Of equal scores, NLTK takes the last tag in alphabetical order, argmax the first.
        self.tags = sorted(classes, reverse=True)
        numbers = {tag: number for number, tag in enumerate(self.tags)}
        self._fixed = {word: numbers[tag] for word, tag in tag_of.items()}
        # The words around a sentence need no scores.
        self._fixed |= dict.fromkeys((*_START, *_END), 0)
        # The last row is for unknown features.
        self._rows = {feature: row for row, feature in enumerate(weights)}
        self._none = len(weights)
        self._weights = np.zeros((len(weights) + 1, len(self.tags)))
        for row, weight_of in enumerate(weights.values()):
            for tag, weight in weight_of.items():
                self._weights[row, numbers[tag]] = weight
        before = [*self.tags, *_START]
        self._tag_before = self._features("i-1 tag", before)
        self._second_before = self._features("i-2 tag", before)
        self._pairs = np.stack([self._features(f"i tag+i-2 tag {tag}", before) for tag in before])
        self._after_tag: dict[str, dict[int, int]] = {}
        places = {tag: place for place, tag in enumerate(before)}
        for feature, row in self._rows.items():
            if feature.startswith("i-1 tag+i word "):
                tag, _, word = feature.removeprefix("i-1 tag+i word ").partition(" ")
                self._after_tag.setdefault(word, {})[places[tag]] = row

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return the tags of each sentence's tokens.

        Memory is proportional to the number of tokens: about 400 bytes each.
        """
        lengths = np.array([len(tokens) for tokens in sentences])
        order = np.argsort(-lengths, kind="stable")
        lengths = lengths[order]
        padded = [word for row in order for word in (*_START, *sentences[row], *_END)]
        starts = np.cumsum(lengths + len(_START) + len(_END)) - lengths - len(_END)
        words, distinct = factorized(padded)
        fixed = np.array([self._fixed.get(word, -1) for word in distinct], dtype=np.intp)
        codes = fixed[words]
        open_places = np.flatnonzero(codes < 0)
        static = self._neighbour_scores(words, distinct, open_places)
        after_tag = self._rows_after_tag(distinct)
        row_of = np.cumsum(codes < 0) - 1
        count = len(self.tags)
        before, second = np.full((2, len(sentences)), count)
        second += 1
        for place in range(lengths[0] if len(lengths) else 0):
            # The sentences are in descending order of length.
            active = int(np.searchsorted(-lengths, -place, side="left"))
            at = starts[:active] + place
            unclear = np.flatnonzero(codes[at] < 0)
            places = at[unclear]
            previous, earlier = before[unclear], second[unclear]
            scores = static[row_of[places]]
            scores += self._tag_before[previous]
            scores += self._second_before[earlier]
            scores += self._pairs[previous, earlier]
            scores += self._weights[after_tag[words[places], previous]]
            codes[places] = scores.argmax(axis=1)
            second[:active] = before[:active]
            before[:active] = codes[at]
        tagged: list[list[str]] = [[]] * len(sentences)
        for row, start, length in zip(order, starts, lengths, strict=True):
            tagged[row] = [self.tags[code] for code in codes[start : start + length].tolist()]
        return tagged

    def _neighbour_scores(self, words: Numbers, distinct: list[str], places: Numbers) -> Floats:
        """Return the sums of the weights of words at some places and of the words around them.

        Parameters
        ----------
        words : int array of shape (n_words,)
            Numbers of the words among the distinct ones. The first two and the last two of a
            sentence only pad it.
        distinct : list of str
            The distinct words.
        places : int array of shape (n_places,)
            Places of the words whose tags are not fixed.

        Returns
        -------
        float array of shape (n_places, n_tags)
        """
        forms = [_normalised(word) for word in distinct]
        endings = [form[-3:] for form in forms]
        within = self._features("i suffix", [word[-3:] for word in distinct])
        within += self._features("i pref1", [word[:1] for word in distinct])
        within += self._features("i word", forms) + self._features("bias")
        before = self._features("i-1 word", forms) + self._features("i-1 suffix", endings)
        after = self._features("i+1 word", forms) + self._features("i+1 suffix", endings)
        scores = within[words[places]]
        scores += before[words[places - 1]]
        scores += self._features("i-2 word", forms)[words[places - 2]]
        scores += after[words[places + 1]]
        scores += self._features("i+2 word", forms)[words[places + 2]]
        return np.asarray(scores)

    def _rows_after_tag(self, distinct: list[str]) -> NDArray[np.int32]:
        """Return the row of the weights of each word after each tag, (n_words, n_tags + 2)."""
        rows = np.full((len(distinct), len(self.tags) + 2), self._none, dtype=np.int32)
        for number, word in enumerate(distinct):
            for tag, row in self._after_tag.get(_normalised(word), {}).items():
                rows[number, tag] = row
        return rows

    def _features(self, name: str, values: Sequence[str] | None = None) -> Floats:
        """Return the weights of a feature for each of its values, shape (n_values, n_tags)."""
        if values is None:
            return np.asarray(self._weights[self._rows.get(name, self._none)])
        rows = [self._rows.get(f"{name} {value}", self._none) for value in values]
        return np.asarray(self._weights[rows])


def _normalised(word: str) -> str:
    """Return the form of a word in features that do not depend on its case, as in NLTK."""
    if word in _START or word in _END:
        return word
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:  # noqa: PLR2004 - NLTK's rule for years
        return "!YEAR"
    if word[:1].isdigit():
        return "!DIGITS"
    return word.lower()


def tagged(root: Any, sentences: Iterable[str]) -> Iterator[tuple[list[Span], list[str]]]:
    """Yield the spans of each sentence's tokens, and their Penn Treebank tags.

    `root` is the folder of the tagger, as returned by ``store.nltk("tagger")``.
    """
    tagger = _perceptron(root)
    remaining = iter(sentences)
    while batch := list(islice(remaining, _BATCH)):
        spans = [penn_spans(sentence) for sentence in batch]
        tokens = [
            [sentence[start:end] for start, end in of_sentence]
            for sentence, of_sentence in zip(batch, spans, strict=True)
        ]
        yield from zip(spans, tagger.tag(tokens), strict=True)


def penn_spans(sentence: str) -> list[Span]:
    """Return the spans of a sentence's tokens as in the Penn Treebank, by NLTK's tokenizer.

    >>> text = "You can't (easily) do that."
    >>> [text[start:end] for start, end in penn_spans(text)]
    ['You', 'ca', "n't", '(', 'easily', ')', 'do', 'that', '.']
    """
    try:
        return list(_tokenizer().span_tokenize(sentence))
    except ValueError:
        # The tokenizer replaces quotation marks, and sometimes cannot find them again.
        return word_spans(sentence)


def tag_at(word: Span, sentence: str, spans: list[Span], tags: list[str]) -> str | None:
    """Return the tag of the token with the most letters among those that overlap a word."""
    begin = bisect_right(spans, word[0], key=lambda span: span[1])
    stop = bisect_left(spans, word[1], key=lambda span: span[0])
    if begin >= stop:
        return None
    longest = max(
        range(begin, stop), key=lambda i: sum(c.isalnum() for c in sentence[slice(*spans[i])])
    )
    return tags[longest] or None


@cached({}, key=str)  # NLTK's pointers into zip files do not compare equal
def _perceptron(root: Any) -> Perceptron:
    parts = []
    for part in ("weights", "tagdict", "classes"):
        with root.join(f"{_PACKAGE}.{part}.json").open() as stream:
            parts.append(json.loads(stream.read()))
    return Perceptron(*parts)


@cache
def _tokenizer() -> Any:
    from nltk.tokenize.destructive import NLTKWordTokenizer as Tokenizer

    # NLTK's expressions have a time limit, which takes longer than they do.
    def unlimited(rule: tuple[Any, str]) -> tuple[re.Pattern[str], str]:
        pattern, replacement = rule
        return re.compile(pattern.pattern, pattern.flags & re.IGNORECASE), replacement

    tokenizer = Tokenizer()
    for name in ("STARTING_QUOTES", "PUNCTUATION", "ENDING_QUOTES"):
        setattr(tokenizer, name, list(map(unlimited, getattr(Tokenizer, name))))
    for name in ("PARENS_BRACKETS", "DOUBLE_DASHES"):
        setattr(tokenizer, name, unlimited(getattr(Tokenizer, name)))
    return tokenizer
