"""Files are written atomically."""

import os
import sqlite3
import stat
import sys
import threading
from pathlib import Path

import pytest

import lcp
from lcp.corpora.parsers.instances_file import read_instances
from lcp.files.output_files import atomic_write
from tests.errors import refused

NO_PATHS = [5, ("a",), "a" * 300, "a\0.txt", "\ud800.txt", "none.txt", "."]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_file_exists_only_after_the_block(tmp_path):
    target = tmp_path / "new" / "deep" / ("é" * 125 + ".csv")
    with atomic_write(target) as aside:
        aside.write_text("half")
        assert not target.exists()
        # In the same folder, because a move across file systems is not atomic.
        assert aside.parent == target.parent
    assert target.read_text() == "half"
    assert names(target.parent) == [target.name]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_permissions_of_the_user_and_an_old_one_keeps_its_own(
    tmp_path, umask, mode
):
    target = tmp_path / "out.csv"
    before = os.umask(umask)
    try:
        write(target)
    finally:
        os.umask(before)
    assert target.stat().st_mode & 0o777 == mode
    target.chmod(0o640)
    write(target)
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such links")
@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path, exists):
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real/a.csv", tmp_path / "link.csv"
    if exists:
        target.write_text("old")
    link.symlink_to("real/a.csv")
    write(link)
    assert link.is_symlink()
    assert target.read_text() == "x"
    assert names(tmp_path / "real") == ["a.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_the_reader_of_a_pipe_gets_the_content(tmp_path):
    pipe = tmp_path / "out.csv"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    write(pipe)
    reader.join()
    assert received == ["x"]
    assert pipe.is_fifo()
    assert names(tmp_path) == ["out.csv"]


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no /dev/null")
def test_a_device_stays_a_device(tmp_path):
    # Never the real one: a failure of this test would replace it.
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        write(device)
    except PermissionError:
        pytest.skip("only root makes and opens devices")
    assert device.is_char_device()


def fail_halfway(target, error):
    with atomic_write(target) as aside:
        aside.write_text("half")
        raise error


# SQLite has an error of its own for a full disk.
@pytest.mark.parametrize(
    ("error", "raised"), [(KeyboardInterrupt,) * 2, (sqlite3.OperationalError, OSError)]
)
@pytest.mark.parametrize("old", [[], ["out.csv"]])
def test_a_failure_leaves_the_previous_files_only(tmp_path, error, raised, old):
    for name in old:
        (tmp_path / name).write_text("old")
    with pytest.raises(raised):
        fail_halfway(tmp_path / "out.csv", error)
    assert [(tmp_path / name).read_text() for name in names(tmp_path)] == ["old"] * len(old)


def test_what_killed_processes_left_is_removed(tmp_path):
    target = tmp_path / "out[1].csv"
    left = [tmp_path / f".out[1].csv-{number}1234567" for number in "0123"]
    kept = [tmp_path / ".out[1].csv-mine", tmp_path / ".out1.csv-01234567"]
    for path in [*left[:3], *kept]:
        path.write_text("half")
    left[3].mkdir()
    for path in [*left[1:], *kept]:
        os.utime(path, (0, 0))
    write(target)
    # Another process may be writing the first one.
    assert names(tmp_path) == sorted(path.name for path in [left[0], *kept, target])


@pytest.mark.parametrize("path", NO_PATHS)
def test_what_is_no_path_of_a_file_is_refused(path):
    for read in (lcp.load_corpus, lcp.load_model, lcp.load_estimator, read_instances):
        with refused(hint=""):
            read(path)


def write(target):
    with atomic_write(target) as aside:
        aside.write_text("x")


def test_the_error_for_a_folder_that_is_not_writable_names_the_file(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    target = tmp_path / "file" / "out.csv"
    with refused("cannot be written", where=target):
        write(target)
    assert (tmp_path / "file").read_text() == "not a folder"


def test_a_folder_is_not_replaced_by_a_file(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "kept").write_text("")
    with refused("a folder, not a file", where=folder):
        write(folder)
    assert names(tmp_path) == ["folder"]
    assert names(folder) == ["kept"]
