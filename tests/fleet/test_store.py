"""The history of kept runs, and the runs that a report is made of."""

import pytest
from tests.fleet.sample import everything, fleet_run, server

from mcptest.errors import UsageError, WriteError
from mcptest.fleet.combine import combine, newest_run, read_run
from mcptest.fleet.folder import RunFolder, readable_runs
from mcptest.fleet.journal import Journal
from mcptest.fleet.result import ServerStatus
from mcptest.fleet.store import FILE, Store


def test_what_was_remembered_is_told_by_server_the_oldest_first(tmp_path):
    store = Store(tmp_path)
    store.remember([fleet_run(server(score=90.0), run_id="b", started="2026-11-16T00:00:00Z")])
    store.remember([fleet_run(server(score=80.0), run_id="a", started="2026-11-15T00:00:00Z")])
    newest = fleet_run(started="2026-11-16T00:00:00Z")
    assert [p.score for p in store.trends(newest)["one"]] == [80.0, 90.0]
    assert [p.score for p in store.trends(newest, most=1)["one"]] == [90.0]
    assert store.trends(fleet_run(fleet="other")) == {}


def test_the_trends_of_an_older_run_end_with_it(tmp_path):
    store = Store(tmp_path)
    older = fleet_run(server(score=80.0), run_id="a", started="2026-11-15T00:00:00Z")
    newer = fleet_run(server(score=90.0), run_id="b", started="2026-11-16T00:00:00Z")
    store.remember([older, newer])
    assert [p.run for p in store.trends(older)["one"]] == ["a"]


def test_a_run_that_is_remembered_twice_counts_once(tmp_path):
    store = Store(tmp_path)
    for score in (10.0, 20.0):
        store.remember([fleet_run(server(score=score))])
    assert [p.score for p in store.trends(fleet_run())["one"]] == [20.0]


def test_a_server_whose_turn_never_came_leaves_no_point(tmp_path):
    store = Store(tmp_path)
    store.remember([everything()])
    trends = store.trends(everything())
    assert "later" not in trends
    assert "good" in trends


def test_a_history_that_is_no_database_is_told_and_left_alone(tmp_path):
    (tmp_path / FILE).write_text("not a database, but long enough to be looked at" * 10)
    with pytest.raises(WriteError) as caught:
        Store(tmp_path).trends(fleet_run())
    assert caught.value.code == "fleet-history"
    assert (tmp_path / FILE).read_text().startswith("not a database")
    with pytest.raises(WriteError):
        Store(tmp_path / "nowhere").remember([])


def test_shards_become_one_run_and_the_newest_word_counts():
    first = fleet_run(server("a"), server("b", ServerStatus.FAILED), shard="1/2")
    second = fleet_run(server("b"), started="2026-11-16T05:00:00Z", shard="2/2", duration_ms=99_000)
    whole = combine([second, first])
    assert [(s.name, s.status.value) for s in whole.servers] == [("a", "passed"), ("b", "passed")]
    assert (whole.exit_code, whole.shard, whole.duration_ms) == (0, None, 99_000)
    assert whole.started == first.started
    assert combine([first]) is first


def test_runs_of_different_fleets_are_not_one():
    with pytest.raises(UsageError) as caught:
        combine([fleet_run(), fleet_run(fleet="other")])
    assert caught.value.code == "fleet-mixed"


def test_a_run_of_which_only_the_journal_is_left_says_so(tmp_path):
    folder = RunFolder(tmp_path / "r")
    folder.make()
    journal = Journal(folder.journal).begin(fleet_run())
    journal.server(server("done"))
    journal.close()
    left = read_run(folder.path)
    assert left.interrupted
    assert [each.name for each in left.servers] == ["done"]
    assert "its journal has 1 server" in left.notes[0]
    assert read_run(folder.journal).servers == left.servers
    folder.finish(fleet_run(server("done"), server("more")))
    assert len(read_run(folder.path).servers) == 2
    assert len(read_run(folder.document).servers) == 2


def test_the_newest_run_of_a_home_is_found_and_what_cannot_be_read_is_passed_over(tmp_path):
    with pytest.raises(UsageError) as caught:
        newest_run(tmp_path)
    assert caught.value.code == "fleet-no-run"
    for name in ("1", "2"):
        folder = RunFolder(tmp_path / name)
        folder.make()
        Journal(folder.journal).begin(fleet_run()).close()
    RunFolder(tmp_path / "1").finish(fleet_run())
    assert newest_run(tmp_path).name == "2"
    assert len(list(readable_runs([tmp_path / "1", tmp_path / "2"]))) == 1
