"""A run from the first job to the last, on an engine that is a list."""

import json
import threading
from dataclasses import replace

import pytest

from mcptest.errors import Problem, WriteError
from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.folder import RunFolder
from mcptest.fleet.history import Before, PastRuns
from mcptest.fleet.inventory.fleet import FleetServer
from mcptest.fleet.inventory.shape import Gates
from mcptest.fleet.journal import Journal, read_journal
from mcptest.fleet.orchestrate import FleetRunner, Orders
from mcptest.fleet.result import ResultPart, ServerResult, ServerStatus
from mcptest.fleet.workers.delivery import Delivery
from mcptest.fleet.workers.job import Job
from mcptest.fleet.workers.local import LocalEngine
from mcptest.fleet.workers.process import spawner
from mcptest.model.location import Location

PLACE = Location("fleet.yml", 3, 5)
NO_GATES = Gates()
RUN = FleetRun(id="r1", mcptest="0", fleet="acme", file="fleet.yml", started="2026-01-01T00:00:00Z")


class Clock:
    def __init__(self, step=0.0):
        self.time, self.step = 0.0, step

    def seconds(self):
        self.time += self.step
        return self.time

    def now(self):
        return "2026-01-01T00:00:00Z"


class ListEngine:
    """Delivers at once, unless it was told to hold back."""

    name, jobs, window = "list", 1, 1

    def __init__(self, answer=None, *, hold=False):
        self.answer = answer or (
            lambda name: ServerResult(name=name, status=ServerStatus.PASSED, job="")
        )
        self.submitted, self.held, self.hold, self.stops = [], [], hold, 0

    def submit(self, assignment, deliver):
        name = assignment.data["name"]
        self.submitted.append(name)
        if self.hold:
            self.held.append((name, deliver))
        else:
            deliver(Delivery(*self._made(name)))

    def _made(self, name):
        made = self.answer(name)
        return made if isinstance(made, tuple) else (made, ())

    def stop(self):
        self.stops += 1
        for name, deliver in self.held:
            deliver(
                Delivery(
                    ServerResult(name=name, status=ServerStatus.TIMED_OUT, job="", reason="cut")
                )
            )
        self.held = []


class Silent:
    def __init__(self):
        self.lines = []

    def began(self, name):
        self.lines.append(f"+{name}")

    def ended(self, result):
        self.lines.append(f"-{result.name}")


def job(name, *, trouble=(), tags=()):
    server = FleetServer(name=name, form={}, folder=".", where=PLACE, trouble=trouble, tags=tags)
    return Job(server, {"name": name, "cwd": "."}, f"digest-{name}", 30.0)


@pytest.fixture
def orchestrate(tmp_path):
    folder = RunFolder(tmp_path / "r1")
    folder.make()
    journal = Journal(folder.journal).begin(RUN)

    def run(names, engine, *, gates=NO_GATES, act=lambda _conductor: None, folder=folder, **more):
        jobs = [job(name) if isinstance(name, str) else name for name in names]
        orders = Orders(run=RUN, jobs=jobs, gates=lambda _tags: gates, **{"clock": Clock(), **more})
        runner = FleetRunner(orders, engine, folder, journal, Silent())
        act(runner)
        return runner.run()

    run.folder, run.journal = folder, journal
    yield run
    journal.close()


def ended(run):
    return {row.name: row.status.value for row in run.servers}


def test_every_server_has_one_row_in_the_order_of_the_fleet(orchestrate):
    run = orchestrate(["c", "a", "b"], ListEngine())
    assert [row.name for row in run.servers] == ["c", "a", "b"]
    assert run.exit_code == 0
    assert [row.job for row in run.servers] == ["digest-c", "digest-a", "digest-b"]
    assert read_journal(orchestrate.folder.journal).finished
    assert json.loads(orchestrate.folder.document.read_text())["summary"]["passed"] == 3


def test_trouble_in_the_environment_is_told_without_starting_anything(orchestrate):
    engine = ListEngine()
    lacking = job("b", trouble=(Problem("suite-unset-variable", "X is not set", PLACE),))
    run = orchestrate(["a", lacking], engine)
    assert ended(run) == {"a": "passed", "b": "unusable"}
    assert engine.submitted == ["a"]
    assert run.servers[1].reason == "X is not set (fleet.yml:3:5)"
    assert run.exit_code == 1


