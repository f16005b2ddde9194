"""Rate running text with a model, in batches of sentences."""

from __future__ import annotations

import warnings
from bisect import bisect_left
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from lcp.english.characters import checked
from lcp.english.kinds import kind_of_target
from lcp.english.line_ends import on_one_line, undivided
from lcp.english.segmentation import segments
from lcp.errors import InputError
from lcp.features.featureset import without_collection
from lcp.lexicon.file import load_lexicon
from lcp.model.rater import Rater
from lcp.model.running_text import DEFAULT_THRESHOLD
from lcp.reading.annotation import AnnotatedSentence, Annotation, Counts, RatedWord
from lcp.reading.expression_units import Expression, expressions_of
from lcp.reading.pipelines import classes_of_readings, kinds_of_readings, read
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from lcp.corpora.registry import Readers
    from lcp.english.segmentation import Segment
    from lcp.model.model import ComplexityModel
    from lcp.reading.annotation import RatedKind

#: Whether expressions are rated instead of their words, not at all, or with their words.
Expressions = Literal["yes", "no", "both"]
#: Share of words missing from the lexicon, and number of words, from which a text is reported
#: as possibly not English.
UNKNOWN_SHARE = 0.2
MINIMUM_WORDS = 20
#: Tokens of the sentences in a batch. Larger batches are not faster, and take more memory:
#: 300 numbers for each expression and each word that is not listed.
BATCH_TOKENS = 10_000
#: Characters of a batch's instance table, where every row contains its whole sentence.
BATCH_CHARACTERS = 10_000_000


class Target(NamedTuple):
    """Span of a rated word or expression in its sentence, its kind, and what it is."""

    start: int
    end: int
    kind: RatedKind
    expression: Expression | None = None
    is_inside: bool = False


_Span = tuple[int, int]


def _place(target: Target) -> _Span:
    """Return the key that sorts targets by their start, the longer ones first."""
    return target.start, -target.end


