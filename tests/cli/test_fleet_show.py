"""What people see of a fleet: lines, a live table, a table at the end."""

import sys
from types import SimpleNamespace

import pytest
from tests.fleet.sample import fleet_run, server

from mcptest.cli.fleet import show as subject
from mcptest.cli.fleet.show import Screen, progress_line, table_lines
from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.result import ResultPart, ServerResult, ServerStatus, Since

PART = ResultPart(
    document="d", exit_code=0, duration_ms=1.0, summary={"passed": 3, "failed": 1, "skipped": 9}
)


def row(name="one", status=ServerStatus.PASSED, **more):
    return ServerResult(name=name, status=status, job="j", **more)


def run_of(*servers):
    return FleetRun(
        id="r", mcptest="0", fleet="x", file="f", started="s", servers=servers, duration_ms=1500.0
    )


def test_a_server_is_one_line_whatever_it_says():
    line = progress_line(row("a\nb", ServerStatus.FAILED, grade="B", reason="\x1b[31mred\nline"))
    assert "\n" not in line
    assert "\x1b" not in line
    assert line.startswith("failed      a\\nb  B")


def test_the_table_has_a_row_for_each_and_a_sum():
    since = Since(run="r0", status=ServerStatus.PASSED, grade="A", broke=("x",), fixed=("y", "z"))
    lines = table_lines(
        run_of(
            row(
                grade="A",
                score=91.25,
                tools=4,
                audit=PART,
                suite=PART,
                findings={"error": 2, "warning": 5},
                since=since,
            ),
            row("two", ServerStatus.UNREACHABLE, reason="gone", since=since),
            row(
                "three",
                grade="A",
                incomplete=True,
                since=Since(run="r0", status=ServerStatus.PASSED, grade="A"),
            ),
        )
    )
    assert lines[0].split() == [
        "server",
        "status",
        "grade",
        "score",
        "tools",
        "passed",
        "errors",
        "warnings",
        "change",
        "time",
    ]
    assert lines[1].split() == [
        "one",
        "passed",
        "A",
        "91.2",
        "4",
        "6/8",
        "2",
        "5",
        "+1",
        "-2",
        "0.0",
        "s",
    ]
    assert "A→-" in lines[2]
    assert lines[3] == "    gone"
    assert "A?" in lines[4]
    assert lines[4].split()[-3] == "none"
    assert lines[-1] == "3 servers: 2 passed, 1 unreachable in 1.5 s"


def test_colour_is_decoration():
    run = run_of(row(), row("two", ServerStatus.FAILED))
    assert "\x1b[32m" in table_lines(run, color=True)[1]
    assert not any("\x1b" in line for line in table_lines(run))


def test_without_a_terminal_there_is_a_line_as_each_one_ends(capsys):
    with Screen(2, plain=False) as screen:
        screen.began("one")
        screen.ended(row())
    assert capsys.readouterr().err == "[1/2] passed      one  0.0 s\n"


def test_a_terminal_gets_a_live_table_and_keeps_the_lines(capsys, monkeypatch):
    pytest.importorskip("rich")
    monkeypatch.setattr(subject, "_terminal", lambda: True)
    with Screen(2, plain=False) as screen:
        screen.began("one")
        screen.began("two")
        screen.ended(row(reason="[bold]not markup"))
    assert "[1/2] passed      one" in capsys.readouterr().err


def test_the_live_table_counts_and_goes_on_counting(monkeypatch):
    pytest.importorskip("rich")
    from rich.console import Console

    now = [100.0]
    monkeypatch.setattr(subject, "time", SimpleNamespace(monotonic=lambda: now[0]))
    screen = Screen(4, plain=True)
    for name in ("one", "two", "three"):
        screen.began(name)
    screen.ended(row())
    screen.ended(row("two", ServerStatus.FAILED))

    def shown():
        console = Console(width=80)
        with console.capture() as capture:
            console.print(screen._table())
        return [" ".join(line.split()) for line in capture.get().splitlines()]

    assert shown() == ["2 of 4 servers 1 failed, 1 passed", "three 0 s"]
    now[0] += 7
    assert shown()[1] == "three 7 s"


def test_a_terminal_without_the_library_gets_lines(capsys, monkeypatch):
    monkeypatch.setattr(subject, "_terminal", lambda: True)
    monkeypatch.setitem(sys.modules, "rich.live", None)
    with Screen(1, plain=False) as screen:
        screen.ended(row())
    assert "[1/1]" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "value"), [("CI", "1"), ("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_that_wants_no_motion_gets_none(monkeypatch, name, value):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert subject._terminal()
    monkeypatch.setenv(name, value)
    assert not subject._terminal()


@pytest.mark.parametrize(
    ("now", "before", "told"),
    [
        ({"score": 91.0}, {"score": 95.0}, "-4.0"),
        ({}, {"status": ServerStatus.UNREACHABLE}, "was unreachable"),
        ({"score": 95.0}, {"score": 95.01}, "none"),
    ],
)
def test_what_moved_is_told_where_the_grade_did_not(now, before, told):
    since = Since(run="r0", **{"status": ServerStatus.PASSED, **before})
    assert f"  {told}  " in table_lines(run_of(row(since=since, **now)))[1]


def test_a_run_of_which_nothing_ended_says_so():
    assert table_lines(run_of())[-1] == "0 servers: none finished in 1.5 s"


def test_the_notes_of_a_server_are_below_its_row():
    lines = table_lines(fleet_run(server(notes=("the catalog drifted: 1 breaking",))))
    assert lines[2] == "    note: the catalog drifted: 1 breaking"
