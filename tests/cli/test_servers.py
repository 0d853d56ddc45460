"""Which server: four ways to say it, and every way to say it wrongly."""

import json
from dataclasses import replace

import pytest

from mcptest.cli.client_config import read_mcp_config
from mcptest.cli.servers import ServerChoice, parse_version
from mcptest.errors import McptestError, UsageError
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.target import HttpTarget, StdioTarget

COMMAND = ServerChoice(command=("server", "--flag", "x"), environ={})
ADDRESS = ServerChoice(url="http://127.0.0.1:1/mcp", environ={})


def code_of(call, *args):
    with pytest.raises(McptestError) as caught:
        call(*args)
    return caught.value.code


def test_a_command_is_taken_as_it_stands():
    assert COMMAND.resolve().target == StdioTarget(("server", "--flag", "x"))
    assert COMMAND.given
    assert not ServerChoice(environ={}).given


def test_flags_are_laid_over_it():
    spec = replace(
        COMMAND, env=("A=1", "B=x=y"), cwd="/tmp", timeout=2.5, spec_version="2025-06-18"
    ).resolve()
    assert spec.target == StdioTarget(("server", "--flag", "x"), {"A": "1", "B": "x=y"}, "/tmp")
    assert (spec.timeout, spec.version) == (2.5, SpecVersion.V2025_06_18)


def test_a_variable_is_passed_on_by_its_name():
    choice = replace(COMMAND, env=("API_KEY", "MODE=x"), environ={"API_KEY": "hunter22"})
    spec = choice.resolve()
    assert spec.target.env == {"API_KEY": "hunter22", "MODE": "x"}
    assert spec.secrets == ("hunter22",)


def test_an_address_takes_headers_and_a_token_from_the_environment():
    choice = replace(
        ADDRESS, header=("X-Api-Key: k-123456", "A:b"), bearer_env="T", environ={"T": "tok-abc"}
    )
    spec = choice.resolve()
    headers = {"X-Api-Key": "k-123456", "A": "b", "Authorization": "Bearer tok-abc"}
    assert spec.target == HttpTarget(ADDRESS.url, headers)
    assert set(spec.secrets) == {"k-123456", "tok-abc"}


def test_what_is_called_like_a_secret_is_one():
    spec = replace(COMMAND, env=("API_KEY=hunter22", "MODE=production")).resolve()
    assert spec.secrets == ("hunter22",)
    headers = replace(ADDRESS, header=("Authorization: Bearer abc-def-ghi",)).resolve()
    assert headers.secrets == ("abc-def-ghi",)


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (ServerChoice(environ={}), "server-choice"),
        (replace(COMMAND, url="http://x"), "server-choice"),
        (replace(COMMAND, from_suite="s", mcp_config="c"), "server-choice"),
        (replace(COMMAND, command=()), "server-command-empty"),
        (replace(COMMAND, server="x"), "server-choice"),
        (replace(COMMAND, header=("A: b",)), "server-flag-transport"),
        (replace(COMMAND, bearer_env="T", environ={"T": "x"}), "server-flag-transport"),
        (replace(COMMAND, ca_file="x"), "server-flag-transport"),
        (replace(ADDRESS, env=("A=b",)), "server-flag-transport"),
        (replace(ADDRESS, cwd="x"), "server-flag-transport"),
        (replace(ADDRESS, bearer_env="T"), "server-token-unset"),
        (replace(COMMAND, env=("A_B_C",), environ={}), "server-env-unset"),
        (replace(COMMAND, env=("=b",)), "server-flag-pair"),
        (replace(ADDRESS, header=("A",)), "server-flag-pair"),
        (replace(ADDRESS, header=("A: b\r\nEvil: c",)), "server-flag-pair"),
        (replace(ADDRESS, header=("A: \0",)), "server-flag-pair"),
        (replace(COMMAND, spec_version="2025-06-19"), "unknown-spec-version"),
        (ServerChoice(mcp_config="no-such-file", environ={}), "config-unreadable"),
    ],
)
def test_a_choice_that_makes_no_sense_is_refused(choice, code):
    assert code_of(choice.resolve) == code


def test_an_unknown_revision_is_told_the_nearest():
    with pytest.raises(UsageError) as caught:
        parse_version("v2025-06-19")
    assert "did you mean 2025-06-18?" in caught.value.hint


