"""Annotate a column of texts in Arrow batches, in any engine that distributes Python functions.

Output columns, after the columns of the input:

- ``words``: list of structs of type `WORD`, one for each annotated word. The fields are as in
  :class:`~lcp.reader.annotation.annotation.AnnotatedWord`, after ``sentence``, the index of the
  sentence in its text. Positions count Unicode code points, as in Python and not as in Java.
- ``summary``: struct of type `SUMMARY`: ``mean_complexity`` of the expressions, and of the words
  and names in none, ``share_hard`` (share of the running words that are hard or in a hard
  expression, 0-1), ``n_running_words``, ``n_content_words``, ``threshold``, and the CEFR ``level``
  of the text with its ``level_value`` (1 for A1 to 6 for C2). Mean, share and level are null if
  there are no such words; the level also if the model gives no levels or the text is not English.

Both are null if the text is null. NUL characters are read as spaces, and bytes that are not UTF-8
as U+FFFD. Rows keep their order.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError, requiring
from lcp.model.input_folder import model_folder
from lcp.model.manifest import read_description
from lcp.model.predictions import Prediction, columns_of
from lcp.model.saved_model import load_model
from lcp.reader.annotation.annotation import AnnotatedWord
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.profiles.text_level import TextLevelModel

with requiring("parquet", "Arrow and Parquet"):
    import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from lcp.base.array_types import Bools, Ints
    from lcp.reader.annotation.annotation import AnnotatedColumns, AnnotatedSentence

_TYPES: dict[object, pa.DataType] = {
    int: pa.int32(),
    bool: pa.bool_(),
    float: pa.float64(),
    float | None: pa.float64(),
}
#: Type of an annotated word: the fields of an AnnotatedWord without its runs.
WORD = pa.struct(
    [
        ("sentence", pa.int32()),
        *(
            (name, _TYPES.get(kind, pa.string()))
            for name, kind in columns_of(AnnotatedWord).items()
            if name != "runs"
        ),
    ]
)
#: Type of the summary of a text.
SUMMARY = pa.struct(
    [
        ("mean_complexity", pa.float64()),
        ("share_hard", pa.float64()),
        ("n_running_words", pa.int32()),
        ("n_content_words", pa.int32()),
        ("threshold", pa.float64()),
        ("level", pa.string()),
        ("level_value", pa.float64()),
    ]
)
#: Characters of the texts that are annotated at once, which limits memory for rows of any size.
SLICE_CHARACTERS = 500_000


class BatchAnnotator:
    """Annotate the texts in a column of Arrow batches. It can be pickled and hashed.

    A pickled annotator contains the path and sha256 of the model, and the options. Each process
    loads the model when it annotates its first batch, and keeps it. It uses one thread: engines run
    one process per core. With models of trees, such as the bundled one, results do not depend on
    how rows are divided into batches; other models may differ in the last digit.

    Parameters
    ----------
    model : path or str, optional
        Folder of a model, at the same path on all machines. Default: the bundled model.
    column : str, default="text"
        Name of the column of texts.
    words : bool, default=True
        Whether to add the column ``words``. The column ``summary`` is always added.
    **options
        As for :class:`lcp.reader.annotation.annotator.Annotator`.

    Attributes
    ----------
    sha256 : str
        Checksum of the model.

    Raises
    ------
    InputError
        If the folder is not a model.

    Examples
    --------
    >>> import pyarrow as pa
    >>> batch = pa.RecordBatch.from_pydict({"id": [1], "text": ["The acquiescence was mild."]})
    >>> annotated = BatchAnnotator()(batch)
    >>> annotated.schema.names
    ['id', 'text', 'words', 'summary']
    >>> [word["text"] for word in annotated.column("words")[0].as_py()]
    ['acquiescence', 'mild']
    """

    def __init__(
        self,
        model: str | Path | None = None,
        *,
        column: str = "text",
        words: bool = True,
        **options: Any,
    ) -> None:
        # Workers may have another current folder.
        self.model = None if model is None else os.path.realpath(model)
        self.sha256 = str(read_description(model_folder(self.model))["sha256"])
        self.column = column
        self.words = words
        self.options = options

    def load(self) -> Annotator:
        """Load the model, if this process has not done so, and check the options.

        Raises
        ------
        InputError
            If an option is invalid, or the model on this machine has another sha256.
        """
        return _annotator(self.model, self.sha256, tuple(self.options.items()))

    def schema(self, schema: pa.Schema) -> pa.Schema:
        """Return the output schema for an input schema, without its metadata.

        Raises
        ------
        InputError
            If there is not exactly one column of texts, it has another type than string, or an
            output column exists.
        """
        names = ", ".join(schema.names) or "none"
        if (number := schema.names.count(self.column)) != 1:
            raise InputError(
                f"There are {number or 'no'} columns '{self.column}'.",
                where=self.column,
                hint=f"Columns: {names}.",
            )
        type_ = schema.field(self.column).type
        if not _is_text(type_):
            raise InputError(
                f"The column '{self.column}' has type {type_}.",
                where=self.column,
                hint="Convert it to strings, or name another column.",
            )
        # Metadata of pandas and datasets describe the input columns only.
        schema = schema.remove_metadata()
        for name, added in self._fields().items():
            if name in schema.names:
                raise InputError(
                    f"The column '{name}' exists already.", where=name, hint="Rename or remove it."
                )
            schema = schema.append(pa.field(name, added))
        return schema

    def __call__(self, batch: Any) -> Any:
        """Annotate the texts of a batch.

        Parameters
        ----------
        batch : RecordBatch, Table, data frame, or mapping of column names to lists
            Rows with a column of texts. A mapping is what ``datasets.map(batched=True)`` passes.

        Returns
        -------
        RecordBatch, Table or dict
            The input columns and the new ones; for a mapping, the new columns only. A frame of
            pandas or polars gives a Table.

        Raises
        ------
        InputError
            As :meth:`load` and :meth:`schema`.
        """
        if isinstance(batch, Mapping):
            if self.column not in batch:
                self.schema(pa.schema([(str(name), pa.null()) for name in batch]))
            texts = pa.table({self.column: pa.array(batch[self.column], pa.string())})
            return self(texts).drop_columns([self.column]).to_pydict()
        if not isinstance(batch, pa.RecordBatch | pa.Table):
            if not hasattr(batch, "__arrow_c_stream__"):
                raise InputError(
                    f"A batch cannot be of the type {type(batch).__name__}.",
                    where="batch",
                    hint="Give a batch or table of Arrow, a data frame, or a dict of lists.",
                )
            batch = pa.table(batch)
        if isinstance(batch, pa.RecordBatch):
            table = self(pa.Table.from_batches([batch]))
            arrays = [column.combine_chunks() for column in table.columns]
            return pa.RecordBatch.from_arrays(arrays, schema=table.schema)
        return pa.Table.from_batches(self.stream(batch.to_batches()), self.schema(batch.schema))

    def stream(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Annotate batches one after the other, in slices of about `SLICE_CHARACTERS` characters.

        Yields
        ------
        RecordBatch
            The same rows in the same order; a batch may be divided into several.
        """
        for batch in batches:
            schema = self.schema(batch.schema)
            for first, texts in _slices(batch.column(self.column)):
                rows = batch.slice(first, len(texts))
                columns = [*rows.columns, *self._columns(texts)]
                yield pa.RecordBatch.from_arrays(columns, schema=schema)

    def _fields(self) -> dict[str, pa.DataType]:
        return {**({"words": pa.list_(WORD)} if self.words else {}), "summary": SUMMARY}

    def _columns(self, texts: list[str | None]) -> list[pa.Array]:
        """Return the new columns of the texts."""
        from threadpoolctl import threadpool_limits

        annotator = self.load()
        # OpenMP's threads do not survive a fork, and the engine uses the other cores.
        with threadpool_limits(1):
            cleaned = ((text or "").replace("\0", " ") for text in texts)
            annotated = [annotation.sentences for annotation in annotator.texts(cleaned)]
            is_null = np.array([text is None for text in texts])
            summaries = pa.array(_summaries(annotator, annotated), SUMMARY, mask=is_null)
        return [*([_words(annotated, is_null)] if self.words else []), summaries]


