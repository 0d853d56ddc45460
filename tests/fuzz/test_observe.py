"""A fuzz case from the outside: targets, findings, policy, seeds, and servers at their worst."""

import json

import pytest
from tests.fuzz.fuzz_kit import fuzz_target
from tests.servers import planted
from tests.servers.planted import Bug, Peer, crash, hang

from mcptest.errors import WriteError
from mcptest.fuzz import seeds as seeds_module
from mcptest.fuzz.findings import findings_of, notes_of
from mcptest.fuzz.hunt import Tally
from mcptest.fuzz.memory import MemoryWatch
from mcptest.fuzz.observe import before
from mcptest.fuzz.oracle import FuzzOutcome
from mcptest.fuzz.seeds import SeedFile
from mcptest.model.finding import Severity
from mcptest.model.outcome import SkipReason, Status
from mcptest.safety.policy import CallContext, ExecutionPolicy
from mcptest.wire.target import MemoryTarget

EMPTY = next(bug for bug in planted.BUGS if bug.name == "empty query")
LEAK = next(bug for bug in planted.BUGS if bug.name == "no query")


def test_targets_count_cases_by_outcome():
    _, result = fuzz_target(Peer(EMPTY).target, cases=80)
    targets = result.targets
    assert targets["fuzz.cases_run"] == 80
    assert targets["fuzz.crashes"] >= 1
    assert targets["fuzz.gate_passed"] == 0
    assert {"fuzz.hangs", "fuzz.protocol_violations", "fuzz.leaks"} <= set(targets)
    assert (result.lane, result.findings[0].id) == ("fuzz", "FAULT-FUZZ-CRASH")


def test_the_same_seed_gives_the_same_report():
    first, second = (fuzz_target(Peer(LEAK).target, cases=60)[1] for _ in range(2))
    assert first.targets == second.targets
    assert [f.message for f in first.findings] == [f.message for f in second.findings]


def test_a_leak_is_independent_of_the_outcome():
    _, result = fuzz_target(Peer(LEAK).target, cases=60)
    (finding,) = result.findings
    assert (finding.id, finding.actual) == ("FAULT-FUZZ-LEAK", "leak")
    assert result.targets["fuzz.leaks"] >= 1
    assert result.targets["fuzz.crashes"] == 0
    assert "args: {}" in finding.help
    assert '"not"' in finding.help
    assert '"target": "text"' in finding.help


def test_a_leak_in_an_error_is_looked_for_there():
    bug = Bug("x", lambda a: True, planted.fault({"code": 1, "message": planted.TRACE}))
    _, result = fuzz_target(Peer(bug).target, cases=3)
    assert '"target": "error.message"' in result.findings[0].help


def test_a_server_that_dies_on_every_call_is_left_alone_after_a_while():
    peer = Peer(Bug("x", lambda a: True, crash))
    _, result = fuzz_target(peer.target, cases=300)
    assert result.status == "failed"
    assert result.targets["fuzz.cases_run"] < 300
    assert any("restarted 25 times" in note for note in result.notes)
    assert len(result.findings) == 1


def test_a_server_that_never_answers_hangs():
    _, result = fuzz_target(Peer(Bug("x", lambda a: True, hang)).target, cases=5, limit=0.01)
    assert result.targets["fuzz.hangs"] == result.targets["fuzz.cases_run"]


def test_a_tool_that_never_answers_is_given_up_with_the_valid_input_as_the_smallest():
    _, result = fuzz_target(Peer(Bug("x", lambda a: True, hang)).target, cases=50, limit=0.01)
    assert result.targets["fuzz.cases_run"] == 4
    assert any("4 calls in a row" in note for note in result.notes)
    assert [finding.id for finding in result.findings] == ["FAULT-FUZZ-HANG"]
    assert "no response within" in result.findings[0].message


def test_a_death_after_the_answer_is_pinned_to_its_input():
    class Dying(Peer):
        async def serve(self, pipe):
            while (message := await pipe.receive()) is not None:
                parsed = json.loads(message)
                for one in self.reply(parsed):
                    await pipe.send(one)
                arguments = parsed.get("params", {}).get("arguments", {})
                if arguments.get("limit") == 0:
                    return

    _, result = fuzz_target(Dying().target, cases=200)
    finding = next(f for f in result.findings if f.actual == "crash")
    assert finding.exchange.request == {"limit": 0}


