"""Annotate running text with a model, in batches of sentences."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Hashable, Iterable
from functools import lru_cache, partial
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, get_args, overload

import numpy as np

from lcp.english.analysis import batches, batches_of_texts
from lcp.english.characters import checked
from lcp.errors import InputError, quoted
from lcp.model.running_text import DEFAULT_THRESHOLD
from lcp.model.saved_model import as_model
from lcp.reader.annotation.annotated_text import Annotation
from lcp.reader.annotation.annotation import AnnotatedColumns, AnnotatedSentence
from lcp.reader.annotation.given_texts import checked_texts
from lcp.reader.annotation.spacy_analyser import pipeline_analyser
from lcp.reader.annotation.tally import NOT_ENGLISH, Tally
from lcp.reader.annotation.text_targets import Expressions, TextTargets, targets_in
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from lcp.base.reader_groups import Readers
    from lcp.english import Sentence
    from lcp.english.analysis import Analyser
    from lcp.model.model import ComplexityModel

_LOG = logging.getLogger(__name__)
#: Tokens that are annotated at once. Larger batches take more memory: 300 numbers for each
#: expression and each word that is not listed.
BATCH_TOKENS = 8_000


#: Sentences that share their columns, by the number of their text.
Group = list[tuple[int, list["Sentence"]]]


def _batches(groups: Iterable[Group]) -> Iterator[list[Group]]:
    """Yield groups of sentences with about `BATCH_TOKENS` tokens."""
    batch: list[Group] = []
    tokens = 0
    for group in groups:
        batch.append(group)
        tokens += sum(
            sentences[-1].last - sentences[0].first for _, sentences in group if sentences
        )
        if tokens >= BATCH_TOKENS:
            yield batch
            batch, tokens = [], 0
    if batch:
        yield batch


class Annotator:
    """Annotate texts of any length. Memory depends on the size of a batch, not of the text.

    Threads may share an annotator.

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
        Complexity, 0-1, from which a word is hard, or how many words of running text are: the
        hardest 40%, 10% or 2%.
    expressions : {"yes", "no", "both"}, optional
        Whether to find phrasal verbs, idioms, fixed phrases and compounds, and annotate them as
        units instead of their words, or both them and their words. Default: ``yes`` if the model
        predicts for expressions.
    names : bool, default=False
        Whether to annotate names too.
    pipeline : str, optional
        Name or path of a spaCy pipeline whose tags and entities decide what is a name and what is
        an expression. Default: the model of English that ships.

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
        self.model = as_model(model)
        self._predictor = self.model.predictor_
        capabilities = self._predictor.state.capabilities
        capabilities.check_options(genre, readers)
        if expressions is None:
            expressions = "yes" if capabilities.expressions else "no"
        for where, value, choices in (
            ("expressions", expressions, get_args(Expressions)),
            ("names", names, (True, False)),
        ):
            if not isinstance(value, str | bool | np.bool_) or value not in choices:
                hint = f"Choose one of: {', '.join(map(str, choices))}."
                raise InputError(f"{quoted(value)} is not a choice.", where=where, hint=hint)
        if expressions != "no" and not capabilities.expressions:
            raise InputError(
                "The model does not predict for expressions.",
                where="expressions",
                hint="Annotate single words only, or use a model for expressions.",
            )
        self.genre = genre
        self.readers = readers
        self.threshold = self.model.running_text_.threshold(threshold, readers)
        self.expressions: Expressions = expressions
        self.names = names
        self.pipeline = pipeline

    def stream(self, pieces: Iterable[str]) -> Iterator[AnnotatedSentence]:
        """Annotate a text that arrives in pieces, such as the lines of a file.

        Parameters
        ----------
        pieces : iterable of str
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
        groups = batches(checked(pieces), self._analyser)
        for _, sentences in self.annotate_groups([(0, sentences)] for sentences in groups):
            yield from sentences

    def texts(self, texts: Iterable[str]) -> Iterator[Annotation]:
        """Annotate many texts, as one by one, in less time: short texts are annotated together.

        Parameters
        ----------
        texts : iterable of str
            The texts.

        Yields
        ------
        Annotation
            Each text with its annotated words, in order.

        Raises
        ------
        InputError
            If they are no list of texts, such as one string or a table, or a text is not valid. It
            gives the number of the text, counted from 0.
        """
        return self._annotations(checked_texts(texts))

    def _annotations(self, texts: Iterable[str]) -> Iterator[Annotation]:
        """Yield the annotations of checked texts."""
        parts = self.annotate_groups(batches_of_texts(texts, self._analyser))
        for _, of_text in groupby(parts, itemgetter(0)):
            tally = Tally()
            sentences = [*tally.counting(each for _, part in of_text for each in part)]
            yield Annotation(sentences, self.threshold, tally)

    @property
    def _analyser(self) -> Analyser | None:
        return None if self.pipeline is None else pipeline_analyser(self.pipeline)

    def annotate_groups(
        self, groups: Iterable[Group]
    ) -> Iterator[tuple[int, list[AnnotatedSentence]]]:
        """Yield the annotated sentences of texts, which are read in groups, by number of the text.

        Those of a text follow each other, and are numbered from 0.
        """
        text, index = 0, 0
        for batch in _batches(groups):
            joined = [[each for _, sentences in group for each in sentences] for group in batch]
            targets = [
                targets_in(sentences, expressions=self.expressions, names=self.names)
                for sentences in filter(None, joined)
            ]
            annotated = (
                (columns, place)
                for columns in (self._annotated(targets) if targets else [])
                for place in range(len(columns.targets.sentences))
            )
            for number, sentences in chain.from_iterable(batch):
                if number != text:
                    text, index = number, 0
                of_text = [
                    AnnotatedSentence(index + row, sentence, *next(annotated))
                    for row, sentence in enumerate(sentences)
                ]
                yield number, of_text
                index += len(of_text)

    def _annotated(self, targets: Sequence[TextTargets]) -> list[AnnotatedColumns]:
        """Return the targets of each group of sentences with their predictions."""
        forms = [form for each in targets for form in each.forms]
        rows = np.arange(len(forms))
        if self._predictor.state.capabilities.uses(self.genre, self.readers):
            pairs = [pair for each in targets for pair in each.placed()]
            texts, spans = [text for text, _ in pairs], [span for _, span in pairs]
            instances = Targets.spans(texts, spans, forms=forms)
        else:
            # Each distinct form is predicted once.
            distinct = tuple(dict.fromkeys(forms))
            row_of = dict(zip(distinct, range(len(distinct)), strict=True))
            rows = np.fromiter(map(row_of.__getitem__, forms), np.intp, len(forms))
            empty, zeros = ("",) * len(distinct), np.zeros(len(distinct), dtype=np.intp)
            instances = Targets(distinct, empty, zeros, zeros, empty, empty)
        predictions = self._predictor.predictions(
            instances.for_all(genre=self.genre, readers=self.readers)
        )
        parts = np.split(rows, np.cumsum([len(each.places) for each in targets])[:-1])
        return [
            AnnotatedColumns(each, predictions, part, self.threshold)
            for each, part in zip(targets, parts, strict=True)
        ]


# The options of the bundled model are checked once. True is not 1 there.
_bundled = lru_cache(maxsize=16, typed=True)(partial(Annotator, None))


@overload
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
) -> Annotation: ...
@overload
def annotate(
    text: list[str] | tuple[str, ...] | Iterator[str],
    *,
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    threshold: float | str = DEFAULT_THRESHOLD,
    expressions: Expressions | None = None,
    names: bool = False,
    pipeline: str | None = None,
) -> list[Annotation]: ...
def annotate(
    text: str | Iterable[str],
    *,
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    threshold: float | str = DEFAULT_THRESHOLD,
    expressions: Expressions | None = None,
    names: bool = False,
    pipeline: str | None = None,
) -> Annotation | list[Annotation]:
    """Predict the complexity of the content words of a text, or of each of many texts.

    Names, abbreviations, numbers with their units, identifiers, URLs, e-mail addresses, HTML tags,
    words in scripts other than Latin, parts of contractions, and function words (spaCy's stop list
    without its nouns, lexical verbs and adjectives) are counted but skipped. For texts that do
    not fit in memory, see :class:`lcp.Annotator`.

    Parameters
    ----------
    text : str or iterable of str
        Any number of sentences. A text without words gives an empty annotation. Many texts in one
        call take less time than one by one, and give the same annotations.
    model, genre, readers, threshold, expressions, names, pipeline
        As for :class:`lcp.Annotator`.

    Returns
    -------
    Annotation or list of Annotation
        The annotated words, as an iterable or a table (``to_frame()``), and ``tally``; of many
        texts, a list of them.

    Raises
    ------
    InputError
        If the text is a table or a file, or contains characters that are not allowed, or an option
        is invalid. The error gives the number of one of many texts, counted from 0.

    Warns
    -----
    UserWarning
        If the text does not seem to be English.

    Examples
    --------
    >>> import lcp
    >>> for word in lcp.annotate("The haploinsufficiency was mild.", threshold=0.4):
    ...     print(word.text, word.start, word.end, word.hard)
    haploinsufficiency 4 22 True
    mild 27 31 False
    """
    options: dict[str, Any] = {
        "genre": genre,
        "readers": readers,
        "threshold": threshold,
        "expressions": expressions,
        "names": names,
        "pipeline": pipeline,
    }
    is_usual = model is None and all(isinstance(each, Hashable) for each in options.values())
    annotator = _bundled(**options) if is_usual else Annotator(model, **options)
    annotations = [*annotator.texts(checked([text]) if isinstance(text, str) else text)]
    for warning in filter(None, (annotation.tally.warning for annotation in annotations)):
        _LOG.info(warning)
        # Without the share: Python shows equal warnings of a line of code once.
        warnings.warn(NOT_ENGLISH, UserWarning, stacklevel=2)
    return annotations[0] if isinstance(text, str) else annotations
