"""Servers and cases go by names that the user knows."""

import pytest
from tests.report.sample import result

from mcptest.model.run import Run, ServerFacts
from mcptest.report.titles import (
    case_title,
    ordered_servers,
    server_line,
    server_mark,
    shared_names,
)


@pytest.mark.parametrize(
    ("name", "info", "line"),
    [
        ("default", {"name": "notes"}, "notes: stdio, MCP 2025-11-25"),
        ("default", None, "server: stdio, MCP 2025-11-25"),
        ("default@v2025-11-25", {"name": "notes"}, "notes: stdio, MCP 2025-11-25"),
        ("mine", {"name": "notes"}, "mine: stdio, MCP 2025-11-25, notes"),
        ("notes", {"name": "notes"}, "notes: stdio, MCP 2025-11-25"),
        ("b.mcptest:default", {"name": "notes"}, "notes (b.mcptest): stdio, MCP 2025-11-25"),
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


def test_a_case_names_its_file_where_two_suites_have_a_test_of_that_name():
    cases = (result("a", file="x.yml"), result("b", file="x.yml"), result("b", file="y.yml"))
    run = Run("0", "run", "", 0.0, seed=None, exit_code=0, cases=cases)
    titles = [case_title(case, shared_names(run)) for case in cases]
    assert titles == ["tools: a", "tools: b in x.yml", "tools: b in y.yml"]


def test_a_case_names_server_and_file_where_neither_is_enough():
    cases = (result("b", file="x.yml"), result("b", file="x.yml"), result("b", file="y.yml"))
    run = Run("0", "run", "", 0.0, seed=None, exit_code=0, cases=cases)
    assert case_title(cases[0], shared_names(run)) == "tools: b on default in x.yml"


def test_the_revisions_of_a_server_are_listed_oldest_first():
    wires = ("2024-11-05", "2026-07-28", "2025-03-26")
    servers = (*(ServerFacts(f"s@v{at}", "stdio", protocol_version=at) for at in wires),)
    run = Run("0", "run", "", 0.0, seed=None, exit_code=0, servers=servers)
    assert [server.protocol_version for server in ordered_servers(run)] == sorted(wires)
