"""The command group, its help, its suggestions and its error boundary."""

import json
import subprocess
import sys

import click
import pytest

from mcptest import __version__
from mcptest.cli import main
from mcptest.cli.main import CommandFolder, group, run
from mcptest.cli.output.errors import show_error
from mcptest.errors import FileProblemsError, InternalError, Problem
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

COMMANDS = CommandFolder().list_commands(click.Context(group))


def mcptest(*argv, **more):
    command = [sys.executable, "-m", "mcptest", *map(str, argv)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=25,
        check=False,
        stdin=subprocess.DEVNULL,
        **more,
    )


def test_the_version_is_said_at_once():
    for flag in ("--version", "-V"):
        said = mcptest(flag)
        assert (said.returncode, said.stdout) == (0, f"mcptest {__version__}\n")


def test_the_version_is_said_by_the_group_too(cli):
    assert cli("--debug", "--version").out == f"mcptest {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps(cli, command):
    said = cli(command, "--help")
    assert said.code == 0
    assert said.out.startswith("Usage: mcptest ")
    assert said.err == ""


def test_the_overview_names_every_command_with_a_sentence(cli):
    lines = cli("--help").out.splitlines()
    for command in COMMANDS:
        [line] = [line for line in lines if line.startswith(f"  {command} ")]
        assert len(line.split()) > 3


def test_no_command_at_all_shows_the_overview(cli):
    said = cli()
    assert "Check a server:\n  audit " in said.out + said.err


@pytest.mark.parametrize(
    ("argv", "near"),
    [
        (["rnu"], "'run'"),
        (["validte", "x"], "'validate'"),
        (["run", "--fliter", "x"], "--filter"),
        (["call", "--resorce", "x"], "--resource"),
        (["schema", "--of", "rnu"], "run"),
    ],
)
def test_a_word_that_is_no_word_is_told_the_nearest(cli, argv, near):
    said = cli(*argv)
    assert said.code == 2
    assert near in said.err


def test_an_unknown_command_without_a_neighbour_is_two(cli):
    said = cli("zzzzzz")
    assert said.code == 2
    assert "zzzzzz" in said.err


@pytest.fixture
def failing(monkeypatch):
    def install(error):
        @click.command("broken")
        def command():
            raise error

        monkeypatch.setattr(CommandFolder, "get_command", lambda self, ctx, name: command)

    return install


def test_a_fault_of_ours_is_four_and_no_traceback(cli, failing):
    failing(ZeroDivisionError("oops"))
    said = cli("broken")
    assert said.code == 4
    assert said.err.startswith("error[internal]: ZeroDivisionError: oops")


def test_a_fault_of_ours_is_shown_whole_on_demand(failing, monkeypatch):
    failing(ZeroDivisionError("oops"))
    with pytest.raises(ZeroDivisionError):
        run(["--debug", "broken"])
    monkeypatch.setenv("MCPTEST_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(["broken"])


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interruption_is_130(cli, failing, error):
    failing(error)
    assert cli("broken").code == 130


def test_trouble_is_shown_escaped_and_whole(capsys):
    show_error(FileProblemsError([Problem("a", "one\x1b"), Problem("b", "two", hint="so")]))
    show_error(InternalError("c", "three"))
    err = capsys.readouterr().err
    assert err == "error[a]: one\\x1b\nerror[b]: two\n  = so\nerror[c]: three\n"


@pytest.mark.parametrize(
    ("argv", "code", "exit_code"),
    [
        (["run", "no-such.yml", "--format", "json"], "suite-not-found", 2),
        (["run", "--format=json", "--nonsense"], "usage", 2),
        (["call", "x", "--format", "json"], "server-choice", 2),
        (["call", "x", "--format", "json", "--", "no-such-program-zz"], "launch-not-found", 3),
    ],
)
def test_a_program_is_told_of_trouble_in_its_own_language(cli, argv, code, exit_code):
    said = cli(*argv)
    assert (said.code, said.out) == (exit_code, "")
    document = json.loads(said.err)
    assert validator(document_schema("error")).errors(document) == []
    assert document["exit_code"] == exit_code
    assert [error["code"] for error in document["errors"]] == [code]


def test_a_program_is_told_every_problem_of_a_file(cli, suite):
    path = suite("tools: [{name: x, tol: y}, {name: z, tool: a, taggs: []}]\n")
    document = json.loads(cli("run", path, "--format", "json").err)
    assert validator(document_schema("error")).errors(document) == []
    assert {error["where"]["line"] for error in document["errors"]} == {2}


def test_a_reader_who_leaves_is_no_trouble(failing, monkeypatch, cli):
    failing(BrokenPipeError())
    monkeypatch.setattr(main, "_leave_quietly", lambda: 141)
    assert cli("broken").code == 141


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii", "LANG": "C"},
        {"COLUMNS": "0"},
        {"COLUMNS": "abc"},
        {"COLUMNS": "20"},
        {"TERM": "dumb"},
        {"NO_COLOR": ""},
    ],
    ids=str,
)
def test_an_odd_terminal_is_no_trouble(suite, environment):
    path = suite("tools: [{name: naïve 日本 🎉, tool: echo, args: {text: é}}]\n")
    said = mcptest("run", path, env={"PATH": "/usr/bin:/bin", **environment})
    assert said.returncode == 0, said.stderr
    assert "1 passed" in said.stdout
    assert said.stderr == ""


def test_a_closed_output_is_no_trouble(suite):
    path = suite("tools: [{name: x, tool: fail}]\n")
    command = f'exec "{sys.executable}" -m mcptest run "{path}" >&- 2>&-'
    assert subprocess.run(["sh", "-c", command], timeout=25, check=False).returncode == 1


@pytest.mark.parametrize("format_name", ["text", "json", "ndjson"])
def test_a_pipe_that_breaks_ends_quietly_and_keeps_the_reports(suite, tmp_path, format_name):
    rows = "".join(f"  - {{name: t{n}, tool: echo, args: {{text: a}}}}\n" for n in range(120))
    path = suite(f"tools:\n{rows}")
    report = tmp_path / "run.json"
    command = (
        f'"{sys.executable}" -m mcptest run "{path}" --format {format_name} '
        f'--report json="{report}" | true'
    )
    said = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=25, check=False
    )
    assert said.stderr == ""
    assert '"passed": 120' in report.read_text()


@pytest.mark.parametrize("words", [["audit"], ["tools"], ["compliance", "run"]])
def test_a_command_without_its_dashes_is_told_where_they_go(cli, words):
    said = cli(*words, "python", "server.py")
    assert said.code == 2
    assert f"mcptest {' '.join(words)} -- python server.py" in said.err


def test_a_stray_word_where_no_server_is_asked_for_says_nothing_of_dashes(cli):
    said = cli("explain", "SCH-001", "SCH-002")
    assert (said.code, "--:" in said.err) == (2, False)
