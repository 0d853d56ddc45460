"""A grade calls every tool that it may, and notes those that its own limits leave out."""

import asyncio
import json

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance.cases import rule_cases
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.views import calls, offers
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion

V = SpecVersion.V2025_11_25


@pytest.fixture
def called(tmp_path):
    """Grades a server with many tools, and gives the notes and the names that were called."""

    def grade(count, *, read_only):
        tool = {"inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": read_only}}
        tools = [{**tool, "name": f"tool_{n}", "response": {"text": "x"}} for n in range(count)]
        file = tmp_path / "many.yml"
        file.write_text(json.dumps({"mock_server": {"name": "many", "tools": tools}}))
        target = memory_target(MockServer(load_definition(file), version=V))
        exam = Examination(V, seeks_fixtures=True)
        plan = RunPlan(
            command="compliance run",
            cases=rule_cases([corpora()[V].rules["TOOL-005"]], exam, server="many"),
            servers={"many": Server("many", target, version=V)},
        )
        result = asyncio.run(run(plan, lambda _event: None))
        return result.notes, {record.tool for record in result.calls if record.called}

    return grade


@pytest.mark.parametrize("read_only", [True, False])
def test_every_tool_that_may_be_called_is_called(called, read_only):
    notes, names = called(60, read_only=read_only)
    assert len(names) == 60
    assert not [note for note in notes if "not called" in note]


@pytest.mark.parametrize(("view", "read_only"), [(calls, True), (offers, False)])
def test_the_report_notes_what_the_limit_leaves_out(called, monkeypatch, view, read_only):
    monkeypatch.setattr(view, "MOST_CALLS", 5)
    notes, _ = called(8, read_only=read_only)
    [note] = [note for note in notes if "not called" in note]
    assert note.startswith("3 ")


def test_the_time_limit_leaves_out_as_well(called, monkeypatch):
    monkeypatch.setattr(calls, "SECONDS", -1.0)
    notes, _ = called(4, read_only=True)
    assert [note for note in notes if note.startswith("4 read-only tools were not called")]
