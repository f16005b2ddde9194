"""Rate running text with a model, in batches of sentences."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from copy import copy
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import pandas as pd

from lcp import text as word_text
from lcp.annotation.annotation import AnnotatedSentence, Annotation, Counts, RatedWord
from lcp.annotation.decoding import checked
from lcp.annotation.expressions import expressions
from lcp.annotation.segments import segments
from lcp.annotation.word_cache import WordCache
from lcp.lexicon.file import load_lexicon
from lcp.model import ComplexityModel, load_model
from lcp.thresholds import threshold_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from lcp.annotation.segments import Segment

#: Tokens whose sentences are predicted at once. More are no faster, and their features take
#: memory: 300 numbers for each word to rate.
BATCH = 3_000
#: Characters of a batch's rows, each of which holds its whole sentence.
BATCH_CHARACTERS = 10_000_000
#: Sentences whose predictions are remembered.
REMEMBERED_SENTENCES = 4_000
#: From this share of words that are not in the lexicon on, and this many words, a text is
#: perhaps not English.
UNKNOWN_SHARE = 0.2
FEWEST_WORDS = 20


class _Target(NamedTuple):
    start: int
    end: int
    kind: Literal["word", "expression"]


#: Targets, and complexity, low and high of each.
_Rated = tuple[list[_Target], "NDArray[np.float64]"]


class Annotator:
    """Rates texts of any length, with memory for a batch of sentences only.

    Parameters
    ----------
    model : ComplexityModel or path, optional
        A trained model or its folder; the one that ships unless given.
    threshold : float, optional
        Complexity, 0-1, from which on a word is complex; 0.5 unless given.
    audience : {"learner", "general", "expert"}, optional
        A threshold by name; see :data:`lcp.thresholds.AUDIENCES`.
    mwe : bool, default=False
        Whether to rate noun-noun and adjective-noun expressions too. Needs the resource
        ``tagger`` or a pipeline, and a model that was trained on expressions.
    pipeline : str, optional
        Name or path of a spaCy pipeline whose tags are used.

    Attributes
    ----------
    counts : Counts
        What the texts so far held.

    Raises
    ------
    InputError
        When the threshold or audience cannot be used, or the model cannot be read.
    """

    def __init__(
        self,
        model: ComplexityModel | str | Path | None = None,
        *,
        threshold: float | None = None,
        audience: str | None = None,
        mwe: bool = False,
        pipeline: str | None = None,
    ) -> None:
        self.threshold = threshold_of(threshold, audience)
        self.model = _remembering(
            model if isinstance(model, ComplexityModel) else load_model(model)
        )
        self.mwe = mwe
        self.pipeline = pipeline
        self.counts = Counts()
        self._lexicon = load_lexicon("").numbers
        # Sentences by their text, the one that was met last at the end.
        self._known: OrderedDict[str, _Rated] = OrderedDict()

    def stream(self, chunks: Iterable[str]) -> Iterator[AnnotatedSentence]:
        """Annotate a text that comes in pieces, such as the lines of a file.

        Parameters
        ----------
        chunks : iterable of str
            The text; where it is cut makes no difference.

        Yields
        ------
        AnnotatedSentence
            In order, in batches.

        Raises
        ------
        InputError
            When a piece is no text, or the model takes no expressions.
        ResourceError
            When expressions are asked for and there is no tagger.
        """
        number = 0
        for sentences in _batches(segments(checked(chunks))):
            rated = self._rated(sentences)
            for sentence in sentences:
                yield self._annotated(number, sentence, *rated[sentence.text])
                number += 1

    def warning(self) -> str | None:
        """Say so if many of the words so far are not in the lexicon; None if not."""
        kinds, share = self.counts.kinds, self.counts.unknown_share
        if kinds["word"] + kinds["other script"] < FEWEST_WORDS or share < UNKNOWN_SHARE:
            return None
        return (
            f"{100 * share:.0f} % of the words are not in the lexicon: if the text is not "
            "English, its numbers mean nothing."
        )

    def _rated(self, sentences: list[Segment]) -> dict[str, _Rated]:
        """Targets of sentences and their predictions; what was met lately is remembered."""
        distinct = {sentence.text: sentence for sentence in sentences}
        self._predict([distinct[text] for text in distinct if text not in self._known])
        for text in distinct:
            self._known.move_to_end(text)
        rated = {text: self._known[text] for text in distinct}
        while len(self._known) > REMEMBERED_SENTENCES:
            self._known.popitem(last=False)
        # It holds whole sentences, which no other batch needs.
        word_text.words.cache_clear()
        return rated

    def _predict(self, sentences: list[Segment]) -> None:
        """Remember the targets of distinct sentences, and their predictions."""
        pairs = expressions(sentences, self.pipeline) if self.mwe else ([] for _ in sentences)
        rows: list[tuple[str, str, int, int]] = []
        found = []
        for sentence, spans in zip(sentences, pairs, strict=True):
            targets = [_Target(t.start, t.end, "word") for t in sentence.tokens if t.kind == "word"]
            targets += [_Target(*span, "expression") for span in spans]
            targets.sort(key=lambda target: (target.start, -target.end))
            found.append(targets)
            rows += _rows(sentence.plain, targets)
        table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
        values = self._values(table.assign(corpus="")) if rows else np.empty((0, 3))
        ends = np.cumsum([len(targets) for targets in found])
        for sentence, targets, end in zip(sentences, found, ends, strict=True):
            # A copy: a view would keep the whole batch in memory.
            self._known[sentence.text] = targets, values[end - len(targets) : end].copy()

    def _values(self, table: pd.DataFrame) -> NDArray[np.float64]:
        """Complexity, low and high; NaN for limits of a model that has none."""
        if self.model.interval_ is not None:
            return self.model.predict_interval(table).to_numpy(dtype=np.float64)
        values = np.full((len(table), 3), np.nan)
        values[:, 0] = self.model.predict(table)
        return values

    def _annotated(
        self, number: int, sentence: Segment, targets: list[_Target], values: NDArray[np.float64]
    ) -> AnnotatedSentence:
        words = []
        for target, (complexity, low, high) in zip(targets, values.tolist(), strict=True):
            known = not np.isnan(low)
            words.append(
                RatedWord(
                    _words(sentence.text, target),
                    sentence.start + target.start,
                    sentence.start + target.end,
                    target.kind,
                    complexity,
                    low if known else None,
                    high if known else None,
                    complexity >= self.threshold,
                )
            )
        self._count(sentence, words)
        return AnnotatedSentence(number, sentence, tuple(words))

    def _count(self, sentence: Segment, words: list[RatedWord]) -> None:
        counts = self.counts
        counts.sentences += 1
        counts.kinds.update(token.kind for token in sentence.tokens)
        counts.expressions += sum(word.kind == "expression" for word in words)
        counts.complex += sum(word.complex for word in words)
        counts.unknown += sum(token.kind == "other script" for token in sentence.tokens)
        counts.unknown += sum(
            word.kind == "word" and word.text.lower().replace("’", "'") not in self._lexicon
            for word in words
        )


def annotate(
    text: str,
    *,
    model: ComplexityModel | str | Path | None = None,
    threshold: float | None = None,
    audience: str | None = None,
    mwe: bool = False,
    pipeline: str | None = None,
) -> Annotation:
    """Rate the content words of a text.

    Numbers, URLs, e-mail addresses, HTML's tags, words of other scripts than the Latin, and
    function words (spaCy's stop list without its nouns, lexical verbs and adjectives) are
    counted and not rated. A text without words has an empty annotation. For texts that do not
    fit in memory, see :class:`lcp.annotation.Annotator`.

    Parameters
    ----------
    text : str
        Any number of sentences.
    model, threshold, audience, mwe, pipeline
        As for :class:`lcp.annotation.Annotator`.

    Returns
    -------
    Annotation
        Iterating gives the rated words; ``to_frame()`` a table, ``counts`` what there was.

    Raises
    ------
    InputError
        When the text holds what no text does, or an option cannot be used.
    ResourceError
        When expressions are asked for and there is no tagger.

    Warns
    -----
    UserWarning
        When a fifth of the words or more are not in the lexicon.

    Examples
    --------
    >>> import lcp
    >>> for word in lcp.annotate("The haploinsufficiency was mild.", threshold=0.4):
    ...     print(word.text, word.start, word.end, word.complex)
    haploinsufficiency 4 22 True
    mild 27 31 False
    """
    annotator = Annotator(model, threshold=threshold, audience=audience, mwe=mwe, pipeline=pipeline)
    sentences = list(annotator.stream([text]))
    if warning := annotator.warning():
        warnings.warn(warning, UserWarning, stacklevel=2)
    return Annotation(sentences, annotator.threshold, annotator.counts)


def _words(sentence: str, target: _Target) -> str:
    return " ".join(sentence[target.start : target.end].split())


def _rows(plain: str, targets: Sequence[_Target]) -> Iterator[tuple[str, str, int, int]]:
    """Sentence, target and its place, with one space where several stand, or markup stood."""
    flat = " ".join(plain.split())
    for start, end, _ in targets:
        word = " ".join(plain[start:end].split())
        if len(flat) < len(plain):
            before = " ".join(plain[:start].split())
            start = len(before) + (before != "" and plain[start - 1].isspace())  # noqa: PLW2901
        yield flat, word, start, start + len(word)


def _batches(sentences: Iterable[Segment]) -> Iterator[list[Segment]]:
    batch: list[Segment] = []
    tokens = characters = 0
    for sentence in sentences:
        batch.append(sentence)
        tokens += len(sentence.tokens)
        characters += len(sentence.text) * len(sentence.tokens)
        if tokens >= BATCH or characters > BATCH_CHARACTERS:
            yield batch
            batch, tokens, characters = [], 0, 0
    if batch:
        yield batch


def _remembering(model: ComplexityModel) -> ComplexityModel:
    """A copy of the model that remembers the word-level features of words met lately."""
    model = copy(model)
    model.feature_set_ = copy(model.feature_set_)
    model.feature_set_.extractors_ = {
        name: WordCache(family) if family.level == "word" else family
        for name, family in model.feature_set_.extractors_.items()
    }
    return model
