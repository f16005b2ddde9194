"""Represent targets in their sentences, and measure how predictable they are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lcp.encoders.backends import load_backend
from lcp.encoders.location import EncoderFolder, locate
from lcp.encoders.pieces import padded, run_batches, tokenizer
from lcp.encoders.record_cache import key_of, record_cache
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.encoders.backends import Backend
    from lcp.encoders.pieces import Pieces, Request
    from lcp.encoders.record_cache import RecordCache
    from lcp.resources import Store

    Floats = NDArray[np.float32]

#: Pieces of a batch, with padding; fewer where the scores of the whole vocabulary are computed.
BATCH, MASKED_BATCH = 4_096, 512
#: Values of :meth:`Encoder.masked`.
MASKED = ("log_probability", "log_rank", "entropy")


@dataclass(frozen=True, slots=True)
class Encoder:
    """An encoder on this machine, whose results are kept in the user cache.

    Attributes
    ----------
    folder : EncoderFolder
        Its files.
    backend : str
        See :func:`lcp.encoders.backends.load_backend`.
    n_jobs : int or None
        Number of threads; None for all processors.
    store : Store or None
        Store whose cache keeps the results; None keeps them in memory.
    """

    folder: EncoderFolder
    backend: str
    n_jobs: int | None
    store: Store | None

    @property
    def origin(self) -> str:
        """Checksum and precision of the weights."""
        return f"{self.folder.origin} {self.folder.precision}"

    def check_origin(self, origin: str) -> None:
        """Raise :class:`InputError` if :attr:`origin` is not that of the training."""
        if self.origin != origin:
            raise InputError(
                "The encoder's weights differ from those of the training.",
                where=str(self.folder.path),
                hint="Use the same revision and precision, or fit again.",
            )

    def vectors(self, requests: Sequence[Request], groups: int) -> tuple[Floats, Floats]:
        """Represent targets by the mean vector of their pieces, per group of layers.

        Parameters
        ----------
        requests : sequence of (str, int, int) of length n_targets
            Sentence and character span of each target. Sentences longer than the model's limit are
            cut around the target.
        groups : int
            Number of groups of successive layers, whose states are averaged. The lowest contains
            the embeddings.

        Returns
        -------
        vectors : float32 array of shape (n_targets, n_groups, n_dimensions)
            NaN for targets without pieces.
        pieces : float32 array of shape (n_targets,)
            Number of word pieces.

        Raises
        ------
        InputError
            If the model has fewer layers than groups.
        """
        width = int(self.folder.config["hidden_size"])
        cache = self._cache(f"vectors-{groups}", groups * width + 1)
        records = cache.get(
            [key_of(*request) for request in requests],
            lambda rows: self._encode([requests[row] for row in rows], groups, width),
        )
        return records[:, :-1].reshape(len(requests), groups, width), records[:, -1]

    def text_vectors(self, texts: Sequence[str]) -> Floats:
        """Represent texts by the mean of their pieces in the highest layer.

        Special pieces count, as in Sentence-BERT (Reimers & Gurevych 2019). Texts longer than the
        model's limit are cut at their end.

        Returns
        -------
        float32 array of shape (n_texts, n_dimensions)
            Mean vectors.
        """
        cache = self._cache("texts", int(self.folder.config["hidden_size"]))
        return cache.get(
            [key_of(text) for text in texts],
            lambda rows: self._encode_texts([texts[row] for row in rows]),
        )

    def masked(self, requests: Sequence[Request]) -> Floats:
        """Measure how predictable each target is in its place.

        All pieces of the target are replaced by masks.

        Returns
        -------
        float32 array of shape (n_targets, 3)
            Mean natural logarithm of the probability of its pieces, mean natural logarithm of
            their rank (0 for the likeliest), and mean entropy of the predictions in nats; NaN for
            targets without pieces.

        Raises
        ------
        InputError
            If the model has no masked-language-model head or no mask.
        """
        cache = self._cache("masked", len(MASKED))
        return cache.get(
            [key_of(*request) for request in requests],
            lambda rows: self._measure_masked([requests[row] for row in rows]),
        )

    def sentence_likelihood(self, sentences: Sequence[str]) -> Floats:
        """Return the pseudo-log-likelihood of sentences per piece (Salazar et al. 2020).

        Each piece is masked in turn, so that a sentence of n pieces is encoded n times.

        Returns
        -------
        float32 array of shape (n_sentences,)
            Mean natural logarithm of the probability of a piece; NaN without pieces.
        """
        cache = self._cache("likelihood", 1)
        records = cache.get(
            [key_of(sentence) for sentence in sentences],
            lambda rows: self._measure_sentences([sentences[row] for row in rows]),
        )
        return np.asarray(records[:, 0])

    def _cache(self, kind: str, width: int) -> RecordCache:
        name = f"{self.folder.origin}-{self.folder.precision}"
        folder = self.store.cache / "contextual" / name / kind if self.store is not None else None
        return record_cache(folder, f"{name}-{kind}", width)

    def _encode(self, requests: Sequence[Request], groups: int, width: int) -> Floats:
        splitter = tokenizer(self.folder.path)
        backend = load_backend(self.folder, self.backend, n_jobs=self.n_jobs)
        split = splitter.split(requests)
        owners: dict[tuple[int, ...], list[int]] = {}
        for row, pieces in enumerate(split):
            owners.setdefault(pieces.ids, []).append(row)
        inputs = list(owners)
        records = np.full((len(requests), groups * width + 1), np.nan, dtype=np.float32)

        def encode(batch: list[int]) -> None:
            states, _ = backend.run(*padded([inputs[i] for i in batch], splitter.padding))
            for place, i in enumerate(batch):
                for row in owners[inputs[i]]:
                    records[row] = _record(states[:, place], split[row], groups)

        run_batches(encode, list(map(len, inputs)), BATCH)
        return records

    def _encode_texts(self, texts: Sequence[str]) -> Floats:
        splitter = tokenizer(self.folder.path)
        backend = load_backend(self.folder, self.backend, n_jobs=self.n_jobs)
        inputs = [pieces.ids for pieces in splitter.split([(text, 0, 1) for text in texts])]
        means = np.empty((len(texts), int(self.folder.config["hidden_size"])), dtype=np.float32)

        def encode(batch: list[int]) -> None:
            ids, attention = padded([inputs[row] for row in batch], splitter.padding)
            states, _ = backend.run(ids, attention)
            weights = attention / attention.sum(axis=1, keepdims=True)
            means[batch] = np.einsum("rp,rpd->rd", weights, states[-1])

        run_batches(encode, list(map(len, inputs)), BATCH)
        return means

    def _measure_masked(self, requests: Sequence[Request]) -> Floats:
        split = tokenizer(self.folder.path).split(requests)
        spans = [(pieces, range(pieces.start, pieces.stop)) for pieces in split]
        return self._predictability(spans)

    def _measure_sentences(self, sentences: Sequence[str]) -> Floats:
        split = tokenizer(self.folder.path).split([(text, 0, len(text)) for text in sentences])
        singles = [
            (number, (pieces, range(place, place + 1)))
            for number, pieces in enumerate(split)
            for place in range(pieces.first, pieces.last)
        ]
        totals = np.full((len(split), 1), np.nan, dtype=np.float32)
        if singles:
            owners = np.array([number for number, _ in singles])
            values = self._predictability([span for _, span in singles])[:, 0]
            counts = np.bincount(owners, minlength=len(split))
            sums = np.bincount(owners, values, minlength=len(split))
            np.divide(sums, counts, out=totals[:, 0], where=counts > 0, casting="unsafe")
        return totals

    def _predictability(self, spans: Sequence[tuple[Pieces, range]]) -> Floats:
        splitter = tokenizer(self.folder.path)
        if splitter.mask is None:
            raise InputError(
                "The encoder's vocabulary has no mask.",
                where=str(self.folder.path),
                hint="Use a masked language model, or masked = false.",
            )
        backend: Backend = load_backend(self.folder, self.backend, masked=True, n_jobs=self.n_jobs)
        inputs = [
            [splitter.mask if place in own else number for place, number in enumerate(pieces.ids)]
            for pieces, own in spans
        ]
        values = np.full((len(spans), len(MASKED)), np.nan, dtype=np.float32)

        def measure(batch: list[int]) -> None:
            _, logits = backend.run(*padded([inputs[row] for row in batch], splitter.padding))
            for place, row in enumerate(batch):
                pieces, own = spans[row]
                if len(own) and logits is not None:
                    originals = np.array(pieces.ids)[own.start : own.stop]
                    values[row] = _predictability(logits[place, own.start : own.stop], originals)

        run_batches(measure, list(map(len, inputs)), MASKED_BATCH)
        return values


def open_encoder(
    model: str,
    store: Store,
    *,
    revision: str = "",
    backend: str = "auto",
    n_jobs: int | None = None,
    cache: bool = True,
) -> Encoder:
    """Find an encoder on this machine; its weights are read when they are needed.

    Raises the errors of :func:`lcp.encoders.location.locate`.
    """
    return Encoder(locate(model, revision, store), backend, n_jobs, store if cache else None)


def _record(states: Floats, pieces: Pieces, groups: int) -> Floats:
    """Return the mean vector of a target per group of layers, and its number of pieces.

    `states` has the shape (n_layers + 1, n_pieces, n_dimensions).
    """
    if groups > len(states):
        raise InputError(
            f"There are {groups} groups of layers, but the encoder has {len(states)} layers.",
            where="contextual.layer_groups",
            hint=f"Use {len(states)} or fewer.",
        )
    count = pieces.stop - pieces.start
    if not count:
        return np.append(np.full(groups * states.shape[-1], np.nan), 0).astype(np.float32)
    by_layer = states[:, pieces.start : pieces.stop].mean(axis=1)
    means = [part.mean(axis=0) for part in np.array_split(by_layer, groups)]
    return np.append(np.concatenate(means), count).astype(np.float32)


def _predictability(logits: Floats, originals: NDArray[np.int64]) -> Floats:
    """Return the values of `MASKED` for pieces, given scores of shape (n_pieces, n_vocabulary)."""
    shifted = logits.astype(np.float64) - logits.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    own = log_p[np.arange(len(originals)), originals]
    ranks = (log_p > own[:, None]).sum(axis=1) + 1
    entropy = -(np.exp(log_p) * log_p).sum(axis=1)
    return np.array([own.mean(), np.log(ranks).mean(), entropy.mean()], dtype=np.float32)
