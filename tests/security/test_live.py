"""Passive rules on a mock that breaks them, and on one that does not."""

import json
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace

import pytest

from mcptest.cli.main import run
from mcptest.drift.lock_file import lock_text
from mcptest.drift.offer import ServerOffer
from mcptest.security.engine import all_rules
from mcptest.security.live.listeners import listens_everywhere
from mcptest.security.live.observed import (
    SeenHttp,
    SeenMetadata,
    SeenResponse,
    SeenSession,
    SeenUnlisted,
)
from mcptest.security.live.session_ids import weak_ids
from mcptest.security.rule import AttackRule, PassiveRule

PASSIVE = {rule.id: rule for rule in all_rules() if isinstance(rule, PassiveRule)}
ATTACKS = {rule.id: rule for rule in all_rules() if isinstance(rule, AttackRule)}
MOCK = [sys.executable, "-m", "mcptest", "mock"]


@contextmanager
def served(*words, http):
    if not http:
        yield ["--", *MOCK, *words]
        return
    with subprocess.Popen(
        [*MOCK, *words, "--http", "0"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            said = process.stdout.readline().removeprefix("listening on ").strip()
            yield ["--url", said.replace("0.0.0.0", "127.0.0.1")]
        finally:
            process.terminate()


def found(capsys, where, *more):
    run(["security", "--format", "json", "--fail-on", "low", *more, *where])
    document = json.loads(capsys.readouterr().out)
    return {f["id"]: f for case in document["cases"] for f in case["findings"]}


SIGNED_IN = ["--header", "Authorization: Bearer mcptest-valid"]


def extra(rule_id):
    if rule_id == "SEC-033":
        return ["--attack", "--select", rule_id, "--lock", "reviewed.lock"]
    if rule_id == "SEC-065":
        return [*SIGNED_IN, "--other-user-env", "OTHER"]
    return SIGNED_IN if rule_id == "SEC-069" else []


@pytest.fixture(autouse=True)
def given(monkeypatch, tmp_path):
    """The token of another user, and what somebody reviewed before it was hidden."""
    monkeypatch.setenv("OTHER", "mcptest-other-user")
    monkeypatch.chdir(tmp_path)
    tools = {tool["name"]: tool for tool in PASSIVE["SEC-033"].proof.tools}
    lock = lock_text(ServerOffer({"tools": tools}, reviewed=frozenset(tools)))
    (tmp_path / "reviewed.lock").write_text(lock)


@pytest.mark.parametrize("rule_id", PASSIVE)
def test_a_mock_that_breaks_a_passive_rule_is_found(capsys, rule_id):
    with served("--break", rule_id, http=PASSIVE[rule_id].proof.transport == "http") as where:
        findings = found(capsys, where, *extra(rule_id))
    assert findings[rule_id]["security"]["proof"] == "observed"


@pytest.mark.parametrize("rule_id", ATTACKS)
def test_a_mock_that_breaks_an_attack_rule_is_found(capsys, rule_id):
    with served("--break", rule_id, http=False) as where:
        findings = found(capsys, where, "--attack", "--select", rule_id)
    assert findings[rule_id]["security"]["proof"] == "confirmed"


@pytest.mark.parametrize("http", [False, True], ids=["stdio", "http"])
def test_a_healthy_mock_has_nothing_but_facts(capsys, http):
    with served(
        "--break", "SEC-028", http=http
    ) as where:  # the healthy server with a path argument
        findings = found(capsys, where, "--attack")
    assert set(findings) <= {"SEC-028"}


@pytest.mark.parametrize(
    ("ids", "weak"),
    [
        (["a1", "a2", "a3"], True),
        (["same", "same", "other"], True),
        (["4821", "9133", "1207"], True),
        (["3f2a", "9c1b", "77de"], True),
        (
            [
                "550e8400-e29b-41d4-a716-446655440000",
                "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
                "7d444840-9dc0-41d1-b245-5ffdce74fad2",
            ],
            False,
        ),
        (
            ["UWk2b1J5c0xqQ3ZtT0F6eHdN", "bFpYcTlEa1J2V2dTaEptUG5C", "eTdHdFJqTGNGd0tzUXhWek1i"],
            False,
        ),
        (["one", "two"], False),
    ],
)
def test_session_ids_are_judged_by_what_is_random_in_them(ids, weak):
    assert (weak_ids(ids) is not None) is weak


def judged(rule_id, seen):
    return [hit.message for hit in PASSIVE[rule_id].check(seen)]


def over_http(**facts):
    return SeenSession(http=SeenHttp(**{"loopback": False, "authorized": False, **facts}))


@pytest.mark.parametrize(
    ("place", "loopback", "bad"),
    [
        ("https://login.example/token", False, False),
        ("https://another.example/token", False, False),
        ("http://login.example/token", False, True),
        ("http://login.example/token", True, True),
        ("https://10.0.0.7/token", False, True),
        ("http://169.254.169.254/latest", True, True),
        ("http://127.0.0.1:9000/token", False, True),
        ("http://localhost:9000/token", True, False),
        ("https://10.0.0.7/token", True, False),
        ("http://[bad", False, False),
    ],
)
def test_an_endpoint_is_judged_from_where_the_server_is(place, loopback, bad):
    metadata = SeenMetadata(places={"token_endpoint": place})
    assert bool(judged("SEC-077", over_http(loopback=loopback, metadata=metadata))) is bad


@pytest.mark.parametrize(
    ("scopes", "bad"),
    [
        (("notes:read", "admin"), True),
        (("a", "*"), True),
        (("admin",), False),
        (("notes:*", "notes:read"), False),
        (("administer-notes", "read"), False),
        ((), False),
    ],
)
def test_a_scope_for_everything_is_one_of_several(scopes, bad):
    assert bool(judged("SEC-078", over_http(metadata=SeenMetadata(scopes=scopes)))) is bad


@pytest.mark.parametrize(
    ("facts", "bad"),
    [
        ({}, True),
        ({"authorized": True}, False),
        ({"loopback": True}, False),
        ({"loopback": True, "listens_everywhere": True}, True),
    ],
)
def test_open_writes_are_a_matter_of_who_can_reach_them(facts, bad):
    seen = replace(over_http(**facts), writers=("delete_note",))
    assert bool(judged("SEC-079", seen)) is bad
    assert judged("SEC-079", replace(seen, writers=())) == []


def test_another_user_who_is_refused_is_no_finding():
    for status, bad in ((200, True), (401, False), (403, False), (404, False), (None, False)):
        assert bool(judged("SEC-065", over_http(other_user_status=status))) is bad


def test_a_healthy_protected_mock_keeps_sessions_apart(capsys):
    with subprocess.Popen(
        [*MOCK, "--auth", "--http", "0", "--spec-version", "2025-11-25"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        lines = iter(process.stdout.readline, "")
        url = next(line for line in lines if line.startswith("listening on "))
        where = ["--url", url.removeprefix("listening on ").strip()]
        findings = found(capsys, where, *SIGNED_IN, "--other-user-env", "OTHER")
        process.terminate()
    assert not set(findings) & {"SEC-065", "SEC-077", "SEC-078"}


def test_a_second_token_that_is_not_set_is_told(capsys, monkeypatch):
    monkeypatch.delenv("OTHER")
    assert run(["security", "--other-user-env", "OTHER", "--url", "http://127.0.0.1:9/mcp"]) == 2
    assert "OTHER" in capsys.readouterr().err


HEAD = "  sl  local_address rem_address   st\n"


@pytest.mark.parametrize(
    ("lines", "everywhere"),
    [
        (["0: 00000000:1F90 00000000:0000 0A"], True),
        (["0: 0100007F:1F90 00000000:0000 0A"], False),
        (["0: 00000000:1F90 00000000:0000 01"], False),
        (["0: 00000000:1F91 00000000:0000 0A"], False),
        (["0: 00000000:1F90 00000000:0000 0A", "1: 0100007F:1F90 00000000:0000 0A"], False),
        ([f"0: {'0' * 32}:1F90 {'0' * 32}:0000 0A"], True),
        (["junk"], False),
        ([], False),
    ],
)
def test_a_port_is_open_everywhere_where_every_listener_is(tmp_path, lines, everywhere):
    table = tmp_path / "tcp"
    table.write_text(HEAD + "\n".join(lines))
    assert listens_everywhere(8080, [table, tmp_path / "missing"]) is everywhere


def test_a_huge_response_of_a_document_or_an_image_is_no_finding():
    text = {"content": [{"type": "text", "text": "x" * 1_200_000}]}
    image = {"content": [{"type": "image", "data": "x" * 1_200_000, "mimeType": "image/png"}]}
    plain = SeenResponse("weather", {}, text)
    assert judged("SEC-082", SeenSession(responses=(plain,)))
    asked = SeenResponse("weather", {"q": "y" * 2000}, text)
    document = replace(plain, carries_foreign_text=True)
    for response in (asked, document, SeenResponse("weather", {}, image)):
        assert judged("SEC-082", SeenSession(responses=(response,))) == []


def test_a_tool_that_is_really_gone_is_answered_like_any_unknown_name(capsys):
    with served("--break", "SEC-014", http=False) as where:
        assert "SEC-033" not in found(capsys, where, *extra("SEC-033"))


@pytest.mark.parametrize(
    ("hidden", "nobody", "bad"),
    [
        ("month is required", "no tool of this name", True),
        ("no tool get_month", "no tool of this name", False),
        ("unknown; month or year", "unknown; month or year", False),
        ("no tool of this name", "no tool of this name", False),
    ],
)
def test_only_what_the_tool_itself_knows_shows_it(hidden, nobody, bad):
    unlisted = SeenUnlisted(
        "get_month",
        ("month",),
        SeenResponse("get_month", {}, error={"message": hidden}),
        SeenResponse("mcptest_1", {}, error={"message": nobody}),
    )
    assert bool(judged("SEC-033", SeenSession(unlisted=(unlisted,)))) is bad
    ran = replace(unlisted, response=SeenResponse("get_month", {}, {"content": [{"text": "1"}]}))
    assert judged("SEC-033", SeenSession(unlisted=(ran,)))
