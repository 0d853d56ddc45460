"""Where the SHAPE rules look away, the rule that claims the place looks: no fault falls between."""

from __future__ import annotations

from functools import cache

import pytest
import yaml
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.compliance.corpus.built import ROOM
from mcptest.compliance.corpus.claims import KINDS, all_claims
from mcptest.model.grade import Level
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.shapes.shapes import shapes_of

VIOLATED = {Status.FAILED, Status.WARNED}
OLD, NEW = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
SHAPES = [f"SHAPE-00{number}" for number in range(1, 6)]
# What the healthy mock lets a patch reach: the item that has the parent of the place.
ITEMS = {
    "/content/*/data": "show_picture",
    "/content/*/mimeType": "show_picture",
    "/content/*/resource": "read_note",
    "/content/*/type": "now",
    "/content/*": "now",
    "/content": "now",
    "/isError": "now",
    "/structuredContent": "add",
}
OUT_OF_REACH = ("/task", "/inputRequests", "/requestState", "/icons", "/execution", "/content/*/uri",
                "/content/*/name", "/content/*/resource/", "/completion", "/ttl", "/_meta/",
                "/annotations/", "/contents/*/blob", "/status", "/createdAt", "/lastUpdatedAt",
                "/pollIntervalMs", "/content/resource", "/content/data", "/content/mimeType",
                "/messages/*/content/data", "/messages/*/content/mimeType",
                "/messages/*/content/resource", "/capabilities/prompts/", "/outputSchema/", "/extensions/", "/capabilities/tools/",
                "/capabilities/resources/")  # fmt: skip


@cache
def texts():
    """The table as it is written: kind, method, rule, place."""
    table = yaml.safe_load((ROOM / "corpus" / "claims.yaml").read_text("utf-8"))
    return [
        (kind, method, rule, place)
        for kind, methods in table.items()
        for method, rules in methods.items()
        for rule, places in rules.items()
        for place in places
    ]


def reachable():
    """Places that one patch of a healthy answer can break, at each revision that has the rule."""
    found = {}
    for kind, method, rule, place in texts():
        plain = kind == "results" and method != "*" and not place.endswith(" format")
        if plain and not any(word in place for word in OUT_OF_REACH):
            version = next(v for v in (OLD, NEW) if has(v, rule, method))
            found.setdefault((version, method, place), []).append(rule)
    for (version, method, place), rules in found.items():
        everywhere = [rule for _, m, rule, p in texts() if m == "*" and p == place]
        yield pytest.param(version, method, [*rules, *everywhere], place, id=f"{method} {place}")


def has(version, rule, method):
    known = shapes_of(version).result("client", method) is not None
    return known and rule in corpora()[version].rules


def breaking(method, place):
    path = "/result" + place.replace("*", "0")
    value = "mcptest" if place.endswith(("/size", "/ttlMs")) else 5
    override = {"on": method, "patch": [{"op": "add", "path": path, "value": value}]}
    if method == "tools/call":
        override["when"] = {"params": {"name": ITEMS[place]}, "reply": {"result": {}}}
    if method == "prompts/get":
        override["when"] = {"params": {"name": "greet"}, "reply": {"result": {}}}
    return [override]


@pytest.mark.parametrize(("version", "method", "claiming", "place"), list(reachable()))
def test_a_fault_at_a_claimed_place_violates_a_claiming_rule_and_no_shape_rule(
    version, method, claiming, place
):
    corpus = corpora()[version].rules
    rules = [corpus[name] for name in (*claiming, *SHAPES) if name in corpus]
    results = grade_mock(rules, memory(breaking(method, place), version), version)
    violated = {name for name, case in results.items() if case.status in VIOLATED}
    assert violated & set(claiming)
    assert not violated & set(SHAPES)


def test_every_claim_names_a_rule_and_a_message_that_exist():
    versions = [version for version in corpora() if version is not SpecVersion.DRAFT]
    for kind, method, rule, _ in texts():
        assert kind in KINDS
        homes = [version for version in versions if rule in corpora()[version].rules]
        assert homes, rule
        assert method == "*" or any(known(version, kind, method) for version in homes), method


def known(version, kind, method):
    shapes = shapes_of(version)
    if kind == "results":
        return shapes.result("client", method) is not None
    return shapes.message("server", method) is not None


def test_the_table_is_read_as_it_is_written():
    assert len(all_claims()) == len(texts()) > 100


def test_a_rule_that_only_recommends_claims_no_more_than_a_form():
    """What the schema demands is never left to a warning."""
    mild = {
        rule
        for _, _, rule, place in texts()
        for version in (OLD, NEW)
        if rule in corpora()[version].rules
        and corpora()[version].rules[rule].level is not Level.MUST
        and not place.endswith(" format")
    }
    assert mild == {"UTIL-010"}


def test_a_claim_counts_only_where_its_rule_saw_the_fault():
    note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": 1}}
    broken = memory([{"on": "prompts/list", "before": [note]}], OLD)
    results = grade_mock([corpora()[OLD].rules["SHAPE-006"]], broken, OLD)
    assert results["SHAPE-006"].status is Status.FAILED
