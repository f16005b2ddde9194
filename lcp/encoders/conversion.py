"""Convert an encoder to ONNX, so that PyTorch is not needed to use it."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.encoders.backends import check_masked_head, load_module
from lcp.encoders.location import ABOUT, ONNX, EncoderFolder, describe, missing_extra
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

_COPIED = ("config.json", "tokenizer.json", "tokenizer_config.json")
#: Version of ONNX's operators.
_OPERATORS = 18


def convert(
    source: EncoderFolder, target: Path, *, masked: bool = False, quantised: bool = False
) -> EncoderFolder:
    """Write an encoder as ONNX, with all hidden states as output.

    Parameters
    ----------
    source : EncoderFolder
        Encoder with weights for PyTorch.
    target : Path
        Folder to write; must be missing or contain a converted encoder.
    masked : bool, default=False
        Whether to include the masked-language-model head.
    quantised : bool, default=False
        Whether to store the weights of matrix products as 8-bit integers.

    Raises
    ------
    InputError
        If `source` is converted already, lacks the head, or `target` is another folder.
    ResourceError
        If a package of the extra is not installed.
    """
    if source.is_onnx:
        raise InputError(
            "The encoder is in the format ONNX already.",
            where=str(source.path),
            hint="Give the model with its original weights.",
        )
    if target.exists() and not (target / ABOUT).is_file():
        raise InputError(
            "The folder exists and contains no converted encoder.",
            where=str(target),
            hint="Give a new folder.",
        )
    if masked:
        check_masked_head(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as aside:
        folder = Path(aside) / "encoder"
        folder.mkdir()
        for name in _COPIED:
            if (source.path / name).is_file():
                shutil.copyfile(source.path / name, folder / name)
        _export(source, folder / ONNX, masked=masked)
        if quantised:
            _quantise(folder / ONNX)
        about = {"origin": source.origin, "precision": "int8" if quantised else "float32"}
        (folder / ABOUT).write_text(json.dumps(about) + "\n", encoding="utf-8")
        if target.exists():
            shutil.rmtree(target)
        folder.replace(target)
    return describe(target)


def _export(source: EncoderFolder, path: Path, *, masked: bool) -> None:
    try:
        import onnxscript  # noqa: F401 - torch.onnx fails late without it
        import torch
    except ImportError as error:
        raise missing_extra(error.name or "torch") from error
    module = load_module(source, masked=masked)

    class States(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        """The module, with all hidden states in one tensor, and the scores if any."""

        def __init__(self) -> None:
            super().__init__()
            self.module = module

        def forward(self, input_ids: Any, attention_mask: Any) -> Sequence[Any]:
            output = self.module(
                input_ids=input_ids, attention_mask=attention_mask, output_hidden_states=True
            )
            states = torch.stack(output.hidden_states)
            return (states, output.logits) if masked else (states,)

    ids = torch.ones((2, 7), dtype=torch.int64)
    sizes = {0: torch.export.Dim("rows"), 1: torch.export.Dim("pieces")}
    program = torch.onnx.export(
        States().eval(),
        (ids, torch.ones_like(ids)),
        input_names=["input_ids", "attention_mask"],
        output_names=["hidden_states", *(["logits"] if masked else [])],
        dynamic_shapes={"input_ids": sizes, "attention_mask": sizes},
        opset_version=_OPERATORS,
        dynamo=True,
        verbose=False,
    )
    program.save(str(path), external_data=False)


def _quantise(path: Path) -> None:
    """Replace the matrices of an ONNX file by 8-bit integers (dynamic quantisation)."""
    try:
        from onnxruntime.quantization import QuantType, quantize_dynamic
    except ImportError as error:
        raise missing_extra("onnx") from error
    plain = path.with_suffix(".float32")
    path.replace(plain)
    # Seven bits: sums of eight-bit products overflow on processors without VNNI.
    quantize_dynamic(plain, path, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    plain.unlink()
