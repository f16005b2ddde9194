"""Vectors and predictability of targets."""

import numpy as np
import pytest

from lcp.encoders import encoder as module
from lcp.encoders.backends import load_backend
from lcp.encoders.encoder import open_encoder
from lcp.encoders.pieces import padded, tokenizer
from lcp.encoders.record_cache import RecordCache, key_of, record_cache
from lcp.errors import InputError, ResourceError
from tests.encoders.toy import WIDTH, write_toy_encoder

REQUESTS = [("The prison cell.", 11, 15), ("A cell divides.", 2, 6), ("A cell divides.", 7, 14)]


def test_the_same_word_has_other_vectors_in_other_sentences(toy, store):
    vectors, pieces = open_encoder(str(toy), store).vectors(REQUESTS, 2)
    assert vectors.shape == (3, 2, WIDTH)
    assert pieces.tolist() == [1, 1, 2]
    assert np.allclose(vectors[0, 0], vectors[1, 0])  # the embedding
    assert not np.allclose(vectors[0, 1], vectors[1, 1])


def test_vectors_do_not_depend_on_the_batch(toy, store, monkeypatch):
    together, _ = open_encoder(str(toy), store, cache=False).vectors(REQUESTS, 2)
    record_cache.cache_clear()
    monkeypatch.setattr(module, "BATCH", 1)
    alone, _ = open_encoder(str(toy), store, cache=False).vectors(REQUESTS, 2)
    assert np.allclose(together, alone, atol=1e-6)


def test_a_text_is_the_mean_of_all_its_pieces(toy, store, monkeypatch):
    encoder = open_encoder(str(toy), store, cache=False)
    texts = ["A cell divides.", "the prison", "A cell divides.", ""]
    vectors = encoder.text_vectors(texts)
    assert vectors.shape == (4, WIDTH)
    ids = tokenizer(toy).split([("the prison", 0, 1)])[0].ids
    states, _ = load_backend(encoder.folder).run(*padded([ids], 0))
    assert vectors[1] == pytest.approx(states[-1, 0].mean(axis=0), abs=1e-6)
    assert np.array_equal(vectors[0], vectors[2])
    record_cache.cache_clear()
    monkeypatch.setattr(module, "BATCH", 1)
    assert np.allclose(encoder.text_vectors(texts), vectors, atol=1e-6)


def test_more_groups_than_layers_are_an_error(toy, store):
    with pytest.raises(InputError, match="3 groups of layers, but the encoder has 2"):
        open_encoder(str(toy), store).vectors(REQUESTS, 3)


def test_probability_rank_and_entropy_belong_together(toy, store):
    encoder = open_encoder(str(toy), store)
    values = encoder.masked(REQUESTS)
    assert values.shape == (3, 3)
    assert (values[:, 0] < 0).all()
    assert (values[:, 1] >= 0).all()
    # The target's identity is hidden: only its place and its number of pieces count.
    other = encoder.masked([("The prison word.", 11, 15)])
    assert other[0, 2] == pytest.approx(values[0, 2])
    assert other[0, 0] != values[0, 0]


def test_the_likelihood_of_a_sentence_is_the_mean_of_its_pieces(toy, store):
    encoder = open_encoder(str(toy), store)
    [whole] = encoder.sentence_likelihood(["a cell"])
    parts = encoder.masked([("a cell", 0, 1), ("a cell", 2, 6)])[:, 0]
    assert whole == pytest.approx(parts.mean(), rel=1e-5)


def test_stored_results_are_used_again(toy, store, monkeypatch):
    requests = [(f"{'a ' * n}cell", 2 * n, 2 * n + 4) for n in range(20)]
    before, _ = open_encoder(str(toy), store).vectors(requests, 2)
    record_cache.cache_clear()
    monkeypatch.setattr(module, "load_backend", None)
    after, _ = open_encoder(str(toy), store).vectors(requests, 2)
    assert np.array_equal(before, after)


def test_damaged_files_of_the_cache_are_ignored(tmp_path):
    keys = [key_of(number) for number in range(20)]
    records = np.arange(40, dtype=np.float32).reshape(20, 2)
    RecordCache(tmp_path, 2).get(keys, lambda rows: records[rows])
    [path] = tmp_path.glob("*.npz")
    data = bytearray(path.read_bytes())
    data[-200] ^= 1
    path.write_bytes(data)
    computed = []
    RecordCache(tmp_path, 2).get(keys, lambda rows: computed.extend(rows) or records[rows])
    assert len(computed) == 20


def test_an_encoder_that_is_not_here_is_an_error_and_not_a_download(store, monkeypatch):
    import socket

    def refuse(*_):
        raise AssertionError

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(ResourceError, match="lcp encoder nobody/nothing"):
        open_encoder("nobody/nothing", store)


def test_folders_without_a_model_are_errors(tmp_path, store):
    with pytest.raises(InputError, match=r"no file config\.json"):
        open_encoder(str(tmp_path), store)
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "tokenizer.json").write_text("{}")
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    with pytest.raises(InputError, match="safetensors"):
        open_encoder(str(tmp_path), store)


def test_a_model_without_a_masked_head_is_an_error(tmp_path, store):
    folder = write_toy_encoder(tmp_path / "plain")
    config = folder / "config.json"
    config.write_text(config.read_text().replace("BertForMaskedLM", "BertModel"))
    with pytest.raises(InputError, match="no masked-language-model head"):
        open_encoder(str(folder), store).masked(REQUESTS)
