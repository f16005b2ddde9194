"""``lcp encoder``: download or convert an encoder for the family ``contextual``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import info, working

PANEL = "Data"
ORDER = 36


def encoder(
    model: Annotated[
        str, typer.Argument(help="Name of a model on the Hugging Face hub, or a folder.")
    ],
    *,
    revision: Annotated[
        str, typer.Option(help="Commit, tag or branch of the hub's model. Default: main.")
    ] = "",
    onnx: Annotated[
        bool, typer.Option("--onnx", help="Convert it, so that using it needs no PyTorch.")
    ] = False,
    quantise: Annotated[
        bool, typer.Option("--quantise", help="Convert it with 8-bit weights.")
    ] = False,
    masked: Annotated[
        bool, typer.Option("--masked", help="Convert the masked-language-model head, too.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the converted encoder. Default: the user cache.")
    ] = None,
) -> None:
    """Download an encoder into the hub's cache, and convert it to ONNX if asked."""
    from lcp.encoders.conversion import convert
    from lcp.encoders.location import converted_folder, describe, fetch
    from lcp.errors import InputError
    from lcp.resources import Store

    path = Path(model).expanduser()
    converts = onnx or quantise
    if not converts and (masked or out is not None):
        raise InputError(
            "The options --masked and --out are for a converted encoder.", hint="Add --onnx."
        )
    if path.is_dir():
        source = describe(path)
        if converts and out is None:
            raise InputError(
                "The folder of the converted encoder is not given.", hint="Add --out FOLDER."
            )
    else:
        with working(f"downloading {model}"):
            source = fetch(model, revision)
    info(f"{model}: {source.path}")
    if converts:
        target = out or converted_folder(model, revision, Store())
        with working("converting"):
            made = convert(source, target, masked=masked, quantised=quantise)
        info(f"Wrote {made.path} ({made.precision}).")
