"""Run an encoder with PyTorch or ONNX Runtime."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from lcp.encoders.location import ONNX, EncoderFolder, missing_extra
from lcp.errors import InputError, unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]

BACKENDS = ("auto", "torch", "onnx")


class Backend(Protocol):
    """A loaded encoder."""

    def run(self, ids: Integers, attention: Integers) -> tuple[Floats, Floats | None]:
        """Encode a batch.

        Parameters
        ----------
        ids, attention : int64 arrays of shape (n_rows, n_pieces)
            Vocabulary numbers, and 1 for pieces and 0 for padding.

        Returns
        -------
        states : float32 array of shape (n_layers + 1, n_rows, n_pieces, n_dimensions)
            Embeddings and hidden states. An ONNX file of another program may have only the last.
        logits : float32 array of shape (n_rows, n_pieces, n_vocabulary) or None
            Scores of the masked-language-model head, if loaded.
        """
        ...


def load_backend(
    folder: EncoderFolder, backend: str = "auto", *, masked: bool = False, n_jobs: int | None = None
) -> Backend:
    """Load an encoder, once per process.

    Parameters
    ----------
    folder : EncoderFolder
        Folder of the encoder.
    backend : {"auto", "torch", "onnx"}, default="auto"
        "auto" uses ONNX Runtime if the folder has an ONNX file, else PyTorch.
    masked : bool, default=False
        Whether the masked-language-model head is needed.
    n_jobs : int, optional
        Number of threads. Default: all processors.

    Raises
    ------
    InputError
        If the folder has no file for the backend, or the model lacks the head.
    ResourceError
        If the backend is not installed.
    """
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    kind = ("onnx" if folder.is_onnx else "torch") if backend == "auto" else backend
    if kind == "onnx" and not folder.is_onnx:
        raise InputError(
            f"The encoder has no file {ONNX}.",
            where=str(folder.path),
            hint='Convert it with `lcp encoder NAME --onnx`, or use backend = "torch".',
        )
    return _load(folder, kind, masked=masked, n_jobs=n_jobs)


@cache
def _load(folder: EncoderFolder, kind: str, *, masked: bool, n_jobs: int | None) -> Backend:
    if masked:
        check_masked_head(folder)
    if kind == "onnx":
        return OnnxBackend(folder, masked=masked, n_jobs=n_jobs)
    return TorchBackend(folder, masked=masked, n_jobs=n_jobs)


def check_masked_head(folder: EncoderFolder) -> None:
    """Raise :class:`InputError` for a model without a masked-language-model head."""
    listed = folder.config.get("architectures") or []
    if not any(str(name).endswith(("ForMaskedLM", "ForPreTraining")) for name in listed):
        raise InputError(
            "The encoder has no masked-language-model head.",
            where=str(folder.path),
            hint="Use a model such as bert-base-uncased, or masked = false.",
        )


class TorchBackend:
    """An encoder that PyTorch runs, on a GPU if there is one."""

    def __init__(self, folder: EncoderFolder, *, masked: bool, n_jobs: int | None) -> None:
        self.module = load_module(folder, masked=masked)
        import torch

        if n_jobs is not None:
            torch.set_num_threads(n_jobs)
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self.module.to(self._device)

    def run(self, ids: Integers, attention: Integers) -> tuple[Floats, Floats | None]:
        """Encode a batch; see :class:`Backend`."""
        import torch

        with torch.inference_mode():
            output = self.module(
                input_ids=torch.from_numpy(ids).to(self._device),
                attention_mask=torch.from_numpy(attention).to(self._device),
                output_hidden_states=True,
            )
            states = torch.stack(output.hidden_states).float().cpu().numpy()
            scores = getattr(output, "logits", None)
            return states, None if scores is None else scores.float().cpu().numpy()


def load_module(folder: EncoderFolder, *, masked: bool) -> Any:
    """Return the PyTorch module of an encoder, without running code from its folder."""
    # Transformers would otherwise ask the hub for files that a folder lacks.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        import torch  # noqa: F401 - transformers imports without it, and fails later
        from transformers import AutoModel, AutoModelForMaskedLM
    except ImportError as error:
        raise missing_extra(error.name or "transformers") from error
    load = (AutoModelForMaskedLM if masked else AutoModel).from_pretrained
    try:
        module = load(
            str(folder.path), local_files_only=True, use_safetensors=True, trust_remote_code=False
        )
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"The encoder cannot be read ({str(error).strip().splitlines()[0]}).",
            where=str(folder.path),
            hint="Give a model of the library transformers, with weights as safetensors.",
        ) from error
    return module.eval()


class OnnxBackend:
    """An encoder that ONNX Runtime runs, on a GPU if its package supports it."""

    def __init__(self, folder: EncoderFolder, *, masked: bool, n_jobs: int | None) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise missing_extra("onnxruntime") from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = n_jobs or 0
        options.log_severity_level = 3
        path = folder.path / ONNX
        try:
            self._session: Any = onnxruntime.InferenceSession(
                str(path), options, providers=onnxruntime.get_available_providers()
            )
        except Exception as error:
            raise InputError(
                "The ONNX file cannot be read.", where=str(path), hint="Convert the encoder again."
            ) from error
        self._inputs = {each.name for each in self._session.get_inputs()}
        outputs = [each.name for each in self._session.get_outputs()]
        states = [n for n in ("hidden_states", "last_hidden_state") if n in outputs]
        if not states or (masked and "logits" not in outputs):
            absent = "logits" if states else "hidden_states"
            raise InputError(
                f"The ONNX file has no output '{absent}'.",
                where=str(path),
                hint="Convert the encoder with `lcp encoder NAME --onnx`.",
            )
        self._outputs = [states[0], *(["logits"] if masked else [])]

    def run(self, ids: Integers, attention: Integers) -> tuple[Floats, Floats | None]:
        """Encode a batch; see :class:`Backend`."""
        columns = {"input_ids": ids, "attention_mask": attention}
        columns["token_type_ids"] = np.zeros_like(ids)
        inputs = {name: value for name, value in columns.items() if name in self._inputs}
        values = self._session.run(self._outputs, inputs)
        states = values[0] if values[0].ndim == 4 else values[0][None]  # noqa: PLR2004
        return states, values[1] if len(values) > 1 else None
