"""The target in its sentence, as represented by a pre-trained language model."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base.caches import CACHED_LONG
from lcp.english.lexicon.word_table import cosines
from lcp.errors import InputError, ResourceError, requiring
from lcp.features.family import Family, Feature
from lcp.targets.targets import is_expression

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Floats, Singles
    from lcp.features.family import Fitted
    from lcp.resources.store import Store
    from lcp.targets import Targets


#: A text and the character span of a target in it.
Request = tuple[str, int, int]

#: Groups of successive layers. The highest layer alone is far worse: it represents the sentence.
GROUPS = 3
#: Folds that choose the penalty of the regression.
FOLDS = 5
#: Fewest rated training instances for a regression.
FEWEST = 20


@dataclass(frozen=True)
class EncoderVectors(Family):
    """The target's vector in its sentence, from a pre-trained language model.

    The vector is the mean of the target's word pieces, for each of three groups of layers. Ridge
    regressions (Hoerl & Kennard 1970) predict the complexity from it. Training instances get the
    predictions of regressions that were fitted without their token, so that an estimator can learn
    how much to trust them. Nothing is downloaded.

    Parameters
    ----------
    model : str, default="sentence-transformers/all-MiniLM-L6-v2"
        Folder of an encoder of the library transformers, or name of one that the Hugging Face
        hub's command ``hf download`` stored on this machine.
    texts : sequence of str, default=()
        Columns with texts, such as ``title``, whose mean vector is compared with the target's.

    The family learns a checksum of the encoder's weights (``origin_``), the coefficients of the
    regressions (``weights_``: of the vector, of expressions, and the intercept, a row per group;
    empty without ratings), and checksums and held-out predictions of the training instances
    (``rows_``, ``held_out_``).

    Examples
    --------
    >>> [feature.name for feature in EncoderVectors().features({})]
    ['ridge_1', 'ridge_2', 'ridge_3', 'pieces']
    """

    name = "encoder"
    scope = "context"
    learns = True
    learned: ClassVar = {
        "origin_": object,
        "weights_": ("f2", "f3"),
        "held_out_": "f2",
        "rows_": "i1",
    }
    needs_sentence = True

    model: str = "sentence-transformers/all-MiniLM-L6-v2"
    texts: Sequence[str] = ()

    def check(self) -> None:
        """Raise the errors of :func:`open_encoder`."""
        open_encoder(self.model)

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the predictions, the pieces and the similarities."""
        groups = enumerate(("lowest", "middle", "highest"), start=1)
        rows = [
            (f"ridge_{n}", f"complexity predicted from the {g} layers", "0-1") for n, g in groups
        ]
        rows += [("pieces", "word pieces of the target", "pieces")]
        rows += [
            (f"similarity_{name}", f"similarity to the {name}", "-1 to 1") for name in self.texts
        ]
        return [Feature(*row, self.model) for row in rows]

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, Any]:
        """Fit the regressions to the rated instances.

        Raises the errors of :func:`open_encoder`.
        """
        encoder = open_encoder(self.model)
        learned = {
            "origin_": encoder.origin,
            "weights_": np.empty((GROUPS, 0)),
            "held_out_": np.empty((0, GROUPS)),
            "rows_": np.empty(0, dtype=np.int64),
        }
        placed = targets.take(~targets.alone)
        if rated is None or not len(placed):
            return learned
        y = rated[~targets.alone]
        vectors, _ = encoder.vectors(_requests(placed))
        usable = np.isfinite(y) & np.isfinite(vectors).all(axis=(1, 2))
        placed, y, vectors = placed.take(usable), y[usable], vectors[usable]
        if len(placed) < FEWEST or len(set(placed.target)) < FOLDS:
            return learned
        fitted = [_ridge(X, y, placed.target) for X in _inputs(vectors, placed)]
        learned["weights_"] = np.stack([weights for weights, _ in fitted])
        learned["held_out_"] = np.column_stack([held_out for _, held_out in fitted])
        learned["rows_"] = _checksums(_requests(placed))
        return learned

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Encode the targets and predict their complexity.

        The predictions are NaN if the training instances had no ratings.

        Raises
        ------
        InputError
            If the encoder is not the one of the training.
        ResourceError
            As :func:`open_encoder`.
        """
        encoder = open_encoder(self.model)
        if encoder.origin != fitted.learned["origin_"]:
            raise InputError(
                "The encoder's weights differ from the weights in training.",
                where=self.model,
                hint="Use the same files, or fit again.",
            )
        values = np.full((len(inputs), GROUPS + 1 + len(self.texts)), np.nan)
        if not len(inputs):
            return values
        vectors, values[:, GROUPS] = encoder.vectors(_requests(inputs))
        values[:, :GROUPS] = _predicted(fitted.learned, vectors, inputs)
        for column, name in enumerate(self.texts, start=GROUPS + 1):
            if name in inputs:
                texts = list(map(str, inputs[name]))
                others, _ = encoder.vectors([(text, 0, len(text)) for text in texts])
                values[:, column] = cosines(vectors[:, -1], others[:, -1])
        return values


class Encoder:
    """A pre-trained language model in a folder, or in the hub's cache; see :func:`open_encoder`."""

    def __init__(self, model: str) -> None:
        import transformers

        transformers.utils.logging.disable_progress_bar()
        self._tokenizer = transformers.AutoTokenizer.from_pretrained(model, local_files_only=True)
        # Weights that are pickles could run code.
        self._module = transformers.AutoModel.from_pretrained(
            model, local_files_only=True, use_safetensors=True, trust_remote_code=False
        ).eval()
        total = hashlib.sha256()
        for name, tensor in sorted(self._module.state_dict().items()):
            total.update(name.encode() + tensor.float().numpy().tobytes())
        self.origin = total.hexdigest()
        # The limit of BERT and most of its successors.
        self._longest = min(self._tokenizer.model_max_length, 512)
        self._vector = lru_cache(CACHED_LONG)(self._encoded)
        self._lock = Lock()

    def vectors(self, requests: Sequence[Request]) -> tuple[Floats, Floats]:
        """Represent targets by the mean vector of their pieces, for each group of layers.

        Parameters
        ----------
        requests : sequence of (str, int, int) of length n_targets
            Text and character span of each target. Of a text that is longer than the encoder's
            limit, the first part with the whole target is encoded.

        Returns
        -------
        vectors : array of shape (n_targets, n_groups, n_dimensions)
            NaN for targets without pieces.
        pieces : array of shape (n_targets,)
            Number of word pieces.
        """
        with self._lock:
            rows = [self._vector(*request) for request in requests]
        table = np.stack(rows).astype(np.float64)
        return table[:, 1:].reshape(len(table), GROUPS, -1), table[:, 0]

    def _encoded(self, text: str, start: int, end: int) -> Singles:
        """Return the number of pieces, and the vectors."""
        import torch

        parts = self._tokenizer(
            text,
            truncation=True,
            max_length=self._longest,
            stride=self._longest // 2,
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
        )
        inside = [
            [i for i, (a, b) in enumerate(offsets) if max(a, start) < min(b, end)]
            for offsets in parts["offset_mapping"]
        ]
        part = max(range(len(inside)), key=lambda number: len(inside[number]))
        # A text is encoded alone: in a batch, its last bits would depend on the other texts.
        ids = torch.tensor([parts["input_ids"][part]])
        with torch.inference_mode():
            states = self._module(input_ids=ids, output_hidden_states=True).hidden_states
        layers = np.stack([state[0].float().numpy() for state in states])
        if not inside[part]:
            return np.append(0, np.full(GROUPS * layers.shape[-1], np.nan)).astype(np.float32)
        by_layer = layers[:, inside[part]].mean(axis=1)
        means = [group.mean(axis=0) for group in np.array_split(by_layer, GROUPS)]
        return np.concatenate([[len(inside[part])], *means]).astype(np.float32)


