"""Which tests of a large project run: those that failed, changed, or fall to a shard."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.engine.bench import case

from mcptest.cli.output.last_run import last_run
from mcptest.cli.output.reports import Output
from mcptest.errors import NothingSelectedError, UsageError
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status, Summary
from mcptest.model.run import Run
from mcptest.plan.changed import changed_since
from mcptest.plan.selection import Selection, select
from mcptest.plan.suites import load_all
from mcptest.report.document import run_document


def run_of(**statuses):
    results = tuple(
        CaseResult(f"tools::default::{name}", name, Lane.TOOLS, "default", status, took)
        for name, (status, took) in statuses.items()
    )
    return Run("0", "run", "2026-01-01T00:00:00Z", 1.0, None, 0, (), Summary.of(results), results)


EARLIER = run_of(
    a=(Status.PASSED, 100.0),
    b=(Status.FAILED, 10.0),
    c=(Status.ERRORED, 60.0),
    d=(Status.PASSED, 50.0),
)
CASES = [case(name) for name in "abcde"]


def names(**selection):
    return "".join(one.name for one in select(CASES, Selection(**selection)))


def test_only_what_failed_runs_again():
    assert names(last_failed=True, last_run=EARLIER) == "bc"


def test_everything_runs_where_nothing_failed():
    assert names(last_failed=True, last_run=run_of(a=(Status.PASSED, 1.0))) == "abcde"


def test_shards_take_about_as_long_and_lose_nothing():
    shares = [names(shard=f"{part}/2", last_run=EARLIER) for part in (1, 2)]
    assert sorted("".join(shares)) == list("abcde")
    took = {"a": 100, "b": 10, "c": 60, "d": 50, "e": 55}
    one, two = (sum(took[name] for name in share) for share in shares)
    assert abs(one - two) <= 25  # by number they would be 215 and 60
    assert names(shard="1/2") == "ace"  # without an earlier run by number


def test_a_run_without_durations_is_split_evenly():
    skipped = CaseResult(
        "x", "x", Lane.TOOLS, None, Status.SKIPPED, skip=Skip(SkipReason.DECLARED_SKIP, "x")
    )
    nothing = Run("0", "run", "", 0.0, None, 0, cases=(skipped,))
    assert len(names(shard="1/2", last_run=nothing)) == 3


def output_to(path):
    return Output.of("text", (f"json={path}",), no_color=True)


def test_the_earlier_run_is_the_report_of_the_last_one(tmp_path):
    file = tmp_path / "run.json"
    assert last_run(None, output_to(file), needed=True) is None  # the first run of a project
    with pytest.raises(UsageError) as caught:
        last_run(None, Output.of("text", (), no_color=True), needed=True)
    assert caught.value.code == "last-run-unknown"
    file.write_text(json.dumps(run_document(EARLIER)))
    assert len(last_run(None, output_to(file), needed=True).cases) == 4
    assert len(last_run(file, output_to(tmp_path / "other.json"), needed=False).cases) == 4
    assert last_run(None, output_to(file), needed=False) is None


def git(*words):
    settings = ("-c", "user.name=x", "-c", "user.email=x@example.com")
    subprocess.run(["git", *settings, *words], check=True, capture_output=True)


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / name / "src").mkdir(parents=True)
        (tmp_path / name / "src" / "server.py").write_text("")
        (tmp_path / name / "src" / "more.py").write_text("")
        (tmp_path / name / "mcptest.yml").write_text(
            "server: {command: [python, src/server.py]}\ntools: [{name: x, tool: y}]\n"
        )
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    return tmp_path


def chosen():
    loaded = load_all([Path("one"), Path("two")], keep=changed_since("HEAD"))
    return [suite.path.parent.name for suite in loaded.suites]


def test_nothing_is_selected_where_nothing_changed(project):
    with pytest.raises(NothingSelectedError) as caught:
        chosen()
    assert (caught.value.code, caught.value.exit_code) == ("nothing-changed", 7)


@pytest.mark.parametrize(
    "file",
    ["one/mcptest.yml", "one/src/more.py", "one/src/new.py", "one/__snapshots__/mcptest.yml/x"],
)
def test_a_suite_runs_where_it_or_its_server_changed(project, file):
    path = project / file
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text() if path.exists() else ""
    path.write_text(before + "# changed\n")
    assert chosen() == ["one"]


def test_a_revision_that_git_does_not_know_is_a_usage_error(project):
    with pytest.raises(UsageError) as caught:
        changed_since("no-such-branch")
    assert caught.value.code == "changed-since"
    with pytest.raises(UsageError):
        changed_since("--output=x")


def test_a_folder_outside_of_git_is_a_usage_error(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageError):
        changed_since("HEAD")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="requires git"):
        changed_since("HEAD")
