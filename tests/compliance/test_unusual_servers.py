"""Servers in plain Python that share nothing with mcptest: right but unusual ones, and wrong ones.

A right one fails no must. A wrong one has a single fault, which the rule that names it must see.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.compliance.peer import corpora, grade_mock
from tests.real.conftest import free_port, listening

from mcptest.model.grade import Level
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget, StdioTarget

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(120)]
SERVERS = Path(__file__).parents[1] / "servers"
V25 = SpecVersion.V2025_11_25
LIMITS = Limits(timeout=10.0, grace=2.0)
WRONG = {Status.FAILED, Status.WARNED, Status.ERRORED}


def by_stdio(habit):
    return StdioTarget(command=(sys.executable, str(SERVERS / "unusual_stdio.py"), habit))


@contextmanager
def by_http(habit):
    port = free_port()
    command = [sys.executable, str(SERVERS / "unusual_http.py"), str(port), habit]
    with listening(command, port):
        yield HttpTarget(f"http://127.0.0.1:{port}/mcp")


def musts_violated(target):
    """Every must that fails, and everything that we could not finish."""
    rules = [rule for rule in corpora()[V25] if rule.level is Level.MUST]
    found = grade_mock(rules, target, V25, {}, limits=LIMITS, seeks_fixtures=True)
    assert sum(case.status is Status.PASSED for case in found.values()) > 30
    return {rule: case.findings for rule, case in found.items() if case.status in WRONG}


def verdict(rule_id, target):
    rules = [corpora()[V25].rules[rule_id]]
    return grade_mock(rules, target, V25, {}, limits=LIMITS)[rule_id].status


@pytest.mark.parametrize(
    "habit",
    ["late", "pings", "empty", "drops", "crlf", "spaces", "extra", "pages", "nothing", "bare"],
)
def test_a_right_server_by_stdio_fails_no_must(habit):
    assert musts_violated(by_stdio(habit)) == {}


@pytest.mark.parametrize(
    "habit",
    [
        "comments",
        "crlf-events",
        "primed",
        "split",
        "pings",
        "odd-id",
        "shouting",
        "chunks",
        "closing",
        "sessionless",
        "no-delete",
        "plain-errors",
        "hasty",
        "used-up",
    ],
)
def test_a_right_server_by_http_fails_no_must(habit):
    with by_http(habit) as target:
        assert musts_violated(target) == {}


@pytest.mark.parametrize(
    ("fault", "rule_id"),
    [
        ("!pretty", "STDIO-002"),
        ("!latin-1", "RPC-021"),
        ("!any-version", "LIFE-004"),
        ("!twice", "TOOL-105"),
        ("!schema-text", "TOOL-104"),
        ("!endless-pages", "PAGE-002"),
        ("!text-ids", "RPC-002"),
        ("!text-codes", "RPC-006"),
        ("!null-result", "UTIL-001"),
        ("!both", "RPC-004"),
        ("!two-answers", "RPC-031"),
        ("!mixed-up", "TOOL-125"),
        ("!answers-notifications", "LIFE-007"),
    ],
)
def test_a_fault_by_stdio_is_found(fault, rule_id):
    assert verdict(rule_id, by_stdio("plain")) not in WRONG
    assert verdict(rule_id, by_stdio(fault)) in WRONG


@pytest.mark.parametrize(
    ("fault", "rule_id"),
    [
        ("!origin-prefix", "SHL-416"),
        ("!origin-of-get", "SHL-016"),
        ("!timed-session", "SHL-023"),
        ("!200-for-notifications", "SHL-003"),
        ("!unfinished-event", "PROTO-001"),
        ("!text-plain", "SHL-002"),
        ("!shared-session", "SHL-023"),
        ("!immortal-session", "SHL-027"),
    ],
)
def test_a_fault_by_http_is_found(fault, rule_id):
    with by_http("plain") as target:
        assert verdict(rule_id, target) is Status.PASSED
    with by_http(fault) as target:
        assert verdict(rule_id, target) in WRONG
