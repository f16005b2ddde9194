"""Rate the documents of a datatrove pipeline (extra ``datatrove``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lcp.batch import BatchAnnotator

try:
    from datatrove.pipeline.base import PipelineStep
    from datatrove.utils.batching import batched
except ImportError as error:
    raise ImportError(
        'lcp.datatrove needs the package datatrove. Run `pip install "lcp[datatrove]"`.'
    ) from error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from datatrove.data import Document


class ComplexityStep(PipelineStep):  # type: ignore[misc]
    """Add ``words`` and ``complexity`` to the metadata of documents.

    Both are described in :mod:`lcp.batch`. Each task loads the model when it rates its first
    documents; tasks of the same process share it.

    Parameters
    ----------
    model : path, optional
        Folder of a model, at the same path on all machines. Default: the bundled model.
    words : bool, default=False
        Whether to add ``words``. The summary ``complexity`` is always added.
    batch_size : int, default=200
        Number of documents that are rated at once.
    **options
        As for :class:`lcp.batch.BatchAnnotator`.

    Raises
    ------
    InputError
        If the folder is not a model.
    """

    name = "lcp"
    type = "COMPLEXITY"

    def __init__(
        self,
        model: str | None = None,
        *,
        words: bool = False,
        batch_size: int = 200,
        **options: Any,
    ) -> None:
        super().__init__()
        self.annotator = BatchAnnotator(model, column="text", words=words, **options)
        self.batch_size = batch_size

    def run(
        self,
        data: Iterable[Document],
        rank: int = 0,  # noqa: ARG002 - datatrove's signature
        world_size: int = 1,  # noqa: ARG002
    ) -> Iterator[Document]:
        """Yield the documents with their ratings."""
        for documents in batched(data, self.batch_size):
            with self.track_time("batch"):
                rated = self.annotator({"text": [document.text for document in documents]})
            for index, document in enumerate(documents):
                for name, values in rated.items():
                    document.metadata[name] = values[index]
                self.stat_update("rated_words", value=rated["complexity"][index]["content_words"])
                self.update_doc_stats(document)
                yield document
