"""A spaCy component that rates content words: ``nlp.add_pipe("lcp")``."""

from __future__ import annotations

import multiprocessing
import tempfile
from contextlib import nullcontext
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Self

from spacy.language import Language
from spacy.pipeline import Pipe, Sentencizer
from spacy.tokens import Doc
from spacy.util import from_bytes, minibatch, to_bytes
from spacy.vocab import Vocab
from threadpoolctl import threadpool_limits

from lcp.annotation.context import kinds_in_context
from lcp.annotation.kinds import kind_of
from lcp.annotation.pipelines import decided_kind, reading_of
from lcp.annotation.rating import TargetRater, rated_form, summary
from lcp.errors import InputError
from lcp.model.destination import FILES
from lcp.model.installed import predictor_for
from lcp.model.loading import load_model
from lcp.model.manifest import read_description
from lcp.model.scale import check_threshold
from lcp.recipes import recipe_folder
from lcp.spacy_attributes import ATTRIBUTE, KIND, LEVEL, register, store
from lcp.spacy_transfer import remember_encoders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    import numpy as np
    from numpy.typing import NDArray
    from spacy.tokens import Span

    from lcp.annotation.kinds import Kind
    from lcp.annotation.rating import Row, Summary
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel

#: Key of a document's ``user_data``: sha256 of the model that rated it, genre and readers.
MODEL = "lcp_model"
#: Models of this process by sha256. A span is rated by the model of its document, which has no
#: reference to a pipeline and may come from another process.
_MODELS: dict[str, ComplexityModel] = {}
#: They cache words, by the model's sha256, the id of their predictor, the genre and the readers.
_RATERS: dict[tuple[str, int, str, str], TargetRater] = {}
_LOCK = Lock()


class Complexity(Pipe):  # type: ignore[misc]
    """Predict the complexity of the content words of documents.

    The component sets ``token._.complexity`` (0-1; None for other tokens) and
    ``doc._.complexity``, a dict of ``mean`` (0-1), ``share_above`` (share of content words that
    reach the threshold, 0-1), ``content_words`` (number) and ``threshold``; mean and share are
    None if there are no content words. ``sent._.complexity``, of a sentence or several, is such a
    dict too. That of another span is the complexity of the span as one expression in its
    sentence, predicted at every access. ``token._.cefr`` is the CEFR level of a rated word for
    learners, A1 to C2, if the model predicts levels; the part of speech of a tagger in the pipeline
    decides between the levels of a word.

    Content words are the words that ``lcp annotate`` rates. ``token._.lcp_kind`` is the kind of a
    token, one of :data:`lcp.annotation.kinds.KINDS`; None for white space. After a tagger or entity
    recogniser in the pipeline, its proper nouns and entities are the names. If a document has no
    sentence boundaries, spaCy's rule-based ``Sentencizer`` sets them.

    A new component loads everything that predictions need, unless they depend on the sentence, so
    that processes which ``nlp.pipe(n_process=2)`` forks share it.
    ``doc.to_json(underscore=…)`` and processes without the component find the attributes of tokens
    after one of them, or the document's ``complexity``, was read.

    Parameters
    ----------
    name : str, default="lcp"
        Name of the component in the pipeline.
    model : str, default=""
        Folder of a model. Default: the bundled model. A folder that does not exist raises an
        error at the first document only, because a saved pipeline contains its model.
    threshold : float, optional
        Complexity, 0-1, from which a word counts as complex. Default: that of general readers; see
        :data:`lcp.model.scale.AUDIENCES`.
    genre : str, default=""
        Genre of the texts, if known.
    readers : str, default="general"
        Who reads the texts; see :class:`lcp.annotation.Annotator`. A saved pipeline does not
        contain the installed model for learners with a first language.
    rate_names : bool, default=False
        Whether to rate names too.

    Raises
    ------
    InputError
        If `threshold` is not from 0 to 1, the model was not trained for the readers, or it cannot
        be read.

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
        threshold: float | None = None,
        genre: str = "",
        readers: Readers = "general",
        rate_names: bool = False,
    ) -> None:
        self.name = name
        self.genre = genre
        self.readers = readers
        self.rate_names = rate_names
        self.folder = Path(model) if model else recipe_folder("models") / "core"
        self._threshold = None if threshold is None else check_threshold(threshold)
        self._model: ComplexityModel | None = None
        self._sha256 = ""
        self._sentencizer = Sentencizer()
        register(_of_span)
        if self.folder.exists():
            self._read(self.folder)

    @property
    def threshold(self) -> float:
        """Complexity, 0-1, from which a word counts as complex."""
        if self._threshold is None:
            predictor = predictor_for(self.predictor, self.readers)
            self._threshold = predictor.running_text_.threshold(readers=self.readers)
        return self._threshold

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
            files = {path.name: path.read_bytes for path in sorted(saved.iterdir())}
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
        predictor_for(_MODELS[sha256], self.readers)
        self._model, self._sha256 = _MODELS[sha256], sha256
        # Loads what predictions need, also for unknown words, once for all processes forked later;
        # except encoders of sentences, whose threads do not survive a fork.
        if not self._model.depends_on_sentence(self.genre, self.readers):
            self(Doc(Vocab(), words=["unlexiconed", "rivers", "rose"]))

    def _rate(self, docs: list[Doc]) -> None:
        """Set the attributes of documents, with one prediction for all words."""
        # Here, because a process that receives the component does not create it, and spaCy imports
        # this module for pipelines without it too.
        register(_of_span)
        remember_encoders()
        read = []
        for doc in docs:
            if len(doc) and not doc.has_annotation("SENT_START"):
                self._sentencizer(doc)
            kinds = _kinds_of(doc)
            read.append((doc, kinds, list(self._words(doc, kinds))))
        rows = [row for _, _, words in read for _, row in words]
        ratings = iter(_rated(rows, self.predictor, self._sha256, self.genre, self.readers))
        for doc, kinds, words in read:
            store(doc, kinds, [(place, next(ratings)) for place, _ in words], self.threshold)
            doc.user_data[MODEL] = (self._sha256, self.genre, self.readers)

    def _words(self, doc: Doc, kinds: list[Kind | None]) -> Iterator[tuple[int, Row]]:
        """Yield the tokens to rate, as their index and their instance."""
        rated = {"word", "name"} if self.rate_names else {"word"}
        for sentence in doc.sents if len(doc) else ():
            text = sentence.text
            for token in sentence:
                kind = kinds[token.i]
                if kind in rated:
                    start = token.idx - sentence.start_char
                    yield token.i, _row(token.text, text, start, token.pos_, is_word=kind == "word")


@Language.factory(  # type: ignore[untyped-decorator]
    "lcp",
    assigns=[f"{kind}._.{ATTRIBUTE}" for kind in ("doc", "span", "token")]
    + [f"token._.{name}" for name in (KIND, LEVEL)],
    default_config={
        "model": "",
        "threshold": None,
        "genre": "",
        "readers": "general",
        "rate_names": False,
    },
)
def make_component(  # noqa: PLR0917 - spaCy's factories
    nlp: Language,  # noqa: ARG001
    name: str,
    model: str,
    threshold: float | None,
    genre: str,
    readers: Readers,
    rate_names: bool,  # noqa: FBT001 - spaCy passes its configuration by name
) -> Complexity:
    """Create the component from a pipeline's configuration; see :class:`Complexity`."""
    return Complexity(
        name,
        model=model,
        threshold=threshold,
        genre=genre,
        readers=readers,
        rate_names=rate_names,
    )


