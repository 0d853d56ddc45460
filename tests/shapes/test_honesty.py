"""Every message that we send has the shape of its revision, but for the probes that are listed."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from functools import cache

import pytest
from tests.compliance.peer import LIMITS, healthy
from tests.shapes import official
from tests.shapes.overhearing import overheard

from mcptest.audit.plan import AuditOptions, audit_plan
from mcptest.audit.survey import survey
from mcptest.compliance.cases import rule_cases
from mcptest.compliance.corpus.version_corpus import load_builtin
from mcptest.compliance.observe.examination import Examination
from mcptest.engine.execute import RunPace
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.shapes.misfit import misfits
from mcptest.shapes.shapes import shapes_of

META = "/params/_meta/io.modelcontextprotocol~1"
PROBES = {
    ("tools/list", "/jsonrpc"): "RPC-013",
    ("tools/list", "/id"): "RPC-015",
    ("tools/list", "/params"): "RPC-014",
    ("tools/list", "/params/cursor"): "PAGE-006",
    ("tools/call", "/params/name"): "TOOL-124",
    ("tools/call", "/params/arguments"): "TOOL-324",
    ("resources/read", "/params/uri"): "RES-113",
    ("prompts/get", "/params/arguments/who"): "PROMPT-110",
    ("initialize", "/params/clientInfo"): "LIFE-006",
    ("notifications/cancelled", "/params/requestId"): "UTIL-004",
}
# A rule about every request is asked of every kind.
PROBES |= {
    (method, place): rule
    for place, rule in {
        "/params/_meta": "MOD-007",
        f"{META}protocolVersion": "MOD-008",
        f"{META}clientCapabilities": "MOD-009",
    }.items()
    for method in (
        "server/discover", "tools/list", "tools/call", "resources/list", "resources/read",
        "resources/templates/list", "prompts/list", "prompts/get",
    )
}  # fmt: skip
FOREIGN = {
    "notifications/x-mcptest-unknown": "RPC-008",
    "ping": "UTIL-002",
    "initialize": "MOD-016",
    "server/discover": "PROTO-001",  # a server of the older era is asked whether it has moved on
}
REMOVED = {
    "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/list", "tasks/result",
}  # fmt: skip
FORM = {"type": "object", "properties": {"zone": {"type": "string"}}}
QUESTIONS = {
    "sampled": ("sampling/createMessage", {"messages": [], "maxTokens": 10}),
    "sampling-refused": ("sampling/createMessage", {"messages": [], "maxTokens": 10}),
    "elicited": ("elicitation/create", {"message": "Which?", "requestedSchema": FORM}),
    "roots-refused": ("roots/list", {}),
}
ASKING = {"name": "now", "args": {}}
HINTS = {f"{kind}_tool": ASKING for kind in ("sampling", "eliciting", "roots", "progress")}


def questions(version):
    """The healthy mock asks its client something in the calls that look for it."""
    for view, (method, params) in QUESTIONS.items():
        when = {"params": {"_meta": {"com.example/mcptest-view": view}}}
        if version.era is Era.HANDSHAKE:
            asked = {"jsonrpc": "2.0", "id": f"srv-{view}", "method": method, "params": params}
            yield {"on": "tools/call", "when": when, "before": [asked]}
        else:
            wanted = {"first": {"method": method, "params": params}}
            result = {"resultType": "input_required", "inputRequests": wanted}
            yield {"on": "tools/call", "when": when, "result": result}


@cache
def conversations(version):
    """An audit but for its grade and its fuzzing, and every rule on a server that asks."""
    target, ears = overheard(MockServer(healthy(), version=version))
    asking = MockServer(
        healthy(), version=version, overrides=parse_overrides(list(questions(version)))
    )
    curious, more = overheard(asking)
    asyncio.run(_audit(Server("healthy", target, version=version, limits=LIMITS)))
    asyncio.run(_grade(Server("healthy", curious, version=version, limits=LIMITS)))
    return [*ears, *more]


async def _audit(server):
    found = await survey(server, thorough=False)
    options = AuditOptions(stages=("probe", "negative"))
    await run(audit_plan(server, found, options, _gate(), ()), lambda _event: None)


async def _grade(server):
    exam = Examination(server.version, HINTS)
    cases = rule_cases(load_builtin(server.version), exam, server="healthy")
    plan = RunPlan(
        command="compliance run",
        cases=cases,
        servers={"healthy": server},
        pace=RunPace(jobs=4),
        gate=_gate(),
        judge_messages=False,
    )
    await run(plan, lambda _event: None)


def _gate():
    return Gate(ExecutionPolicy(call_delay=0))


def spoken(version):
    """Each message of ours that is one, with the method that a response answers."""
    for ear in conversations(version):
        for raw in ear.heard:
            message = _parsed(raw)
            if isinstance(message, dict):
                yield message, message.get("method", ear.asked.get(message.get("id")))


def _parsed(raw):
    try:
        return json.loads(raw)
    except ValueError:
        return None  # bytes that are no JSON are a probe by themselves


def is_foreign(method):
    """No method at all, one of no revision, or one of another era than the one that is spoken."""
    return method is None or method.startswith("mcptest/") or method in {*FOREIGN, *REMOVED}


@pytest.mark.parametrize("version", official.DATED)
def test_what_we_send_has_its_shape_or_is_a_listed_probe(version):
    shapes, tally, unlisted, seen = shapes_of(version), Counter(), [], set()
    for message, method in spoken(version):
        name = shape_of(shapes, message, method)
        if name is None:
            unlisted += [] if is_foreign(method) else [message]
            continue
        found = misfits(shapes, name, part_of(message))
        tally["odd" if found else "good"] += 1
        seen |= {(method, misfit.place) for misfit in found}
        if not found and "method" in message:
            assert officially_wrong(version, method, message) == []
    assert unlisted == []
    assert seen == expected_probes(version)
    assert tally["good"] > 5 * tally["odd"]


def shape_of(shapes, message, method):
    if "method" in message:
        return shapes.message("client", method)
    if "error" in message:
        return "JSONRPCErrorResponse"
    return shapes.result("server", method) if "result" in message else None


def part_of(message):
    return message.get("result", message) if "method" not in message else message


def expected_probes(version):
    rules = load_builtin(version).rules
    named = {probe for probe, rule in PROBES.items() if rule in rules}
    if version is SpecVersion.V2024_11_05:  # completion needs no capability there
        named |= {("completion/complete", "/params/ref/type")}
    # This revision alone lets a cancellation name no request.
    empty = ("notifications/cancelled", "/params/requestId")
    return named - {empty} if version is SpecVersion.V2025_11_25 else named


def officially_wrong(version, method, message):
    if official.ABSENT:
        return []
    names = official.methods(version)
    return official.check(version, names[method]).errors(message) if method in names else []


def test_every_kind_of_question_is_answered():
    answered = {
        method for message, method in spoken(SpecVersion.V2025_11_25) if "method" not in message
    }
    assert answered >= {"sampling/createMessage", "elicitation/create", "roots/list"}


@pytest.mark.parametrize("rule", sorted({*PROBES.values(), *FOREIGN.values()}))
def test_the_rule_that_wants_a_probe_exists(rule):
    assert any(rule in load_builtin(version).rules for version in official.DATED)
