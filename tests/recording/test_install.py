"""The recorder in the config of a client, and out of it again."""

import json
import sys

import pytest

from mcptest.cli.client_config import read_mcp_config
from mcptest.cli.main import run
from mcptest.recording.install import BACKUP

CONFIG = """{
    "mcpServers": {
        "git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"A": "b"}},
        "plain": {"command": "server"},
        "far": {"url": "http://127.0.0.1:1/mcp"}
    },
    "other": [1, 2]
}"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "mcp.json"
    path.write_text(CONFIG)
    return path


def use(verb, config, *more):
    return run(["record", verb, "--mcp-config", str(config), *more])


@pytest.mark.parametrize("name", ["git", "plain"])
def test_an_entry_is_rewritten_and_put_back_byte_for_byte(config, tmp_path, name):
    file = str(tmp_path / "s.ndjson")
    assert use("install", config, "--server", name, "-o", file) == 0
    entry = json.loads(config.read_text())["mcpServers"][name]
    before = json.loads(CONFIG)["mcpServers"][name]
    assert entry["args"][:5] == ["-m", "mcptest", "record", "-o", file]
    assert entry["args"][5:] == ["--", before["command"], *before.get("args", [])]
    assert entry.get("env") == before.get("env")
    assert (tmp_path / f"mcp.json{BACKUP}").read_text() == CONFIG
    assert use("uninstall", config) == 0
    assert config.read_text() == CONFIG
    assert not (tmp_path / f"mcp.json{BACKUP}").exists()


EDITORS = {
    "VS Code": (
        '\ufeff// mine\r\n{\r\n\t"inputs": [{ "id": "key", }, ],\r\n\t/* all, of\r\n them */\r\n'
        '\t"servers": {\r\n\t\t"it": {\r\n\t\t\t"type": "stdio",\r\n\t\t\t"command": "uvx", // it\r\n'
        '\t\t\t"args": [\r\n\t\t\t\t"a // b", "/* c */", ",]",\r\n\t\t\t],\r\n'
        '\t\t\t"envFile": "${workspaceFolder}/.env",\r\n\t\t},\r\n'
        '\t\t"far": { "type": "http", "url": "https://example.com/mcp" },\r\n\t},\r\n}\r\n'
    ),
    "Cursor": (
        '{\n    // mine\n    "mcpServers": {"it": {"args": ["${workspaceFolder}/ü.js"], '
        '"disabled": false, "command": "node"}}\n}\n'
    ),
    "Claude Code": (
        '{"numStartups":5,"tip\\"s":{"command":1},"mcpServers":{"a":{"command":"x"},"it":{"type":"stdio",'
        '"command":"uvx","args":["mcp-server-time"],"env":{}}},"cost":1.50}'
    ),
    "Claude Desktop": '{\n  "mcpServers": {\n    "it": {\n      "command": "server"\n    }\n  }\n}',
}


@pytest.mark.parametrize("client", EDITORS)
def test_only_one_entry_of_a_config_changes(tmp_path, client):
    before = EDITORS[client].encode()
    config, file = tmp_path / "mcp.json", str(tmp_path / "s.ndjson")
    config.write_bytes(before)
    entry = read_mcp_config(config)["it"].target
    assert use("install", config, "--server", "it", "-o", file) == 0
    command = (sys.executable, "-m", "mcptest", "record", "-o", file, "--", *entry.command)
    assert read_mcp_config(config)["it"].target.command == command
    changed = [line for line in config.read_bytes().splitlines() if line not in before.splitlines()]
    assert len(changed) == (2 if client == "VS Code" else 1)
    (tmp_path / f"mcp.json{BACKUP}").unlink()
    assert use("uninstall", config) == 0
    assert read_mcp_config(config)["it"].target == entry
    assert use("install", config, "--server", "it", "-o", file) == 0
    assert use("uninstall", config) == 0


@pytest.mark.parametrize("client", EDITORS)
def test_a_config_of_an_editor_is_put_back_byte_for_byte(tmp_path, client):
    config = tmp_path / "mcp.json"
    config.write_bytes(EDITORS[client].encode())
    assert use("install", config, "--server", "it", "-o", str(tmp_path / "s.ndjson")) == 0
    assert use("uninstall", config) == 0
    assert config.read_bytes() == EDITORS[client].encode()


def test_the_backup_is_the_config_before_the_first_entry_was_recorded(config, tmp_path):
    for name in ("git", "plain"):
        assert use("install", config, "--server", name, "-o", str(tmp_path / "s.ndjson")) == 0
        assert (tmp_path / f"mcp.json{BACKUP}").read_text() == CONFIG
    assert use("uninstall", config, "--server", "git") == 0
    assert use("uninstall", config, "--server", "plain") == 0
    assert json.loads(config.read_text())["mcpServers"]["git"] == {
        "command": "uvx",
        "args": ["mcp-server-git"],
        "env": {"A": "b"},
    }


def test_what_was_edited_meanwhile_is_kept(config, tmp_path):
    use("install", config, "--server", "git", "-o", str(tmp_path / "s.ndjson"))
    document = json.loads(config.read_text())
    document["other"] = "edited"
    config.write_text(json.dumps(document))
    assert use("uninstall", config, "--server", "git") == 0
    found = json.loads(config.read_text())
    assert found["other"] == "edited"
    assert found["mcpServers"] == json.loads(CONFIG)["mcpServers"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("install", "--server", "far", "-o", "x"), "record-not-stdio"),
        (("install", "--server", "nobody", "-o", "x"), "server-unknown"),
        (("install", "-o", "x"), "server-which"),
        (("uninstall", "--server", "git"), "record-not-installed"),
    ],
)
def test_what_cannot_be_done_is_said(config, arguments, code, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    verb, *more = arguments
    assert use(verb, config, *more) == 2
    assert code in capsys.readouterr().err
    assert config.read_text() == CONFIG


def test_an_entry_is_not_recorded_twice(config, tmp_path, capsys):
    more = ("--server", "git", "-o", str(tmp_path / "s.ndjson"))
    assert use("install", config, *more) == 0
    assert use("install", config, *more) == 2
    assert "record-installed" in capsys.readouterr().err


def test_a_file_that_is_no_config_is_refused(tmp_path, capsys):
    path = tmp_path / "x.json"
    for text, code in (("{", "config-not-json"), ("{}", "config-no-servers")):
        path.write_text(text)
        assert use("uninstall", path) == 2
        assert code in capsys.readouterr().err
    assert use("uninstall", tmp_path / "absent") == 2
    path.write_text('{"servers":{"one":{"command":"x"}}}')
    assert use("install", path, "-o", str(tmp_path / "s")) == 0
    (tmp_path / f"x.json{BACKUP}").unlink()
    assert use("uninstall", path) == 0
    assert json.loads(path.read_text())["servers"]["one"] == {"command": "x", "args": []}


def test_arguments_that_are_not_a_list_are_refused(tmp_path, capsys):
    path = tmp_path / "mcp.json"
    text = '{"mcpServers": {"git": {"command": "x", "args": "y"}}}'
    path.write_text(text)
    assert use("install", path, "-o", str(tmp_path / "x.ndjson")) == 2
    assert "record-args" in capsys.readouterr().err
    assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]
