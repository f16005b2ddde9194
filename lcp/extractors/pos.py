"""The target's part of speech in its sentence."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

from lcp.errors import InputError, ResourceError
from lcp.extractors.base import Extractor, Feature
from lcp.text import word_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Span = tuple[int, int]

#: Sentences that a spaCy pipeline tags at once.
_BATCH = 256

#: Penn Treebank tags (Marcus et al. 1993) by their first two letters; all else is "other".
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
        Name or path of the spaCy pipeline; NLTK's tagger has one model only.

    Notes
    -----
    Where a tagger cuts the word into several tokens, the one with the most letters counts.

    Examples
    --------
    >>> [feature.name for feature in PartOfSpeech().features()][:4]
    ['noun', 'proper_noun', 'verb', 'adjective']
    """

    name = "pos"
    level = "context"

    def __init__(
        self, *, tagger: Literal["nltk", "spacy"] = "nltk", model: str = "en_core_web_sm"
    ) -> None:
        self.tagger = tagger
        self.model = model

    def resources(self) -> tuple[str, ...]:
        """Name NLTK's tagger, if it is used; spaCy's pipelines are Python packages."""
        return ("tagger",) if self.tagger == "nltk" else ()

    def features(self) -> Sequence[Feature]:
        """Describe the classes of the last word, then those of the first."""
        source = (
            "Honnibal (2013), averaged perceptron of NLTK"
            if self.tagger == "nltk"
            else f"spaCy, {self.model}"
        )
        rows = [(name, f"the last word is {name.replace('_', ' ')}") for name in CLASSES]
        rows += [
            ("plural", "the last word is a plural noun"),
            ("first_adjective", "the first word of an expression is an adjective"),
            ("first_noun", "the first word of an expression is a noun"),
        ]
        return [Feature(name, text, "0/1", source) for name, text in rows]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Tag each distinct sentence once and find the targets in it.

        Parameters
        ----------
        frame : DataFrame of shape (n_instances, ...)
            Columns ``sentence``, ``start`` and ``end``.

        Returns
        -------
        DataFrame of shape (n_instances, 9)
            NaN where no token lies in the target's span; the features of the first word
            are NaN for single words.

        Raises
        ------
        InputError
            When there is no tagger of that name.
        ResourceError
            When the tagger's model is not on this machine.
        """
        columns = [feature.name for feature in self.features()]
        values = np.full((len(frame), len(columns)), np.nan)
        groups = frame.reset_index(drop=True).groupby("sentence", sort=False).indices
        starts, ends = (
            frame[side].to_numpy("float64", na_value=np.nan) for side in ("start", "end")
        )
        for (sentence, rows), (spans, tags) in zip(
            groups.items(), self.tag(map(str, groups)), strict=True
        ):
            for row in rows:
                if 0 <= starts[row] < ends[row]:
                    target = (int(starts[row]), int(ends[row]))
                    values[row] = _describe(str(sentence), target, spans, tags)
        return pd.DataFrame(values, index=frame.index, columns=columns)

    def tag(self, sentences: Iterable[str]) -> Iterator[tuple[list[Span], list[str]]]:
        """Spans of each sentence's tokens, and their Penn Treebank tags.

        Raises
        ------
        InputError, ResourceError
            As :meth:`extract`.
        """
        if self.tagger == "nltk":
            return _tag_with_nltk(self.store.nltk("tagger"), sentences)
        if self.tagger == "spacy":
            return _tag_with_spacy(_pipeline(self.model), sentences)
        raise InputError(
            f"There is no tagger {self.tagger!r}.",
            where="pos.tagger",
            hint="Known are: nltk, spacy.",
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
    """Tag of the token with the most letters among those that overlap a word."""
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


def _is(found: str | None, *names: str) -> float:
    return np.nan if found is None else float(found in names)


#: Taggers that this process has read, by path: NLTK's pointers into zip files cannot be
#: compared, so that `functools.cache` would read them anew.
_READ: dict[str, Any] = {}


def _perceptron(root: Any) -> Any:
    from nltk.tag.perceptron import PerceptronTagger

    if str(root) not in _READ:
        # Read here and not by the tagger itself: NLTK 3.9.1 cannot be told where, and takes
        # whichever copy comes first on its own search path.
        parts = []
        for part in ("weights", "tagdict", "classes"):
            with root.join(f"{_PACKAGE}.{part}.json").open() as stream:
                parts.append(json.loads(stream.read()))
        _READ[str(root)] = PerceptronTagger.decode_json_obj(tuple(parts))
    return _READ[str(root)]


def _tag_with_nltk(root: Any, sentences: Iterable[str]) -> Iterator[tuple[list[Span], list[str]]]:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    tagger, tokenizer = _perceptron(root), NLTKWordTokenizer()
    for sentence in sentences:
        try:
            spans = list(tokenizer.span_tokenize(sentence))
        except ValueError:
            # The tokeniser rewrites quotation marks and cannot always find them again.
            spans = word_spans(sentence)
        tokens = [sentence[start:end] for start, end in spans]
        yield spans, [tag for _, tag in tagger.tag(tokens)]


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


def _tag_with_spacy(
    pipeline: Any, sentences: Iterable[str]
) -> Iterator[tuple[list[Span], list[str]]]:
    waiting = iter(sentences)
    while batch := list(islice(waiting, _BATCH)):
        # What the vocabulary learns of these sentences is forgotten after them.
        with pipeline.memory_zone():
            tagged = [
                (
                    [(token.idx, token.idx + len(token)) for token in document],
                    [token.tag_ for token in document],
                )
                for document in pipeline.pipe(batch)
            ]
        yield from tagged
