"""A rule that found nothing to check says what was missing, or what was not looked at."""

import json

import pytest
from tests.compliance.peer import corpora, grade_mock

from mcptest.compliance.judge.expectation import compile_expectation
from mcptest.compliance.observe.placeholders import fill
from mcptest.compliance.observe.view import NotSeenError
from mcptest.compliance.select import ServerTraits, why_not
from mcptest.compliance.views import calls
from mcptest.compliance.why_unchecked import ONE_PAGE, left_of, unlooked, why_unreached
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.mock.server import MockServer
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.transport import STREAMABLE_HTTP

V = SpecVersion.V2025_11_25
IMAGES = compile_expectation(
    {"each": "calls.items", "target": "item.x", "matcher": {"present": True}}
)


def condition(path):
    when = {"target": path, "matcher": {"present": True}}
    return compile_expectation(
        {"each": "tools.items", "when": when, "target": "item.x", "matcher": {"present": True}}
    )


def test_a_list_of_one_page_is_said_to_have_one_page():
    second = {"target": "tools.pages[1]", "matcher": {"present": True}}
    expectation = compile_expectation(
        {"when": second, "target": "tools.pages[1].x", "matcher": {"present": True}}
    )
    assert unlooked([expectation], {"tools": {"pages": [{}]}}).detail == ONE_PAGE
    with pytest.raises(NotSeenError) as caught:
        fill("${tools.pages[0].result.nextCursor}", {"tools": {"pages": [{"result": {}}]}})
    assert ONE_PAGE in str(caught.value)


def test_tools_that_were_not_called_are_named():
    view = {"items": [], "left": ["first", "second"], "callable": ["first", "second"]}
    skip = unlooked([IMAGES], {"calls": view})
    assert skip.reason is SkipReason.CANNOT_TELL
    assert ": first, second (" in skip.detail
    assert "--hint tool_args" in skip.detail


def test_arguments_are_asked_for_only_where_they_would_help():
    view = {"items": [], "left": ["first", "delete_all"], "callable": ["first"]}
    detail = unlooked([IMAGES], {"tool_results": view}).detail
    assert "not called: first (" in detail
    assert detail.endswith(": delete_all")
    refused = {"items": [], "left": ["delete_all"], "callable": []}
    assert "tool_args" not in unlooked([IMAGES], {"tool_results": refused}).detail


def test_where_everything_was_called_the_list_is_empty_and_says_so():
    skip = unlooked([IMAGES], {"calls": {"items": [], "left": []}})
    assert (skip.reason, skip.detail) == (
        SkipReason.NOT_APPLICABLE,
        "nothing to check: no tool was called",
    )


@pytest.mark.parametrize(("count", "said"), [(1, "no tool"), (3, "none of the 3 tools")])
def test_a_condition_that_no_entry_meets_is_named(count, said):
    skip = unlooked([condition("item.title")], {"tools": {"items": [{}] * count}})
    assert skip.reason is SkipReason.NOT_APPLICABLE
    assert f"{said} has a title" in skip.detail


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ({"target": "item.form", "matcher": {"exact": "result"}}, "returned a result"),
        ({"target": "item.error.code", "matcher": {"one-of": [-1, -2]}}, "has the code -1 or -2"),
        ({"target": "item.annotations", "matcher": {"type": "object"}}, "an object as annotations"),
        ({"target": "item", "matcher": {"type": "string"}}, "is a string"),
        ({"target": "item.method", "matcher": {"not": {"exact": "ping"}}}, "method than ping"),
        ({"target": "item.x", "matcher": {"exact": 1}, "message": "is fine"}, "tools is fine"),
    ],
)
def test_a_condition_is_said_in_words(when, said):
    expectation = compile_expectation(
        {"each": "tools.items", "when": when, "target": "item.x", "matcher": {"present": True}}
    )
    assert unlooked([expectation], {"tools": {"items": [{}, {}]}}).detail.endswith(said)


def test_an_authorization_server_that_cannot_be_reached_is_named():
    oauth = {"form": "closed", "problem": "connection refused"}
    server = {"issuer": "https://as.example", "oauth": oauth, "reached": False}
    skip = why_unreached({"authorization": {"servers": [server]}})
    assert skip.reason is SkipReason.CANNOT_TELL
    assert "https://as.example could not be reached: connection refused" in skip.detail


def test_an_authorization_server_that_was_reached_is_no_excuse():
    server = {"issuer": "https://as.example", "oauth": {"form": "http"}, "reached": True}
    fine = {"form": "document", "url": "https://x"}
    seen = {"servers": [server], "named": fine, "well_known": {"form": "http"}}
    assert why_unreached({"authorization": seen}) is None
    assert why_unreached({}) is None


def test_what_a_view_left_is_told_by_name():
    listed = [{"uri": "a"}, {"uri": "b"}, "odd", {}]
    assert left_of(listed, "uri", [{"uri": "a"}]) == ["b"]
    assert left_of(None, "uri", []) == []


def test_a_rule_of_one_transport_says_where_it_is_checked():
    rule = corpora()[V].rules["RPC-011"]
    skip = why_not(rule, ServerTraits(STREAMABLE_HTTP))
    assert (skip.reason, skip.detail) == (
        SkipReason.OTHER_TRANSPORT,
        "checked over stdio only; this server uses streamable-http",
    )


@pytest.fixture
def many(tmp_path):
    """A server with twenty tools that may be called."""
    tools = [
        {
            "name": f"get_{number}",
            "inputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": True},
        }
        for number in range(20)
    ]
    catalog = tmp_path / "many.yml"
    catalog.write_text(json.dumps({"mock_server": {"name": "many", "tools": tools}}))
    return memory_target(MockServer(load_definition(catalog), version=V))


def test_every_tool_of_a_big_catalog_is_called(many):
    skip = grade_mock([corpora()[V].rules["TOOL-118"]], many, V)["TOOL-118"].skip
    assert skip.reason is SkipReason.NOT_APPLICABLE


def test_calls_end_when_the_time_is_up_and_the_report_knows(many, monkeypatch):
    monkeypatch.setattr(calls, "MOST_CALLS", 12)
    skip = grade_mock([corpora()[V].rules["TOOL-118"]], many, V)["TOOL-118"].skip
    assert skip.reason is SkipReason.CANNOT_TELL
    assert ": get_12, get_13, get_14, get_15, get_16 and 3 more" in skip.detail
    monkeypatch.setattr(calls, "SECONDS", -1.0)
    skip = grade_mock([corpora()[V].rules["TOOL-118"]], many, V)["TOOL-118"].skip
    assert skip.reason is SkipReason.BUDGET_EXHAUSTED
