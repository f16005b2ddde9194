"""A spaCy component that rates content words: ``nlp.add_pipe("lcp")``."""

from __future__ import annotations

import multiprocessing
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pandas as pd
from spacy.language import Language
from spacy.pipeline import Pipe, Sentencizer
from spacy.tokens import Doc, Span, Token
from spacy.util import from_bytes, minibatch, to_bytes
from threadpoolctl import threadpool_limits

from lcp.annotation.context import kinds_in_context
from lcp.annotation.kinds import kind_of
from lcp.annotation.pipelines import decided_kind, reading_of
from lcp.errors import InputError
from lcp.model.destination import FILES
from lcp.model.loading import load_model
from lcp.model.manifest import read_description
from lcp.model.scale import threshold_of
from lcp.recipes import recipe_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.annotation.kinds import Kind
    from lcp.model.complexity_model import ComplexityModel

ATTRIBUTE = "complexity"
#: Attribute of a token: its kind.
KIND = "lcp_kind"
#: Key of a document's ``user_data``: the sha256 of the model that rated it.
MODEL = "lcp_model"
#: Models of this process by sha256. A span is rated by the model of its document, which has no
#: reference to a pipeline and may come from another process.
_MODELS: dict[str, ComplexityModel] = {}


class Complexity(Pipe):  # type: ignore[misc]
    """Predict the complexity of the content words of documents.

    The component sets ``token._.complexity`` (0-1; None for other tokens) and
    ``doc._.complexity``, a dict of ``mean`` (0-1), ``share_above`` (share of content words that
    reach the threshold, 0-1), ``content_words`` (number) and ``threshold``; mean and share are
    None if there are no content words. ``span._.complexity`` is the complexity of the span as
    one expression in its sentence, predicted at every access.

    Content words are the words that ``lcp annotate`` rates. ``token._.lcp_kind`` is the kind of a
    token, one of :data:`lcp.annotation.kinds.KINDS`; None for white space. After a tagger or entity
    recogniser in the pipeline, its proper nouns and entities are the names. If a document has no
    sentence boundaries, spaCy's rule-based ``Sentencizer`` sets them.

    Parameters
    ----------
    name : str, default="lcp"
        Name of the component in the pipeline.
    model : str, default=""
        Folder of a model. Default: the bundled model. A folder that does not exist raises an
        error at the first document only, because a saved pipeline contains its model.
    threshold : float, default=0.5
        Complexity, 0-1, from which a word counts as complex; see :mod:`lcp.model.scale`.
    rate_names : bool, default=False
        Whether to rate names too.

    Raises
    ------
    InputError
        If `threshold` is not from 0 to 1, or the model cannot be read.

    Examples
    --------
    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> _ = nlp.add_pipe("lcp")
    >>> doc = nlp("The acquiescence surprised Priya.")
    >>> [word.text for word in doc if word._.complexity is not None]
    ['acquiescence', 'surprised']
    >>> doc[3]._.lcp_kind
    'name'
    """

    def __init__(
        self,
        name: str = "lcp",
        *,
        model: str = "",
        threshold: float = 0.5,
        rate_names: bool = False,
    ) -> None:
        self.name = name
        self.rate_names = rate_names
        self.folder = Path(model) if model else recipe_folder("models") / "core"
        self.threshold = threshold_of(threshold)
        self._model: ComplexityModel | None = None
        self._sha256 = ""
        self._sentencizer = Sentencizer()
        _register()
        if self.folder.exists():
            self._read(self.folder)

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
            self._read(self.folder)
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
        self._read(Path(path))
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:  # noqa: ARG002
        """Return the files of the model's folder as bytes."""
        with tempfile.TemporaryDirectory() as folder:
            saved = self.predictor.save(Path(folder) / "model")
            files = {name: (saved / name).read_bytes for name in FILES}
            return bytes(to_bytes(files, ()))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Self:  # noqa: ARG002
        """Read the model from the result of :meth:`to_bytes`."""
        with tempfile.TemporaryDirectory() as folder:
            from_bytes(data, {name: (Path(folder) / name).write_bytes for name in FILES}, ())
            self._read(Path(folder))
        return self

    def _read(self, folder: Path) -> None:
        sha256 = str(read_description(folder)["sha256"])
        if sha256 not in _MODELS:
            _MODELS[sha256] = load_model(folder)
        self._model, self._sha256 = _MODELS[sha256], sha256

    def _rate(self, docs: list[Doc]) -> None:
        """Set the attributes of documents, with one prediction for all words."""
        for doc in docs:
            if len(doc) and not doc.has_annotation("SENT_START"):
                self._sentencizer(doc)
        content = [list(self._content(doc)) for doc in docs]
        spans = [
            (token.doc[token.i : token.i + 1], sentence)
            for words in content
            for token, sentence in words
        ]
        predicted = iter(_predict(self.predictor, spans))
        for doc, words in zip(docs, content, strict=True):
            values = [next(predicted) for _ in words]
            for (token, _), value in zip(words, values, strict=True):
                token._.set(ATTRIBUTE, value)
            doc.user_data[MODEL] = self._sha256
            doc._.set(ATTRIBUTE, self._summary(values))

    def _content(self, doc: Doc) -> Iterator[tuple[Token, Span]]:
        """Set the kinds of the tokens, and yield those to rate, with their sentences."""
        rated = {"word", "name"} if self.rate_names else {"word"}
        for sentence in doc.sents if len(doc) else ():
            tokens = [token for token in sentence if not token.is_space]
            for token, kind in zip(tokens, _kinds(tokens), strict=True):
                token._.set(KIND, kind)
                if kind in rated:
                    yield token, sentence

    def _summary(self, values: list[float]) -> dict[str, float | int | None]:
        n = len(values)
        return {
            "mean": sum(values) / n if n else None,
            "share_above": sum(value >= self.threshold for value in values) / n if n else None,
            "content_words": n,
            "threshold": self.threshold,
        }


