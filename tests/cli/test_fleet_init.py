"""``fleet init``: from what is there to a fleet that runs."""

import json
import os
import sys
from pathlib import Path

import pytest

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
MOCK = ["-m", "mcptest", "mock", "--tools-from", str(RECORDS)]
NODE = {"dependencies": {"@modelcontextprotocol/sdk": "^1"}}


@pytest.fixture
def hosts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(**servers):
        path = tmp_path / ".mcp.json"
        path.write_text(json.dumps({"mcpServers": servers}))
        return path

    return write


def mock(**more):
    return {"command": sys.executable, "args": MOCK, **more}


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_fleet_is_written_that_validates_and_runs(cli, hosts, tmp_path):
    hosts(one=mock(env={"API_TOKEN": "hunter2hunter2"}), gone={"command": "/no/such/program"})
    said = cli("fleet", "init", tmp_path)
    assert said.code == 0
    assert "gone: cannot be started: file not found: /no/such/program" in said.err
    assert "2 servers" in said.err
    written = files(tmp_path)
    assert set(written) == {".mcp.json", "fleet.yml", "suites/README.md", "suites/one.mcptest.yml"}
    assert not any(b"hunter2" in text for name, text in written.items() if name != ".mcp.json")
    assert cli("validate", "fleet.yml").code == 0
    os.environ["API_TOKEN"] = "hunter2hunter2"
    try:
        assert cli("validate", "suites/one.mcptest.yml").code == 0
        assert cli("fleet", "run", "--server", "one", "--only", "suite").code == 0
    finally:
        del os.environ["API_TOKEN"]


def test_the_same_servers_give_the_same_files(cli, hosts, tmp_path):
    hosts(one=mock(), two=mock(env={"MODE": "x"}))
    assert cli("fleet", "init").code == 0
    first = files(tmp_path)
    said = cli("fleet", "init")
    assert said.code == 2
    assert "fleet-exists" in said.err
    assert cli("fleet", "init", "--force").code == 0
    assert files(tmp_path) == first


def test_a_project_starts_in_its_own_folder(cli, hosts, tmp_path):
    folder = tmp_path / "servers" / "a"
    folder.mkdir(parents=True)
    (folder / ".venv" / "bin").mkdir(parents=True)
    script = folder / ".venv" / "bin" / "a"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} {' '.join(MOCK)}\n")
    script.chmod(0o755)
    (folder / "pyproject.toml").write_text(
        '[project]\nname = "a"\ndependencies = ["mcp"]\n[project.scripts]\na = "a:m"\n'
    )
    said = cli("fleet", "init")
    assert said.code == 0, said.err
    assert "cwd: servers/a" in (tmp_path / "fleet.yml").read_text()
    assert 'cwd: "../servers/a"' in (tmp_path / "suites" / "a.mcptest.yml").read_text()
    assert cli("fleet", "run", "--only", "suite").code == 0


def test_a_dry_run_lists_and_writes_nothing(cli, hosts, tmp_path):
    hosts(one=mock())
    said = cli("fleet", "init", "--dry-run")
    assert (said.code, said.out) == (0, "one  from .mcp.json\n")
    assert set(files(tmp_path)) == {".mcp.json"}


def test_nothing_that_could_be_started_is_a_3_and_still_an_inventory(cli, hosts, tmp_path):
    said = cli("fleet", "init", "new", "--url", "http://127.0.0.1:9/mcp")
    assert said.code == 3
    assert "127.0.0.1-9" in (tmp_path / "new" / "fleet.yml").read_text()


def test_what_does_not_say_how_to_start_is_listed_apart(cli, hosts, tmp_path):
    hosts(one=mock())
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "package.json").write_text(json.dumps(NODE))
    said = cli("fleet", "init")
    assert "p/package.json: not listed" in said.err
    assert "p/package.json" in (tmp_path / "suites" / "README.md").read_text()


def test_a_server_that_says_nothing_costs_its_limit(cli, hosts, tmp_path):
    hosts(mute={"command": sys.executable, "args": ["-c", "import time; time.sleep(60)"]})
    said = cli("fleet", "init", "--timeout", "1s")
    assert said.code == 3
    assert "timed out after 1 s" in said.err


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        ([], "fleet-nothing-found"),
        (["file"], "fleet-not-a-folder"),
        (["--url", "x"], "fleet-bad-address"),
    ],
)
def test_what_cannot_be_meant_is_told(cli, hosts, tmp_path, flags, code):
    (tmp_path / "file").write_text("")
    said = cli("fleet", "init", *flags)
    assert said.code == 2
    assert code in said.err


def test_a_folder_that_cannot_be_made_is_told(cli, hosts, tmp_path):
    hosts(one=mock())
    (tmp_path / "suites").write_text("a file")
    said = cli("fleet", "init")
    assert said.code == 4
    assert "fleet-unwritable" in said.err
