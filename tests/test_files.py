"""Files are written atomically."""

from __future__ import annotations

import pytest

from lcp.errors import InputError
from lcp.files import written_aside


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_file_exists_only_after_the_block(tmp_path):
    target = tmp_path / "new" / "deep" / "out.csv"
    with written_aside(target) as aside:
        aside.write_text("half")
        assert not target.exists()
        # In the same folder, because a move across file systems is not atomic.
        assert aside.parent == target.parent
    assert target.read_text() == "half"
    assert names(target.parent) == ["out.csv"]


def test_the_file_is_readable_for_all_users(tmp_path):
    with written_aside(tmp_path / "out.csv") as aside:
        aside.write_text("")
    assert (tmp_path / "out.csv").stat().st_mode & 0o777 == 0o644


def test_an_existing_file_is_kept_until_it_is_replaced(tmp_path):
    target = tmp_path / "out.csv"
    target.write_text("old")
    with written_aside(target) as aside:
        aside.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"


def fail_halfway(target):
    with written_aside(target) as aside:
        aside.write_text("half")
        raise KeyboardInterrupt


def test_a_failure_leaves_the_previous_files_only(tmp_path):
    target = tmp_path / "out.csv"
    with pytest.raises(KeyboardInterrupt):
        fail_halfway(target)
    assert names(tmp_path) == []
    target.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        fail_halfway(target)
    assert target.read_text() == "old"
    assert names(tmp_path) == ["out.csv"]


def write(target):
    with written_aside(target) as aside:
        aside.write_text("x")


def test_the_error_for_a_folder_that_is_not_writable_names_the_file(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    target = tmp_path / "file" / "out.csv"
    with pytest.raises(InputError, match="cannot be written") as caught:
        write(target)
    assert caught.value.where == str(target)
    assert (tmp_path / "file").read_text() == "not a folder"


def test_a_folder_is_not_replaced_by_a_file(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "kept").write_text("")
    with pytest.raises(InputError, match="a folder, not a file") as caught:
        write(folder)
    assert caught.value.where == str(folder)
    assert names(tmp_path) == ["folder"]
    assert names(folder) == ["kept"]
