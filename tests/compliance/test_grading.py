from __future__ import annotations

import asyncio

import pytest
from tests.compliance.peer import LIMITS, corpora, grade_mock, healthy, memory

from mcptest.compliance.corpus.rules_document import forms_of, rules_document
from mcptest.compliance.grading import Grading
from mcptest.compliance.revisions.newest import newest_spoken
from mcptest.errors import TargetHandshakeError
from mcptest.mock.memory import memory_target
from mcptest.mock.server import MockServer
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire import detect as detect_module
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget

V = SpecVersion


def graded(overrides, version=V.V2025_11_25):
    rules = list(corpora()[version])
    results = grade_mock(rules, memory(overrides, version), version)
    return Grading("healthy", version).graded(results.values()), results


@pytest.mark.parametrize("version", [V.V2024_11_05, V.V2025_11_25, V.V2026_07_28])
def test_the_healthy_server_gets_the_best_grade(version):
    found, _ = graded((), version)
    assert (found.grade, found.score, found.tier) == ("A+", 100.0, "T1")
    assert found.spec_version == version.value
    assert found.incomplete is False


@pytest.mark.parametrize(
    "overrides",
    [
        [{"on": "initialize", "exit": 1}],
        [{"on": "initialize", "silent": True}],
        [{"on": "initialize", "raw": "hello"}],
        [{"on": "initialize", "error": {"code": -32603, "message": "no"}}],
    ],
    ids=["crashing", "hanging", "babbling", "refusing"],
)
def test_a_server_that_cannot_be_opened_gets_no_letter_and_a_report(overrides):
    version = V.V2025_11_25
    rules = [corpora()[version].rules[name] for name in ("PROTO-001", "TOOL-001", "RPC-001")]
    target = memory(overrides, version)
    results = grade_mock(rules, target, version, limits=Limits(timeout=0.2, grace=0.2))
    assert results["PROTO-001"].status is Status.FAILED
    assert results["TOOL-001"].skip.reason is SkipReason.CANNOT_TELL
    found = Grading("healthy", version).graded(results.values(), servers=())
    assert (found.grade, found.score, found.tier) == (None, None, None)
    assert found.reason.startswith("no session could be opened: ")


def test_one_failed_must_caps_the_grade():
    found, results = graded(
        [{"on": "tools/list", "patch": [{"op": "remove", "path": "/result/tools/0/name"}]}]
    )
    assert results["TOOL-001"].status is Status.FAILED
    assert found.grade == "B"
    assert found.sections["tools"].failed == 1


def asked(version):
    target = memory_target(MockServer(healthy(), version=version))
    return asyncio.run(newest_spoken(target, limits=LIMITS, client=ClientSide()))


@pytest.mark.parametrize("version", [V.V2024_11_05, V.V2025_11_25, V.V2026_07_28])
def test_a_server_is_judged_at_the_newest_revision_that_it_speaks(version):
    assert asked(version) is version
    assert asked(None) is V.V2026_07_28


def test_a_server_that_answers_anything_with_nothing_is_judged_by_its_handshake():
    target = memory([{"on": "server/discover", "result": {}}], V.V2025_06_18)
    found = asyncio.run(newest_spoken(target, limits=LIMITS, client=ClientSide()))
    assert found is V.V2025_06_18


def slow(target, seconds):
    """The same server, each process of which is slow to start."""

    async def serve(pipe):
        await asyncio.sleep(seconds)
        await target.serve(pipe)

    return MemoryTarget(serve)


def test_a_slow_start_does_not_change_the_revision(monkeypatch):
    monkeypatch.setattr(detect_module, "ERA_TIMEOUT", 0.05)
    notes = []
    target = slow(memory_target(MockServer(healthy(), version=None)), 0.3)
    asking = newest_spoken(target, limits=LIMITS, client=ClientSide(), note=notes.append)
    assert asyncio.run(asking) is V.V2026_07_28
    assert notes == []


def test_an_era_that_gets_no_answer_is_told_and_costs_little(monkeypatch):
    monkeypatch.setattr(detect_module, "ERA_TIMEOUT", 0.05)
    notes = []
    target = memory([{"on": "server/discover", "silent": True}], V.V2025_06_18)
    limits = Limits(timeout=60.0, grace=0.2)
    asking = newest_spoken(target, limits=limits, client=ClientSide(), note=notes.append)
    found = asyncio.run(asyncio.wait_for(asking, 20))
    assert found is V.V2025_06_18
    assert "could not tell whether the server supports 2026-07-28" in notes[0]


def test_a_server_that_speaks_nothing_is_said_to():
    target = memory([{"on": "*", "exit": 1}], V.V2025_11_25)
    with pytest.raises(TargetHandshakeError):
        asyncio.run(newest_spoken(target, limits=LIMITS, client=ClientSide()))


def test_the_list_of_rules_shows_the_newest_form_and_the_first_revision():
    rows = {row["id"]: row for row in rules_document(corpora())["rules"]}
    assert rows["RES-003"]["level"] == "must"
    assert rows["RES-003"]["since"] == "v2024-11-05"
    assert rows["ELICIT-001"]["since"] == "v2025-06-18"
    assert set(rows["TOOL-001"]) == {
        "id",
        "title",
        "level",
        "keyword",
        "section",
        "since",
        "spec",
    }


def test_the_forms_of_a_rule_say_when_it_came_changed_and_went():
    assert [(v.value, r and r.level.value) for v, r in forms_of("UTIL-001")] == [
        ("v2024-11-05", "must"),
        ("v2026-07-28", None),
    ]
    assert forms_of("NONE-001") == []