def test_what_a_resumed_run_has_done_is_not_done_twice(orchestrate, row):
    engine = ListEngine()
    done = {
        "a": row("a", ServerStatus.FAILED, job="digest-a"),
        "b": row("b", job="another wish"),
        "gone": row("gone"),
    }
    run = orchestrate(["a", "b", "c"], engine, done=done)
    assert engine.submitted == ["b", "c"]
    assert ended(run) == {"a": "failed", "b": "passed", "c": "passed"}


@pytest.mark.parametrize(
    ("status", "again"),
    [
        (ServerStatus.UNUSABLE, True),
        (ServerStatus.UNREACHABLE, True),
        (ServerStatus.ERRORED, True),
        (ServerStatus.TIMED_OUT, False),
    ],
)
def test_a_server_that_came_to_no_result_is_tried_again_by_a_resumed_run(
    orchestrate, row, status, again
):
    engine = ListEngine()
    done = {"a": row("a", status, job="digest-a", reason="TOKEN is not set")}
    assert ended(orchestrate(["a"], engine, done=done)) == {
        "a": "passed" if again else status.value
    }
    assert engine.submitted == (["a"] if again else [])


def test_a_server_whose_document_is_not_there_is_done_again_by_a_resumed_run(orchestrate, row):
    def done():
        names = {"kept": "servers/kept.audit.json", "lost": "servers/lost.audit.json"}
        for name, document in names.items():
            part = ResultPart(document=document, exit_code=0, duration_ms=1.0, summary={})
            yield name, row(name, job=f"digest-{name}", audit=part)

    orchestrate.folder.keep("servers/kept.audit.json", b"{}")
    engine = ListEngine()
    orchestrate(["kept", "lost"], engine, done=dict(done()))
    assert engine.submitted == ["lost"]


def test_gates_and_the_run_before_make_the_verdict(orchestrate, row):
    engine = ListEngine(
        lambda name: ServerResult(name=name, status=ServerStatus.FAILED, job="", grade="B")
    )
    before = {"a": Before("r0", row("a", grade="A")), "b": Before("r0", row("b", grade="B"))}
    past = PastRuns(before, before)
    run = orchestrate(["a", "b"], engine, gates=Gates(no_regression=True), past=past)
    assert ended(run) == {"a": "failed", "b": "passed"}
    assert run.servers[0].since.run == "r0"


def test_a_floor_for_the_grade_holds_where_there_is_one(orchestrate):
    graded = replace(job("a"), data={"name": "a", "stages": ["compliance"]})
    run = orchestrate([graded, "b"], ListEngine(), gates=Gates(min_grade="B"))
    assert ended(run) == {"a": "failed", "b": "passed"}


def test_a_signal_keeps_what_finished_and_tells_what_did_not(orchestrate):
    engine = ListEngine()

    def answer(name):
        if name == "a":
            return ServerResult(name=name, status=ServerStatus.PASSED, job="")
        engine.interrupt(2)
        return ServerResult(name=name, status=ServerStatus.TIMED_OUT, job="")

    engine.answer = answer
    run = orchestrate(
        ["a", "b", "c"], engine, act=lambda it: setattr(engine, "interrupt", it.interrupt)
    )
    assert ended(run) == {"a": "passed", "b": "not-run", "c": "not-run"}
    assert (run.exit_code, run.interrupted, engine.stops) == (130, True, 1)
    read = read_journal(orchestrate.folder.journal)
    assert (set(read.servers), read.finished) == ({"a"}, False)


def test_a_second_signal_reaches_the_engine_again(orchestrate):
    engine = ListEngine(hold=True)

    def twice(runner):
        runner.interrupt(15)
        runner.interrupt(15)

    run = orchestrate(["a"], engine, act=twice)
    assert (run.exit_code, engine.stops, ended(run)) == (143, 2, {"a": "not-run"})


def test_the_limit_of_the_whole_run_ends_it(orchestrate):
    run = orchestrate(["a", "b"], ListEngine(hold=True), total=5.0, clock=Clock(step=10.0))
    assert ended(run) == {"a": "not-run", "b": "not-run"}
    assert "limit of the run" in run.servers[0].reason
    assert run.exit_code == 1


