"""A spaCy component that rates content words: ``nlp.add_pipe("lcp")``."""

from __future__ import annotations

import multiprocessing
from contextlib import contextmanager, nullcontext
from itertools import chain, islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, Self, get_args

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc, Span, Token
from spacy.util import minibatch
from spacy.vocab import Vocab
from threadpoolctl import threadpool_limits

from lcp.errors import InputError
from lcp.model.capabilities import ALL
from lcp.model.loading import load_model
from lcp.model.manifest import read_description
from lcp.model.ratings import Rating
from lcp.model.restoring import model_folder
from lcp.reading.annotator import Annotator
from lcp.reading.pipelines import sentences_of
from lcp.reading.text_targets import Expressions
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lcp.corpora.registry import Readers
    from lcp.english import Sentence
    from lcp.english.kinds import Kind
    from lcp.model.model import ComplexityModel
    from lcp.reading.annotation import AnnotatedSentence

#: Name of the record of a token, and its key in the document's ``user_data``.
RECORD = "lcp"
#: Name of the expressions of a document, and of those that begin at a token in ``user_data``.
EXPRESSIONS = "lcp_expressions"
#: Key of a document's ``user_data``: sha256 of the model that rated it, genre and readers.
MODEL = "lcp_model"
#: Models of this process by sha256. A span is rated by the model of its document, which has no
#: reference to a pipeline and may come from another process.
_MODELS: dict[str, ComplexityModel] = {}
_LOCK = Lock()


class Record(NamedTuple):
    """What ``token._.lcp`` and ``span._.lcp`` contain.

    Attributes
    ----------
    kind : str or None
        One of :data:`lcp.english.kinds.KINDS`; None for spans.
    rating : Rating or None
        Complexity, interval, rank in running text and CEFR level; None if it is not rated.
    """

    kind: Kind | None = None
    rating: Rating | None = None


class Expression(NamedTuple):
    """What ``doc._.expressions`` contains.

    Attributes
    ----------
    tokens : tuple of Token
        Its tokens; those between the parts of an expression that is apart are left out.
    form : str
        Dictionary form.
    kind : str
        One of :data:`lcp.lexicon.expressions.KINDS`.
    rating : Rating
        Its complexity and level.
    """

    tokens: tuple[Token, ...]
    form: str
    kind: str
    rating: Rating


