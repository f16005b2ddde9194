"""Part of speech of the target in its sentence."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from cachetools import cached

from lcp.columns import factorized, numbers
from lcp.english.penn_tokens import penn_spans
from lcp.english.perceptron import Perceptron
from lcp.errors import InputError, ResourceError
from lcp.extractors.base import Extractor, Feature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns

Span = tuple[int, int]

#: Number of sentences that are tagged at once.
_BATCH = 1_000

#: Classes of Penn Treebank tags (Marcus et al. 1993) by their first two letters; "other" if absent.
COARSE = {"NN": "noun", "VB": "verb", "JJ": "adjective", "RB": "adverb"}
CLASSES = ("noun", "proper_noun", "verb", "adjective", "adverb", "other")
_PLURALS = ("NNS", "NNPS")
_PACKAGE = "averaged_perceptron_tagger_eng"


class PartOfSpeech(Extractor):
    """Part of speech of the target's last word, and of an expression's first word.

    Parameters
    ----------
    tagger : {"nltk", "spacy"}
        NLTK's averaged perceptron (the resource ``tagger``), or a spaCy pipeline.
    model : str
        Name or path of the spaCy pipeline. Ignored for NLTK.

    Notes
    -----
    If a tagger splits the word into several tokens, the one with the most letters counts.

    Examples
    --------
    >>> [feature.name for feature in PartOfSpeech().features()][:4]
    ['noun', 'proper_noun', 'verb', 'adjective']
    """

    name = "pos"
    level = "context"
    needs_sentence = True

    def __init__(
        self, *, tagger: Literal["nltk", "spacy"] = "nltk", model: str = "en_core_web_sm"
    ) -> None:
        self.tagger = tagger
        self.model = model

    def resources(self) -> tuple[str, ...]:
        """Return NLTK's tagger, if used. spaCy's pipelines are Python packages."""
        return ("tagger",) if self.tagger == "nltk" else ()

    def features(self) -> Sequence[Feature]:
        """Describe the classes of the last word, then those of the first."""
        source = (
            "Honnibal (2013), averaged perceptron of NLTK"
            if self.tagger == "nltk"
            else f"spaCy, {self.model}"
        )
        rows = [
            (name, f"whether the last word's part of speech is {name.replace('_', ' ')}")
            for name in CLASSES
        ]
        rows += [
            ("plural", "whether the last word is a plural noun"),
            ("first_adjective", "whether the first word of an expression is an adjective"),
            ("first_noun", "whether the first word of an expression is a noun"),
        ]
        return [Feature(name, text, "0/1", source) for name, text in rows]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Tag each distinct sentence once and find the targets in it.

        NaN without a span, or if no token overlaps it. The features of the first word are NaN for
        single words.

        Raises
        ------
        InputError
            If there is no such tagger.
        ResourceError
            If the tagger's model is missing.
        """
        owners, sentences = factorized(columns["sentence"])
        tagged = list(self.tag(sentences))
        values = np.full((len(owners), len(self.features())), np.nan)
        starts, ends = numbers(columns["start"]), numbers(columns["end"])
        for row in np.flatnonzero((starts >= 0) & (starts < ends)).tolist():
            target = (int(starts[row]), int(ends[row]))
            values[row] = _describe(sentences[owners[row]], target, *tagged[owners[row]])
        return values

    def tag(self, sentences: Iterable[str]) -> Iterator[tuple[list[Span], list[str]]]:
        """Yield the spans of each sentence's tokens, and their Penn Treebank tags.

        Raises the errors of :meth:`extract`.
        """
        if self.tagger == "nltk":
            return _tag_with_nltk(self.store.nltk("tagger"), sentences)
        if self.tagger == "spacy":
            return _tag_with_spacy(_pipeline(self.model), sentences)
        raise InputError(
            f"There is no tagger {self.tagger!r}.",
            where="pos.tagger",
            hint="Valid taggers: nltk, spacy.",
        )


def _describe(sentence: str, target: Span, spans: list[Span], tags: list[str]) -> list[float]:
    start, end = target
    parts = sentence[start:end].split()
    if not parts:
        return [np.nan] * (len(CLASSES) + 3)
    last_start = start + sentence[start:end].rindex(parts[-1])
    first_start = start + sentence[start:end].index(parts[0])
    last = tag_at((last_start, last_start + len(parts[-1])), sentence, spans, tags)
    first = (
        tag_at((first_start, first_start + len(parts[0])), sentence, spans, tags)
        if len(parts) > 1
        else None
    )
    last_class, first_class = _coarse(last), _coarse(first)
    row = [_is(last_class, name) for name in CLASSES]
    row.append(np.nan if last is None else float(last in _PLURALS))
    row.append(_is(first_class, "adjective"))
    row.append(_is(first_class, "noun", "proper_noun"))
    return row


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


def _coarse(tag: str | None) -> str | None:
    if tag is None:
        return None
    return "proper_noun" if tag.startswith("NNP") else COARSE.get(tag[:2], "other")


def _is(word_class: str | None, *names: str) -> float:
    return np.nan if word_class is None else float(word_class in names)


@cached({}, key=str)  # NLTK's pointers into zip files do not compare equal
def _perceptron(root: Any) -> Perceptron:
    parts = []
    for part in ("weights", "tagdict", "classes"):
        with root.join(f"{_PACKAGE}.{part}.json").open() as stream:
            parts.append(json.loads(stream.read()))
    return Perceptron(*parts)


def _tag_with_nltk(root: Any, sentences: Iterable[str]) -> Iterator[tuple[list[Span], list[str]]]:
    tagger = _perceptron(root)
    for batch in _batches(sentences):
        spans = [penn_spans(sentence) for sentence in batch]
        tokens = [
            [sentence[start:end] for start, end in own]
            for sentence, own in zip(batch, spans, strict=True)
        ]
        yield from zip(spans, tagger.tag(tokens), strict=True)


@cache
def _pipeline(model: str) -> Any:
    import spacy

    try:
        return spacy.load(model, exclude=["parser", "ner", "lemmatizer"])
    except OSError as error:
        raise ResourceError(
            f"The spaCy pipeline '{model}' is not on this machine.",
            where="pos.model",
            hint=f'Run `python -m spacy download {model}`, or choose tagger = "nltk".',
        ) from error


def _batches(sentences: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(sentences)
    while batch := list(islice(remaining, _BATCH)):
        yield batch


def _tag_with_spacy(
    pipeline: Any, sentences: Iterable[str]
) -> Iterator[tuple[list[Span], list[str]]]:
    for batch in _batches(sentences):
        # Frees what the vocabulary stores about these sentences.
        with pipeline.memory_zone():
            tagged = [
                (
                    [(token.idx, token.idx + len(token)) for token in document],
                    [token.tag_ for token in document],
                )
                for document in pipeline.pipe(batch)
            ]
        yield from tagged
