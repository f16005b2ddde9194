"""The target in its sentence, as represented by a pre-trained language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.columns import columns_of, factorized, n_rows, numbers, selected
from lcp.corpora.instances import is_multiword
from lcp.encoders.encoder import MASKED, Encoder, open_encoder
from lcp.encoders.record_cache import key_of
from lcp.encoders.ridge import ridge_with_held_out
from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.encoders.pieces import Request

    Floats = NDArray[np.float64]

#: Sentences that say little about a word; their mean stands for its average context.
NEUTRAL = ("This is about {}.", "What does {} mean?", "They wrote {} here.", "It says {} again.")
#: Folds of the regression's held-out predictions.
FOLDS = 5
#: Fewest rated training instances for a regression.
FEWEST = 20

_RIDGE = "lcp, ridge regression (Hoerl & Kennard 1970) on the encoder's vectors"
_SIMILARITY = "cosine, -1 to 1"
_MASKED = (
    ("log_probability", "log probability of the target in its place, mean of its pieces", "nats"),
    ("log_rank", "log rank of the target among the fillers of its place, mean of pieces", "ln"),
    ("entropy", "entropy of the predictions for the target's place", "nats"),
)


class Contextual(Extractor):
    """The target's vector in its sentence, from a pre-trained language model.

    The vector is the mean of the target's word pieces, for each group of successive layers. A ridge
    regression predicts the complexity from it. Training instances get the prediction of a
    regression that was fitted without their token, so that an estimator can learn how much to trust
    it. Nothing is downloaded: see `lcp encoder`. Results are kept in the user cache.

    Parameters
    ----------
    model : str, default="sentence-transformers/all-MiniLM-L6-v2"
        Name of an encoder on the Hugging Face hub, or a folder.
    revision : str, default=""
        Commit, tag or branch of the hub's model. Default: ``main``.
    backend : {"auto", "torch", "onnx"}, default="auto"
        PyTorch or ONNX Runtime. Default: ONNX Runtime for converted encoders.
    layer_groups : int, default=3
        Number of groups of layers.
    masked : bool, default=False
        Whether to measure how predictable the target is. Needs a masked language model.
    sentence_likelihood : bool, default=False
        Whether to measure how predictable the sentence is. Encodes it once per word piece.
    texts : sequence of str, default=()
        Columns with texts, such as ``title``, whose mean vector is compared with the target's.
    cache : bool, default=True
        Whether to keep results in the user cache.
    n_jobs : int, default=0
        Number of threads. Default: all processors.

    Attributes
    ----------
    origin_ : str
        Checksum and precision of the encoder.
    weights_ : array of shape (n_groups, n_dimensions + 2)
        Coefficients of each group's regression: of the vector, of expressions, and the intercept.
        Empty without ratings.
    rows_ : int array of shape (n_training_instances, 2)
        Checksums of the training instances.
    held_out_ : array of shape (n_training_instances, n_groups)
        Their predictions, 0-1.

    Examples
    --------
    >>> Contextual(layer_groups=1).column_names()
    ['ridge_1', 'isolated_1', 'neutral_1', 'pieces']
    """

    name = "contextual"
    level = "context"
    learns = True
    needs_sentence = True

    def __init__(
        self,
        *,
        model: str = "sentence-transformers/all-MiniLM-L6-v2",
        revision: str = "",
        backend: str = "auto",
        layer_groups: int = 3,
        masked: bool = False,
        sentence_likelihood: bool = False,
        texts: Sequence[str] = (),
        cache: bool = True,
        n_jobs: int = 0,
    ) -> None:
        self.model = model
        self.revision = revision
        self.backend = backend
        self.layer_groups = layer_groups
        self.masked = masked
        self.sentence_likelihood = sentence_likelihood
        self.texts = texts
        self.cache = cache
        self.n_jobs = n_jobs

    def check(self) -> None:
        """Raise :class:`ResourceError` if the encoder is not on this machine."""
        self._open()

    def features(self) -> Sequence[Feature]:
        """Describe the predictions, the distances, the pieces and the predictability."""
        if not isinstance(self.layer_groups, int) or self.layer_groups < 1:
            raise InputError(
                f"The number of layer groups must be a whole number from 1, not "
                f"{self.layer_groups!r}.",
                where="contextual.layer_groups",
                hint="For example: layer_groups = 3.",
            )
        if isinstance(self.texts, str):
            raise InputError(
                f"The texts must be a list, not {self.texts!r}.",
                where="contextual.texts",
                hint=f'Write texts = ["{self.texts}"].',
            )
        numbered = range(1, self.layer_groups + 1)
        cosine, source = "1 - cosine, 0-2", self.model
        rows = [
            (f"ridge_{i}", f"complexity predicted from layers {i}", "0-1", _RIDGE) for i in numbered
        ]
        rows += [
            (f"isolated_{i}", f"distance from the target alone, layers {i}", cosine, source)
            for i in numbered
        ]
        rows += [
            (
                f"neutral_{i}",
                f"distance from its mean in neutral sentences, layers {i}",
                cosine,
                source,
            )
            for i in numbered
        ]
        rows.append(("pieces", "word pieces of the target", "pieces", source))
        if self.masked:
            rows += [(*row, source) for row in _MASKED]
        if self.sentence_likelihood:
            text = "pseudo-log-likelihood of the sentence per piece"
            rows.append(("sentence_likelihood", text, "nats", "Salazar et al. (2020)"))
        rows += [
            (f"similarity_{name}", f"similarity to the {name}, highest layers", _SIMILARITY, source)
            for name in self.texts
        ]
        return [Feature(*row) for row in rows]

    def fit(self, table: pd.DataFrame) -> Self:
        """Fit a regression per group of layers to the rated instances of a table.

        Raises
        ------
        InputError
            If an option is invalid.
        ResourceError
            If the encoder or its backend is not on this machine.
        """
        encoder = self._open()
        self.origin_ = encoder.origin
        self.weights_ = np.empty((self.layer_groups, 0))
        self.rows_ = np.empty((0, 2), dtype=np.int64)
        self.held_out_ = np.empty((0, self.layer_groups))
        if "complexity" not in table:
            return self
        columns = columns_of(table)
        placed, requests = _requests(columns)
        rated = table["complexity"].notna().to_numpy()[placed]
        vectors, _ = encoder.vectors(requests, self.layer_groups)
        rated &= np.isfinite(vectors).all(axis=(1, 2))
        rows = placed[rated]
        tokens = groups(table.iloc[rows], "token")
        if len(rows) < FEWEST or tokens.nunique() < FOLDS:
            return self
        y = table["complexity"].to_numpy(dtype=np.float64)[rows]
        several = is_multiword(table["token"].iloc[rows]).astype(np.float64)
        folds = _folds(tokens)
        fitted = [
            ridge_with_held_out(np.column_stack([block, several]), y, folds)
            for block in vectors[rated].astype(np.float64).transpose(1, 0, 2)
        ]
        self.weights_ = np.stack([coefficients for coefficients, _ in fitted])
        self.held_out_ = np.clip(np.column_stack([held_out for _, held_out in fitted]), 0, 1)
        self.rows_ = _checksums(
            [request for request, kept in zip(requests, rated, strict=True) if kept]
        )
        return self

    def measure(self, columns: Columns) -> Floats:
        """Encode the targets and predict their complexity.

        NaN without a span; the predictions are NaN if the training instances had no ratings.

        Raises
        ------
        sklearn.exceptions.NotFittedError
            If the family was not fitted.
        InputError
            If the encoder is not the one of the training.
        ResourceError
            If the encoder or its backend is not on this machine.
        """
        from lcp.base import check_fitted

        check_fitted(self, "weights_")
        encoder = self._open()
        encoder.check_origin(self.origin_)
        values = np.full((n_rows(columns), len(self.column_names())), np.nan)
        placed, requests = _requests(columns)
        if not len(placed):
            return values
        tokens = selected(columns, np.isin(np.arange(len(values)), placed).tolist())["token"]
        vectors, pieces = encoder.vectors(requests, self.layer_groups)
        blocks: list[NDArray[Any]] = [
            self._predict(vectors, tokens, requests),
            *self._distances(encoder, vectors, tokens),
            pieces[:, None],
        ]
        if self.masked:
            blocks.append(encoder.masked(requests)[:, : len(MASKED)])
        if self.sentence_likelihood:
            blocks.append(encoder.sentence_likelihood([text for text, _, _ in requests])[:, None])
        blocks += [self._similarity(encoder, vectors, columns, name, placed) for name in self.texts]
        values[placed] = np.hstack(blocks)
        return values

    def _predict(
        self, vectors: NDArray[np.float32], tokens: Sequence[Any], requests: list[Request]
    ) -> Floats:
        predicted = np.full(vectors.shape[:2], np.nan)
        if not self.weights_.shape[1]:
            return predicted
        several = is_multiword(tokens).astype(np.float64)
        for group, weights in enumerate(self.weights_):
            own = vectors[:, group].astype(np.float64) @ weights[:-2]
            predicted[:, group] = np.clip(own + several * weights[-2] + weights[-1], 0, 1)
        places = {tuple(row): place for place, row in enumerate(self.rows_.tolist())}
        for row, checksum in enumerate(_checksums(requests).tolist()):
            place = places.get(tuple(checksum))
            if place is not None:
                predicted[row] = self.held_out_[place]
        return predicted

    def _distances(
        self, encoder: Encoder, vectors: NDArray[np.float32], tokens: Sequence[str]
    ) -> tuple[Floats, Floats]:
        """Return the distances from the target alone, and from its mean in neutral sentences."""
        distinct = list(dict.fromkeys(tokens))
        place = {token: number for number, token in enumerate(distinct)}
        owners = np.array([place[token] for token in tokens])
        frames = [("{}", 0), *((frame, frame.index("{}")) for frame in NEUTRAL)]
        requests = [
            (frame.replace("{}", token), start, start + len(token))
            for frame, start in frames
            for token in distinct
        ]
        base, _ = encoder.vectors(requests, self.layer_groups)
        base = base.reshape(len(frames), len(distinct), *base.shape[1:])
        alone, neutral = base[0], base[1:].mean(axis=0)
        return _cosine_distance(vectors, alone[owners]), _cosine_distance(vectors, neutral[owners])

    def _similarity(
        self,
        encoder: Encoder,
        vectors: NDArray[np.float32],
        columns: Columns,
        name: str,
        placed: NDArray[np.intp],
    ) -> Floats:
        """Return the similarity of targets to the mean vector of a text; NaN without a text."""
        if name not in columns:
            return np.full((len(placed), 1), np.nan)
        codes, distinct = factorized([columns[name][row] for row in placed.tolist()])
        texts, _ = encoder.vectors([(text, 0, len(text)) for text in distinct], self.layer_groups)
        return 1 - _cosine_distance(vectors[:, -1], texts[codes, -1])[:, None]

    def _open(self) -> Encoder:
        return open_encoder(
            self.model,
            self.store,
            revision=self.revision,
            backend=self.backend,
            n_jobs=self.n_jobs or None,
            cache=self.cache,
        )


def _requests(columns: Columns) -> tuple[NDArray[np.intp], list[Request]]:
    """Return the numbers of the rows with a span, and their sentences and spans."""
    starts, ends = numbers(columns["start"]), numbers(columns["end"])
    placed = np.flatnonzero((starts >= 0) & (starts < ends))
    texts = columns["sentence"]
    return placed, [(texts[row], int(starts[row]), int(ends[row])) for row in placed.tolist()]


def _checksums(requests: Sequence[Request]) -> NDArray[np.int64]:
    """Return two 64-bit numbers per request."""
    data = b"".join(key_of(*request) for request in requests)
    return np.frombuffer(data, dtype="<i8").reshape(-1, 2).astype(np.int64)


def _folds(tokens: pd.Series[Any]) -> NDArray[np.intp]:
    """Assign each token to a fold, by its checksum, so that the folds need no seed."""
    folds = {token: key_of(token)[0] * 256 + key_of(token)[1] for token in tokens.unique()}
    ranked = {
        token: rank % FOLDS for rank, token in enumerate(sorted(folds, key=lambda t: (folds[t], t)))
    }
    return tokens.map(ranked).to_numpy(dtype=np.intp)


def _cosine_distance(left: NDArray[np.float32], right: NDArray[np.float32]) -> Floats:
    """Return 1 minus the cosine along the last axis; NaN for zero vectors."""
    lengths = np.linalg.norm(left, axis=-1) * np.linalg.norm(right, axis=-1)
    distance = np.full(lengths.shape, np.nan)
    np.divide((left * right).sum(axis=-1), lengths, out=distance, where=lengths > 0)
    return np.asarray(1 - distance)
