import os
import stat

import pytest

from mcptest.atomic import write_atomically
from mcptest.errors import WriteError


def test_a_new_file_gets_the_usual_mode(tmp_path):
    write_atomically(tmp_path / "a.txt", "é\r\n")
    assert (tmp_path / "a.txt").read_bytes() == "é\r\n".encode()
    (tmp_path / "plain").touch()
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_old_file_keeps_its_mode(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path):
    path, link = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old")
    link.symlink_to(path)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_a_missing_folder_is_a_write_error(tmp_path):
    with pytest.raises(WriteError) as caught:
        write_atomically(tmp_path / "nowhere" / "a.txt", "x")
    assert caught.value.code == "file-not-written"


def test_a_failure_on_the_way_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_way_is_a_write_error_and_leaves_no_draft(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(WriteError):
        write_atomically(tmp_path / "a", "x")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_or_device_gets_the_bytes_and_stays_what_it_is(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, "text")
        assert os.read(reader, 100) == b"text"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]
