"""Rate running text with a model, in batches of sentences."""

from __future__ import annotations

import warnings
from copy import copy
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from cachetools import LRUCache

from lcp.annotation.annotation import AnnotatedSentence, Annotation, Counts, RatedWord
from lcp.annotation.batches import Target, batches, instance_rows
from lcp.annotation.decoding import checked
from lcp.annotation.expressions import expressions
from lcp.annotation.line_ends import on_one_line, undivided
from lcp.annotation.pipelines import kinds_of_readings, part_of, read
from lcp.annotation.rating import TargetRater, rated_form
from lcp.annotation.segments import Token, segments
from lcp.annotation.targets import kind_of_target
from lcp.corpora.readers.cefr import LEVELS
from lcp.errors import InputError
from lcp.lexicon.file import load_lexicon
from lcp.model.complexity_model import ComplexityModel
from lcp.model.loading import load_model
from lcp.model.readers import first_language_of
from lcp.model.running_text import threshold_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from lcp.annotation.pipelines import Reading
    from lcp.annotation.rating import Row
    from lcp.annotation.segments import Segment
    from lcp.corpora.registry import Readers
    from lcp.model.fitted_model import FittedModel

#: Sentences whose predictions an annotator caches.
CACHED_SENTENCES = 4_000
#: Share of words missing from the lexicon, and number of words, from which a text is reported
#: as possibly not English.
UNKNOWN_SHARE = 0.2
MINIMUM_WORDS = 20


_Span = tuple[int, int]
#: Tokens and targets of a sentence, and the predictions of :meth:`TargetRater.rate`.
_Rated = tuple[tuple[Token, ...], list[Target], "NDArray[np.float64]"]


