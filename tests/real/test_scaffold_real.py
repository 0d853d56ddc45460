"""Suites for servers that we did not write: the same twice, valid, green, and green again."""

import json

import pytest
from tests.real.servers import STDIO, new_repository

from mcptest.cli.main import run

SHORT = "5s"  # one of its tools takes ten seconds by default

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]


def everything(folder):
    return STDIO["everything"]()


def filesystem(folder):
    (folder / "example.txt").write_text("hello\n")
    return [*STDIO["filesystem"]()[:-1], str(folder)]


def memory(folder):
    return STDIO["memory"]()


def time(folder):
    return STDIO["time"]()


def git(folder):
    return [*STDIO["git"](), "--repository", str(new_repository(folder))]


@pytest.fixture(params=[everything, filesystem, memory, time, git], ids=lambda make: make.__name__)
def server(request, tmp_path, monkeypatch):
    """The flags that name the server; what it keeps stays in its own folder."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    command = request.param(home)
    keep = ["--env", f"MEMORY_FILE_PATH={home / 'memory.json'}"] if request.param is memory else []
    limit = SHORT if request.param is everything else "20s"
    return [*keep, "--timeout", limit, "--", *command]


def scaffold(path, server):
    return run(["scaffold", "-o", str(path), "--force", *server])


def test_the_suite_is_the_same_twice_and_green(server, tmp_path, capsys):
    suite = tmp_path / "mcptest.yml"
    assert scaffold(suite, server) == 0
    first = suite.read_bytes()
    assert run(["validate", str(suite)]) == 0
    capsys.readouterr()
    code = run(["run", str(suite), "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert code == 0, [case for case in document["cases"] if case["status"] == "failed"]
    assert document["summary"]["passed"] > 0
    assert scaffold(suite, server) == 0
    assert suite.read_bytes() == first


def test_what_is_proposed_is_green_ten_times_in_a_row(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    suite = tmp_path / "mcptest.yml"
    assert scaffold(suite, ["--timeout", SHORT, "--", *everything(tmp_path)]) == 0
    assert run(["propose", str(suite), "--write"]) == 0
    assert "expect:" in suite.read_text()
    assert [run(["run", str(suite)]) for _ in range(10)] == [0] * 10


def test_probing_a_healthy_server_finds_no_fault(server):
    patient = [word if word != SHORT else "20s" for word in server]
    assert run(["probe", *patient]) == 0