def test_what_shows_once_is_told_as_such():
    class Moody(Peer):
        def reply(self, message):
            if message["method"] == "tools/call" and self.calls == 10:
                self.calls += 1
                return [b"not again"]
            return super().reply(message)

    _, result = fuzz_target(Moody().target, cases=30, limit=0.02)
    assert any("seen once" in f.message for f in result.findings)


@pytest.mark.parametrize("cases", [0, 5])
def test_a_budget_of_nothing_is_a_skip(cases):
    policy = ExecutionPolicy(max_calls=0 if cases else None, call_delay=0)
    _, result = fuzz_target(Peer().target, cases=cases, policy=policy)
    wanted = SkipReason.BUDGET_EXHAUSTED if cases else SkipReason.NOT_SELECTED
    assert result.skip.reason is wanted


def test_time_that_is_over_ends_it():
    _, result = fuzz_target(Peer().target, until=before(0.0))
    assert result.skip.reason is SkipReason.BUDGET_EXHAUSTED
    left = iter([True] * 20 + [False] * 500)
    _, result = fuzz_target(Peer(EMPTY).target, until=lambda: next(left))
    assert any("limit for fuzzing was reached" in note for note in result.notes)
    assert before(None)()


def test_a_mutating_tool_is_called_once_by_a_command():
    peer = Peer(name="create_note")
    finished, result = fuzz_target(
        peer.target, tool="create_note", consent=CallContext.NEEDS_CALL, cases=50
    )
    assert peer.calls == 1
    assert result.targets["fuzz.cases_run"] == 1
    assert result.skip.reason is SkipReason.REFUSED_BY_POLICY
    assert finished.exit_code == 0  # the one call was judged
    assert [record.called for record in finished.calls] == [True]


def test_a_fault_of_a_mutating_tool_is_not_tried_again_beyond_the_policy():
    peer = Peer(Bug("x", lambda a: True, planted.result([1])), name="create_note")
    _, result = fuzz_target(
        peer.target, tool="create_note", consent=CallContext.NEEDS_CALL, cases=50
    )
    assert peer.calls == 1
    assert "seen once" in result.findings[0].message


REJECTING = Bug("x", lambda a: True, planted.result({"content": [], "isError": True}))


def test_a_tool_that_rejects_every_call_is_inconclusive_for_a_command():
    _, result = fuzz_target(Peer(REJECTING).target, consent=CallContext.NEEDS_CALL, cases=5)
    assert result.skip.reason is SkipReason.CANNOT_TELL
    assert "--hint tool_args.search=" in result.skip.detail
    assert result.targets["fuzz.cases_run"] == 5


def test_a_test_of_a_tool_that_rejects_every_call_keeps_its_verdict():
    _, result = fuzz_target(Peer(REJECTING).target, cases=5)
    assert result.status is Status.PASSED


def test_a_destructive_tool_is_skipped():
    peer = Peer(name="delete_note")
    finished, result = fuzz_target(peer.target, tool="delete_note")
    assert result.skip.reason is SkipReason.REFUSED_BY_POLICY
    assert (peer.calls, len(finished.calls)) == (0, 1)


def test_a_tool_that_is_not_there_is_a_finding():
    _, result = fuzz_target(Peer().target, tool="serch")
    assert result.findings[0].id == "tool-not-offered"


def test_a_tool_without_a_schema_can_be_fuzzed():
    peer = Peer()
    del peer.tool["inputSchema"]
    peer.tool["outputSchema"] = {"type": 5}
    _, result = fuzz_target(peer.target, cases=30)
    assert (result.status, peer.calls) == ("passed", 30)


def test_with_expectations_of_the_user_findings_do_not_decide():
    _, result = fuzz_target(Peer(LEAK).target, cases=30, gated=False)
    assert result.status == "passed"
    assert result.findings[0].severity is Severity.NOTE


def test_a_server_that_does_not_come_back_is_told():
    peer = Peer(EMPTY)

    async def serve(pipe):
        if peer.starts < 2:
            await peer.serve(pipe)

    _, result = fuzz_target(MemoryTarget(serve), cases=200, timeout=0.3)
    assert any("could not be restarted" in f.message for f in result.findings)


