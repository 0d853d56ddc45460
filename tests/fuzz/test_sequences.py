"""Chains of tools found by name, and what is seen when they are called in turn."""

import json

import pytest
from tests.fuzz.fuzz_kit import run_case
from tests.servers.planted import answer, error

from mcptest.engine.case import Case
from mcptest.fuzz.chains import captured, find_chains
from mcptest.fuzz.sequence import observing_chain
from mcptest.model.json import MISSING
from mcptest.model.outcome import Lane, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.target import MemoryTarget

BY_ID = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
NOTES = [
    {"name": "create_note", "inputSchema": {"type": "object", "required": ["text"]}},
    {"name": "getNote", "inputSchema": BY_ID},
    {"name": "delete-notes", "inputSchema": BY_ID},
    {"name": "list_notes"},
]
DESTRUCTIVE = ExecutionPolicy(execute_destructive=True, call_delay=0)


def described(*tools):
    return [ToolDescriptor.from_json(tool) for tool in tools]


class Store:
    """Keeps notes for as long as a connection lasts; ``keeps`` never deletes one."""

    def __init__(self, *, keeps=False, created=None, crashes_on=None):
        self.keeps, self.created, self.crashes_on = keeps, created, crashes_on

    async def serve(self, pipe):
        notes = set()
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            number, params = message.get("id"), message.get("params", {})
            if params.get("name") == self.crashes_on and self.crashes_on:
                return
            if number is not None:
                await pipe.send(self.reply(message["method"], number, params, notes))

    def reply(self, method, number, params, notes):
        if method == "initialize":
            opened = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
            return answer(number, {**opened, "serverInfo": {"name": "s", "version": "1"}})
        if method != "tools/call":
            return answer(number, {"tools": NOTES})
        name, key = params["name"], params["arguments"].get("id")
        if name == "create_note":
            notes.add("n1")
            made = self.created or {"content": [], "structuredContent": {"note": {"id": "n1"}}}
            return answer(number, made)
        if key not in notes:
            return error(number, {"code": -32602, "message": "no such note"})
        if name == "delete-notes" and not self.keeps:
            notes.discard(key)
        return answer(number, {"content": []})


def observe(store, policy=DESTRUCTIVE):
    (chain,) = find_chains(described(*NOTES))
    case = Case(
        id="c", name="c", lane=Lane.FUZZ, server="s", observe=observing_chain(chain, limit=1.0)
    )
    return run_case(case, MemoryTarget(store.serve), policy=policy)


def test_a_chain_is_found_from_names_and_schemas():
    (chain,) = find_chains(described(*NOTES))
    assert chain.name == "create_note -> getNote -> delete-notes"
    assert chain.key == "id"


@pytest.mark.parametrize(
    "tools",
    [
        [NOTES[0]],
        [NOTES[0], {"name": "get_note", "inputSchema": {"type": "object"}}],
        [NOTES[1], NOTES[2]],
        [{"name": "create"}, {"name": "get", "inputSchema": BY_ID}],
    ],
)
def test_no_chain_without_something_to_create_and_one_way_to_name_it(tools):
    assert list(find_chains(described(*tools))) == []


def test_a_delete_that_names_things_otherwise_is_left_out():
    other = {"name": "delete_note", "inputSchema": {"required": ["slug"]}}
    (chain,) = find_chains(described(NOTES[0], NOTES[1], other))
    assert chain.delete is None


def test_a_healthy_store_passes():
    finished, result = observe(Store())
    assert (result.status, result.targets["fuzz.cases_run"]) == ("passed", 4)
    assert [record.tool for record in finished.calls] == [
        "create_note", "getNote", "delete-notes", "getNote",
    ]  # fmt: skip


def test_what_is_still_there_after_its_deletion_is_a_warning():
    _, result = observe(Store(keeps=True))
    assert result.status == "warned"
    assert result.findings[0].id == "FAULT-FUZZ-STATE-AFTER-DELETE"


def test_a_crash_on_the_way_is_named_with_its_tool():
    _, result = observe(Store(crashes_on="getNote"))
    assert result.status == "failed"
    assert "getNote" in result.findings[0].message


def test_the_policy_is_asked_at_every_step():
    finished, result = observe(Store(), ExecutionPolicy(call_delay=0))
    assert result.status == "passed"
    assert result.targets["fuzz.cases_run"] == 2
    assert [record.called for record in finished.calls] == [True, True, False]
    _, result = observe(Store(), ExecutionPolicy(max_calls=0, call_delay=0))
    assert result.skip.reason is SkipReason.BUDGET_EXHAUSTED


def test_a_store_that_does_not_name_what_it_made_ends_there():
    _, result = observe(Store(created={"content": []}))
    assert result.targets["fuzz.cases_run"] == 1
    assert any("does not return the id" in note for note in result.notes)


@pytest.mark.parametrize(
    ("result", "value"),
    [
        ({"structuredContent": {"note_id": 7}}, 7),
        ({"structuredContent": [{"id": "x"}]}, "x"),
        ({"content": [{"type": "text", "text": '{"id": "t"}'}]}, "t"),
        ({"content": [{"type": "text", "text": "made it"}, {"type": "image"}, 5]}, MISSING),
        ({"structuredContent": {"id": True}}, MISSING),
        (MISSING, MISSING),
    ],
)
def test_names_are_captured_from_structure_or_text(result, value):
    assert captured(result, "note_id") == value
