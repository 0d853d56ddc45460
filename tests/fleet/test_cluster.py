"""The Dask engine: plain data in, every server delivered once, lost workers or not."""

import logging
import os
import queue
import signal
import socket
import sys
from types import SimpleNamespace

import pytest

from mcptest.errors import UsageError
from mcptest.fleet.result import ServerStatus
from mcptest.fleet.workers import cluster as subject
from mcptest.fleet.workers.cluster import DaskEngine, work_on_worker
from mcptest.fleet.workers.confine import Assignment
from mcptest.fleet.workers.delivery import Delivery

pytest.importorskip("distributed")
TIMEOUT = 25


def assignment(name, **more):
    return Assignment({"name": name, "cwd": ".", **more}, f"digest-{name}", 20.0)


def test_a_worker_gives_back_plain_data(monkeypatch, row):
    made = Delivery(row("a"), (("servers/a.audit.json", b"{}"),))
    monkeypatch.setattr(subject, "confine", lambda assignment, begin: made)
    monkeypatch.setattr(subject, "_begin", lambda: None)
    result, documents = work_on_worker({"name": "a"}, "d", 1.0)
    assert (result["name"], documents) == ("a", [("servers/a.audit.json", b"{}")])


@pytest.mark.parametrize(
    ("forks", "daemon", "expected"),
    [(True, False, "fork server"), (True, True, "spawner"), (False, False, "spawner")],
)
def test_a_worker_forks_where_the_system_and_dask_let_it(monkeypatch, forks, daemon, expected):
    monkeypatch.setattr(subject, "can_fork", lambda: forks)
    monkeypatch.setattr(subject, "_fork_server", lambda: "fork server")
    monkeypatch.setattr(subject, "spawner", lambda: "spawner")
    process = SimpleNamespace(daemon=daemon)
    monkeypatch.setattr(subject.multiprocessing, "current_process", lambda: process)
    assert subject._begin() == expected


def test_a_scheduler_that_does_not_answer_is_told_within_a_bound():
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(UsageError) as caught:
            DaskEngine(1, address, timeout=0.5)
    assert caught.value.code == "fleet-scheduler-silent"


def test_a_scheduler_that_takes_the_connection_and_says_nothing_is_told_within_a_bound(monkeypatch):
    monkeypatch.setattr(subject, "_SLACK", 0.1)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(UsageError) as caught:
            DaskEngine(1, address, timeout=0.2)
    assert caught.value.code == "fleet-scheduler-silent"


@pytest.mark.parametrize("address", ["nonsense://x", "host:port", "host", ""])
def test_an_address_that_is_none_is_told_with_what_one_looks_like(address):
    with pytest.raises(UsageError) as caught:
        DaskEngine(1, address, timeout=0.5)
    assert caught.value.code == "fleet-scheduler-silent"
    assert "tcp://" in caught.value.hint


def test_a_missing_library_is_told_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError) as caught:
        DaskEngine(1, None)
    assert caught.value.code == "extra-missing"
    assert "mcptest[fleet]" in caught.value.hint


class Future:
    """Done when it is told to be, with a value or an error."""

    def __init__(self, key):
        self.key, self.callbacks, self.value = key, [], None

    def add_done_callback(self, act):
        self.callbacks.append(act)

    def finish(self, value):
        self.value = value
        for act in self.callbacks:
            act(self)

    def result(self, timeout):
        if isinstance(self.value, BaseException):
            raise self.value
        return self.value

    def release(self):
        raise RuntimeError("the connection is gone")


class Client:
    def __init__(self):
        self.futures, self.cancelled = {}, []

    def submit(self, function, data, digest, limit, *, key, **_more):
        self.futures[data["name"]] = Future(key)
        return self.futures[data["name"]]

    def cancel(self, futures, force):
        self.cancelled = [future.key for future in futures]

    def nthreads(self):
        return {"one": 2, "two": 3}

    def close(self, timeout):
        raise OSError("gone")


