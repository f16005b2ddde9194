"""PyTorch and ONNX Runtime, with a random BERT of two layers."""

import warnings

import numpy as np
import pytest

from lcp.encoders.encoder import open_encoder
from lcp.encoders.record_cache import record_cache
from lcp.errors import InputError
from tests.encoders.toy import VOCABULARY, write_toy_encoder

torch = pytest.importorskip("torch", reason="the extra transformers is not installed")
transformers = pytest.importorskip("transformers")
pytestmark = pytest.mark.filterwarnings("default")

REQUESTS = [("The prison cell.", 11, 15), ("A cell divides in a small word.", 7, 14)]


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    folder = write_toy_encoder(tmp_path_factory.mktemp("bert"))
    for name in ("model.onnx", "lcp-encoder.json"):
        (folder / name).unlink()
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        transformers.BertForMaskedLM(config).save_pretrained(folder, safe_serialization=True)
    return folder


@pytest.fixture(scope="module")
def converted(bert, tmp_path_factory):
    pytest.importorskip("onnxscript")
    from lcp.encoders.conversion import convert
    from lcp.encoders.location import describe

    return convert(describe(bert), tmp_path_factory.mktemp("onnx") / "bert", masked=True).path


def test_pytorch_represents_targets_in_every_group_of_layers(bert, store):
    vectors, pieces = open_encoder(str(bert), store, n_jobs=1).vectors(REQUESTS, 3)
    assert vectors.shape == (2, 3, 16)
    assert pieces.tolist() == [1, 2]
    assert np.isfinite(vectors).all()


def test_padding_does_not_change_a_vector(bert, store):
    encoder = open_encoder(str(bert), store, n_jobs=1, cache=False)
    together, _ = encoder.vectors(REQUESTS, 3)
    record_cache.cache_clear()
    alone, _ = encoder.vectors(REQUESTS[:1], 3)
    assert np.allclose(together[0], alone[0], atol=1e-5)


def test_both_backends_give_the_same_values(bert, converted, store):
    first, second = (
        open_encoder(str(folder), store, n_jobs=1, cache=False) for folder in (bert, converted)
    )
    assert first.folder.origin == second.folder.origin
    values = []
    for encoder in (first, second):
        record_cache.cache_clear()
        values.append((encoder.vectors(REQUESTS, 3)[0], encoder.masked(REQUESTS)))
    for a, b in zip(*values, strict=True):
        assert np.allclose(a, b, atol=1e-4)


def test_more_groups_than_layers_are_an_error(bert, store):
    with pytest.raises(InputError, match="has 3 layers"):
        open_encoder(str(bert), store, n_jobs=1).vectors(REQUESTS, 4)
