from __future__ import annotations

import asyncio

import pytest
from tests.compliance.peer import LIMITS, grade_mock, http, memory

from mcptest.compliance.cases import decide, look, rule_case
from mcptest.compliance.corpus.make_rule import make_rule
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.placeholders import fill
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.case import Case, Observation
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.model.outcome import Lane, SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.yaml.source import parse_source

V = SpecVersion
LEGACY, MODERN = V.V2025_11_25, V.V2026_07_28


def made(observe: str, **more):
    plain = {
        "id": "TEST-001",
        "title": "t",
        "level": "must",
        "section": "tools",
        "spec": "x",
        "why": "w",
        "fix": "f",
        "observe": parse_source(observe).plain(),
        "expect": [{"target": "session", "matcher": {"present": True}}],
        "proof": {"fails": []},
        **more,
    }
    return make_rule(plain, revision=LEGACY, file="TEST-001.yaml")


def seen(observe: str, overrides=(), version=LEGACY, target=None):
    """The roots that a rule with these steps would judge."""
    rule, roots = made(observe), {}

    async def watch(ctx):
        roots.update(await look(rule, Examination(version), ctx))
        return Observation()

    case = Case(id="x", name="x", lane=Lane.COMPLIANCE, server="s", observe=watch)
    server = Server("s", target or memory(overrides, version), version=version, limits=LIMITS)
    plan = RunPlan(command="x", cases=[case], servers={"s": server}, judge_messages=False)
    result = asyncio.run(run(plan, lambda _event: None))
    assert result.cases[0].status is Status.PASSED, result.cases[0]
    return roots


def test_a_request_is_waited_for_and_carries_the_standard_meta_in_the_stateless_era():
    roots = seen("{steps: [{as: a, request: {method: tools/list}}]}", version=MODERN)
    assert roots["a"]["form"] == "result"
    assert roots["a"]["request"]["params"]["_meta"] == roots["session"]["meta"]


def test_meta_may_be_changed_one_member_at_a_time():
    step = "{steps: [{as: a, request: {method: tools/list}, meta: {clientInfo: null, x/y: 1}}]}"
    meta = seen(step, version=MODERN)["a"]["request"]["params"]["_meta"]
    assert set(meta) == {
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities",
        "x/y",
    }
    legacy = seen("{steps: [{as: a, request: {method: ping}, meta: {x/y: 1}}]}")
    assert legacy["a"]["request"]["params"] == {"_meta": {"x/y": 1}}


def test_what_is_sent_without_waiting_gets_its_form_from_what_came():
    roots = seen(
        """
        on: fresh
        steps:
          - {as: refused, send: {jsonrpc: "2.0", id: 41, method: no/such}}
          - {as: quiet, notify: {method: notifications/x}}
          - {as: broken, raw: "{bad"}
          - {as: bytes, raw: {hex: fffe}}
          - {as: alive, live: true}
        """
    )
    assert roots["refused"]["form"] == "error"
    assert roots["refused"]["error"]["code"] == -32601
    assert roots["broken"]["form"] == "error"
    assert roots["alive"]["form"] == "result"
    assert [message["id"] for message in roots["alive"]["received"]] == ["mcptest-1"]
    silent = seen(
        "{on: fresh, steps: [{as: q, notify: {method: notifications/x}}, {as: a, live: true}]}"
    )
    assert silent["q"]["form"] == "silence"


def test_a_server_that_dies_of_a_message_shows_as_closed():
    overrides = [{"on": "no/such", "exit": 1}]
    roots = seen(
        "{on: fresh, steps: [{as: q, send: {jsonrpc: '2.0', id: 4, method: no/such}}, {as: a, live: true}]}",
        overrides,
    )
    assert (roots["q"]["form"], roots["a"]["form"]) == ("closed", "closed")


def test_send_may_wait_where_it_is_told_to():
    step = "{on: fresh, steps: [{as: q, await: true, send: {jsonrpc: '2.0', id: 4, method: ping}}]}"
    assert seen(step)["q"]["result"] == {}


def test_a_bare_connection_has_no_handshake():
    roots = seen(
        "{on: bare, steps: [{as: q, request: {method: tools/list}}, {as: e, close: true}]}"
    )
    assert roots["q"]["form"] == "error"
    assert roots["e"]["form"] == "closed"
    assert roots["e"]["leaked"] == 0


def test_a_client_may_declare_and_answer():
    asked = {"jsonrpc": "2.0", "id": "s1", "method": "roots/list"}
    overrides = [{"on": "tools/list", "before": [asked]}]
    steps = "steps: [{as: q, request: {method: tools/list}}, {as: w, listen: 0.05}]"
    roots = seen(f"{{client: {{capabilities: {{roots: {{}}}}}}, {steps}}}", overrides)
    assert [request["method"] for request in roots["q"]["server_requests"]] == ["roots/list"]
    refusing = (
        "{capabilities: {roots: {}}, answers: {roots/list: {error: {code: -1, message: no}}}}"
    )
    roots = seen(f"{{views: [transcript], client: {refusing}, {steps}}}", overrides)
    assert roots["w"]["form"] == "listened"


