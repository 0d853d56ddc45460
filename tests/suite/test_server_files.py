"""The files of a server entry: relative to its suite, with variables from a file."""

import os
import sys
from pathlib import Path

import pytest

from mcptest.errors import FileProblemsError, TargetStartError
from mcptest.plan import load_suite
from mcptest.wire.process.launch import find_program

TOOL = "\ntools: [{name: x, tool: y}]\n"


def server_of(folder, entry, *, env=None):
    path = folder / "checks.yml"
    path.write_text(f"server: {entry}{TOOL}", encoding="utf-8")
    suite = load_suite(path, env=env or {})
    suite.require()
    return suite.servers["default"]


def test_files_beside_the_suite_are_found_from_anywhere(tmp_path, monkeypatch):
    folder = tmp_path / "tests"
    folder.mkdir()
    for name in ("server.py", "data.json"):
        (folder / name).touch()
    monkeypatch.chdir(tmp_path)
    spec = server_of(folder, "{command: ./server.py --config data.json search data}")
    beside = str(folder / "server.py")
    assert spec.target.command == (beside, "--config", str(folder / "data.json"), "search", "data")


def test_a_file_where_mcptest_runs_is_used_if_there_is_none_beside_the_suite(tmp_path, monkeypatch):
    folder = tmp_path / "tests"
    folder.mkdir()
    (tmp_path / "server.py").touch()
    monkeypatch.chdir(tmp_path)
    spec = server_of(folder, "{command: [python, server.py, other.json]}")
    assert spec.target.command == ("python", "server.py", "other.json")


def test_a_command_that_is_nowhere_stays_as_written_and_the_error_says_where_it_was_looked_for(
    tmp_path, monkeypatch
):
    spec = server_of(tmp_path, "{command: ./nothing.sh}")
    assert spec.target.command == ("./nothing.sh",)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TargetStartError) as caught:
        find_program(spec.target, {})
    assert caught.value.code == "launch-not-found"
    assert str(tmp_path) in caught.value.hint


def test_nothing_is_changed_below_a_folder_that_the_suite_names(tmp_path):
    (tmp_path / "server.py").touch()
    spec = server_of(tmp_path, "{command: ./server.py, cwd: .}")
    assert spec.target.command == ("./server.py",)
    assert Path(spec.target.cwd) == tmp_path


def test_variables_come_from_a_file_and_those_in_the_suite_win(tmp_path):
    (tmp_path / ".env").write_text(
        "\ufeff# comment\n\nexport A=1 # one\nB='two # words'\n"
        'C="a\\tb\\"c" # c\nAPI_KEY=sk-very-secret\nEMPTY=\nD=x\n',
        encoding="utf-8",
    )
    spec = server_of(tmp_path, "{command: x, env_file: .env, env: {D: y}}")
    assert spec.target.env == {
        "A": "1",
        "B": "two # words",
        "C": 'a\tb"c',
        "API_KEY": "sk-very-secret",
        "EMPTY": "",
        "D": "y",
    }
    assert spec.secrets == ("sk-very-secret",)


@pytest.mark.parametrize("text", [None, b"\xff\xfe", b"no pair\n", b"A='open\n"])
def test_a_file_that_cannot_be_used_is_a_problem_at_its_place(tmp_path, text):
    if text is not None:
        (tmp_path / ".env").write_bytes(text)
    with pytest.raises(FileProblemsError) as caught:
        server_of(tmp_path, "{command: x, env_file: .env}")
    [problem] = caught.value.problems
    assert (problem.code, problem.where.line) == ("suite-env-file", 1)


def test_a_program_can_say_that_the_server_is_ready(tmp_path):
    (tmp_path / "ready.sh").touch()
    entry = "{url: 'http://127.0.0.1:9/', wait_for_ready: {command: ./ready.sh now, timeout: 2s}}"
    check = server_of(tmp_path, entry).ready_command
    assert check.target.command == (str(tmp_path / "ready.sh"), "now")
    assert check.target.cwd == str(tmp_path)
    assert check.target.env == dict(os.environ)
    assert check.within == 2
    assert server_of(tmp_path, f"{{command: {sys.executable}}}").ready_command is None
