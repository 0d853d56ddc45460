"""What stands between a server and a newer revision, tried on the mock in memory."""

import asyncio

import pytest
from tests.compliance.peer import healthy

from mcptest.compliance.corpus.version_corpus import load_builtin
from mcptest.compliance.revisions.version_diff import Bucket, diff_versions
from mcptest.doctor.candidate import final_code_hint
from mcptest.doctor.migrate import Migration, gravity
from mcptest.doctor.migration_findings import with_advice
from mcptest.doctor.readiness import plan_migration, with_plan
from mcptest.engine.case import Observation
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import UsageError
from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Level
from mcptest.model.outcome import Status
from mcptest.model.spec_version import Era
from mcptest.model.spec_version import SpecVersion as V
from mcptest.wire.detect import Detection, detect
from mcptest.wire.limits import Limits

LIMITS = Limits(timeout=2.0, grace=0.3)
RC_DISCOVER = {
    "on": "server/discover",
    "patch": [
        {"op": "add", "path": "/result/serverInfo", "value": {"name": "x", "version": "1"}},
        {"op": "remove", "path": "/result/ttlMs"},
    ],
}
RC_VERSION = {
    "on": "*",
    "when": {"reply": {"error": {"code": -32022}}},
    "patch": [{"op": "replace", "path": "/error/code", "value": -32004}],
}
RC_REFUSAL = {
    "on": "server/discover",
    "error": {"code": -32004, "message": "Unsupported version"},
}


def migrate(wanted, *overrides, version=None):
    """The finished run of a migration, and the migration."""

    async def go():
        mock = MockServer(healthy(), version=version, overrides=parse_overrides(list(overrides)))
        target = memory_target(mock)
        found = await detect(target, limits=LIMITS)
        plan = plan_migration(found, wanted, None)
        return plan, await run(
            RunPlan(
                command="doctor",
                cases=plan.cases("it"),
                servers={"it": Server("it", target, plan.tried_at, LIMITS)},
                judge_messages=False,
                finish=lambda done: with_plan(done, plan),
            ),
            lambda _event: None,
        )

    return asyncio.run(go())


def words(done):
    return {case.id.rpartition("::")[2]: case.targets["migration"] for case in done.cases}


def finding(done, part):
    return next(case for case in done.cases if case.id.endswith(f"::{part}")).findings[0]


def test_a_server_that_speaks_both_is_judged_at_the_wanted_one_and_is_ready():
    plan, done = migrate(V.V2026_07_28)
    assert (plan.spoken, plan.ready, plan.tried_at) == (V.V2025_11_25, True, V.V2026_07_28)
    found = words(done)
    assert set(found.values()) <= {"ready", "cannot tell"}
    assert found["RES-003"] == found["revision"] == found["candidate"] == "ready"
    assert done.exit_code == 0


def test_a_server_that_speaks_only_the_wanted_one_is_clean():
    plan, done = migrate(V.V2026_07_28, version=V.V2026_07_28)
    assert plan.spoken is plan.wanted
    assert words(done) == {"revision": "ready", "candidate": "ready"}


def test_the_draft_is_spoken_by_who_speaks_the_newest_revision():
    plan, done = migrate(V.DRAFT)
    assert (plan.spoken, plan.ready, done.exit_code) == (V.V2026_07_28, True, 0)


def test_a_server_of_the_older_era_breaks_and_the_plan_says_how():
    _, done = migrate(V.V2026_07_28, version=V.V2025_11_25)
    found = words(done)
    assert done.exit_code == 1
    assert found["revision"] == found["RES-003"] == found["PROTO-001"] == "breaks"
    assert found["MOD-005"] == found["candidate"] == "cannot tell"
    assert found["ELICIT-001"] in {"ready", "cannot tell"}
    said = finding(done, "RES-003")
    assert "-32002 is retired" in said.message
    assert "-32602" in said.help
    assert "2026-07-28" in said.spec


def test_the_worst_comes_first_and_the_numbers_agree():
    _, done = migrate(V.V2026_07_28, version=V.V2025_11_25)
    order = [case.targets["migration"] for case in done.cases]
    assert order == sorted(order, key=["breaks", "cannot tell", "ready"].index)
    assert done.cases[0].id.endswith("::revision")
    assert any(note.startswith("2026-07-28 adds or changes ") for note in done.notes)
    listed = next(note for note in done.notes if note.startswith("rules that failed: "))
    number = len(listed.removeprefix("rules that failed: ").split(", "))
    assert any(f" {number} failed, " in note for note in done.notes)
    assert done.notes[0].startswith(
        f"the server is not ready for 2026-07-28: {number} rules failed"
    )


