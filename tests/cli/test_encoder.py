"""`lcp encoder`."""

import pytest

from tests.encoders.toy import write_toy_encoder


def test_the_folder_of_an_encoder_is_printed(run, tmp_path):
    toy = write_toy_encoder(tmp_path / "toy")
    code, _, err = run("encoder", toy)
    assert code == 0
    assert "toy" in err.replace("\n", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [(["--onnx"], "--out FOLDER"), (["--masked"], "Add --onnx"), (["--out", "x"], "Add --onnx")],
)
def test_options_that_do_not_fit_are_errors(run, tmp_path, options, message):
    toy = write_toy_encoder(tmp_path / "toy")
    code, _, err = run("encoder", toy, *options)
    assert code == 2
    assert message in err


def test_a_converted_encoder_is_not_converted_again(run, tmp_path):
    toy = write_toy_encoder(tmp_path / "toy")
    code, _, err = run("encoder", toy, "--onnx", "--out", tmp_path / "new")
    assert code == 2
    assert "already" in err


def test_a_folder_with_other_files_is_not_overwritten(run, tmp_path):
    toy = write_toy_encoder(tmp_path / "toy")
    (toy / "model.onnx").rename(toy / "model.safetensors")
    (toy / "lcp-encoder.json").unlink()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    code, _, err = run("encoder", toy, "--onnx", "--out", mine)
    assert code == 2
    assert "contains no converted encoder" in " ".join(err.split())
    assert (mine / "notes.txt").read_text() == "mine"