@pytest.fixture
def engine(monkeypatch):
    client = Client()
    monkeypatch.setattr(subject, "_connect", lambda jobs, scheduler, timeout: (None, client))
    made = DaskEngine(2, "tcp://h:1")
    made.client = client
    yield made
    made.close()


def test_a_cluster_says_whether_it_has_workers(engine, monkeypatch):
    assert engine.has_workers()
    monkeypatch.setattr(engine.client, "nthreads", dict)
    assert not engine.has_workers()
    monkeypatch.delattr(Client, "nthreads")
    monkeypatch.setattr(engine.client, "nthreads", None)
    assert not engine.has_workers()


class KilledWorker(Exception):  # noqa: N818
    """Called as the library calls its own."""


class FutureCancelledError(Exception):
    """The same."""


def test_each_is_delivered_once_however_often_it_is_told(engine, row):
    got = []
    engine.submit(assignment("a"), got.append)
    future = engine.client.futures["a"]
    from mcptest.fleet.result import result_document

    future.finish((result_document(row("a", grade="B")), [["x.json", b"{}"]]))
    future.finish((result_document(row("a")), []))
    assert [(d.result.grade, d.documents) for d in got] == [("B", (("x.json", b"{}"),))]


def test_a_server_that_loses_its_workers_is_given_up(engine):
    got = []
    errors = {"a": KilledWorker("a"), "b": ValueError("no"), "c": FutureCancelledError("key")}
    for name, error in errors.items():
        engine.submit(assignment(name), got.append)
        engine.client.futures[name].finish(error)
    assert [d.result.status for d in got] == [ServerStatus.ERRORED] * 3
    assert "was lost" in got[0].result.reason
    assert "ValueError" in got[1].result.reason
    assert got[2].result.reason == "the connection to the scheduler was lost"


def test_the_loggers_of_the_library_are_hushed_each_by_itself():
    logger = logging.getLogger("distributed.client")
    logger.setLevel(logging.WARNING)
    with pytest.raises(UsageError):
        DaskEngine(1, "host")
    assert not logger.isEnabledFor(logging.ERROR)


def test_stopping_gives_back_what_was_not_done(engine):
    arrivals = queue.SimpleQueue()
    engine.submit(assignment("a"), arrivals.put)
    engine.stop()
    assert arrivals.get(timeout=TIMEOUT).result.status is ServerStatus.NOT_RUN
    assert len(engine.client.cancelled) == 1
    engine.submit(assignment("b"), arrivals.put)
    engine.client.futures["b"].finish(ValueError("cancelled"))
    assert arrivals.get(timeout=TIMEOUT).result.status is ServerStatus.NOT_RUN


def test_the_window_follows_the_cluster(engine):
    assert engine.window == 10
    assert engine.window == 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.timeout(180)
def test_a_worker_that_is_killed_has_its_servers_run_again_elsewhere(tmp_path):
    """A real cluster of two; the first worker that gets a server is killed while it has it."""
    engine = DaskEngine(2, None)
    arrivals = queue.SimpleQueue()
    try:
        pids = engine._client.run(os.getpid)
        begins = engine._client.run(lambda: type(subject._begin()).__name__)
        assert set(begins.values()) == {"ForkServer"}
        names = [f"s{number}" for number in range(3)]
        for name in names:
            form = {"command": ["/no/such/program"]}
            job = {
                "form": form,
                "folder": str(tmp_path),
                "variables": {},
                "file": "f",
                "suite": None,
            }
            job |= {"stages": ["lint"], "seed": 1, "knobs": {}, "cwd": str(tmp_path)}
            engine.submit(assignment(name, **job), arrivals.put)
        os.kill(next(iter(pids.values())), signal.SIGKILL)
        found = [arrivals.get(timeout=120).result for _ in names]
    finally:
        engine.close()
    assert sorted(result.name for result in found) == names
    assert {result.status for result in found} == {ServerStatus.UNREACHABLE}
    assert arrivals.empty()
