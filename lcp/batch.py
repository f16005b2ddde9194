"""Rate a column of texts in Arrow batches, in any engine that distributes Python functions.

Output columns, after those of the input:

- ``words``: list of structs of type ``WORD``, one for each rated word. The fields are those of
  :class:`lcp.annotation.RatedWord`, after ``sentence``, the index of the sentence in its text.
  Positions count Unicode code points, as in Python and not as in Java.
- ``complexity``: struct of type ``SUMMARY``: ``mean`` of the rated words and names,
  ``share_above`` (share of them that reach the threshold, 0-1), ``content_words`` (their number)
  and ``threshold``. Mean and share are null if there are no such words.

Both are null if the text is null. NUL characters, which are not allowed in text, are read as
spaces. Rows keep their order. The types are in :mod:`lcp.annotation.arrow`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from cachetools import LRUCache, cached

from lcp.annotation.arrow import SUMMARY, WORD, summary_of, words_array
from lcp.errors import InputError
from lcp.model.installed import installed_sha256
from lcp.model.levels import has_profiles
from lcp.model.readers import first_language_of
from lcp.recipes import recipe_folder
from lcp.resources.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.annotation import Annotator
    from lcp.annotation.arrow import Row
    from lcp.annotation.segments import Segment
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel

#: Characters of the texts that are rated at once, which limits memory for rows of any size.
SLICE_CHARACTERS = 500_000
#: Models, and combinations of a model and options, that a process keeps.
CACHED = 4


class BatchAnnotator:
    """Rate the texts in a column of Arrow batches. It can be pickled and hashed.

    A pickled annotator contains the path and sha256 of the model, and the options. Each process
    loads the model when it rates its first batch, and keeps it. It uses one thread: engines run
    one process per core. With the bundled model, and others that consist of trees, results do not
    depend on how rows are divided into batches; other models may differ in the last digit.

    Parameters
    ----------
    model : path, optional
        Folder of a model, at the same path on all machines. Default: the bundled model.
    column : str, default="text"
        Name of the column of texts.
    words : bool, default=True
        Whether to add the column ``words``. The summary ``complexity`` is always added.
    genre, readers, threshold, audience, mwe, pipeline, rate_names
        As for :class:`lcp.annotation.Annotator`.

    Attributes
    ----------
    sha256 : str
        Checksum of the model.
    installed : str
        Checksum of the installed model for learners, if the readers have a first language.
    profiles : bool or None
        Whether the vocabulary profiles are installed, on which CEFR levels of words depend; None if
        no levels are added.

    Raises
    ------
    InputError
        If the folder is not a model.
    ResourceError
        If no model for readers with a first language is installed, or a vocabulary profile is
        damaged.

    Examples
    --------
    >>> import pyarrow as pa
    >>> batch = pa.RecordBatch.from_pydict({"id": [1], "text": ["The acquiescence was mild."]})
    >>> annotated = BatchAnnotator()(batch)
    >>> annotated.schema.names
    ['id', 'text', 'words', 'complexity']
    >>> [word["text"] for word in annotated.column("words")[0].as_py()]
    ['acquiescence', 'mild']
    """

    def __init__(
        self,
        model: str | Path | None = None,
        *,
        column: str = "text",
        words: bool = True,
        genre: str = "",
        readers: Readers = "general",
        threshold: float | None = None,
        audience: str | None = None,
        mwe: bool = False,
        pipeline: str | None = None,
        rate_names: bool = False,
    ) -> None:
        self.model = None if model is None else str(Path(model).resolve())
        described = _description(self.model)
        self.sha256 = str(described["sha256"])
        own = "first_language" in described["feature_set"]["families"]
        needs_installed = bool(first_language_of(readers)) and not own
        self.installed = installed_sha256(readers) if needs_installed else ""
        has_levels = words and described["levels"] is not None
        self.profiles = has_profiles(Store()) if has_levels else None
        self.column = column
        self.words = words
        self.options: dict[str, Any] = {
            "genre": genre,
            "readers": readers,
            "threshold": threshold,
            "audience": audience,
            "mwe": mwe,
            "pipeline": pipeline,
            "rate_names": rate_names,
        }

    def load(self) -> Annotator:
        """Load the model, if this process has not done so, and check the options.

        Raises
        ------
        InputError
            If an option is invalid, the model on this machine has another sha256, or the
            vocabulary profiles are on one of the two machines only.
        """
        if self.profiles is not None and self.profiles != has_profiles(Store()):
            created, here = ("with", "without") if self.profiles else ("without", "with")
            raise InputError(
                f"The annotator was created on a machine {created} the vocabulary profiles of CEFR "
                f"levels, and this is one {here} them: it would predict other levels.",
                where="lcp.batch",
                hint="Run `lcp fetch cefrj octanove` on every machine, or on none.",
            )
        if self.installed:
            actual = installed_sha256(self.options["readers"])
            if actual != self.installed:
                raise _other_model(actual, self.installed, "installed model for learners")
        resources = (self.installed, self.profiles)
        return _annotator(self.model, self.sha256, resources, tuple(self.options.items()))

    def schema(self, schema: pa.Schema) -> pa.Schema:
        """Return the output schema for an input schema, without its metadata.

        Raises
        ------
        InputError
            If the column of texts is missing or not a string, or an output column exists.
        """
        if self.column not in schema.names:
            raise InputError(
                f"There is no column '{self.column}'.",
                hint=f"Columns: {', '.join(schema.names) or 'none'}.",
            )
        type_ = schema.field(self.column).type
        if not (pa.types.is_string(type_) or pa.types.is_large_string(type_)):
            raise InputError(
                f"The column '{self.column}' has type {type_}.",
                hint="Convert it to strings, or name another column.",
            )
        # Metadata of pandas and datasets describe the input columns only.
        schema = schema.remove_metadata()
        for name, added in self._fields().items():
            if name in schema.names:
                raise InputError(
                    f"The column '{name}' exists already.", hint="Rename or remove it."
                )
            schema = schema.append(pa.field(name, added))
        return schema

    def __call__(self, batch: Any) -> Any:
        """Rate the texts of a batch.

        Parameters
        ----------
        batch : RecordBatch, Table, or mapping of column names to lists
            Rows with a column of texts. A mapping is what ``datasets.map(batched=True)`` passes.

        Returns
        -------
        RecordBatch, Table or dict
            The input columns and the new ones; for a mapping, the new columns only.

        Raises
        ------
        InputError
            As :meth:`load` and :meth:`schema`.
        """
        if isinstance(batch, Mapping):
            texts = pa.array(batch[self.column], pa.string())
            return (
                self(pa.Table.from_arrays([texts], [self.column]))
                .drop_columns([self.column])
                .to_pydict()
            )
        table = pa.Table.from_batches(
            self.stream([batch] if isinstance(batch, pa.RecordBatch) else batch.to_batches()),
            self.schema(batch.schema),
        )
        if isinstance(batch, pa.Table):
            return table
        arrays = [column.combine_chunks() for column in table.columns]
        return pa.RecordBatch.from_arrays(arrays, schema=table.schema)

    def stream(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Rate batches one after the other, in slices of about `SLICE_CHARACTERS` characters.

        Yields
        ------
        RecordBatch
            The same rows in the same order; a batch may be divided into several.
        """
        for batch in batches:
            schema = self.schema(batch.schema)
            column = batch.column(self.column)
            for first, texts in _slices(column):
                added = self._columns(texts)
                rows = batch.slice(first, len(texts))
                yield pa.RecordBatch.from_arrays([*rows.columns, *added], schema=schema)

    def _fields(self) -> dict[str, pa.DataType]:
        return {**({"words": pa.list_(WORD)} if self.words else {}), "complexity": SUMMARY}

    def _columns(self, texts: list[str | None]) -> list[pa.Array]:
        """Return the new columns of the texts."""
        from threadpoolctl import threadpool_limits

        annotator = self.load()
        # OpenMP's threads do not survive a fork, and the engine uses the other cores.
        with threadpool_limits(1):
            rated = _rated(annotator, texts)
        absent = pa.array([text is None for text in texts], pa.bool_())
        summary = [
            None if text is None else summary_of(rows, annotator.threshold)
            for text, rows in zip(texts, rated, strict=True)
        ]
        words = [words_array(rated, absent)] if self.words else []
        return [*words, pa.array(summary, SUMMARY)]


