"""``--watch`` with a hand-made watcher."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mcptest.cli.output.reports import Output
from mcptest.cli.watching import run_watching
from mcptest.errors import UsageError
from mcptest.report.paint import Paint


def output(name="text", files=()):
    return Output(name=name, files=tuple(files), paint=Paint(), live=False)


@pytest.fixture
def watcher(monkeypatch):
    """Stands in for watchfiles; changes as often as it is told."""
    seen = SimpleNamespace(changes=0, folders=None, ignored=None)

    class PythonFilter:
        def __init__(self, *, ignore_paths, extra_extensions):
            seen.ignored = ignore_paths
            seen.extensions = extra_extensions

    def watch(*folders, watch_filter, raise_interrupt):
        assert not raise_interrupt
        seen.folders = folders
        yield from ({("changed", "x")} for _ in range(seen.changes))

    fake = SimpleNamespace(PythonFilter=PythonFilter, watch=watch)
    monkeypatch.setitem(sys.modules, "watchfiles", fake)
    return seen


def counting(*codes):
    left = list(codes)

    def once():
        code = left.pop(0)
        if isinstance(code, Exception):
            raise code
        return code

    return once


def test_every_change_runs_again_and_the_last_run_decides(watcher, tmp_path, capsys):
    watcher.changes = 2
    code = run_watching([tmp_path / "s.yml"], counting(1, 1, 0), output())
    assert code == 0
    assert watcher.folders == (tmp_path,)
    assert ".yml" in watcher.extensions
    assert "watching for changes" in capsys.readouterr().err


def test_a_suite_that_is_wrong_meanwhile_does_not_end_the_watch(watcher, tmp_path, capsys):
    watcher.changes = 1
    code = run_watching([tmp_path], counting(UsageError("odd", "half a word"), 0), output())
    assert code == 0
    assert "error[odd]: half a word" in capsys.readouterr().err


def test_without_a_path_the_folder_is_watched(watcher):
    run_watching([], counting(0), output())
    assert watcher.folders == (Path.cwd(),)


def test_what_a_run_writes_starts_no_other(watcher, tmp_path):
    report = tmp_path / "run.json"
    run_watching([tmp_path], counting(0), output(files=[("json", report)]))
    assert watcher.ignored == [str(report)]


@pytest.mark.parametrize("codes", [(130,), (0, 143)])
def test_an_interruption_ends_it(watcher, tmp_path, codes):
    watcher.changes = 5
    assert run_watching([tmp_path], counting(*codes), output()) == codes[-1]


def test_it_is_for_people(tmp_path):
    with pytest.raises(UsageError) as caught:
        run_watching([tmp_path], counting(), output("json"))
    assert caught.value.code == "watch-format"


def test_a_missing_package_is_said_with_the_way_out(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(UsageError) as caught:
        run_watching([tmp_path], counting(), output())
    assert caught.value.code == "extra-missing"
    assert "mcptest[watch]" in caught.value.hint


def test_a_run_is_watched_by_its_flag(watcher, cli, suite):
    said = cli("run", suite("tools: [{name: x, tool: fail}]\n"), "--watch")
    assert said.code == 1
    assert "watching" in said.err


def test_the_real_watcher_takes_what_we_give_it(tmp_path):
    from watchfiles import PythonFilter

    ignored = str(tmp_path / "run.json")
    interesting = PythonFilter(ignore_paths=[ignored], extra_extensions=(".json",))
    assert not interesting(None, ignored)
    assert interesting(None, str(tmp_path / "other.json"))