def test_findings_are_kept_and_tried_first(tmp_path):
    path = tmp_path / ".mcptest" / "fuzz-seeds.json"
    fuzz_target(Peer(EMPTY).target, cases=80, seeds=SeedFile(path))
    document = json.loads(path.read_text())
    assert document["schema"] == "mcptest.fuzz-seeds/v1"
    assert document["seeds"][0]["arguments"] == {"query": ""}
    _, result = fuzz_target(Peer(EMPTY).target, cases=1, seeds=SeedFile(path))
    assert result.targets["fuzz.crashes"] == 1
    _, result = fuzz_target(Peer().target, cases=1, seeds=SeedFile(path))
    assert result.status == "passed"
    assert len(json.loads(path.read_text())["seeds"]) == 1


def test_a_seed_with_a_secret_is_not_kept(tmp_path):
    path = tmp_path / "seeds.json"
    seeds = SeedFile(path, secrets=("hunter2-hunter2",))
    bug = Bug("x", lambda a: a.get("query") == "hunter2-hunter2", crash)
    _, result = fuzz_target(
        Peer(bug).target, cases=5, seeds=seeds, args={"query": "hunter2-hunter2"}
    )
    assert result.status == "failed"
    assert any("not saved because of a secret" in note for note in result.notes)
    assert not path.exists()


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"seeds": [{}]}', '{"seeds": [{"kind": "valid", "server": 1}]}', "{}"]
)
def test_a_seed_file_that_is_none_is_an_error_of_ours_to_tell(text, tmp_path):
    path = tmp_path / "seeds.json"
    path.write_text(text)
    _, result = fuzz_target(Peer().target, cases=1, seeds=SeedFile(path))
    assert result.findings[0].id == "fuzz-seeds-unusable"


def test_a_seed_file_that_is_too_large_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "seeds.json"
    path.write_text("{}")
    monkeypatch.setattr(seeds_module, "_LARGEST", 1)
    _, result = fuzz_target(Peer().target, cases=1, seeds=SeedFile(path))
    assert result.findings[0].id == "fuzz-seeds-unusable"


def test_a_verdict_survives_a_seed_file_that_cannot_be_written(tmp_path, monkeypatch):
    def refuse(_path, _text):
        raise WriteError("file-not-written", "the disk is full")

    monkeypatch.setattr(seeds_module, "write_atomically", refuse)
    seeds = SeedFile(tmp_path / "seeds.json")
    _, result = fuzz_target(Peer(LEAK).target, cases=30, seeds=seeds)
    assert result.status == "failed"
    assert any("the disk is full" in note for note in result.notes)


def test_memory_that_only_grows_is_a_warning(monkeypatch):
    sizes = iter([100, 120, 160, 200])
    monkeypatch.setattr("mcptest.fuzz.memory._resident", lambda pid: next(sizes) * 1024 * 1024)
    watch = MemoryWatch()
    for _ in range(4):
        watch.sample(7)
    tally = Tally(cases=200, growth=watch.growth())
    (finding,) = findings_of("t", tally, limit=1.0, severity=Severity.ERROR, where=None)
    assert (finding.id, finding.severity) == ("FAULT-FUZZ-MEMORY-GROWTH", "warning")
    assert "from 100 to 200 MiB" in finding.message
    assert list(notes_of(Tally())) == ["no input was sent"]


@pytest.mark.parametrize("sizes", [[100] * 3, [100, 200, 150, 300], [100, 101, 102, 103]])
def test_memory_that_does_not_is_none(sizes, monkeypatch):
    left = iter(sizes)
    monkeypatch.setattr("mcptest.fuzz.memory._resident", lambda pid: next(left) * 1024 * 1024)
    watch = MemoryWatch()
    for _ in sizes:
        watch.sample(7)
    assert watch.growth() is None


def test_memory_of_a_process_that_is_gone_is_not_counted():
    watch = MemoryWatch()
    watch.sample(2**30)
    watch.sample(None)
    assert watch.growth() is None


def test_a_hunt_in_which_every_call_hung_does_not_speak_of_rejected_input():
    hung, rejected = Tally(cases=4), Tally(cases=4)
    hung.outcomes[FuzzOutcome.HANG] = 4

    assert not [note for note in notes_of(hung) if "rejects" in note]
    assert [note for note in notes_of(rejected) if "rejects" in note]
