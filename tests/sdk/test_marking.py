"""Findings that every server on an SDK has are marked; what the author can fix is not."""

from dataclasses import replace

from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Compliance, NextGrade
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import Run, SdkFacts, ServerFacts
from mcptest.report.words import next_grade_text
from mcptest.sdk.marking import with_sdk

FASTMCP = SdkFacts("fastmcp-4", "FastMCP 4", "fastmcp", "certain", "a mark")
PYTHON = SdkFacts("python-2", "Python SDK 2", "python", "likely", "a title")


def server(name="s@v2026-07-28", *, transport="stdio", revision="2026-07-28", sdk=FASTMCP):
    return ServerFacts(name, transport, protocol_version=revision, sdk=sdk)


def case(rule, *, of="s@v2026-07-28", lane=Lane.COMPLIANCE, times=1):
    found = tuple(Finding(rule, Severity.WARNING, f"{n}") for n in range(times))
    return CaseResult(f"{of}::{rule}", rule, lane, of, Status.WARNED, 0.0, findings=found)


SERVERS = (server(),)


def run(*cases, servers=SERVERS, compliance=None):
    return Run("0", "audit", "now", 0.0, None, 0, servers, cases=cases, compliance=compliance)


def notes(found):
    return [finding.sdk for one in found.cases for finding in one.findings]


def test_what_the_sdk_decides_is_marked_and_nothing_else():
    first, second = notes(with_sdk(run(case("RPC-011"), case("TOOL-002"))))
    assert "FastMCP 4.0.11 ignores a line that is not JSON" in first
    assert "nothing to fix in your code" in first
    assert second is None


def test_a_handler_that_can_be_replaced_is_not_called_unchangeable():
    [note] = notes(with_sdk(run(case("TOOL-123"))))
    assert note.startswith("FastMCP 4.0.11 returns a tool error for an unknown tool by default;")
    assert "nothing to fix" not in note


def test_a_row_holds_only_at_its_revisions_and_transports():
    over_http = server(transport="streamable-http")
    assert notes(with_sdk(run(case("RPC-011"), servers=(over_http,)))) == [None]
    assert notes(with_sdk(run(case("RES-003")))) == [None]
    older = server(revision="2025-11-25")
    assert notes(with_sdk(run(case("RES-003"), servers=(older,)))) != [None]


def test_a_likely_sdk_is_called_likely():
    [note] = notes(with_sdk(run(case("RPC-011"), servers=(server(sdk=PYTHON),))))
    assert note.startswith("Python SDK 2.3")
    assert note.endswith("(the server seems to use this SDK)")


def test_an_unknown_sdk_changes_nothing():
    given = run(case("RPC-011"), servers=(server(sdk=None),))
    assert with_sdk(given) is given


def test_one_server_at_several_revisions_has_one_sdk():
    older = server("s@v2025-11-25", revision="2025-11-25", sdk=None)
    found = with_sdk(run(case("RPC-011", of="s@v2025-11-25"), servers=(server(), older)))
    assert notes(found) != [None]
    assert {one.sdk for one in found.servers} == {FASTMCP}


def test_two_servers_keep_their_own():
    other = server("other", sdk=None)
    found = with_sdk(run(case("RPC-011", of="other"), servers=(server(), other)))
    assert notes(found) == [None]


def test_a_lint_is_the_authors():
    assert notes(with_sdk(run(case("RPC-011", lane=Lane.SCHEMA_LINT)))) == [None]


def test_the_next_grade_names_what_the_sdk_decides():
    wanted = NextGrade("A+", ("TOOL-002", "RPC-011"))
    graded = Compliance("v2026-07-28", "A", 99.0, "T1", next_grade=wanted)
    both = with_sdk(run(compliance=replace(graded, revisions=(graded,)))).compliance
    assert both.next_grade.sdk_rules == ("RPC-011",)
    assert both.revisions[0].next_grade.sdk_rules == ("RPC-011",)
    assert (
        next_grade_text(both)
        == "not A+: fix TOOL-002; 1 more finding comes from what FastMCP 4 does by default: RPC-011"
    )
    only = replace(graded, next_grade=NextGrade("A+", ("RPC-011", "PAGE-003")))
    said = next_grade_text(with_sdk(run(compliance=only)).compliance)
    assert (
        said == "not A+: 2 findings come from what FastMCP 4 does by default: RPC-011 and PAGE-003"
    )


def test_a_grade_at_another_revision_is_left_alone():
    graded = Compliance("v2024-11-05", "A", 99.0, "T1", next_grade=NextGrade("A+", ("RPC-011",)))
    assert with_sdk(run(compliance=graded)).compliance == graded


def test_no_code_for_a_rule_of_a_revision_that_the_server_does_not_speak():
    older = server(revision="2025-11-25")
    for revision, shown in (("2025-11-25", True), ("2026-07-28", False)):
        spec = f"https://modelcontextprotocol.io/specification/{revision}/server/resources"
        found = case("RES-003", lane=Lane.DOCTOR)
        found = replace(found, findings=(replace(found.findings[0], spec=spec),))
        [finding] = with_sdk(run(found, servers=(older,))).cases[0].findings
        assert (finding.code is not None) is shown
