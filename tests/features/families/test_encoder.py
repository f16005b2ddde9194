"""The family `encoder`, with a random encoder of a few kilobytes."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.errors import ResourceError
from lcp.features.families.encoder import EncoderVectors, open_encoder
from lcp.features.family import Fitted
from lcp.resources.store import Store
from lcp.targets import Targets
from tests.errors import refused

PIECES = ("[PAD]", "[CLS]", "[SEP]", "[UNK]", "the", "prison", "cell", "a", "small", "##s", "is")
LONGEST = 32


def write_encoder(folder, seed=0):
    """Write a BERT with two layers of random weights."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    numbers = {piece: number for number, piece in enumerate(PIECES)}
    fast = tokenizers.Tokenizer(tokenizers.models.WordPiece(numbers, unk_token=PIECES[3]))
    fast.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    fast.post_processor = tokenizers.processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=fast, model_max_length=LONGEST, pad_token=PIECES[0]
    ).save_pretrained(folder)
    torch.manual_seed(seed)
    config = transformers.BertConfig(
        vocab_size=len(PIECES),
        hidden_size=8,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=LONGEST,
        initializer_range=1.0,
    )
    transformers.BertModel(config).save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return write_encoder(tmp_path_factory.mktemp("encoder"))


@pytest.fixture
def table():
    tokens = [piece for piece in PIECES if piece.isalpha()]
    frame = pd.DataFrame(
        [(f"{other} {token} is {other}", token) for token in tokens for other in tokens],
        columns=["sentence", "token"],
    )
    difficulty = frame["token"].map({token: n / len(tokens) for n, token in enumerate(tokens)})
    return frame.assign(complexity=difficulty, title="the prison")


def measured(encoder, table, new=None, **options):
    """Return the features of a table after fitting to another one, without names."""
    family = EncoderVectors(model=encoder, **options)
    rated = table["complexity"].to_numpy() if "complexity" in table else None
    learned = family.fit(Targets.table(table), rated, Store())
    return family.measure(Targets.table(table if new is None else new), Fitted(Store(), learned))


def test_training_instances_are_predicted_without_their_token(encoder, table):
    own = table["token"].eq("cell").to_numpy()
    moved = table.assign(complexity=table["complexity"].where(~own, 1.0))
    first, second = (measured(encoder, each)[:, :3] for each in (table, moved))
    # The ratings of a token change the predictions of others only; penalties may change too.
    assert np.abs(first - second)[own].max() < np.abs(first - second)[~own].max()
    new = table.assign(sentence=table["sentence"] + "s")
    assert (measured(encoder, table, new)[:, :3] != first).any(axis=1).all()


def test_a_target_is_compared_with_texts(encoder, table):
    values = measured(encoder, table.assign(title=table["token"]), texts=["title", "absent"])
    assert (np.abs(values[:, 4]) <= 1).all()
    assert np.isnan(values[:, 5]).all()


def test_a_vector_does_not_depend_on_the_other_texts_and_a_long_text_is_cut(encoder):
    long = "the " * 3 * LONGEST + "prisons"
    requests = [("a cell", 2, 6), (long, len(long) - 7, len(long)), ("", 0, 0)]
    vectors, pieces = open_encoder(encoder).vectors(requests)
    assert vectors.shape == (3, 3, 8)
    assert pieces.tolist() == [1, 2, 0]
    assert np.isnan(vectors[2]).all()
    open_encoder.cache_clear()
    alone, _ = open_encoder(encoder).vectors(requests[:1])
    np.testing.assert_array_equal(alone, vectors[:1])


def test_unrated_instances_have_no_predictions(encoder, table):
    values = measured(encoder, table.drop(columns="complexity"))
    assert np.isnan(values[:, :3]).all()
    assert (values[:, 3] == 1).all()


def test_another_encoder_than_in_training_is_an_error(encoder, table, tmp_path):
    other = write_encoder(tmp_path / "other", seed=1)
    learned = EncoderVectors(model=encoder).fit(Targets.table(table), None, Store())
    with refused(where=other):
        EncoderVectors(model=other).measure(Targets.table(table), Fitted(Store(), learned))


def test_a_saved_model_predicts_the_same(encoder, table, tmp_path):
    features = lcp.FeatureSet({"encoder": {"model": encoder}})
    model = lcp.ComplexityModel(features, "lightgbm-fast").fit(table)
    loaded = lcp.load_model(model.save(tmp_path / "model"))
    np.testing.assert_array_equal(loaded.predict(table), model.predict(table))


def test_a_missing_encoder_is_an_error_before_features_are_computed():
    features = lcp.FeatureSet({"length": {}, "encoder": {"model": "nobody/nothing"}})
    with pytest.raises(ResourceError):
        lcp.train("sample", features, "ridge")


def test_damaged_files_are_errors(tmp_path):
    pytest.importorskip("transformers")
    (tmp_path / "config.json").write_text("damaged")
    with refused():
        EncoderVectors(model=str(tmp_path)).check()
