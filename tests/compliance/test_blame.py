"""What one request did to a server is not held against it a second time."""

import asyncio
from types import SimpleNamespace

import pytest
from tests.compliance.peer import corpora, grade_mock, memory, stdio

from mcptest.compliance.views.interleaved import VIEW
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.reply import Reply, ReplyKind

V = SpecVersion.V2025_11_25


@pytest.mark.parametrize("end", [{"exit": 1}, {"error": {"code": -32600, "message": "not yet"}}])
def test_a_server_that_an_early_ping_ends_breaks_that_rule_alone(end):
    rules = [r for r in corpora()[V] if r.id in {"LIFE-007", "LIFE-009", "LIFE-017"}]
    early = {"on": "ping", "when": {"id": "mcptest-early"}, **end}
    found = grade_mock(rules, memory([early], V), V)
    assert {name: case.status.value for name, case in found.items()} == {
        "LIFE-007": "passed",
        "LIFE-009": "warned",
        "LIFE-017": "passed",
    }


def test_log_lines_that_are_json_break_the_rule_about_stdout_alone():
    names = {"STDIO-001", "STDIO-002", "RPC-001", "RPC-004"}
    rules = [r for r in corpora()[V] if r.id in names]
    log = {"on": "start", "raw": '{"level": 30, "msg": "listening"}'}
    found = grade_mock(rules, stdio([log], V), V)
    assert {name for name, case in found.items() if case.status.value == "failed"} == {"STDIO-001"}


class Session:
    capabilities = {"tools": {}}  # noqa: RUF012

    def __init__(self, kind):
        self.kind, self.asked = kind, 0

    async def request(self, method, params, *, timeout):
        self.asked += 1
        return Reply(self.kind, method, result={"tools": []})


@pytest.mark.parametrize("again", [ReplyKind.ANSWERED, ReplyKind.CLOSED])
def test_requests_at_once_are_asked_again_where_the_server_ended_meanwhile(again):
    sessions = [Session(ReplyKind.CLOSED), Session(again)]
    left = iter(sessions)

    async def session(_ctx):
        return next(left)

    exam = SimpleNamespace(
        session=session, timeout_for=lambda longest: longest, noticed=lambda r: r
    )
    ctx = SimpleNamespace(limits=SimpleNamespace(timeout=1.0))
    seen = asyncio.run(VIEW.look(exam, ctx))
    form = "result" if again is ReplyKind.ANSWERED else "closed"
    assert [item["form"] for item in seen["items"]] == [form] * 4
    assert [each.asked for each in sessions] == [4, 4]