def _kinds_of(doc: Doc) -> list[Kind | None]:
    """Return the kinds of tokens; None for white space.

    A tagger or entity recogniser in the pipeline decides on names.
    """
    result: list[Kind | None] = [None] * len(doc)
    for sentence in doc.sents if len(doc) else ():
        tokens = [token for token in sentence if not token.is_space]
        texts = [token.text for token in tokens]
        kinds = kinds_in_context(texts, [kind_of(text) for text in texts])
        for token, text, kind in zip(tokens, texts, kinds, strict=True):
            result[token.i] = decided_kind(text, kind, [reading_of(token)])
    return result


def _row(text: str, sentence: str, start: int, part: str, *, is_word: bool) -> Row:
    """Return the instance of a target that starts at a character of its sentence."""
    form = rated_form(text) if is_word else text
    return sentence, form, start, start + len(text), part


def _rated(
    rows: list[Row], model: ComplexityModel, sha256: str, genre: str, readers: Readers
) -> NDArray[np.float64]:
    """Return the numbers of :meth:`TargetRater.rate`; raters are shared in this process."""
    with _LOCK, _threads():
        # The rater keeps its predictor, whose id is therefore not used again.
        key = (sha256, id(predictor_for(model, readers)), genre, readers)
        if key not in _RATERS:
            _RATERS[key] = TargetRater(model, genre, readers)
        return _RATERS[key].rate(rows)


def _threads() -> AbstractContextManager[Any]:
    """Limit the threads of a worker process."""
    # OpenMP's threads do not survive a fork, so a forked worker would wait for them forever. One
    # thread per worker also avoids oversubscription.
    worker = multiprocessing.parent_process() is not None
    return threadpool_limits(1) if worker else nullcontext()


def _of_span(span: Span) -> float | Summary | None:
    """Return the summary of sentences, or the complexity of another span as one expression.

    None for an expression without letters and digits.
    """
    rated = MODEL in span.doc.user_data
    if rated and span[0].is_sent_start and span.end == span[-1].sent.end:
        values = [token._.get(ATTRIBUTE) for token in span]
        threshold = span.doc._.get(ATTRIBUTE)["threshold"]
        return summary([value for value in values if value is not None], threshold)
    if not any(character.isalnum() for character in span.text):
        return None
    sha256, genre, readers = span.doc.user_data.get(MODEL, ("", "", "general"))
    if sha256 not in _MODELS:
        raise InputError(
            "The document was not rated by lcp, or its model is not loaded in this process.",
            where="span._.complexity",
            hint='Call nlp.add_pipe("lcp") and process the text with nlp.',
        )
    # A span may cross sentences.
    context = span.doc[span[0].sent.start : span[-1].sent.end]
    is_word = len(span) == 1 and span[0]._.get(KIND) == "word"
    start = span.start_char - context.start_char
    row = _row(span.text, context.text, start, span[-1].pos_, is_word=is_word)
    return float(_rated([row], _MODELS[sha256], sha256, genre, readers)[0, 0])