def _is_text(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    )


def _words(annotated: Sequence[Sequence[AnnotatedSentence]], is_null: Bools) -> pa.Array:
    """Return the annotated words of each text."""
    structs, counts = [pa.array([], WORD)], [0]
    for columns, group in groupby(chain.from_iterable(annotated), attrgetter("annotated")):
        indices = np.array([sentence.index for sentence in group])
        owners, is_shown = columns.targets.owners, ~columns.targets.is_inside
        structs.append(_struct(columns, indices[owners]).filter(pa.array(is_shown)))
        counts += np.bincount(owners[is_shown], minlength=len(indices)).tolist()
    stops = np.cumsum([0, *map(len, annotated)])
    offsets = pa.array(np.cumsum(counts)[stops], pa.int32())
    words = pa.concat_arrays(structs)
    return pa.ListArray.from_arrays(offsets, words, type=pa.list_(WORD), mask=pa.array(is_null))


def _struct(columns: AnnotatedColumns, sentences: Ints) -> pa.StructArray:
    """Return the annotated words of some sentences, given the index of the sentence of each."""
    values = {"sentence": sentences, **columns.fields()}
    for name in Prediction._fields:
        values[name] = getattr(columns.predictions, name)[columns.rows]
    fields = [WORD.field(number) for number in range(WORD.num_fields)]
    # Missing numbers are NaN.
    arrays = [pa.array(values[field.name], field.type, from_pandas=True) for field in fields]
    return pa.StructArray.from_arrays(arrays, fields=fields)


