"""The conversation that probes share."""

from __future__ import annotations

import asyncio

from tests.compliance.peer import corpora, grade_mock, healthy

from mcptest.compliance.observe.scratch import Scratch
from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.target import MemoryTarget

V = SpecVersion.V2025_11_25
SHARED = ["RPC-002", "RPC-003", "RPC-014", "RPC-015", "UTIL-003", "UTIL-004", "UTIL-006"]


def graded(ids, overrides=()):
    """The cases of some rules, and how many connections they took."""
    server = MockServer(healthy(), version=V, overrides=parse_overrides(list(overrides)))
    inner, opened = memory_target(server), []

    async def serve(pipe):
        opened.append(pipe)
        await inner.serve(pipe)

    rules = [rule for rule in corpora()[V] if rule.id in ids]
    return grade_mock(rules, MemoryTarget(serve), V), len(opened)


def test_probes_share_one_conversation_beside_the_ordinary_one():
    cases, connections = graded(SHARED)
    assert {case.status for case in cases.values()} == {Status.PASSED}
    assert connections == 2


def test_a_probe_that_ends_the_server_gets_the_next_one_a_new_conversation():
    death = {"on": "notifications/cancelled", "when": {"params": {"requestId": "mcptest-nobody"}}}
    cases, connections = graded(SHARED, [{**death, "exit": 1}])
    odd = {name for name, case in cases.items() if case.status is not Status.PASSED}
    assert odd == {"UTIL-003"}
    assert connections == 3


def test_a_probe_that_is_met_with_silence_gets_the_next_one_a_new_conversation():
    silence = {"on": "tools/list", "when": {"id": "7"}, "silent": True}
    cases, connections = graded(SHARED, [silence])
    odd = {name for name, case in cases.items() if case.status is not Status.PASSED}
    assert odd == {"RPC-002"}
    assert connections == 3


def test_the_process_is_free_when_the_last_rule_has_left_it():
    async def body():
        scratch, order = Scratch(), []
        await scratch.free()
        scratch.expect(["A-001", "B-001"])

        async def wait():
            await scratch.free()
            order.append("free")

        waiting = asyncio.create_task(wait())
        for name in ("A-001", "A-001", "B-001"):
            await asyncio.sleep(0)
            order.append(name)
            scratch.leave(name)
        await waiting
        return order

    assert asyncio.run(body()) == ["A-001", "A-001", "B-001", "free"]