def annotate(batch: pa.RecordBatch, **options: Any) -> pa.RecordBatch:
    """Rate the texts of a batch.

    Parameters
    ----------
    batch : RecordBatch
        Rows with a column of texts.
    **options
        As for :class:`BatchAnnotator`, which is faster for many batches.

    Returns
    -------
    RecordBatch
        The input columns, ``words`` and ``complexity``; see :mod:`lcp.batch`.

    Raises
    ------
    InputError
        If an option or the schema of the batch is invalid, or the model cannot be read.
    """
    return BatchAnnotator(**options)(batch)


def _rated(annotator: Annotator, texts: Sequence[str | None]) -> list[list[Row]]:
    """Return the rated words of each text. Sentences of several texts are predicted at once."""
    from lcp.annotation.batches import batches
    from lcp.annotation.decoding import checked
    from lcp.annotation.segments import segments

    # Text and sentence of each segment, in the order in which they are read.
    places: list[tuple[int, int]] = []

    def sentences() -> Iterator[Segment]:
        for row, text in enumerate(texts):
            if text is None:
                continue
            for number, sentence in enumerate(segments(checked([text.replace("\0", " ")]))):
                places.append((row, number))
                yield sentence

    rated: list[list[Row]] = [[] for _ in texts]
    first = 0
    for batch in batches(sentences()):
        for annotated in annotator.annotate_sentences(batch, first):
            row, number = places[annotated.number]
            rated[row] += [(number, *word) for word in annotated.words]
        first += len(batch)
    return rated