@lru_cache(maxsize=2)
def open_encoder(model: str) -> Encoder:
    """Load an encoder, once per process.

    Raises
    ------
    InputError
        If the files of a folder cannot be read.
    ResourceError
        If the encoder or the packages of the extra ``transformers`` are not on this machine.
    """
    try:
        with requiring("transformers", "Encoders"):
            return Encoder(model)
    except ResourceError:
        raise
    except Exception as error:  # the libraries raise no narrower type
        if Path(model).exists():
            raise InputError(
                "The encoder cannot be read.",
                where=model,
                hint="Give a folder with its configuration, tokenizer and weights (safetensors).",
            ) from error
        raise ResourceError(
            f"The encoder '{model}' is not on this machine.",
            where=model,
            hint=f"Download it with `hf download {model}`, or give a folder with its files.",
        ) from error


def _inputs(vectors: Floats, targets: Targets) -> list[Floats]:
    """Return the inputs of the regression of each group of layers."""
    several = is_expression(targets.target)
    return [np.column_stack([vectors[:, group], several]) for group in range(GROUPS)]


def _ridge(
    X: Floats,
    y: Floats,
    tokens: Sequence[str],
    penalties: Sequence[float] = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0),
) -> tuple[Floats, Floats]:
    """Return the weights with the intercept, and predictions without each row's token.

    The best of the penalties per instance is chosen.
    """
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    folds = list(GroupKFold(FOLDS).split(X, y, tokens))
    tried = {"ridge__alpha": [penalty * len(y) for penalty in penalties]}
    steps = make_pipeline(StandardScaler(), Ridge())
    search = GridSearchCV(steps, tried, scoring="neg_mean_squared_error", cv=folds).fit(X, y)
    scaler, ridge = search.best_estimator_
    weights = ridge.coef_ / scaler.scale_
    held_out = cross_val_predict(search.best_estimator_, X, y, cv=folds)
    return np.append(weights, ridge.intercept_ - scaler.mean_ @ weights), np.clip(held_out, 0, 1)


def _predicted(learned: Mapping[str, Any], vectors: Floats, targets: Targets) -> Floats:
    """Return the predictions of each group of layers; for training instances, those held out."""
    if not learned["weights_"].shape[1]:
        return np.full((len(targets), GROUPS), np.nan)
    # Not products of matrices, whose last bits depend on the number of rows.
    predicted = np.column_stack(
        [
            np.clip((X * weights[:-1]).sum(axis=1) + weights[-1], 0, 1)
            for X, weights in zip(_inputs(vectors, targets), learned["weights_"], strict=True)
        ]
    )
    row_of = {row: index for index, row in enumerate(learned["rows_"].tolist())}
    for row, checksum in enumerate(_checksums(_requests(targets)).tolist()):
        if checksum in row_of:
            predicted[row] = learned["held_out_"][row_of[checksum]]
    return predicted


def _requests(targets: Targets) -> list[Request]:
    """Return sentences and spans of targets."""
    return list(zip(targets.sentence, targets.start.tolist(), targets.end.tolist(), strict=True))


def _checksums(requests: Sequence[Request]) -> NDArray[np.int64]:
    """Return a 64-bit number per request."""
    data = (hashlib.blake2b(repr(request).encode(), digest_size=8) for request in requests)
    return np.frombuffer(b"".join(checksum.digest() for checksum in data), dtype="<i8").astype(
        np.int64
    )
