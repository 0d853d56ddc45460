"""Canaries: a secret that a server was given is in nothing that we print or leave behind."""

import base64
import json
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from mcptest import registry
from mcptest.report.report import FORMATS

CANARY = 'c4n4ry/"\\+ö s3cr3t-of-the-test'
GOSSIP = Path(__file__).with_name("gossip.py")
EXPECT = "{target: text, matcher: {exact: other}}"
SUITE = f"""
server:
  command: [{json.dumps(sys.executable)}, {json.dumps(str(GOSSIP))}]
  env: {{GOSSIP_TOKEN: {{env: CANARY}}}}
tools:
  - {{name: wrong text, tool: get_text, expect: [{EXPECT}]}}
  - {{name: wrong shape, tool: get_text, expect: [{{target: result, matcher: {{type: array}}}}]}}
  - {{name: an error, tool: get_error}}
  - {{name: a failure, tool: get_failure}}
  - {{name: babble, tool: get_nothing}}
  - {{name: kept, tool: get_text, expect: [{{target: result, matcher: {{snapshot: kept}}}}]}}
  - {{name: searched, tool: get_text, expect: [{{target: text, matcher: {{regex: "^$"}}}}]}}
resources: [{{name: r, uri: "mem://x", expect: [{{target: result, matcher: {{exact: 1}}}}]}}]
prompts: [{{name: p, prompt: p, expect: [{{target: result, matcher: {{exact: 1}}}}]}}]
"""
COMMANDS = {
    "tools": ["tools"],
    "tools as json": ["tools", "--format", "json"],
    "tools kept": ["tools", "--save", "saved.json"],
    "call": ["call", "get_text"],
    "call as json": ["call", "get_text", "--format", "json"],
    "call as test": ["call", "get_error", "--as-test"],
    "lint": ["schema-lint"],
    "probe": ["probe", "--report", "json=probe.json"],
    "doctor": ["doctor"],
    "compliance": ["compliance", "run", "--spec-version", "v2024-11-05", "--report", "html=c.html"],
    "scaffold": ["scaffold", "-o", "made.mcptest.yml"],
    "fuzz": ["fuzz", "--cases", "5", "--seeds", "seeds.json", "--report", "json=fuzz.json"],
}


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CANARY", CANARY)
    (tmp_path / "gossip.mcptest.yml").write_text(SUITE, encoding="utf-8")
    return tmp_path


def forms():
    raw = CANARY.encode()
    yield CANARY
    yield CANARY[:12]
    yield json.dumps(CANARY)[1:-1]
    yield json.dumps(CANARY, ensure_ascii=False)[1:-1]
    yield quote(CANARY, safe="")
    yield base64.b64encode(raw).decode().rstrip("=")
    yield base64.urlsafe_b64encode(raw).decode().rstrip("=")
    yield "s3cr3t-of-the-test"


def leaks(said, folder):
    """Which form was found where."""
    places = {"standard output": said.out, "standard error": said.err}
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "gossip.mcptest.yml":
            places[str(path)] = path.read_bytes().decode("utf-8", "replace") + path.name
    return [
        (place, form, text[max(0, text.index(form) - 80) :][:160])
        for place, text in places.items()
        for form in forms()
        if form in text
    ]


def test_the_canary_would_be_found(place):
    (place / "leak.txt").write_text(f"x{CANARY}x")

    class Said:
        out, err = json.dumps(CANARY), quote(CANARY, safe="")

    assert {found for found, _, _ in leaks(Said, place)} == {
        "standard output",
        "standard error",
        str(place / "leak.txt"),
    }


def test_a_run_leaves_no_secret_in_any_format(cli, place):
    """Every format that there is, its journal, and the snapshots."""
    names = registry.names(FORMATS)
    reports = [word for name in names for word in ("--report", f"{name}=report.{name}")]
    said = cli("run", "gossip.mcptest.yml", *reports)
    assert said.code == 1
    assert all((place / f"report.{name}").stat().st_size for name in names)
    assert list(place.rglob("kept-*.json"))
    assert leaks(said, place) == []


@pytest.mark.parametrize("name", registry.names(FORMATS))
def test_what_is_printed_has_no_secret(cli, place, name):
    said = cli("run", "gossip.mcptest.yml", "--format", name)
    assert said.code == 1
    assert leaks(said, place) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_tells_what_it_was_given(cli, place, name):
    first, *rest = COMMANDS[name]
    said = cli(first, *rest, "--from-suite", "gossip.mcptest.yml")
    assert said.code in {0, 1}
    assert said.out + said.err
    assert leaks(said, place) == []


def test_propose_writes_no_secret_into_the_suite(cli, place):
    plain = place / "plain.mcptest.yml"
    plain.write_text(SUITE[: SUITE.index("tools:")] + "tools: [{name: a, tool: get_text}]\n")
    said = cli("propose", plain, "--write")
    assert said.code == 0
    assert leaks(said, place) == []


def test_a_host_s_file_keeps_its_secrets_too(cli, place):
    entry = {"command": sys.executable, "args": [str(GOSSIP)], "env": {"GOSSIP_TOKEN": CANARY}}
    (place / "gossip.mcptest.yml").write_text(json.dumps({"mcpServers": {"a": entry}}))
    said = cli("tools", "--mcp-config", "gossip.mcptest.yml", "--save", "saved.json")
    assert said.code == 0
    assert leaks(said, place) == []


@pytest.mark.parametrize(
    "argv",
    [
        ["tools", "--url", "http://127.0.0.1:9/", "--header", f"Authorization: Bearer {CANARY}"],
        ["tools", "--url", "http://127.0.0.1:9/", "--header", f"Authorization {CANARY}"],
        ["tools", "--url", "http://127.0.0.1:9/", "--bearer-env", "CANARY"],
        ["tools", "--url", f"http://u:{quote(CANARY, safe='')}@127.0.0.1:9/"],
        ["tools", "--env", f"TOKEN={CANARY}", "--", "no-such-program-anywhere"],
        ["tools", "--env", CANARY, "--", "no-such-program-anywhere"],
    ],
)
def test_an_error_does_not_repeat_what_was_typed(cli, place, argv):
    said = cli(*argv)
    assert said.code in {2, 3}
    assert leaks(said, place) == []


def test_a_value_too_short_to_hide_is_warned_of(cli, place, monkeypatch):
    monkeypatch.setenv("CANARY", "abc")
    said = cli("run", "gossip.mcptest.yml")
    assert "the value of CANARY is too short or too common to be masked in reports" in said.err


def test_a_short_value_on_the_command_line_is_warned_of(cli, place):
    said = cli("tools", "--env", "TOKEN=abc", "--", "no-such-program-anywhere")
    assert "too short or too common to mask in reports" in said.err
