"""Which findings get a command, and what it looks like."""

from dataclasses import replace

import pytest

from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import Run, ServerFacts
from mcptest.model.spec_version import Era
from mcptest.report.plain import finding_lines
from mcptest.report.reproduce import ShellServer, send_command, with_reproductions

SERVER = ShellServer(("--timeout", "2s"), ("--", "srv"))
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


def command(request, *, alone=True):
    return send_command(Exchange(request, {}, alone), SERVER)


def reproduced(request, server="s", servers=None, redact=str):
    found = Finding("X", Severity.ERROR, "wrong", exchange=Exchange(request, {}, alone=True))
    case = CaseResult("c", "c", Lane.TOOLS, server, Status.FAILED, findings=(found,))
    run = Run("0", "run", "now", 1.0, None, 1, cases=(case,))
    done = with_reproductions(run, servers or {"s": SERVER}, redact=redact)
    return done.cases[0].findings[0].reproduce


def test_the_message_is_quoted_and_the_server_follows():
    sent = {**LIST, "params": {"it's": "ä"}}
    quoted = """'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"it'"'"'s":"\\u00e4"}}'"""
    assert command(sent) == f"mcptest send {quoted} --timeout 2s -- srv"


def test_the_first_request_goes_out_without_a_session():
    assert command({**LIST, "method": "initialize"}).startswith("mcptest send --no-session '{")


@pytest.mark.parametrize(
    "request_",
    [
        ["text"],
        {"jsonrpc": "2.0", "method": "tools/list"},
        {**LIST, "id": True},
        {**LIST, "method": "tasks/get"},
        {**LIST, "params": {"cursor": "page-2"}},
        {**LIST, "params": {"name": "[redacted]"}},
        {**LIST, "params": {"name": "aaa… (70000 characters)"}},
    ],
)
def test_a_request_that_cannot_be_repeated_has_none(request_):
    assert command(request_) is None


def test_a_request_of_a_sequence_has_none():
    assert command(LIST, alone=False) is None


def test_a_text_that_is_not_json_is_sent_as_it_is():
    assert command('{"id": 1, ') == "mcptest send '{\"id\": 1, ' --timeout 2s -- srv"


def test_a_cursor_that_nobody_gave_is_no_sequence():
    assert command({**LIST, "params": {"cursor": "mcptest-bogus"}}) is not None
    assert command({"jsonrpc": "2.0", "id": "mcptest-odd", "params": {}}) is not None


def test_what_came_before_a_session_is_sent_without_one():
    bare = send_command(Exchange(LIST, {}, alone=True, bare=True), SERVER)
    assert bare.startswith("mcptest send --no-session '{")


def test_a_header_that_a_check_added_is_sent_to_a_url():
    seen = Exchange(LIST, {}, alone=True, headers=(("Origin", "http://evil.example"),))
    found = send_command(seen, ShellServer(("--url", "http://localhost/mcp")))
    assert "mcptest send --header 'Origin: http://evil.example' '{" in found
    assert send_command(seen, SERVER) is None


@pytest.mark.parametrize(
    ("lane", "rule", "expected"),
    [
        (Lane.SCHEMA_LINT, "SCH-004", "mcptest schema-lint --select SCH-004 --timeout 2s -- srv"),
        (Lane.SECURITY, "SEC-028", "mcptest security --select SEC-028 --timeout 2s -- srv"),
        (Lane.COMPLIANCE, "RPC-001", None),
        (Lane.SECURITY, "server-crashed", None),
    ],
)
def test_what_is_read_from_the_catalog_is_looked_for_again(lane, rule, expected):
    found = Finding(rule, Severity.WARNING, "wrong")
    case = CaseResult("c", "c", lane, "s", Status.WARNED, findings=(found,))
    run = Run("0", "audit", "now", 1.0, None, 1, cases=(case,))
    done = with_reproductions(run, {"s": SERVER}, redact=str)
    assert done.cases[0].findings[0].reproduce == expected


def test_a_session_of_the_stateless_era_is_asked_for():
    found = Finding("X", Severity.ERROR, "wrong", exchange=Exchange(LIST, {}, alone=True))
    case = CaseResult("c", "c", Lane.TOOLS, "s", Status.FAILED, findings=(found,))
    facts = ServerFacts("s", "stdio", era=Era.STATELESS, protocol_version="2026-07-28")
    for era, wanted in ((Era.STATELESS, True), (Era.HANDSHAKE, False)):
        servers = (replace(facts, era=era),)
        run = Run("0", "run", "now", 1.0, None, 1, servers, cases=(case,))
        done = with_reproductions(run, {"s": SERVER}, redact=str)
        command = done.cases[0].findings[0].reproduce
        assert ("--spec-version 2026-07-28" in command) is wanted


def test_each_revision_is_named():
    for name in ("s@2025-06-18", "s@v2025-06-18"):
        assert "--spec-version 2025-06-18 -- srv" in reproduced(LIST, name)
    assert reproduced(LIST, "other") is None
    pinned = replace(SERVER, options=("--spec-version", "2025-03-26"))
    assert reproduced(LIST, "s@2025-06-18", {"s": pinned}) is None


def test_a_command_with_a_secret_or_a_control_character_is_left_out():
    assert reproduced(LIST, redact=lambda text: text.replace("srv", "[redacted]")) is None
    assert reproduced(LIST, servers={"s": ShellServer(end=("--", "'a\nb'"))}) is None


def test_a_long_command_is_only_mentioned():
    found = Finding("X", Severity.ERROR, "wrong", reproduce="m" * 2001)
    assert finding_lines(found)[-1] == (
        "  reproduce: (a command of 2,001 characters; see --report json=FILE)"
    )
    assert len(finding_lines(found, reproduce=False)) == 1
