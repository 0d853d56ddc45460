"""A rule is violated by what its own requests bring out, not by what else the server does."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.compliance.peer import corpora, grade_mock, http, memory

from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.target import MemoryTarget

V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
WRONG = {Status.FAILED, Status.WARNED, Status.ERRORED}


def wrong_in(found):
    return {rule: case.findings[0].message for rule, case in found.items() if case.status in WRONG}


def dying(version, *deadly):
    """A right server that takes its time, and whose process ends when such a request arrives."""
    right = memory([], version)

    class Mortal:
        def __init__(self, pipe):
            self._pipe = pipe

        async def receive(self):
            raw = await self._pipe.receive()
            return None if raw is not None and _words(raw) & set(deadly) else raw

        async def send(self, raw):
            await asyncio.sleep(0.005)
            await self._pipe.send(raw)

    return MemoryTarget(lambda pipe: right.serve(Mortal(pipe)))


def _words(raw):
    """The method, and the names of the parameters."""
    try:
        message = json.loads(raw)
    except ValueError:
        return set()
    message = message if isinstance(message, dict) else {}
    params = message.get("params")
    return {str(message.get("method")), *(params if isinstance(params, dict) else ())}


@pytest.mark.parametrize(
    ("version", "deadly", "guilty"),
    [
        (V25, "cursor", {"PAGE-003", "RPC-214"}),
        (V25, "mcptest/does-not-exist", {"RPC-209", "STDIO-010"}),
        (V26, "tasks/list", {"MOD-018"}),
    ],
)
def test_a_crash_is_held_against_the_rules_that_caused_it_alone(version, deadly, guilty):
    found = wrong_in(grade_mock(list(corpora()[version]), dying(version, deadly), version))
    assert set(found) == guilty
    assert all("the server closed the connection" in text for text in found.values())


def test_what_was_never_asked_of_a_server_that_keeps_crashing_is_not_violated():
    """It agrees to a session and ends at whatever comes next."""
    lists = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")
    target = dying(V25, *lists, "tools/call", "resources/read", "prompts/get", "ping")
    found = grade_mock(list(corpora()[V25]), target, V25)
    given_up = [rule for rule, case in found.items() if _says(case.skip, "times in a row")]
    assert found["CAP-006"].status is Status.FAILED
    assert "SHAPE-002" in given_up
    assert all("closed" in text for text in wrong_in(found).values())


def _says(skip, words):
    return skip is not None and skip.reason is SkipReason.CANNOT_TELL and words in skip.detail


def paged(*prompts):
    following = "page-${turn}"
    return {"on": "prompts/list", "result": {"prompts": list(prompts), "nextCursor": following}}


@pytest.mark.parametrize(
    ("prompts", "wanted"), [([{"name": "p${turn}"}], Status.SKIPPED), ([], Status.WARNED)]
)
def test_a_list_with_many_pages_is_not_endless_while_they_bring_something_new(prompts, wanted):
    found = grade_mock([corpora()[V25].rules["PAGE-002"]], memory([paged(*prompts)], V25), V25)
    assert found["PAGE-002"].status is wanted


HANDSHAKE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "serverInfo": {"name": "both", "version": "1"},
}
OF_THIS_REVISION = {"params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}}


@pytest.mark.parametrize(
    ("when", "wanted"), [({}, Status.SKIPPED), ({"when": OF_THIS_REVISION}, Status.FAILED)]
)
def test_a_server_of_both_eras_may_take_any_initialize_for_the_older_one(when, wanted):
    opens = {"on": "initialize", "status": 200, "result": HANDSHAKE, **when}
    with http([opens], V26) as target:
        found = grade_mock([corpora()[V26].rules["SHM-305"]], target, V26)
    assert found["SHM-305"].status is wanted


def test_a_server_without_ping_lacks_only_ping():
    unknown = {"on": "ping", "error": {"code": -32601, "message": "Method not found"}}
    found = grade_mock(list(corpora()[V25]), memory([unknown], V25), V25)
    assert {name for name, case in found.items() if case.status is Status.FAILED} == {"UTIL-001"}