def test_raw_http_adds_the_session_and_takes_any_verb():
    with http((), LEGACY) as target:
        roots = seen(
            """
            steps:
              - {as: put, http: {method: PUT, body: {a: 1}}}
              - {as: elsewhere, http: {path: /.well-known/none, headers: {Accept: null}}}
              - {as: foreign, http: {path: "http://127.0.0.1:9/x"}}
              - as: post
                http:
                  method: POST
                  body: {jsonrpc: "2.0", id: 5, method: ping}
                  headers: {accept: "application/json, text/event-stream"}
            """,
            target=target,
        )
    assert roots["put"]["http"]["status"] == 405
    assert roots["elsewhere"]["http"]["status"] == 404
    assert roots["foreign"]["form"] == "closed"
    assert roots["post"]["http"]["status"] == 200
    assert roots["session"]["loopback"] is True


def test_a_placeholder_takes_a_value_with_its_type_or_as_text():
    roots = {"a": {"b": [1, {"c": "x"}]}}
    assert fill({"k": "${a.b[0]}", "t": "n=${a.b[0]}"}, roots) == {"k": 1, "t": "n=1"}
    assert fill(["${a.b[1].c}!"], roots) == ["x!"]
    with pytest.raises(NotSeenError) as caught:
        fill("${a.z}", roots)
    assert caught.value.skip.reason is SkipReason.NOT_APPLICABLE


def test_a_rule_whose_placeholder_leads_nowhere_is_skipped():
    rule = made("{steps: [{as: q, request: {method: '${session.nothing}'}}]}")
    found = grade_mock([rule], memory((), LEGACY), LEGACY)["TEST-001"]
    assert found.skip.reason is SkipReason.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("needs", "reason"),
    [
        ({"transport": "http"}, SkipReason.OTHER_TRANSPORT),
        ({"capability": "logging"}, SkipReason.CAPABILITY_NOT_DECLARED),
        ({"capability": ["tools", "tools.listChanged"]}, SkipReason.CAPABILITY_NOT_DECLARED),
        ({"undeclared": "tools"}, SkipReason.NOT_APPLICABLE),
        ({"fixture": "slow_tool"}, SkipReason.NEEDS_FIXTURE),
    ],
)
def test_what_a_rule_needs_and_does_not_find_is_its_reason(needs, reason):
    rule = made("opening", needs=needs)
    found = grade_mock([rule], memory((), LEGACY), LEGACY)["TEST-001"]
    assert found.skip.reason is reason


def test_nothing_to_look_at_is_a_skip_and_not_a_pass():
    rule = made(
        "opening", expect=[{"each": "opening.none", "target": "item", "matcher": "present"}]
    )
    assert decide(rule, {"opening": {}}).skip.reason is SkipReason.NOT_APPLICABLE


def test_a_condition_that_does_not_hold_skips_the_rule():
    applies = [{"target": "opening.x", "matcher": {"present": True}, "message": "x is there"}]
    skip = decide(made("opening", applies=applies), {"opening": {}, "session": {}}).skip
    assert (skip.reason, skip.detail) == (SkipReason.NOT_APPLICABLE, "applies only if x is there")


def test_a_case_carries_the_level_and_the_section_as_tags():
    case = rule_case(made("transcript"), Examination(LEGACY), server="s")
    assert (case.id, case.tags, case.last) == ("compliance::s::TEST-001", ("must", "tools"), True)


LINGERS = "{on: scratch, steps: [{as: a, live: true}, {as: later, linger: 0.3}]}"


def lingering(second, overrides=()):
    """Two rules on the scratch connection at once: the order of their ends, and what they saw."""
    order = []

    async def watch(ctx):
        exam = Examination(LEGACY)

        async def seen_by(name, observe):
            roots = await look(made(observe), exam, ctx)
            order.append((name, roots))

        await asyncio.gather(seen_by("lingers", LINGERS), seen_by("other", second))
        return Observation()

    case = Case(id="x", name="x", lane=Lane.COMPLIANCE, server="s", observe=watch)
    server = Server("s", memory(overrides, LEGACY), version=LEGACY, limits=LIMITS)
    plan = RunPlan(command="x", cases=[case], servers={"s": server}, judge_messages=False)
    result = asyncio.run(run(plan, lambda _event: None))
    assert result.cases[0].status is Status.PASSED, result.cases[0]
    return [name for name, _ in order], dict(order)


def test_who_lingers_leaves_the_connection_to_others_and_hears_what_comes():
    order, saw = lingering("{on: scratch, steps: [{as: b, request: {method: tools/list}}]}")

    assert order == ["other", "lingers"]
    [later] = saw["lingers"]["later"]["received"]
    assert "tools" in later["result"]
    assert saw["other"]["b"]["form"] == "result"


def test_who_lingers_begins_again_where_another_ended_the_connection():
    ends = {"on": "tools/list", "exit": 1}
    _, saw = lingering("{on: scratch, steps: [{as: b, request: {method: tools/list}}]}", [ends])

    assert saw["other"]["b"]["form"] == "closed"
    assert saw["lingers"]["a"]["form"] == "result"
    assert saw["lingers"]["later"]["received"] == []


def test_on_another_connection_to_linger_is_to_listen():
    roots = seen("{on: fresh, steps: [{as: a, live: true}, {as: later, linger: 0.05}]}")
    assert roots["later"]["form"] == "listened"