class Annotator:
    """Rate texts of any length. Memory depends on the size of a batch, not of the text.

    Threads may share an annotator; they take turns to predict a batch.

    Parameters
    ----------
    model : ComplexityModel or path, optional
        Trained model, or its folder. Default: the bundled model.
    genre : str, default=""
        Genre of the text, if known.
    readers : str, default="general"
        Who reads the text: ``general``, ``native``, ``learner`` or, with a first language,
        ``learner:es``, ``learner:de`` or ``learner:zh``. The last three need a model that
        ``lcp fit --corpus kvl`` trained: `model`, or the one that is installed.
    threshold : float, optional
        Complexity, 0-1, from which a word counts as complex. Default: that of `audience`.
    audience : {"learner", "general", "expert"}, default="general"
        Name of a threshold; see :data:`lcp.model.scale.AUDIENCES`.
    mwe : bool, default=False
        Whether to rate noun-noun and adjective-noun expressions too, for readers without a first
        language. Requires the resource ``tagger`` or a pipeline, and a model trained on them.
    pipeline : str, optional
        Name or path of a spaCy pipeline whose tags and entities decide what is a name, and whose
        tags find expressions. Default: rules, and NLTK's tagger.
    rate_names : bool, default=False
        Whether to rate names too.

    Attributes
    ----------
    counts : Counts
        Counts of all texts rated so far.

    Raises
    ------
    InputError
        If an option is invalid, or the model cannot be read.
    ResourceError
        If no model for learners with a first language is installed.
    """

    def __init__(
        self,
        model: ComplexityModel | str | Path | None = None,
        *,
        genre: str = "",
        readers: Readers = "general",
        threshold: float | None = None,
        audience: str | None = None,
        mwe: bool = False,
        pipeline: str | None = None,
        rate_names: bool = False,
    ) -> None:
        self.model = copy(model if isinstance(model, ComplexityModel) else load_model(model))
        self._rater = TargetRater(self.model, genre, readers)
        if mwe and first_language_of(readers):
            raise InputError(
                f"Expressions cannot be rated for readers '{readers}'.",
                where="mwe",
                hint="Rate single words only, or choose readers without a first language.",
            )
        self.readers = readers
        self.threshold = threshold_of(self.predictor, threshold, audience, readers)
        self.mwe = mwe
        self.pipeline = pipeline
        self.rate_names = rate_names
        self.counts = Counts()
        self._lexicon = load_lexicon()
        self._cache: LRUCache[str, _Rated] = LRUCache(CACHED_SENTENCES)
        # Guards the model, the counts and the cache.
        self._lock = Lock()

    @property
    def predictor(self) -> FittedModel:
        """Model that predicts complexity for the readers; see :class:`TargetRater`."""
        return self._rater.predictor

    def stream(self, chunks: Iterable[str]) -> Iterator[AnnotatedSentence]:
        """Annotate a text that arrives in pieces, such as the lines of a file.

        Parameters
        ----------
        chunks : iterable of str
            Consecutive pieces of the text, split at any character.

        Yields
        ------
        AnnotatedSentence
            Sentences in order.

        Raises
        ------
        InputError
            If a piece is not valid text, or the model does not support expressions.
        ResourceError
            If `mwe` is set and the tagger is missing.
        """
        number = 0
        for batch in batches(segments(checked(chunks))):
            yield from self.annotate_sentences(batch, number)
            number += len(batch)

    def annotate_sentences(
        self, sentences: list[Segment], first: int = 0
    ) -> list[AnnotatedSentence]:
        """Annotate a batch of sentences, of one or several texts, numbered from `first`."""
        with self._lock:
            return self._annotate(sentences, first)

    def warning(self) -> str | None:
        """Return a warning if many words are not in the lexicon, else None."""
        kinds, share = self.counts.kinds, self.counts.unknown_share
        words = kinds["word"] + kinds["name"] + kinds["other script"]
        if words < MINIMUM_WORDS or share < UNKNOWN_SHARE:
            return None
        return (
            f"{share:.0%} of the words are not in the lexicon. If the text is not in English, "
            "the ratings are meaningless."
        )

    def _annotate(self, batch: list[Segment], first: int) -> list[AnnotatedSentence]:
        """Rate and count the sentences of a batch, numbered from `first`."""
        rated = self._rate(batch)
        annotated = []
        for number, sentence in enumerate(batch, start=first):
            tokens, targets, values = rated[sentence.text]
            # Sentences with the same text share their tokens.
            shared = replace(sentence, tokens=tokens)
            words = self._words(sentence, targets, values)
            self._count(shared, words)
            annotated.append(AnnotatedSentence(number, shared, tuple(words)))
        return annotated

    def _rate(self, batch: list[Segment]) -> dict[str, _Rated]:
        """Return targets and predictions of each distinct sentence, from the cache if possible."""
        distinct = {sentence.text: sentence for sentence in batch}
        rated = {text: self._cache[text] for text in distinct if text in self._cache}
        predicted = self._predict([distinct[text] for text in distinct if text not in rated])
        self._cache.update(predicted)
        return rated | predicted

    def _predict(self, sentences: list[Segment]) -> dict[str, _Rated]:
        """Find the targets of distinct sentences and predict them all at once."""
        rows: list[Row] = []
        targets = []
        sentences, readings, pairs = self._read(sentences)
        for sentence, own_readings, spans in zip(sentences, readings, pairs, strict=True):
            own = list(self._targets(sentence, spans))
            own.sort(key=lambda target: (target.start, -target.end))
            targets.append(own)
            instances = instance_rows(sentence.plain, own)
            for (text, word, start, end), target in zip(instances, own, strict=True):
                form = rated_form(word) if target.kind == "word" else word
                part = part_of(own_readings, target.start, target.end) if own_readings else ""
                rows.append((text, form, start, end, part))
        values = self._rater.rate(rows)
        ends = np.cumsum([len(own) for own in targets])
        # Copies, because a view would keep the whole batch in memory.
        return {
            sentence.text: (sentence.tokens, own, values[end - len(own) : end].copy())
            for sentence, own, end in zip(sentences, targets, ends, strict=True)
        }

    def _read(
        self, sentences: list[Segment]
    ) -> tuple[list[Segment], list[list[Reading]], Iterable[list[_Span]]]:
        """Return the sentences with the kinds of the pipeline, its readings, and expressions."""
        readings = None
        if self.pipeline is not None:
            readings = read(sentences, self.pipeline, tags=self.mwe)
            sentences = [
                sentence.with_kinds(kinds_of_readings(sentence, own))
                for sentence, own in zip(sentences, readings, strict=True)
            ]
        pairs = expressions(sentences, readings) if self.mwe else ([] for _ in sentences)
        return sentences, readings or [[] for _ in sentences], pairs

    def _targets(self, sentence: Segment, expressions: list[_Span]) -> Iterator[Target]:
        """Yield the words and expressions to rate, with names only on request."""
        for token in sentence.tokens:
            if token.kind == "word" or (self.rate_names and token.kind == "name"):
                yield Target(token.start, token.end, token.kind)
        for start, end in expressions:
            inside = [token for token in sentence.tokens if start <= token.start < end]
            kind = kind_of_target(inside, several=True)
            if kind == "expression" or (self.rate_names and kind == "name"):
                yield Target(start, end, "expression")

    def _words(
        self, sentence: Segment, targets: list[Target], values: NDArray[np.float64]
    ) -> list[RatedWord]:
        words = []
        cells = values.astype(object)
        cells[np.isnan(values)] = None
        for target, numbers in zip(targets, cells, strict=True):
            complexity, low, high, harder_than, level, probability = numbers
            words.append(
                RatedWord(
                    on_one_line(sentence.text[target.start : target.end]),
                    sentence.start + target.start,
                    sentence.start + target.end,
                    target.kind,
                    complexity,
                    low,
                    high,
                    complexity >= self.threshold,
                    harder_than,
                    None if level is None else LEVELS[int(level)],
                    probability,
                )
            )
        return words

    def _count(self, sentence: Segment, words: list[RatedWord]) -> None:
        counts = self.counts
        counts.sentences += 1
        kinds = [token.kind for token in sentence.tokens]
        counts.kinds.update(kinds)
        counts.rated += len(words)
        counts.expressions += [word.kind for word in words].count("expression")
        counts.complex += [word.complex for word in words].count(True)
        counts.unknown += kinds.count("other script")
        forms = [
            undivided(sentence.text[start:end])
            for start, end, kind in sentence.tokens
            if kind in {"word", "name"}
        ]
        counts.unknown += [form in self._lexicon for form in forms].count(False)


