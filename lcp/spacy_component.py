"""A spaCy component that says how hard each content word is: ``nlp.add_pipe("lcp")``."""

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

from lcp.annotation.segments import kind_of
from lcp.errors import InputError
from lcp.model import ComplexityModel, load_model
from lcp.persistence import read_description
from lcp.persistence.placement import FILES
from lcp.recipes import recipe_folder
from lcp.thresholds import threshold_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ATTRIBUTE = "complexity"
#: Key of a document's ``user_data``: the sha256 of the model that judged it.
MODEL = "lcp_model"
#: Models that this process has read, by sha256. A span is judged by the model that judged its
#: document, which knows no pipeline and may have come from another process.
_MODELS: dict[str, ComplexityModel] = {}


class Complexity(Pipe):  # type: ignore[misc]
    """Predict the complexity of the content words of documents.

    It sets ``token._.complexity`` (0-1; None for what is no content word) and
    ``doc._.complexity``, a dict: ``mean`` (0-1) and ``share_above`` (of content words, those
    from the threshold on, 0-1), both None where there are no content words, ``content_words``
    (their number) and ``threshold``. ``span._.complexity`` is that of the span as one
    expression, predicted in its sentence whenever it is asked for.

    Content words are those that ``lcp annotate`` rates. A document without sentence boundaries
    gets those of spaCy's rule-based ``Sentencizer``.

    Parameters
    ----------
    name : str, default="lcp"
        Name in the pipeline.
    model : str, default=""
        A model's folder; the one that ships where it is empty. It is read at once where it is
        there, else at the first document: a pipeline that :meth:`to_disk` wrote brings its own.
    threshold : float, default=0.5
        Complexity, 0-1, from which on a word counts as complex; see :mod:`lcp.thresholds`.

    Raises
    ------
    InputError
        When `threshold` is not from 0 to 1, or the model cannot be read.

    Examples
    --------
    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> _ = nlp.add_pipe("lcp")
    >>> doc = nlp("The acquiescence surprised me.")
    >>> [word.text for word in doc if word._.complexity is not None]
    ['acquiescence', 'surprised']
    """

    def __init__(self, name: str = "lcp", *, model: str = "", threshold: float = 0.5) -> None:
        self.name = name
        self.folder = Path(model) if model else recipe_folder("models") / "core"
        self.threshold = threshold_of(threshold)
        self._model: ComplexityModel | None = None
        self._sha256 = ""
        self._sentencizer = Sentencizer()
        _register()
        if self.folder.exists():
            self._read(self.folder)

    # Not `model`: spaCy asks any component for its thinc model of that name.
    @property
    def predictor(self) -> ComplexityModel:
        """The model that predicts.

        Raises
        ------
        InputError
            When its folder is not there.
        """
        if self._model is None:
            self._read(self.folder)
        assert self._model is not None  # noqa: S101 - for the type checker
        # A process that was given this component, not one that read it, has not noted it.
        return _MODELS.setdefault(self._sha256, self._model)

    def __call__(self, doc: Doc) -> Doc:
        """Judge one document."""
        self._judge([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Judge documents, all words of a batch at once."""
        error_handler = self.get_error_handler()
        for docs in minibatch(stream, size=batch_size):
            try:
                self._judge(docs)
            except Exception as error:  # noqa: BLE001 - spaCy's users choose what becomes of it
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
        """Return the files of the model's folder in one piece."""
        with tempfile.TemporaryDirectory() as folder:
            saved = self.predictor.save(Path(folder) / "model")
            files = {name: (saved / name).read_bytes for name in FILES}
            return bytes(to_bytes(files, ()))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Self:  # noqa: ARG002
        """Read what :meth:`to_bytes` returned."""
        with tempfile.TemporaryDirectory() as folder:
            from_bytes(data, {name: (Path(folder) / name).write_bytes for name in FILES}, ())
            self._read(Path(folder))
        return self

    def _read(self, folder: Path) -> None:
        sha256 = str(read_description(folder)["sha256"])
        if sha256 not in _MODELS:
            _MODELS[sha256] = load_model(folder)
        self._model, self._sha256 = _MODELS[sha256], sha256

    def _judge(self, docs: list[Doc]) -> None:
        """Set the attributes of documents, with one prediction for all of their words."""
        for doc in docs:
            if len(doc) and not doc.has_annotation("SENT_START"):
                self._sentencizer(doc)
        words = [
            [
                (token, sentence)
                for sentence in (doc.sents if len(doc) else ())
                for token in sentence
                if kind_of(token.text) == "word"
            ]
            for doc in docs
        ]
        spans = [
            (token.doc[token.i : token.i + 1], sentence)
            for found in words
            for token, sentence in found
        ]
        predicted = iter(_predict(self.predictor, spans))
        for doc, found in zip(docs, words, strict=True):
            values = [next(predicted) for _ in found]
            for (token, _), value in zip(found, values, strict=True):
                token._.set(ATTRIBUTE, value)
            doc.user_data[MODEL] = self._sha256
            doc._.set(ATTRIBUTE, self._summary(values))

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
    assigns=[f"{kind}._.{ATTRIBUTE}" for kind in ("doc", "span", "token")],
    default_config={"model": "", "threshold": 0.5},
)
def make_component(nlp: Language, name: str, model: str, threshold: float) -> Complexity:  # noqa: ARG001
    """Make the component for a pipeline's configuration; see :class:`Complexity`."""
    return Complexity(name, model=model, threshold=threshold)


def _predict(model: ComplexityModel, spans: list[tuple[Span, Span]]) -> list[float]:
    """Complexity of spans, each given with the stretch of text that it stands in."""
    rows = [
        (text.text, span.text, span.start_char - text.start_char, span.end_char - text.start_char)
        for span, text in spans
    ]
    table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
    # OpenMP's threads do not outlive a fork: a worker that counted on them would wait for ever.
    # One each is also what workers that share a machine should take.
    worker = multiprocessing.parent_process() is not None
    with threadpool_limits(1) if worker else nullcontext():
        return [float(value) for value in model.predict(table)]


def _of_span(span: Span) -> float | None:
    """Complexity of a span as one expression; None where it holds no letter or digit."""
    if not any(character.isalnum() for character in span.text):
        return None
    sha256 = span.doc.user_data.get(MODEL)
    if sha256 not in _MODELS:
        raise InputError(
            "The document was not judged by lcp, or by a model that is not read here.",
            where="span._.complexity",
            hint='Call nlp.add_pipe("lcp"), and nlp on the text.',
        )
    # A span may reach over sentences.
    around = span.doc[span[0].sent.start : span[-1].sent.end]
    return _predict(_MODELS[sha256], [(span, around)])[0]


def _register() -> None:
    """Declare the attributes, once per process."""
    for kind, options in (
        (Doc, {"default": None}),
        (Span, {"getter": _of_span}),
        (Token, {"default": None}),
    ):
        if not kind.has_extension(ATTRIBUTE):
            kind.set_extension(ATTRIBUTE, **options)