def test_every_expectation_is_passed_failed_or_skipped():
    for version in (None, V.V2025_06_18):
        _, done = migrate(V.V2026_07_28, version=version)
        statuses = {case.status for case in done.cases}
        assert statuses <= {Status.PASSED, Status.FAILED, Status.SKIPPED}


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ([RC_DISCOVER], ["serverInfo"]),
        ([RC_VERSION], ["-32004, expected -32022"]),
        ([RC_DISCOVER, RC_VERSION], ["serverInfo", "-32004, expected -32022"]),
    ],
)
def test_a_server_of_the_release_candidate_is_named(overrides, said):
    _, done = migrate(V.V2026_07_28, *overrides)
    found = finding(done, "candidate")
    assert (found.id, words(done)["candidate"]) == ("doctor-release-candidate", "breaks")
    assert all(sign in found.message for sign in said)
    assert "-32020" in found.help


def test_a_rule_that_the_candidates_code_breaks_says_whose_code_that_is():
    _, done = migrate(V.V2026_07_28, RC_VERSION)
    assert "release candidate's code" in finding(done, "MOD-005").help


def test_a_candidate_that_refuses_the_final_revision_is_named_too():
    _, done = migrate(V.V2026_07_28, RC_REFUSAL)
    assert finding(done, "candidate").id == "doctor-release-candidate"
    assert words(done)["revision"] == "breaks"


def test_only_the_candidates_codes_have_a_hint():
    assert "-32021" in final_code_hint({"exact": -32021}, -32003)
    for expected, actual in (({"exact": -32602}, -32004), ({"exact": -32022}, 5), ("x", "y")):
        assert final_code_hint(expected, actual) is None


def detection(*speaks):
    return Detection((Era.HANDSHAKE,), speaks)


def test_a_migration_starts_from_the_newest_revision_before_the_wanted_one():
    found = plan_migration(detection(V.V2024_11_05, V.V2025_03_26), V.V2025_06_18, None)
    assert found == Migration(V.V2025_03_26, V.V2025_06_18, ready=False)
    pinned = plan_migration(detection(V.V2024_11_05, V.V2025_03_26), V.V2025_06_18, V.V2024_11_05)
    assert pinned.spoken is V.V2024_11_05
    back = plan_migration(detection(V.V2025_11_25), V.V2024_11_05, None)
    assert (back.spoken, back.ready) == (V.V2025_11_25, False)


def test_a_pin_that_the_server_does_not_speak_is_refused():
    with pytest.raises(UsageError) as caught:
        plan_migration(detection(V.V2025_11_25), V.V2026_07_28, V.V2024_11_05)
    assert caught.value.code == "doctor-pin"


def entry_where(condition):
    diff = diff_versions(load_builtin(V.V2025_11_25), load_builtin(V.V2026_07_28))
    return next(entry for entry in diff.entries if condition(entry))


def test_a_new_recommendation_is_told_and_does_not_break():
    entry = entry_where(lambda it: it.bucket is Bucket.ADDED and it.after.level is Level.SHOULD)
    seen = Observation(findings=(Finding(entry.rule_id, Severity.WARNING, "x"),))
    assert with_advice(seen, entry).findings[0].severity is Severity.NOTE
    changed = entry_where(lambda it: it.bucket is Bucket.CHANGED)
    assert with_advice(seen, changed).findings[0].severity is Severity.ERROR


def test_another_code_for_a_missing_resource_keeps_the_words_of_its_rule():
    entry = entry_where(lambda it: it.rule_id == "RES-003")
    seen = Observation(
        roots={"missing_resource": {"error": {"code": 0}}},
        findings=(Finding("RES-003", Severity.ERROR, "is 0"),),
    )
    assert with_advice(seen, entry).findings[0].message == "is 0"


def test_foundations_weigh_most():
    diff = diff_versions(load_builtin(V.V2025_11_25), load_builtin(V.V2026_07_28))
    asked = [entry for entry in diff.entries if entry.after and entry.bucket is not Bucket.REMOVED]
    first = min(asked, key=gravity)
    assert first.after.foundation


@pytest.mark.parametrize(("actual", "said"), [(-32002, "Replace -32002"), (-32603, "Return")])
def test_the_old_code_is_named_only_where_the_server_returned_it(actual, said):
    entry = entry_where(lambda it: it.rule_id == "RES-003")
    found = Finding("RES-003", Severity.ERROR, "x", actual=actual, help="Return error -32602.")
    advised = with_advice(Observation(findings=(found,)), entry).findings[0]
    assert advised.help.startswith(said)