def _slices(column: pa.Array) -> Iterator[tuple[int, list[str | None]]]:
    """Yield consecutive texts of about `SLICE_CHARACTERS`, with the index of the first."""
    first, characters = 0, 0
    texts: list[str | None] = []
    for index, value in enumerate(column):
        text = value.as_py()
        texts.append(text)
        characters += len(text or "")
        if characters >= SLICE_CHARACTERS:
            yield first, texts
            first, characters, texts = index + 1, 0, []
    if texts:
        yield first, texts


def _description(folder: str | None) -> dict[str, Any]:
    """Return the description of a model, whose files are checked."""
    from lcp.model.manifest import read_description

    return read_description(recipe_folder("models") / "core" if folder is None else Path(folder))


@lru_cache(maxsize=CACHED)
def _annotator(
    folder: str | None,
    sha256: str,
    _resources: tuple[object, ...],
    options: tuple[tuple[str, Any], ...],
) -> Annotator:
    from lcp.annotation import Annotator

    return Annotator(_model(folder, sha256), **dict(options))


@cached(LRUCache(CACHED), key=lambda _, sha256: sha256)
def _model(folder: str | None, sha256: str) -> ComplexityModel:
    """Load a model once per process."""
    from lcp.model.loading import load_model

    actual = str(_description(folder)["sha256"])
    if actual != sha256:
        raise _other_model(actual, sha256, folder or "bundled model")
    return load_model(folder)


def _other_model(actual: str, sha256: str, where: str) -> InputError:
    return InputError(
        f"The model on this machine has sha256 {actual[:12]}…, not {sha256[:12]}….",
        where=where,
        hint="Install the same version of lcp and copy the same model to every machine.",
    )