@pytest.fixture
def config(tmp_path):
    def write(value, *, encoding="utf-8"):
        path = tmp_path / "config.json"
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding=encoding)
        return path

    return write


@pytest.mark.parametrize("key", ["mcpServers", "servers"])
def test_a_desktop_host_s_list_is_read(config, key):
    entries = {
        "files": {"command": "npx", "args": ["-y", 5], "env": {"TOKEN": "t-123456"}, "cwd": "/x"},
        "web": {"url": "http://h/mcp", "headers": {"Authorization": "Bearer abcdef"}},
    }
    found = read_mcp_config(config({key: entries}, encoding="utf-8-sig"))
    assert found["files"].target == StdioTarget(("npx", "-y", "5"), {"TOKEN": "t-123456"}, "/x")
    assert found["files"].secrets == ("t-123456",)
    assert found["web"].target == HttpTarget("http://h/mcp", {"Authorization": "Bearer abcdef"})
    assert found["web"].secrets == ("abcdef",)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("{", "config-not-json"),
        ("[" * 100_000, "config-not-json"),
        ("[]", "config-no-servers"),
        ({"mcpServers": []}, "config-no-servers"),
        ({"other": {}}, "config-no-servers"),
        ({"mcpServers": {"a": 5}}, "config-bad-server"),
        ({"mcpServers": {"a": {"command": 5}}}, "config-bad-server"),
        ({"mcpServers": {"a": {"command": "x", "args": "y"}}}, "config-bad-server"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_list_that_is_none_is_told(config, value, code):
    assert code_of(read_mcp_config, config(value)) == code


def test_one_of_several_must_be_named(config):
    path = str(config({"mcpServers": {"alpha": {"command": "a"}, "beta": {"command": "b"}}}))
    choice = ServerChoice(mcp_config=path, environ={})
    assert code_of(choice.resolve) == "server-which"
    assert replace(choice, server="beta").resolve().target.command == ("b",)
    with pytest.raises(UsageError) as caught:
        replace(choice, server="bta").resolve()
    assert caught.value.code == "server-unknown"
    assert caught.value.hint == "did you mean 'beta'?"
    assert code_of(replace(choice, server="zzz").resolve) == "server-unknown"


def test_the_only_one_needs_no_name(config):
    path = str(config({"mcpServers": {"alpha": {"command": "a"}}}))
    assert ServerChoice(mcp_config=path, environ={}).resolve().name == "alpha"


def test_a_server_of_a_suite_is_taken_with_its_settings(suite):
    path = suite("", server="servers: {a: {command: x, timeout: 3s}, b: {command: y}}\n")
    spec = ServerChoice(from_suite=str(path), server="a", environ={}).resolve()
    assert (spec.target.command, spec.timeout) == (("x",), 3.0)
    kept = replace(ServerChoice(from_suite=str(path), server="a", environ={}), timeout=1.0)
    assert kept.resolve().timeout == 1.0


@pytest.mark.parametrize("bad", ["0", "-1", "nan", "1e9", "soon", "5 weeks", "25h"])
def test_a_timeout_has_a_range(cli, tiny, bad):
    said = cli("call", "echo", "--timeout", bad, *tiny)
    assert said.code == 2
    assert "duration" in said.err or "24 hours" in said.err or "unit" in said.err


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "javascript:alert(1)", "http://", "http://h:0/", "http://h:99999/", "x"],
)
def test_an_address_is_checked(cli, url):
    said = cli("call", "echo", "--url", url, "--timeout", "2s")
    assert said.code in {2, 3}
    assert said.err.startswith("error[")


def test_a_password_in_an_address_is_never_shown(cli):
    said = cli("call", "echo", "--url", "http://me:hunter22@127.0.0.1:9/x", "--timeout", "2s")
    assert said.code == 2
    assert "hunter22" not in said.out + said.err


def test_nobody_listening_is_three(cli):
    said = cli("call", "echo", "--url", "http://127.0.0.1:9/mcp", "--timeout", "2s")
    assert said.code == 3
    assert said.err.startswith("error[connect-")


def test_what_stands_behind_the_dashes_is_the_server_s(cli, tmp_path):
    script = tmp_path / "shows.py"
    script.write_text("import sys\nsys.stderr.write(repr(sys.argv[1:]))\n")
    said = cli("call", "echo", "--timeout", "5s", "--", "python3", script, "--url", "--help")
    assert said.code == 3
    assert "'--url', '--help'" in said.err