def test_the_first_failure_ends_the_run_where_that_was_asked_for(orchestrate):
    engine = ListEngine(lambda name: ServerResult(name=name, status=ServerStatus.FAILED, job=""))
    run = orchestrate(["a", "b"], engine, fail_fast=True)
    assert ended(run) == {"a": "failed", "b": "not-run"}


def test_what_an_engine_gives_back_when_it_is_halted_says_what_halted_it(orchestrate):
    class Returning(ListEngine):
        def stop(self):
            for name, deliver in self.held:
                status = ServerStatus.NOT_RUN
                deliver(Delivery(ServerResult(name=name, status=status, job="", reason="stopped")))
            self.held = []

    run = orchestrate(["a"], Returning(hold=True), total=5.0, clock=Clock(step=10.0))
    assert run.servers[0].reason == "the time limit of the run was reached"


def test_a_disk_that_is_full_costs_the_documents_and_nothing_else(orchestrate, tmp_path):
    part = ResultPart(document="servers/a.audit.json", exit_code=0, duration_ms=1.0, summary={})
    engine = ListEngine(
        lambda name: (
            ServerResult(name=name, status=ServerStatus.PASSED, job="", audit=part),
            (("servers/a.audit.json", b"{}"),),
        )
    )
    run = orchestrate(["a", "b"], engine, folder=FullFolder(tmp_path / "r1"))
    assert ended(run) == {"a": "passed", "b": "passed"}
    assert run.exit_code == 4
    assert "no room" in run.notes[0]
    assert run.servers[0].notes == ("no room for a document",)
    assert not read_journal(orchestrate.folder.journal).finished  # there is something to resume


class FullFolder(RunFolder):
    def keep(self, name, text):
        raise WriteError("fleet-unwritable", "no room for a document")

    def finish(self, run):
        raise WriteError("fleet-unwritable", "no room for the fleet")


def test_a_journal_that_could_not_be_written_is_told_at_the_end(orchestrate):
    orchestrate.journal.trouble = WriteError("fleet-unwritable", "no room for the journal")
    run = orchestrate(["a"], ListEngine())
    assert (run.exit_code, run.notes) == (4, ("no room for the journal",))


def test_a_delivery_that_nobody_waits_for_is_passed_over(orchestrate):
    engine = ListEngine()
    deliver_twice = engine.submit

    def submit(assignment, deliver):
        deliver_twice(assignment, deliver)
        deliver_twice(assignment, deliver)

    engine.submit = submit
    assert len(orchestrate(["a", "b"], engine).servers) == 2


class TestLocalEngine:
    def test_all_are_delivered(self, orchestrate, passing, tmp_path):
        engine = LocalEngine(2, spawner(passing))
        jobs = [job(name) for name in "abcd"]
        run = orchestrate(jobs, engine)
        engine.close()
        assert ended(run) == dict.fromkeys("abcd", "passed")

    def test_a_fault_of_ours_is_one_row(self, monkeypatch):
        def broken(assignment, begin, leashes):
            raise RuntimeError("a fault")

        monkeypatch.setattr("mcptest.fleet.workers.local.confine", broken)
        engine, got, there = LocalEngine(1), [], threading.Event()
        from mcptest.fleet.workers.confine import Assignment

        engine.submit(Assignment({"name": "a"}, "d", 1.0), lambda d: (got.append(d), there.set()))
        assert there.wait(20)
        engine.close()
        assert got[0].result.status is ServerStatus.ERRORED
        assert "a fault" in got[0].result.reason

    def test_stopping_ends_what_runs_and_begins_nothing(self, orchestrate, worker):
        begin, runners = spawner(worker("time.sleep(60)")), []

        def begin_and_interrupt(data, temp):
            process = begin(data, temp)
            runners[0].interrupt(2)
            return process

        engine = LocalEngine(1, begin_and_interrupt)
        run = orchestrate(["a", "b"], engine, act=runners.append)
        engine.stop()
        engine.close()
        assert set(ended(run).values()) == {"not-run"}
        assert run.exit_code == 130
