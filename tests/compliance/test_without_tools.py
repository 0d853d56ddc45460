"""A right server without tools: rules about headers use another list of the server."""

from types import SimpleNamespace

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.compliance.observe.every_request import listing_of
from mcptest.model.outcome import Status
from mcptest.model.spec_version import Era, SpecVersion

_, _, _, V25, V26, _ = SpecVersion
UNKNOWN = {"error": {"code": -32601, "message": "unknown method"}}
HEADERS = ["SHL-018", "SHL-021", "SHM-009", "SHM-020", "SHM-006", "SHM-007", "HEADER-002"]


def without_tools(opening, status):
    no_tools = [{"op": "remove", "path": "/result/capabilities/tools"}]
    return [
        {"on": opening, "patch": no_tools},
        {"on": "tools/list", "status": status, **UNKNOWN},
        {"on": "tools/call", "status": status, **UNKNOWN},
    ]


@pytest.mark.parametrize(
    ("version", "opening", "status"), [(V25, "initialize", 200), (V26, "server/discover", 404)]
)
def test_a_server_without_tools_may_not_know_their_methods(version, opening, status):
    rules = list(corpora()[version])
    with http(without_tools(opening, status), version) as target:
        found = grade_mock(rules, target, version)
    ends = {rule.id: found[rule.id].status for rule in rules}
    assert [name for name, end in ends.items() if end in (Status.FAILED, Status.ERRORED)] == []
    assert {ends[name] for name in HEADERS if name in ends} == {Status.PASSED}


@pytest.mark.parametrize(
    ("capabilities", "era", "listing"),
    [
        ({"prompts": {}, "tools": {}}, Era.STATELESS, "tools/list"),
        ({"prompts": {}, "resources": {}}, Era.HANDSHAKE, "resources/list"),
        ({"prompts": {}}, Era.STATELESS, "prompts/list"),
        ({"completions": {}}, Era.STATELESS, "server/discover"),
        ({}, Era.HANDSHAKE, "ping"),
    ],
)
def test_the_first_declared_list_is_used(capabilities, era, listing):
    assert listing_of(SimpleNamespace(capabilities=capabilities, era=era)) == listing
