"""Attributes of spaCy's documents, spans and tokens, which :mod:`lcp.reader.engines.spacy` sets."""

from __future__ import annotations

import multiprocessing
from bisect import bisect_left, bisect_right
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from spacy.tokens import Doc, Span, Token
from threadpoolctl import threadpool_limits

from lcp.base.caches import module_lock
from lcp.english.kinds import KINDS
from lcp.errors import InputError
from lcp.model.predictions import Prediction
from lcp.reader.annotation.spacy_analyser import token_spans
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lcp.english.kinds import Kind
    from lcp.model.model import ComplexityModel
    from lcp.reader.annotation.annotation import AnnotatedSentence

#: Name of the record of a token, and its key in the document's ``user_data``.
RECORD = "lcp"
#: Name of the expressions of a document, and of those that begin at a token in ``user_data``.
EXPRESSIONS = "lcp_expressions"
#: Key of a document's ``user_data``: sha256 of the model that annotated it, genre and readers.
MODEL = "lcp_model"
#: Models of this process by sha256. A span has a prediction of the model of its document, which has
#: no reference to a pipeline and may come from another process.
MODELS: dict[str, ComplexityModel] = {}
_LOCK = module_lock()


class TokenPrediction(NamedTuple):
    """What ``token._.lcp`` and ``span._.lcp`` contain.

    Attributes
    ----------
    kind : str or None
        One of :data:`lcp.english.kinds.KINDS`; None for spans.
    prediction : Prediction or None
        Complexity, interval, rank in running text and CEFR level; None if it is skipped.
    """

    kind: Kind | None = None
    prediction: Prediction | None = None


class DocExpression(NamedTuple):
    """What ``doc._.lcp_expressions`` contains.

    Attributes
    ----------
    tokens : tuple of Token
        Its tokens; those between the parts of an expression that is apart are left out.
    lemma : str
        Dictionary form.
    kind : str
        One of :data:`lcp.english.lexicon.expression_table.KINDS`.
    prediction : Prediction
        Its complexity and level.
    """

    tokens: tuple[Token, ...]
    lemma: str
    kind: str
    prediction: Prediction


def set_records(doc: Doc, sentences: Sequence[AnnotatedSentence]) -> None:
    """Set the kinds of tokens and the predictions of words and expressions.

    A word of several tokens is an expression. Sentences begin as in the text if the document does
    not tell where they do.
    """
    places, starts, ends = token_spans(doc)
    if not doc.has_annotation("SENT_START"):
        firsts = np.searchsorted(ends, [each.sentence.start for each in sentences], side="right")
        marks = np.full(len(doc), -1)
        marks[places[firsts]] = 1
        doc.from_array(["SENT_START"], marks.astype(np.uint64))
    if not sentences:
        return
    offsets, stops = starts.tolist(), ends.tolist()
    columns = sentences[0].sentence.columns
    part = slice(sentences[0].sentence.first, sentences[-1].sentence.last)
    spans = zip(columns.starts[part].tolist(), columns.ends[part].tolist(), strict=True)
    for (start, end), kind in zip(spans, columns.kinds[part].tolist(), strict=True):
        for offset in offsets[bisect_right(stops, start) : bisect_left(offsets, end)]:
            doc.user_data[_key(offset)] = {"kind": KINDS[kind]}
    for sentence in sentences:
        kinds = {expression.edges: expression.kind for expression in sentence.sentence.expressions}
        for word in sentence.words:
            runs, tokens = word.runs or ((word.start, word.end),), list[int]()
            for start, end in runs:
                tokens += offsets[bisect_right(stops, start) : bisect_left(offsets, end)]
            prediction = word.prediction._asdict()
            if len(tokens) > 1:
                doc.user_data[_key(tokens[0], EXPRESSIONS)] = {
                    "offsets": [offset - tokens[0] for offset in tokens],
                    "lemma": word.lemma if word.runs else word.text.lower(),
                    "kind": kinds.get(tuple(chain.from_iterable(runs)), "compound"),
                    "prediction": prediction,
                }
            else:
                doc.user_data[_key(tokens[0])]["prediction"] = prediction