def annotate(
    text: str,
    *,
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    threshold: float | None = None,
    audience: str | None = None,
    mwe: bool = False,
    pipeline: str | None = None,
    rate_names: bool = False,
) -> Annotation:
    """Rate the content words of a text.

    Names, abbreviations, numbers with their units, identifiers, URLs, e-mail addresses, HTML tags,
    words in scripts other than Latin, parts of contractions, and function words (spaCy's stop list
    without its nouns, lexical verbs and adjectives) are counted but not rated. For texts that do
    not fit in memory, see :class:`lcp.annotation.Annotator`.

    Parameters
    ----------
    text : str
        Any number of sentences. A text without words gives an empty annotation.
    model, genre, readers, threshold, audience, mwe, pipeline, rate_names
        As for :class:`lcp.annotation.Annotator`.

    Returns
    -------
    Annotation
        The rated words, as an iterable or a table (``to_frame()``), and ``counts``.

    Raises
    ------
    InputError
        If the text contains characters that are not allowed, or an option is invalid.
    ResourceError
        If `mwe` is set and the tagger is missing.

    Warns
    -----
    UserWarning
        If 20% of the words or more are not in the lexicon.

    Examples
    --------
    >>> import lcp
    >>> for word in lcp.annotate("The haploinsufficiency was mild.", threshold=0.4):
    ...     print(word.text, word.start, word.end, word.complex)
    haploinsufficiency 4 22 True
    mild 27 31 False
    """
    annotator = Annotator(
        model,
        genre=genre,
        readers=readers,
        threshold=threshold,
        audience=audience,
        mwe=mwe,
        pipeline=pipeline,
        rate_names=rate_names,
    )
    sentences = list(annotator.stream([text]))
    if warning := annotator.warning():
        warnings.warn(warning, UserWarning, stacklevel=2)
    return Annotation(sentences, annotator.threshold, annotator.counts)
