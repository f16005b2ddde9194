"""Find an encoder's folder on this machine, or download it on request."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError, ResourceError

if TYPE_CHECKING:
    from lcp.resources import Store

#: Files of the hub that an encoder needs. Weights that are pickles are not downloaded or read.
FILES = ("config.json", "tokenizer.json", "tokenizer_config.json", "*.safetensors", "*.index.json")
#: Names of a converted encoder's files.
ONNX, ABOUT = "model.onnx", "lcp-encoder.json"


@dataclass(frozen=True, slots=True)
class EncoderFolder:
    """A folder with an encoder's weights, configuration and tokenizer.

    Attributes
    ----------
    path : Path
        The folder.
    origin : str
        Checksum of the original weights and configuration. A converted encoder has that of the
        encoder it was made from.
    precision : {"float32", "int8"}
        Precision of the weights.
    """

    path: Path
    origin: str
    precision: str

    @property
    def is_onnx(self) -> bool:
        """Whether the folder contains an encoder for ONNX Runtime."""
        return (self.path / ONNX).is_file()

    @property
    def config(self) -> dict[str, Any]:
        """The model's configuration."""
        return read_json(self.path / "config.json")


def locate(model: str, revision: str, store: Store) -> EncoderFolder:
    """Return the folder of an encoder on this machine.

    Parameters
    ----------
    model : str
        A folder, or the name of a model on the Hugging Face hub. A converted copy in the user
        cache comes first, then the hub's own cache.
    revision : str
        Commit, tag or branch of the hub's model; "" for ``main``.
    store : Store
        Store whose cache contains converted encoders.

    Raises
    ------
    InputError
        If `model` is empty, or a folder without a model.
    ResourceError
        If the encoder is not on this machine, or the extra is not installed.
    """
    if not model:
        raise InputError(
            "The encoder is not given.",
            where="contextual.model",
            hint="Give the name of a model on the Hugging Face hub, or a folder.",
        )
    path = Path(model).expanduser()
    if path.is_dir():
        return describe(path)
    converted = converted_folder(model, revision, store)
    if (converted / ONNX).is_file():
        return describe(converted)
    return describe(_hub_folder(model, revision, download=False))


def fetch(model: str, revision: str) -> EncoderFolder:
    """Download an encoder into the hub's cache. Raises the errors of :func:`locate`."""
    return describe(_hub_folder(model, revision, download=True))


def converted_folder(model: str, revision: str, store: Store) -> Path:
    """Return the folder of the user cache for a converted copy of a hub's model."""
    name = "--".join([*model.split("/"), revision or "main"])
    return store.cache / "encoders" / name


def _hub_folder(model: str, revision: str, *, download: bool) -> Path:
    try:
        from huggingface_hub import snapshot_download
    except ImportError as error:
        raise missing_extra("huggingface_hub") from error
    command = f"lcp encoder {model}" + (f" --revision {revision}" if revision else "")
    try:
        folder = snapshot_download(
            model,
            revision=revision or None,
            local_files_only=not download,
            allow_patterns=list(FILES),
        )
    except Exception as error:
        if download:
            reason = str(error).strip().split("\n")[0] or type(error).__name__
            raise ResourceError(
                f"The encoder '{model}' cannot be downloaded ({reason}).",
                hint="Check the name and the connection, or give a folder with the model's files.",
            ) from error
        raise ResourceError(
            f"The encoder '{model}' is not on this machine.",
            where="contextual.model",
            hint=f"Download it with `{command}`, or give a folder with its files.",
        ) from error
    return Path(folder)


def missing_extra(package: str) -> ResourceError:
    """Return the error for a package of the extra that is not installed."""
    return ResourceError(
        f"The package '{package}' is not installed.",
        where="contextual",
        hint='Install it with `pip install "lcp[transformers]"`.',
    )


def describe(path: Path) -> EncoderFolder:
    """Return what a folder contains.

    Raises
    ------
    InputError
        If the configuration, the tokenizer or the weights are missing or damaged.
    """
    for name in ("config.json", "tokenizer.json"):
        if not (path / name).is_file():
            raise InputError(
                f"The folder has no file {name}.",
                where=str(path),
                hint="Give a folder with a model's configuration, tokenizer and weights.",
            )
    weights = [path / ONNX] if (path / ONNX).is_file() else sorted(path.glob("*.safetensors"))
    if not weights:
        raise InputError(
            f"The folder has neither {ONNX} nor weights in the format safetensors.",
            where=str(path),
            hint="Weights that are pickles are not read. Save the model with safe_serialization.",
        )
    if (path / ABOUT).is_file():
        about = read_json(path / ABOUT)
        return EncoderFolder(path, str(about.get("origin")), str(about.get("precision")))
    stamps = tuple(
        (str(file), file.stat().st_mtime_ns) for file in [path / "config.json", *weights]
    )
    return EncoderFolder(path, _checksum(stamps), "float32")


def read_json(path: Path) -> dict[str, Any]:
    """Read an object from a JSON file; raise :class:`InputError` if it is damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            "The file is not valid JSON.", where=str(path), hint="Download the encoder again."
        ) from error
    if not isinstance(value, dict):
        raise InputError(
            "The file is not a JSON object.", where=str(path), hint="Download the encoder again."
        )
    return value


@cache
def _checksum(stamps: tuple[tuple[str, int], ...]) -> str:
    """Return the checksum of files, computed again if a file changes."""
    total = hashlib.sha256()
    for name, _ in stamps:
        with Path(name).open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()[:16]