@Language.factory(
    "lcp",
    assigns=["doc._.mean_complexity", "span._.mean_complexity"]
    + ["doc._.expressions", "span._.expressions"]
    + [f"{kind}._.{name}" for kind in ("span", "token") for name in ("complexity", RECORD)],
    default_config={
        "model": "",
        "genre": "",
        "readers": "general",
        "names": False,
        "expressions": None,
    },
)
class Complexity(Pipe):  # type: ignore[misc]
    """Predict the complexity of the content words of documents.

    Attributes of tokens and spans:

    - ``token._.complexity`` is the complexity of a content word, 0-1, and None for other tokens.
      ``span._.complexity`` is the complexity of the span as one expression in its sentence,
      predicted at every access; None without letters and digits.
    - ``token._.lcp`` and ``span._.lcp`` are :class:`Record` objects: the kind of the token, and its
      rating with the interval and the CEFR level.
    - ``doc._.expressions`` and ``span._.expressions`` are the phrasal verbs, idioms, fixed phrases
      and compounds, as :class:`Expression`. Their tokens are not rated by themselves.
    - ``doc._.mean_complexity`` and ``span._.mean_complexity`` are the mean complexity of the
      content words and expressions in a text, sentence or passage; None if there are none.

    Content words are the words that ``lcp annotate`` rates. After a tagger or entity recogniser in
    the pipeline, its proper nouns and entities are the names. If a document has no sentence
    boundaries, the component sets them. A hyphenated word, which spaCy divides, is an expression.

    A new component loads everything that predictions need, unless they depend on the sentence, so
    that processes which ``nlp.pipe(n_process=2)`` forks share it.

    Parameters
    ----------
    nlp : Language
        The pipeline.
    name : str, default="lcp"
        Name of the component in the pipeline.
    model : str, default=""
        Folder or name of a model. Default: the bundled model. One that does not exist raises an
        error at the first document only, because a saved pipeline contains its model.
    genre : str, default=""
        Genre of the texts, if known.
    readers : str, default="general"
        Who reads the texts; see :class:`lcp.reading.annotator.Annotator`. A saved pipeline does not
        contain the path of a model for learners with a first language.
    names : bool, default=False
        Whether to rate names too.
    expressions : {"yes", "no", "both"}, optional
        Whether to rate expressions instead of their words, not at all, or with their words, which
        then count for the mean. Default: ``yes`` if the model rates expressions.

    Raises
    ------
    InputError
        If the model was not trained for the readers, or cannot be read.

    Examples
    --------
    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> _ = nlp.add_pipe("lcp")
    >>> doc = nlp("The acquiescence surprised Priya.")
    >>> [word.text for word in doc if word._.complexity is not None]
    ['acquiescence', 'surprised']
    >>> doc[3]._.lcp.kind
    'name'
    >>> [each.form for each in nlp("He took the tall hat off.")._.expressions]
    ['take off']
    """

    def __init__(
        self,
        nlp: Language,  # noqa: ARG002 - spaCy's factories
        name: str = "lcp",
        *,
        model: str = "",
        genre: str = "",
        readers: Readers = "general",
        names: bool = False,
        expressions: Expressions | None = None,
    ) -> None:
        self.name = name
        self.genre = genre
        self.readers = readers
        self.names = names
        if expressions not in {None, *get_args(Expressions)}:
            raise InputError(
                f"'{expressions}' is not a choice.", where="expressions", hint="yes, no or both."
            )
        self.expressions = expressions
        self.folder = model_folder(model or None)
        self._model: ComplexityModel | None = None
        self._sha256 = ""
        _register()
        if self.folder.exists():
            self.from_disk(self.folder)

    # Not `model`, because spaCy expects a thinc model in an attribute of that name.
    @property
    def predictor(self) -> ComplexityModel:
        """The model that predicts.

        Raises
        ------
        InputError
            If its folder does not exist.
        """
        if self._model is None:
            self.from_disk(self.folder)
        assert self._model is not None  # noqa: S101 - for the type checker
        # A process that received this component has not read the model.
        return _MODELS.setdefault(self._sha256, self._model)

    def __call__(self, doc: Doc) -> Doc:
        """Rate one document."""
        self._rate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Rate documents, with one prediction for each batch."""
        error_handler = self.get_error_handler()
        for docs in minibatch(stream, size=batch_size):
            try:
                self._rate(docs)
            except Exception as error:  # noqa: BLE001 - spaCy's users choose the handler
                error_handler(self.name, self, docs, error)
            else:
                yield from docs

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:  # noqa: ARG002
        """Save the model into a pipeline's folder; see :meth:`lcp.ComplexityModel.save`."""
        self.predictor.save(path, overwrite=True)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:  # noqa: ARG002
        """Read the model from a pipeline's folder; see :func:`lcp.load_model`."""
        sha256 = str(read_description(Path(path))["sha256"])
        if sha256 not in _MODELS:
            _MODELS[sha256] = load_model(path)
        _MODELS[sha256].capabilities_.check_options(self.genre, self.readers)
        self._model, self._sha256 = _MODELS[sha256], sha256
        # Loads what predictions need, also for unknown words, once for all processes forked later;
        # except encoders of sentences, whose threads do not survive a fork.
        if ALL not in self._model.capabilities_.genres(self.readers):
            self(Doc(Vocab(), words=["unlexiconed", "rivers", "rose"]))
        return self

    def _rate(self, docs: Sequence[Doc]) -> None:
        """Set the records of all tokens, with one prediction for all words."""
        # Here, because a process that receives the component does not create it, and spaCy imports
        # this module for pipelines without it too.
        _register()
        annotator = Annotator(
            self.predictor,
            genre=self.genre,
            readers=self.readers,
            names=self.names,
            expressions=self.expressions,
        )
        with _one_thread():
            read = [sentences_of(doc) for doc in docs]
            rated = iter(list(annotator.annotate(filter(None, read))))
        for doc, sentences in zip(docs, read, strict=True):
            doc.user_data[MODEL] = (self._sha256, self.genre, self.readers)
            _set_kinds(doc, sentences)
            for sentence in islice(rated, len(sentences)):
                _set_ratings(doc, sentence)


def _set_kinds(doc: Doc, sentences: Sequence[Sentence]) -> None:
    """Set the kinds of the tokens, and where sentences begin if the document does not tell."""
    if not doc.has_annotation("SENT_START"):
        firsts = {_tokens(doc, sentence.start, sentence.end)[0].i for sentence in sentences}
        for token in doc:
            token.is_sent_start = token.i in firsts
    for start, end, *_, kind in chain.from_iterable(sentence.tokens for sentence in sentences):
        for token in _tokens(doc, start, end):
            doc.user_data[_key(token)] = {"kind": kind}


