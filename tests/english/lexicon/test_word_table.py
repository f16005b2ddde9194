"""Reading, writing and validation of lexicon files."""

import zipfile

import numpy as np
import pytest

from lcp.english.lexicon.word_table import SHIPPED, load_lexicon, read_lexicon
from lcp.errors import ResourceError
from lcp.features.families.lexicon import norms_by_letters
from tests.errors import refused
from tools.lexicon.writing import quantised


def rewritten(source, target, **changed):
    with np.load(source) as stored:
        arrays = dict(stored) | changed
    np.savez(target, **{name: array for name, array in arrays.items() if array is not None})
    return target


def test_a_written_lexicon_is_read_unchanged(built, lexicon_file):
    lexicon = read_lexicon(lexicon_file)
    assert lexicon.words == built.words
    assert lexicon.about == built.about
    for name in ("norms", "vectors", "pair_steps", "letters", "capitals"):
        assert np.array_equal(getattr(lexicon, name), getattr(built, name))


def test_look_up_ignores_case(built):
    rows = built.rows(["River", "river", "RIVER", "xqzzt"])
    assert rows[0] == rows[1] == rows[2] >= 0
    assert rows[3] == -1


def test_a_word_outside_the_lexicon_has_only_norms_from_its_letters(built):
    short, long = norms_by_letters(built, ["zqx", "zqxwvutsrqponm"])
    assert np.isfinite(short).all()
    assert (long > short).all()
    rows = built.rows(["zqx"])
    assert np.isnan(built.vector_values(rows)).all()
    assert np.isnan(built.register_values(rows)).all()
    assert np.isnan(built.capital_share(rows)).all()


def test_counts_and_capitals_match_the_text(built):
    lexicon = built
    assert lexicon.counts[lexicon.rows(["sea"])].tolist() == [800]
    assert lexicon.capital_share(lexicon.rows(["london", "sea"])).tolist() == [1.0, 0.0]
    zipf = lexicon.register_values(lexicon.rows(["sea", "river", "government"]))[:, 0]
    assert zipf[0] > zipf[1] > zipf[2]
    total, words = lexicon.about["registers"][0]["words"], len(lexicon.words)
    assert zipf[0] == pytest.approx(np.log10(801 / (total + words) * 1e9), abs=0.02)


def test_the_vector_of_a_rare_word_is_missing(built):
    vectors = built.vector_values(built.rows(["sea", "government"]))
    assert np.isfinite(vectors[0]).all()
    assert np.isnan(vectors[1]).all()


def test_a_truncated_or_changed_file_raises_an_error(lexicon_file, tmp_path):
    whole = lexicon_file.read_bytes()
    changed = bytearray(whole)
    changed[len(changed) // 3] ^= 255
    damaged = [whole[:size] for size in (0, 1, 100, len(whole) // 2, len(whole) - 1)]
    for content in (*damaged, changed):
        (tmp_path / "damaged.npz").write_bytes(content)
        with pytest.raises(ResourceError, match="damaged"):
            read_lexicon(tmp_path / "damaged.npz")


@pytest.mark.parametrize(
    "changed",
    [
        {"norms": None},
        {"words": np.frombuffer(b"\xff", np.uint8)},
        {"about": np.frombuffer(b"{}", np.uint8)},
        {"about": np.frombuffer(b"[]", np.uint8)},
        {"about": np.frombuffer(b'{"schema": 0}', np.uint8)},
    ],
)
def test_a_file_of_another_layout_raises_an_error(lexicon_file, tmp_path, changed):
    path = rewritten(lexicon_file, tmp_path / "changed.npz", **changed)
    with pytest.raises(ResourceError, match="damaged"):
        read_lexicon(path)


def test_the_error_for_a_missing_file_gives_its_path(tmp_path):
    with refused("lexicon does not exist", where=tmp_path / "absent.npz", kind=ResourceError):
        read_lexicon(tmp_path / "absent.npz")


def test_quantisation_keeps_limits_and_missing_values():
    steps = quantised(np.array([[1.0, 5.0], [3.0, np.nan]]), np.array([1.0, 5.0]), np.array([3, 5]))
    assert steps.tolist() == [[0, 0], [254, 255]]


def test_the_bundled_lexicon_has_the_documented_content():
    assert SHIPPED.stat().st_size <= 12_000_000
    lexicon = load_lexicon()
    assert len(lexicon.words) >= 100_000
    assert len(lexicon.about["norms"]) >= 9
    assert all(entry["held_out"]["r"] > 0.5 for entry in lexicon.about["norms"])
    names = [entry["name"] for entry in lexicon.about["registers"]]
    assert names == ["encyclopaedic", "biomedical", "biblical", "parliamentary"]
    assert lexicon.about["pair_minimum"] == 1
    assert lexicon.about["pair_registers"] == names[:3]
    assert len(lexicon.pairs.keys) >= 1_600_000
    with zipfile.ZipFile(SHIPPED) as archive:
        assert all(name.endswith(".npy") for name in archive.namelist())


def test_bundled_norms_by_letters_rated_words_are_the_cross_fitted_predictions(data):
    from lcp.english.lexicon.word_table import STEPS
    from lcp.resources import Store
    from tools.lexicon.norm_prediction import NORMS

    lexicon = load_lexicon()
    for column, entry in enumerate(lexicon.about["norms"]):
        norm = {norm.name: norm for norm in NORMS}[entry["name"]]
        ratings = norm.ratings(Store(mirror=data))
        words = [word for word in lexicon.words if word in ratings]
        rated = np.array([ratings[word] for word in words])
        values = lexicon.norm_values(lexicon.rows(words))[:, column]
        r = np.corrcoef(values, rated)[0, 1]
        assert r == pytest.approx(entry["held_out"]["r"], abs=0.002), norm.name
        assert r < 0.97, norm.name
        step = (entry["high"] - entry["low"]) / STEPS
        assert np.abs(values - rated).mean() > 5 * step, norm.name
