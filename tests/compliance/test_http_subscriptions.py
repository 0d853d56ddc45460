"""Subscriptions over HTTP: delivery, filter and tags, on right servers and on broken ones."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

V26 = SpecVersion.V2026_07_28
HINTS = {"changing_tools": {"tool": "now", "args": {}}}
TAG = {"io.modelcontextprotocol/subscriptionId": "${listened.id}"}
OWN_TAG = {"io.modelcontextprotocol/subscriptionId": "${request.id}"}
CHANGED = "notifications/tools/list_changed"
DECLARED = {
    "on": "server/discover",
    "patch": [{"op": "add", "path": "/result/capabilities/tools/listChanged", "value": True}],
}
ACKNOWLEDGED = {
    "jsonrpc": "2.0",
    "method": "notifications/subscriptions/acknowledged",
    "params": {"_meta": OWN_TAG, "notifications": {"toolsListChanged": True}},
}
LISTENS = {
    "on": "subscriptions/listen",
    "sse": True,
    "status": 200,
    "hold": True,
    "reply": ACKNOWLEDGED,
}
ASKED = {"params": {"notifications": {"toolsListChanged": True}}}


def telling(when, meta):
    message = {"jsonrpc": "2.0", "method": CHANGED, "params": {"_meta": meta}}
    told = [{"when": when, "message": message}]
    return {"on": "tools/call", "when": {"params": {"name": "now"}}, "tell": told}


RIGHT = telling(ASKED, TAG)


def graded(rule_id, *overrides):
    rule = corpora()[V26].rules[rule_id]
    with http([DECLARED, LISTENS, *overrides], V26) as target:
        return grade_mock([rule], target, V26, HINTS)[rule_id].status


@pytest.mark.parametrize("rule_id", ["SUB-004", "SUB-010", "SUB-012"])
def test_a_right_server_passes(rule_id):
    assert graded(rule_id, RIGHT) is Status.PASSED


def test_a_change_that_nobody_hears_of_is_found():
    assert graded("SUB-004") is Status.WARNED


def test_a_change_without_the_id_of_the_subscription_is_found():
    assert graded("SUB-004", telling(ASKED, {})) is Status.WARNED


def test_a_stream_that_did_not_ask_must_not_hear_of_it():
    assert graded("SUB-010", telling({}, TAG)) is Status.FAILED


def test_a_second_subscription_that_is_not_acknowledged_is_found():
    when = {"params": {"notifications": {"promptsListChanged": True}}}
    mute = {"on": "subscriptions/listen", "when": when, "reply": {}, "raw": ": nothing\n\n"}
    assert graded("SUB-012", RIGHT, mute) is Status.WARNED
