"""A random encoder of a few kilobytes, as an ONNX file, with a tokenizer of word pieces."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lcp.encoders.location import ABOUT, ONNX

if TYPE_CHECKING:
    from pathlib import Path

WIDTH = 8
SPECIAL = ("[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]")
WORDS = ("the", "prison", "cell", "div", "##ides", "a", "small", "word", "##s", "is", ".", "##l")
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")
VOCABULARY = (*SPECIAL, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS))


def write_toy_encoder(
    folder: Path, *, longest: int = 64, precision: str = "float32", seed: int = 0
) -> Path:
    """Write a model with two states: embeddings, and a mixture with the mean of the sentence."""
    onnx = pytest.importorskip("onnx")
    tokenizers = pytest.importorskip("tokenizers")
    pytest.importorskip("onnxruntime")
    folder.mkdir(parents=True, exist_ok=True)
    _tokenizer(tokenizers).save(str(folder / "tokenizer.json"))
    config = {
        "architectures": ["BertForMaskedLM"],
        "hidden_size": WIDTH,
        "max_position_embeddings": longest,
        "pad_token_id": 0,
    }
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer_config.json").write_text(json.dumps({"mask_token": "[MASK]"}))
    about = {"origin": f"toy{seed}", "precision": precision}
    (folder / ABOUT).write_text(json.dumps(about))
    onnx.save(_model(onnx, np.random.default_rng(seed)), str(folder / ONNX))
    return folder


def _tokenizer(tokenizers):
    numbers = {piece: number for number, piece in enumerate(dict.fromkeys(VOCABULARY))}
    fast = tokenizers.Tokenizer(tokenizers.models.WordPiece(numbers, unk_token=SPECIAL[-1]))
    fast.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    fast.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    fast.post_processor = tokenizers.processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    return fast


def _model(onnx, generator):
    helper, kinds = onnx.helper, onnx.TensorProto
    size = len(dict.fromkeys(VOCABULARY))
    matrices = {
        "embeddings": generator.normal(size=(size, WIDTH)),
        "own": generator.normal(size=(WIDTH, WIDTH)),
        "rest": generator.normal(size=(WIDTH, WIDTH)),
        "head": generator.normal(size=(WIDTH, size)),
    }
    constants = [
        onnx.numpy_helper.from_array(matrix.astype(np.float32), name)
        for name, matrix in matrices.items()
    ]
    constants += [
        onnx.numpy_helper.from_array(np.array([axis], dtype=np.int64), f"axis{axis}")
        for axis in (0, 1, 2)
    ]
    steps = [
        ("Gather", ["embeddings", "input_ids"], "embedded"),
        ("Cast", ["attention_mask"], "kept"),
        ("Unsqueeze", ["kept", "axis2"], "weights"),
        ("Mul", ["embedded", "weights"], "visible"),
        ("ReduceSum", ["visible", "axis1"], "sum"),
        ("ReduceSum", ["weights", "axis1"], "count"),
        ("Div", ["sum", "count"], "mean"),
        ("MatMul", ["embedded", "own"], "left"),
        ("MatMul", ["mean", "rest"], "right"),
        ("Add", ["left", "right"], "mixed"),
        ("Tanh", ["mixed"], "state"),
        ("MatMul", ["state", "head"], "logits"),
        ("Unsqueeze", ["embedded", "axis0"], "first"),
        ("Unsqueeze", ["state", "axis0"], "second"),
        ("Concat", ["first", "second"], "hidden_states"),
    ]
    options = {"Cast": {"to": kinds.FLOAT}, "Concat": {"axis": 0}}
    nodes = [
        helper.make_node(kind, given, [result], **options.get(kind, {}))
        for kind, given, result in steps
    ]
    inputs = [
        helper.make_tensor_value_info(name, kinds.INT64, ["rows", "pieces"])
        for name in ("input_ids", "attention_mask")
    ]
    outputs = [
        helper.make_tensor_value_info("hidden_states", kinds.FLOAT, [2, "rows", "pieces", WIDTH]),
        helper.make_tensor_value_info("logits", kinds.FLOAT, ["rows", "pieces", size]),
    ]
    graph = helper.make_graph(nodes, "toy", inputs, outputs, constants)
    opset = helper.make_opsetid("", 18)
    return helper.make_model(graph, opset_imports=[opset], ir_version=9)