@Language.factory(  # type: ignore[untyped-decorator]
    "lcp",
    assigns=[f"{kind}._.{ATTRIBUTE}" for kind in ("doc", "span", "token")] + [f"token._.{KIND}"],
    default_config={"model": "", "threshold": 0.5, "rate_names": False},
)
def make_component(
    nlp: Language,  # noqa: ARG001
    name: str,
    model: str,
    threshold: float,
    rate_names: bool,  # noqa: FBT001 - spaCy passes its configuration by name
) -> Complexity:
    """Create the component from a pipeline's configuration; see :class:`Complexity`."""
    return Complexity(name, model=model, threshold=threshold, rate_names=rate_names)


def _kinds(tokens: list[Token]) -> list[Kind]:
    """Return the kinds of a sentence's tokens; a tagger or entity recogniser decides on names."""
    texts = [token.text for token in tokens]
    kinds = kinds_in_context(texts, [kind_of(text) for text in texts])
    return [
        decided_kind(text, kind, [reading_of(token)])
        for text, kind, token in zip(texts, kinds, tokens, strict=True)
    ]


def _predict(model: ComplexityModel, spans: list[tuple[Span, Span]]) -> list[float]:
    """Return the complexity of spans, each paired with its context."""
    rows = []
    for span, context in spans:
        start = span.start_char - context.start_char
        rows.append((context.text, span.text, start, start + len(span.text)))
    table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
    # OpenMP's threads do not survive a fork, so a forked worker would wait for them forever. One
    # thread per worker also avoids oversubscription.
    worker = multiprocessing.parent_process() is not None
    with threadpool_limits(1) if worker else nullcontext():
        return [float(value) for value in model.predict(table)]


def _of_span(span: Span) -> float | None:
    """Return the complexity of a span as one expression; None without letters and digits."""
    if not any(character.isalnum() for character in span.text):
        return None
    sha256 = span.doc.user_data.get(MODEL)
    if sha256 not in _MODELS:
        raise InputError(
            "The document was not rated by lcp, or its model is not loaded in this process.",
            where="span._.complexity",
            hint='Call nlp.add_pipe("lcp") and process the text with nlp.',
        )
    # A span may cross sentences.
    context = span.doc[span[0].sent.start : span[-1].sent.end]
    return _predict(_MODELS[sha256], [(span, context)])[0]


def _register() -> None:
    """Declare the attributes, once per process."""
    for kind, attribute, options in (
        (Doc, ATTRIBUTE, {"default": None}),
        (Span, ATTRIBUTE, {"getter": _of_span}),
        (Token, ATTRIBUTE, {"default": None}),
        (Token, KIND, {"default": None}),
    ):
        if not kind.has_extension(attribute):
            kind.set_extension(attribute, **options)
