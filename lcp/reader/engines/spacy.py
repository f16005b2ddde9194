"""A spaCy component that annotates content words: ``nlp.add_pipe("lcp")``."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Self

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.util import minibatch
from spacy.vocab import Vocab

from lcp.base.reader_groups import ALL
from lcp.model.input_folder import model_folder
from lcp.model.manifest import read_description
from lcp.model.saved_model import load_model
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.annotation.spacy_analyser import sentences_of
from lcp.reader.engines.spacy_attributes import (
    MODEL,
    MODELS,
    RECORD,
    one_thread,
    register,
    set_records,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.base.reader_groups import Readers
    from lcp.model.model import ComplexityModel
    from lcp.reader.annotation.text_targets import Expressions


@Language.factory(
    "lcp",
    assigns=["doc._.lcp_mean_complexity", "span._.lcp_mean_complexity"]
    + ["doc._.lcp_expressions", "span._.lcp_expressions"]
    + [f"{kind}._.{name}" for kind in ("span", "token") for name in ("lcp_complexity", RECORD)],
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

    - ``token._.lcp_complexity`` is the complexity of a content word, 0-1, and None for other
      tokens. ``span._.lcp_complexity`` is the complexity of the span as one expression in its
      sentence, predicted at every access; None without letters and digits.
    - ``token._.lcp`` and ``span._.lcp`` are objects of the class
      :class:`~lcp.reader.engines.spacy_attributes.TokenPrediction`: the kind of the token, and
      its prediction with the interval and the CEFR level.
    - ``doc._.lcp_expressions`` and ``span._.lcp_expressions`` are the phrasal verbs, idioms, fixed
      phrases and compounds, as :class:`~lcp.reader.engines.spacy_attributes.DocExpression`. Their
      tokens are not annotated by themselves.
    - ``doc._.lcp_mean_complexity`` and ``span._.lcp_mean_complexity`` are the mean complexity of
      the content words and expressions in a text, sentence or passage; None if there are none.

    Content words are the words that ``lcp annotate`` annotates. After a tagger or entity recogniser
    in the pipeline, its proper nouns and entities are the names. If a document has no sentence
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
        Who reads the texts; see :class:`lcp.Annotator`. A saved pipeline does not
        contain the path of a model for learners with a first language.
    names : bool, default=False
        Whether to annotate names too.
    expressions : {"yes", "no", "both"}, optional
        Whether to annotate expressions instead of their words, not at all, or with their words,
        which then count for the mean. Default: ``yes`` if the model predicts for them.

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
    >>> [word.text for word in doc if word._.lcp_complexity is not None]
    ['acquiescence', 'surprised']
    >>> doc[3]._.lcp.kind
    'name'
    >>> [each.lemma for each in nlp("He took the tall hat off.")._.lcp_expressions]
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
        self.expressions = expressions
        self.folder = model_folder(model or None)
        self._model: ComplexityModel | None = None
        self._sha256 = ""
        register()
        if self.folder.exists():
            self.from_disk(self.folder)

    # Not `model`, because spaCy expects a thinc model in an attribute of that name.
    @property
    def complexity_model(self) -> ComplexityModel:
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
        return MODELS.setdefault(self._sha256, self._model)

    def __call__(self, doc: Doc) -> Doc:
        """Annotate one document."""
        self._annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Annotate documents, with one prediction for each batch."""
        error_handler = self.get_error_handler()
        for docs in minibatch(stream, size=batch_size):
            try:
                self._annotate(docs)
            except Exception as error:  # noqa: BLE001 - spaCy's users choose the handler
                error_handler(self.name, self, docs, error)
            else:
                yield from docs

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:  # noqa: ARG002
        """Save the model into a pipeline's folder; see :meth:`lcp.ComplexityModel.save`."""
        self.complexity_model.save(path, overwrite=True)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:  # noqa: ARG002
        """Read the model from a pipeline's folder; see :func:`lcp.load_model`."""
        sha256 = str(read_description(Path(path))["sha256"])
        if sha256 not in MODELS:
            MODELS[sha256] = load_model(path)
        self._model, self._sha256 = MODELS[sha256], sha256
        self._annotator()  # checks the options
        # Loads what predictions need, also for unknown words, once for all processes forked later;
        # except encoders of sentences, whose threads do not survive a fork.
        if ALL not in self._model.capabilities_.genres(self.readers):
            self(Doc(Vocab(), words=["unlexiconed", "rivers", "rose"]))
        return self

    def _annotator(self) -> Annotator:
        return Annotator(
            self.complexity_model,
            genre=self.genre,
            readers=self.readers,
            names=self.names,
            expressions=self.expressions,
        )

    def _annotate(self, docs: Sequence[Doc]) -> None:
        """Set the records of all tokens, with one prediction for all words."""
        # Here, because a process that receives the component does not create it, and spaCy imports
        # this module for pipelines without it too.
        register()
        annotator = self._annotator()
        with one_thread():
            numbers = count()
            groups = ([(next(numbers), each) for each in part] for part in sentences_of(docs))
            annotated = [*annotator.annotate_groups(groups)]
        for doc, (_, sentences) in zip(docs, annotated, strict=True):
            doc.user_data[MODEL] = (self._sha256, self.genre, self.readers)
            set_records(doc, sentences)
