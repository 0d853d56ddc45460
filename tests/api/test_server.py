"""Which server a caller means."""

from pathlib import Path

import pytest

import mcptest
from mcptest.api.server import find_server, find_target, secrets_of
from mcptest.wire.target import HttpTarget, StdioTarget


@pytest.mark.parametrize(
    ("given", "target"),
    [
        ("python 'my server.py' --flag", StdioTarget(("python", "my server.py", "--flag"))),
        (["python", Path("server.py")], StdioTarget(("python", "server.py"))),
        (("node", "server.js"), StdioTarget(("node", "server.js"))),
        ("http://localhost:1/mcp", HttpTarget("http://localhost:1/mcp")),
        ("https://example.org/mcp", HttpTarget("https://example.org/mcp")),
        (StdioTarget(("x",), {"K": "v"}), StdioTarget(("x",), {"K": "v"})),
    ],
)
def test_a_command_and_an_address_are_told_apart(given, target):
    assert find_target(given) == target


@pytest.mark.parametrize("given", ["", "python 'server.py", [], [1], ["python", None]])
def test_a_command_that_cannot_be_used_is_refused(given):
    with pytest.raises(mcptest.UsageError) as caught:
        find_target(given)
    assert caught.value.code == "server-command"


@pytest.mark.parametrize("given", [None, 7, b"python", object()])
def test_an_object_that_is_no_server_is_refused(given):
    with pytest.raises(mcptest.UsageError) as caught:
        find_target(given)
    assert caught.value.code == "server-object"


def test_a_server_of_a_suite_keeps_what_the_suite_says(tmp_path):
    (tmp_path / "a.mcptest.yml").write_text(
        "server: {command: [x], timeout: 3s, protocol_version: v2025-06-18}\n"
    )
    suite = mcptest.load(tmp_path / "a.mcptest.yml")
    server = find_server(suite.servers["default"])
    assert (server.limits.timeout, server.version) == (
        3.0,
        mcptest.SpecVersion.parse("v2025-06-18"),
    )
    assert find_server(suite.servers["default"], timeout=1.0).limits.timeout == 1.0


def test_an_unknown_revision_is_refused():
    with pytest.raises(mcptest.UsageError) as caught:
        find_server("x", spec_version="v2025-06-17")
    assert caught.value.code == "unknown-spec-version"
    assert "did you mean 2025-06-18?" in caught.value.hint


@pytest.mark.parametrize(
    ("given", "secrets"),
    [
        (StdioTarget(("x",), {"API_TOKEN": "hush-hush", "LEVEL": "debug"}), ("hush-hush",)),
        (HttpTarget("http://a/", {"Authorization": "Bearer hush-hush"}), ("hush-hush",)),
        (HttpTarget("http://me:hush-hush@a/"), ("hush-hush",)),
        ("http://me:hush-hush@a/", ("hush-hush",)),
        ("python server.py", ()),
        (["python", "server.py"], ()),
    ],
)
def test_what_is_called_like_a_secret_is_one(given, secrets):
    assert secrets_of(given) == secrets


def test_the_secrets_of_a_suite_go_along_with_its_server(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKEN", "hush-hush")
    path = tmp_path / "a.mcptest.yml"
    path.write_text("server: {command: [x], env: {API_TOKEN: {env: TOKEN}}}\n")
    assert secrets_of(mcptest.load(path).servers["default"]) == ("hush-hush",)