def _summaries(
    annotator: Annotator, annotated: Sequence[Sequence[AnnotatedSentence]]
) -> list[dict[str, Any]]:
    """Return the fields of `SUMMARY` for each text."""
    model = TextLevelModel.bundled()
    counts = [*map(model.counts, annotated)]
    gives_levels = annotator.model.state_.gives_levels
    levels = model.levels(counts) if gives_levels else [None] * len(counts)
    rows: list[dict[str, Any]] = []
    for sentences, tally, level in zip(
        annotated, (text.tally for text in counts), levels, strict=True
    ):
        values = [value for each in sentences for value in each.complexities]
        rows.append(
            {
                "mean_complexity": sum(values) / len(values) if values else None,
                "share_hard": tally.share(tally["hard"]) if tally.words else None,
                "n_running_words": tally.words,
                "n_content_words": tally["word"],
                "threshold": annotator.threshold,
                "level": level and level.level,
                "level_value": level and level.value,
            }
        )
    return rows


def _slices(column: pa.Array) -> Iterator[tuple[int, list[str | None]]]:
    """Yield consecutive texts of about `SLICE_CHARACTERS`, with the index of the first."""
    first, characters = 0, 0
    texts: list[str | None] = []
    for value in column.cast(pa.large_string()).cast(pa.large_binary()):
        text = value.as_py()
        texts.append(None if text is None else text.decode(errors="replace"))
        characters += len(text or "")
        if characters >= SLICE_CHARACTERS:
            yield first, texts
            first, characters, texts = first + len(texts), 0, []
    if texts:
        yield first, texts


@lru_cache(maxsize=4)
def _annotator(folder: str | None, sha256: str, options: tuple[tuple[str, Any], ...]) -> Annotator:
    """Load a model once per process and options, up to four combinations."""
    actual = str(read_description(model_folder(folder))["sha256"])
    if actual != sha256:
        raise InputError(
            f"The model on this machine has sha256 {actual[:12]}…, not {sha256[:12]}….",
            where=folder or "bundled model",
            hint="Install the same version of lcp and copy the same model to every machine.",
        )
    return Annotator(load_model(folder), **dict(options))