@contextmanager
def one_thread() -> Iterator[None]:
    """Limit threads in a worker process.

    OpenMP's threads do not survive a fork, so a forked worker would wait for them forever. One
    thread per worker also avoids oversubscription.
    """
    worker = multiprocessing.parent_process() is not None
    with _LOCK, threadpool_limits(1) if worker else nullcontext():
        yield


def _key(offset: int, name: str = RECORD) -> tuple[str, str, int, None]:
    """Return the key of a token's record in ``user_data``, in spaCy's form for attributes.

    ``Span.as_doc`` and ``Doc.from_docs`` move entries of this form with the text.
    """
    return "._.", name, offset, None


def register() -> None:
    """Declare the attributes; spaCy raises an error if another program has declared one."""
    for owner, record in ((Token, _of_token), (Span, _of_span)):
        declare(owner, RECORD, record)
        declare(owner, "lcp_complexity", _complexity)
    for owner in (Doc, Span):
        declare(owner, "lcp_mean_complexity", _mean_complexity)
        declare(owner, EXPRESSIONS, _expressions_in)


def declare(owner: type[Doc | Span | Token], name: str, getter: Callable[[Any], object]) -> None:
    """Declare an attribute, unless it is declared with this getter."""
    if not (owner.has_extension(name) and owner.get_extension(name)[2] is getter):
        owner.set_extension(name, getter=getter)


def _of_token(token: Token) -> TokenPrediction:
    stored = token.doc.user_data.get(_key(token.idx), {})
    prediction = stored.get("prediction")
    return TokenPrediction(
        kind=stored.get("kind"), prediction=Prediction(**prediction) if prediction else None
    )


def _of_span(span: Span) -> TokenPrediction:
    """Return the prediction of a span as one expression in its sentence."""
    if not any(character.isalnum() for character in span.text):
        return TokenPrediction()
    sha256, genre, readers = span.doc.user_data.get(MODEL, ("", "", "general"))
    if sha256 not in MODELS:
        raise InputError(
            "The document was not annotated by lcp, or its model is not loaded in this process.",
            where="span._.lcp_complexity",
            hint='Call nlp.add_pipe("lcp") and process the text with nlp.',
        )
    # A span may cross sentences.
    context = span.doc[span[0].sent.start : span[-1].sent.end]
    edges = (span.start_char - context.start_char, span.end_char - context.start_char)
    targets = Targets.spans([context.text], [edges], genre=genre, readers=readers)
    with one_thread():
        (prediction,) = MODELS[sha256].predictions(targets).rows()
    return TokenPrediction(prediction=prediction)


def _complexity(item: Token | Span) -> float | None:
    record: TokenPrediction = item._.get(RECORD)
    return record.prediction.complexity if record.prediction else None


def _expressions_in(text: Doc | Span) -> list[DocExpression]:
    """Return the expressions that are entirely in a text."""
    at = {token.idx: token for token in text}
    expressions = []
    for token in text:
        stored = token.doc.user_data.get(_key(token.idx, EXPRESSIONS))
        if stored and all(token.idx + offset in at for offset in stored["offsets"]):
            expressions.append(
                DocExpression(
                    tokens=tuple([at[token.idx + offset] for offset in stored["offsets"]]),
                    lemma=stored["lemma"],
                    kind=stored["kind"],
                    prediction=Prediction(**stored["prediction"]),
                )
            )
    return expressions


def _mean_complexity(text: Doc | Span) -> float | None:
    values = [value for token in text if (value := _complexity(token)) is not None]
    values += [
        expression.prediction.complexity
        for expression in _expressions_in(text)
        if all(_complexity(token) is None for token in expression.tokens)
    ]
    return sum(values) / len(values) if values else None
