"""Passive rules on a mock that breaks them, and on one that does not."""

import json
import subprocess
import sys
from contextlib import contextmanager

import pytest

from mcptest.cli.main import run
from mcptest.security.engine import all_rules
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
            yield ["--url", process.stdout.readline().removeprefix("listening on ").strip()]
        finally:
            process.terminate()


def found(capsys, where, *more):
    run(["security", "--format", "json", "--fail-on", "low", *more, *where])
    document = json.loads(capsys.readouterr().out)
    return {f["id"]: f for case in document["cases"] for f in case["findings"]}


def extra(rule_id):
    return ["--header", "Authorization: Bearer abc"] if rule_id == "SEC-069" else []


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
