"""What a run says about its snapshots, and which of them it deletes."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest
from tests.calls.bench import target_of

from mcptest.engine.run import run
from mcptest.errors import RefusedByPolicyError
from mcptest.plan import load_suite
from mcptest.plan.run_plan import Flags, make_plan, narrow, refuse_update_in_ci
from mcptest.plan.selection import Selection
from mcptest.plan.suites import join_suites

ONE = "  - {name: one, tool: search_records, args: {query: a}, expect: [{target: text, matcher: snapshot}]}\n"
TWO = ONE.replace("one", "two").replace("query: a", "query: b")


@pytest.fixture(autouse=True)
def outside_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


def notes(folder, *tests, **flags):
    path = folder / "checks.yml"
    path.write_text("server: {command: x}\ntools:\n" + "".join(tests), encoding="utf-8")
    asked = Flags(**flags)
    plan = make_plan(narrow(join_suites([partial(load_suite, path, env={})]), asked), asked)
    servers = {name: replace(one, target=target_of()) for name, one in plan.servers.items()}
    return asyncio.run(run(replace(plan, servers=servers), lambda _event: None)).notes


def stored(folder):
    return len(list(folder.rglob("*.json")))


def test_what_was_written_and_updated_is_told(tmp_path):
    assert notes(tmp_path, ONE, TWO) == ("2 snapshots written",)
    assert notes(tmp_path, ONE, TWO) == ()
    other = ONE.replace("query: a", "query: c")
    assert notes(tmp_path, other, TWO, update_snapshots=True) == ("1 snapshot updated",)


def test_what_no_test_uses_is_named_and_deleted_on_request(tmp_path):
    notes(tmp_path, ONE, TWO)
    [note] = notes(tmp_path, ONE)
    assert note.startswith("1 snapshot not used by any test: tools-default-two")
    assert stored(tmp_path) == 2
    assert notes(tmp_path, ONE, prune_snapshots=True) == ("1 snapshot deleted",)
    assert stored(tmp_path) == 1
    assert notes(tmp_path, ONE, prune_snapshots=True) == ()


def test_nothing_is_deleted_unless_every_test_ran_and_passed(tmp_path):
    notes(tmp_path, ONE, TWO)
    failing = ONE.replace("query: a", "query: other")
    [note] = notes(tmp_path, failing, prune_snapshots=True)
    assert "not pruned" in note
    some = {"selection": Selection(text="one"), "prune_snapshots": True}
    [note] = notes(tmp_path, ONE, TWO, **some)
    assert "not pruned" in note
    assert stored(tmp_path) == 2


def test_nothing_is_deleted_in_ci(monkeypatch):
    monkeypatch.setenv("CI", "1")
    with pytest.raises(RefusedByPolicyError):
        refuse_update_in_ci(Flags(prune_snapshots=True))
    refuse_update_in_ci(Flags(prune_snapshots=True, allow_update_in_ci=True))