def batches(sentences: Iterable[Segment]) -> Iterator[list[Segment]]:
    """Yield consecutive sentences in lists of about `BATCH_TOKENS` tokens."""
    batch: list[Segment] = []
    tokens = characters = 0
    for sentence in sentences:
        batch.append(sentence)
        tokens += len(sentence.tokens)
        characters += len(sentence.text) * len(sentence.tokens)
        if tokens >= BATCH_TOKENS or characters > BATCH_CHARACTERS:
            yield batch
            batch, tokens, characters = [], 0, 0
    if batch:
        yield batch


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
        Who reads the text: ``general``, ``native`` or ``learner``, or others that `model` was
        trained for, such as ``learner:es``.
    threshold : float or {"many", "some", "few"}, default="some"
        Complexity, 0-1, from which a word counts as complex, or how many words of running text
        do: the hardest 40%, 10% or 2%.
    expressions : {"yes", "no", "both"}, optional
        Whether to find phrasal verbs, idioms, fixed phrases and compounds, and rate them as units
        instead of their words, or both them and their words. Default: ``yes`` if the model rates
        expressions.
    names : bool, default=False
        Whether to rate names too.
    pipeline : str, optional
        Name or path of a spaCy pipeline whose tags and entities decide what is a name and what is
        an expression. Default: rules and counts that ship with lcp.

    Attributes
    ----------
    counts : Counts
        Counts of all texts rated so far.

    Raises
    ------
    InputError
        If an option is invalid, or the model cannot be read.
    """

    def __init__(
        self,
        model: ComplexityModel | str | Path | None = None,
        *,
        genre: str = "",
        readers: Readers = "general",
        threshold: float | str = DEFAULT_THRESHOLD,
        expressions: Expressions | None = None,
        names: bool = False,
        pipeline: str | None = None,
    ) -> None:
        self.rater = Rater(model)
        self.model = self.rater.model
        capabilities = self.model.capabilities_
        capabilities.check_options(genre, readers)
        if expressions is None:
            expressions = "yes" if capabilities.expressions else "no"
        if expressions not in get_args(Expressions):
            raise InputError(
                f"'{expressions}' is not a choice.", where="expressions", hint="yes, no or both."
            )
        if expressions != "no" and not capabilities.expressions:
            raise InputError(
                "The model rates no expressions.",
                where="expressions",
                hint="Rate single words only, or use a model for expressions.",
            )
        self.genre = genre
        self.readers = readers
        self.threshold = self.model.running_text_.threshold(threshold, readers)
        self.expressions: Expressions = expressions
        self.names = names
        self.pipeline = pipeline
        self.counts = Counts()
        self._lexicon = load_lexicon()
        # Guards the counts.
        self._lock = Lock()

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
            If a piece is not valid text.
        """
        number = 0
        unread = batches(segments(checked(chunks)))
        while True:
            with without_collection():
                batch = next(unread, None)
                annotated = self.annotate_sentences(batch, number) if batch else []
            if not batch:
                return
            yield from annotated
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
        sentences, expressions_found = self._read(batch)
        targets: list[list[Target]] = []
        texts: list[str] = []
        spans: list[tuple[int, ...]] = []
        for sentence, expressions in zip(sentences, expressions_found, strict=True):
            targets.append(sorted(self._targets(sentence, expressions), key=_place))
            texts += [sentence.plain] * len(targets[-1])
            spans += [
                target.expression.edges if target.expression else (target.start, target.end)
                for target in targets[-1]
            ]
        instances = Targets.spans(texts, spans, genre=self.genre, readers=self.readers)
        ratings = iter(self.rater.rate(instances).rows())
        annotated = []
        for number, (sentence, listed) in enumerate(zip(sentences, targets, strict=True), first):
            words: list[RatedWord] = []
            inside: list[RatedWord] = []
            for target in listed:
                word = self._word(sentence, target, next(ratings))
                (inside if target.is_inside else words).append(word)
            self._count(sentence, words)
            annotated.append(AnnotatedSentence(number, sentence, tuple(words), tuple(inside)))
        return annotated

    def _read(self, sentences: list[Segment]) -> tuple[list[Segment], Iterable[list[Expression]]]:
        """Return the sentences with the kinds of the pipeline, and their expressions."""
        classes = None
        if self.pipeline is not None:
            readings = read(sentences, self.pipeline)
            sentences = [
                sentence.with_kinds(kinds_of_readings(sentence, reading))
                for sentence, reading in zip(sentences, readings, strict=True)
            ]
            if any(reading.tag for tokens in readings for reading in tokens):
                classes = list(map(classes_of_readings, sentences, readings))
        if self.expressions == "no":
            return sentences, ([] for _ in sentences)
        return sentences, expressions_of(sentences, classes)

    def _targets(self, sentence: Segment, expressions: list[Expression]) -> Iterator[Target]:
        """Yield the words and expressions to rate, with names only on request."""
        covered: set[_Span] = set()
        tokens = sentence.tokens
        for expression in expressions:
            kinds = [tokens[bisect_left(tokens, part)].kind for part in expression.parts]
            kind = kind_of_target(kinds, several=True)
            if expression.is_unit(kind) and (self.names or kind != "name"):
                yield Target(expression.edges[0], expression.edges[-1], "expression", expression)
                covered.update(expression.parts if self.expressions == "yes" else ())
        for token in tokens:
            if token.kind == "word" or (self.names and token.kind == "name"):
                is_inside = bool(covered) and (token.start, token.end) in covered
                yield Target(token.start, token.end, token.kind, None, is_inside)

    def _word(self, sentence: Segment, target: Target, rating: tuple[Any, ...]) -> RatedWord:
        expression, offset = target.expression, sentence.start
        unit: tuple[Any, ...] = ()
        if expression:
            runs = [on_one_line(sentence.text[start:end]) for start, end in expression.runs]
            parts = tuple([(offset + start, offset + end) for start, end in expression.runs])
            text, unit = " ".join(runs), (expression.form, parts)
        else:
            text = on_one_line(sentence.text[target.start : target.end])
        return RatedWord(
            text,
            offset + target.start,
            offset + target.end,
            target.kind,
            rating[0] >= self.threshold,
            *rating,
            *unit,
        )

    def _count(self, sentence: Segment, words: Sequence[RatedWord]) -> None:
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
    threshold: float | str = DEFAULT_THRESHOLD,
    expressions: Expressions | None = None,
    names: bool = False,
    pipeline: str | None = None,
) -> Annotation:
    """Rate the content words of a text.

    Names, abbreviations, numbers with their units, identifiers, URLs, e-mail addresses, HTML tags,
    words in scripts other than Latin, parts of contractions, and function words (spaCy's stop list
    without its nouns, lexical verbs and adjectives) are counted but not rated. For texts that do
    not fit in memory, see :class:`lcp.Annotator`.

    Parameters
    ----------
    text : str
        Any number of sentences. A text without words gives an empty annotation.
    model, genre, readers, threshold, expressions, names, pipeline
        As for :class:`lcp.Annotator`.

    Returns
    -------
    Annotation
        The rated words, as an iterable or a table (``to_frame()``), and ``counts``.

    Raises
    ------
    InputError
        If the text contains characters that are not allowed, or an option is invalid.

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
        expressions=expressions,
        names=names,
        pipeline=pipeline,
    )
    sentences = list(annotator.stream([text]))
    if warning := annotator.warning():
        warnings.warn(warning, UserWarning, stacklevel=2)
    return Annotation(sentences, annotator.threshold, annotator.counts)
