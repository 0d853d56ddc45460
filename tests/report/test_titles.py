"""Servers and cases go by names that the user knows."""

import pytest
from tests.report.sample import result

from mcptest.model.run import Run, ServerFacts
from mcptest.report.titles import case_title, server_line, server_mark, shared_names


@pytest.mark.parametrize(
    ("name", "info", "line"),
    [
        ("default", {"name": "notes"}, "notes: stdio, MCP 2025-11-25"),
        ("default", None, "server: stdio, MCP 2025-11-25"),
        ("default@v2025-11-25", {"name": "notes"}, "notes: stdio, MCP 2025-11-25"),
        ("mine", {"name": "notes"}, "mine: stdio, MCP 2025-11-25, notes"),
        ("notes", {"name": "notes"}, "notes: stdio, MCP 2025-11-25"),
    ],
)
def test_a_server_without_a_name_goes_by_its_own(name, info, line):
    facts = ServerFacts(name, "stdio", protocol_version="2025-11-25", info=info)
    assert server_line(facts) == line


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("mine", "mine"),
        ("mine@home", "mine@home"),
        ("default@v2025-06-18", "MCP 2025-06-18"),
        ("mine@v2025-06-18", "mine at MCP 2025-06-18"),
    ],
)
def test_a_server_beside_others_is_marked_by_what_differs(name, mark):
    assert server_mark(name) == mark


def test_a_case_names_its_server_only_where_the_name_is_not_enough():
    cases = (result("a"), result("b"), result("b"))
    run = Run("0", "run", "", 0.0, seed=None, exit_code=0, cases=cases)
    shared = shared_names(run)
    assert [case_title(case, shared) for case in cases[:2]] == ["tools: a", "tools: b on default"]