def _set_ratings(doc: Doc, sentence: AnnotatedSentence) -> None:
    """Set the ratings of words and expressions; a word of several tokens is an expression."""
    kinds = {expression.edges: expression.kind for expression in sentence.sentence.expressions}
    for word in sentence.words:
        parts = word.parts or ((word.start, word.end),)
        tokens = [token for part in parts for token in _tokens(doc, *part)]
        rating = word.rating._asdict()
        if len(tokens) > 1:
            doc.user_data[_key(tokens[0], EXPRESSIONS)] = {
                "offsets": [token.idx - tokens[0].idx for token in tokens],
                "form": word.form or word.text.lower(),
                "kind": kinds.get(tuple(chain.from_iterable(parts)), "compound"),
                "rating": rating,
            }
        else:
            doc.user_data[_key(tokens[0])]["rating"] = rating


def _tokens(doc: Doc, start: int, end: int) -> list[Token]:
    """Return the tokens of a span of characters, without white space."""
    span = doc.char_span(start, end, alignment_mode="expand")
    return [token for token in span if not token.is_space]


@contextmanager
def _one_thread() -> Iterator[None]:
    """Limit threads in a worker process.

    OpenMP's threads do not survive a fork, so a forked worker would wait for them forever. One
    thread per worker also avoids oversubscription.
    """
    worker = multiprocessing.parent_process() is not None
    with _LOCK, threadpool_limits(1) if worker else nullcontext():
        yield


def _key(token: Token, name: str = RECORD) -> tuple[str, str, int, None]:
    """Return the key of a token's record in ``user_data``, in spaCy's form for attributes.

    ``Span.as_doc`` and ``Doc.from_docs`` move entries of this form with the text.
    """
    return "._.", name, token.idx, None


def _register() -> None:
    """Declare the attributes; spaCy raises an error if another program has declared one."""
    for owner, record in ((Token, _of_token), (Span, _of_span)):
        _declare(owner, RECORD, record)
        _declare(owner, "complexity", _complexity)
    for owner in (Doc, Span):
        _declare(owner, "mean_complexity", _mean)
        _declare(owner, "expressions", _found)


def _declare(owner: type[Doc | Span | Token], name: str, getter: Callable[[Any], object]) -> None:
    if not (owner.has_extension(name) and owner.get_extension(name)[2] is getter):
        owner.set_extension(name, getter=getter)


def _of_token(token: Token) -> Record:
    stored = token.doc.user_data.get(_key(token), {})
    rating = stored.get("rating")
    return Record(kind=stored.get("kind"), rating=Rating(**rating) if rating else None)


def _of_span(span: Span) -> Record:
    """Return the rating of a span as one expression in its sentence."""
    if not any(character.isalnum() for character in span.text):
        return Record()
    sha256, genre, readers = span.doc.user_data.get(MODEL, ("", "", "general"))
    if sha256 not in _MODELS:
        raise InputError(
            "The document was not rated by lcp, or its model is not loaded in this process.",
            where="span._.complexity",
            hint='Call nlp.add_pipe("lcp") and process the text with nlp.',
        )
    # A span may cross sentences.
    context = span.doc[span[0].sent.start : span[-1].sent.end]
    edges = (span.start_char - context.start_char, span.end_char - context.start_char)
    targets = Targets.spans([context.text], [edges], genre=genre, readers=readers)
    with _one_thread():
        (rating,) = _MODELS[sha256].rate(targets).rows()
    return Record(rating=rating)


def _complexity(item: Token | Span) -> float | None:
    record: Record = item._.get(RECORD)
    return record.rating.complexity if record.rating else None


def _found(text: Doc | Span) -> list[Expression]:
    """Return the expressions that are entirely in a text."""
    at = {token.idx: token for token in text}
    expressions = []
    for token in text:
        stored = token.doc.user_data.get(_key(token, EXPRESSIONS))
        if stored and all(token.idx + offset in at for offset in stored["offsets"]):
            expressions.append(
                Expression(
                    tokens=tuple([at[token.idx + offset] for offset in stored["offsets"]]),
                    form=stored["form"],
                    kind=stored["kind"],
                    rating=Rating(**stored["rating"]),
                )
            )
    return expressions


def _mean(text: Doc | Span) -> float | None:
    values = [value for token in text if (value := _complexity(token)) is not None]
    values += [
        expression.rating.complexity
        for expression in _found(text)
        if all(_complexity(token) is None for token in expression.tokens)
    ]
    return sum(values) / len(values) if values else None
