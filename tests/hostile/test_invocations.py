"""Bad flags and odd environments: the right exit code, a word that helps, no traceback."""

import json
import os
import signal
import subprocess
import sys

import pytest
from tests.cli.conftest import COMMAND
from tests.hostile.driving import MEASURED
from tests.hostile.input_kit import TEST, alias_bomb, problems, ten_thousand_tests, variable_bomb

SERVER = ["--", *COMMAND]
USAGE = {
    "command": (["rnu"], "Did you mean 'run'"),
    "flag": (["run", "--jbos", "3"], "--jobs"),
    "zero": (["tools", "--timeout", "0", *SERVER], "more than 0"),
    "negative": (["tools", "--timeout", "-1", *SERVER], "not a valid duration"),
    "nan": (["tools", "--timeout", "nan", *SERVER], "not a valid duration"),
    "text": (["tools", "--timeout", "abc", *SERVER], "not a valid duration"),
    "no jobs": (["run", "--jobs", "0"], "1 to 256"),
    "many": (["run", "--jobs", "100000"], "1 to 256"),
    "seed": (["run", "--seed", "x"], "--seed"),
    "format": (["run", "--format", "xml"], "--format"),
}
REFUSED = {
    "file": (["tools", "--url", "file:///etc/passwd"], "http-url"),
    "script": (["tools", "--url", "javascript:alert(1)"], "http-url"),
    "no host": (["tools", "--url", "http://"], "http-url"),
    "port 0": (["tools", "--url", "http://h:0/"], "http-url"),
    "port": (["tools", "--url", "http://h:99999/"], "http-url"),
    "password": (["tools", "--url", "http://u:geheim@127.0.0.1:9/"], "http-url"),
    "ipv6": (["tools", "--url", "http://[::zz]/"], "http-url"),
    "space": (["tools", "--url", "http://a b/"], "http-url"),
    "line end": (
        ["tools", "--url", "http://127.0.0.1:9/", "--header", "A: b\r\nC: d"],
        "server-flag-pair",
    ),
    "no server": (["tools"], "server-choice"),
    "empty command": (["tools", "--"], "server-command-empty"),
    "shard": (["run", "SUITE", "--shard", "0/0"], "shard-form"),
    "filter": (["run", "SUITE", "--filter", "re:("], "filter-pattern"),
    "revision": (["compliance", "diff", "v1", "v2"], "unknown-spec-version"),
    "same": (["run", "SUITE", "--report", "json=a", "--report", "tap=./a"], "report-same-path"),
    "suite": (["run", "SUITE", "--report", "json=SUITE"], "report-path"),
}
UNWRITABLE = {
    "folder": (["run", "SUITE", "--report", "json=/nowhere/x"], "report-unwritable"),
    "scaffold": (["scaffold", "-o", "/nowhere/x.yml", *SERVER], "output-path"),
    "save": (["tools", "--save", "/nowhere/x", *SERVER], "output-path"),
    "card": (["compliance", "run", "--save-scorecard", "/nowhere/x", *SERVER], "output-path"),
    "over a folder": (["tools", "--save", ".", *SERVER], "output-path"),
}


@pytest.fixture
def one(suite):
    return suite("tools:\n  - {name: it échoes, tool: echo, args: {text: é}}\n")


@pytest.mark.parametrize("name", USAGE)
def test_a_wrong_flag_is_named_with_what_is_allowed(cli, name):
    argv, word = USAGE[name]
    said = cli(*argv)
    assert (said.code, said.out) == (2, "")
    assert word in said.err


@pytest.mark.parametrize("name", [*REFUSED, *UNWRITABLE])
def test_a_command_line_that_cannot_be_meant_starts_nothing(cli, one, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    argv, code = {**REFUSED, **UNWRITABLE}[name]
    said = cli(*(word.replace("SUITE", str(one)) for word in argv))
    assert (said.code, said.out) == (4 if name in UNWRITABLE else 2, "")
    assert f"error[{code}]" in said.err
    assert "geheim" not in said.err
    assert {path.name for path in tmp_path.iterdir()} == {one.name}


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["run", "--jbos", "--format", "json"], "usage"),
        (["nope", "--format=json"], "usage"),
        (["run", "nope.yml", "--format", "json"], "suite-not-found"),
        (["tools", "--url", "file:///x", "--format", "json"], "http-url"),
    ],
)
def test_errors_are_json_where_json_was_asked_for(cli, argv, code):
    said = cli(*argv)
    assert (said.code, said.out) == (2, "")
    assert problems(said)[0][0] == code
    assert json.loads(said.err)["exit_code"] == 2


def test_a_filter_that_leaves_nothing_names_what_there_is(cli, one):
    said = cli("run", one, "--filter", "zzz")
    assert said.code == 7
    assert "it échoes" in said.err


def test_a_variable_of_ours_that_nobody_reads_is_warned_of(cli, one, monkeypatch):
    monkeypatch.setenv("MCPTEST_DEBG", "1")
    monkeypatch.setenv("MCPTEST_ZZZZZZZZ", "1")
    said = cli("run", one)
    assert said.code == 0
    assert "MCPTEST_DEBG; did you mean MCPTEST_DEBUG?" in said.err
    assert "MCPTEST_ZZZZZZZZ; known: MCPTEST_DEBUG" in said.err


def mcptest(*argv, env=None, **more):
    """A process of its own, where the environment is the subject."""
    surroundings = {key: value for key, value in os.environ.items() if key != "CI"}
    surroundings |= {key: value for key, value in (env or {}).items() if value is not None}
    for key in [key for key, value in (env or {}).items() if value is None]:
        surroundings.pop(key, None)
    return subprocess.run(
        [sys.executable, "-m", "mcptest", *map(str, argv)],
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=25,
        check=False,
        **more,
    )


@pytest.mark.parametrize(
    "env",
    [
        {"HOME": None},
        {"TMPDIR": "/nowhere"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        {"ODD": "\udcff\udcfe"},
        {"TERM": "dumb", "COLUMNS": "0"},
        {"COLUMNS": "abc", "NO_COLOR": "1"},
    ],
    ids="-".join,
)
def test_an_odd_environment_costs_nothing(one, env):
    done = mcptest("run", one, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"1 passed" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals and handles of POSIX")
@pytest.mark.parametrize("name", ["SIGPIPE", "SIGCHLD", "SIGHUP"])
def test_a_signal_that_is_ignored_above_us_changes_no_exit_code(suite, name):
    path = suite("tools:\n  - {name: dies, tool: crash}\n")
    ignore = f"import os, signal, sys; signal.signal(signal.{name}, signal.SIG_IGN); "
    run = "os.execv(sys.executable, [sys.executable, '-m', 'mcptest', 'run', sys.argv[1]])"
    done = subprocess.run(
        [sys.executable, "-c", ignore + run, str(path)],
        capture_output=True,
        timeout=25,
        check=False,
    )
    assert done.returncode == 1
    assert b"exited with code 3" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals and handles of POSIX")
def test_few_file_handles_are_enough_or_said(one):
    import resource

    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))  # noqa: E731
    done = mcptest("run", one, preexec_fn=few)
    assert done.returncode in {0, 3, 4}
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals and handles of POSIX")
def test_a_reader_who_left_ends_it_quietly(one):
    process = subprocess.Popen(
        [sys.executable, "-m", "mcptest", "run", str(one)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    process.stdout = None
    _, said = process.communicate(timeout=25)
    assert process.returncode in {141, 1, -signal.SIGPIPE}
    assert said == b""


def test_an_argument_that_is_no_text_is_no_trouble(tmp_path):
    done = mcptest("run", os.fsdecode(b"\xff.yml"))
    assert done.returncode == 2
    assert b"suite-not-found" in done.stderr


def test_what_stands_behind_the_dashes_is_never_ours(cli):
    said = cli(
        "tools",
        "--",
        sys.executable,
        "-c",
        "import sys; sys.stderr.write(repr(sys.argv))",
        "--format",
        "json",
    )
    assert said.code == 3
    assert "error[handshake-crashed]" in said.err
    assert "'--format', 'json'" in said.err


@pytest.mark.parametrize(
    "name", ["alias bomb", "variables", "nesting", "long number", "long-line", "flow"]
)
def test_a_bomb_stays_small(tmp_path, name):
    """G15: in a process of its own, whose memory is limited."""
    text = {
        "alias bomb": alias_bomb(),
        "variables": variable_bomb(),
        "nesting": "[" * 5_000,
        "long number": TEST + "    args: {x: " + "9" * 1_000_000 + "}\n",
        "long-line": "a: " + "x" * 5_000_000 + "\n",
        "flow": "{a: " * 4_000,
    }[name]
    code, _, peak = measured(tmp_path, text, "validate")
    assert code == 2
    assert peak < 128 * 1024


@pytest.mark.parametrize("argv", [["validate"], ["run", "--dry-run"]], ids="-".join)
def test_ten_thousand_tests_are_no_burden(tmp_path, argv):
    """Bounded in memory and, by the processor's clock, in time."""
    text = ten_thousand_tests()
    assert text.count("\n") == 11
    code, seconds, peak = measured(tmp_path, text, *argv)
    assert code == 0
    assert seconds < 3
    assert peak < 128 * 1024


def measured(tmp_path, text, *argv):
    """Exit code, seconds of the processor and KiB that a command line took for a suite."""
    path = tmp_path / "bomb.mcptest.yml"
    path.write_text(text)
    note = tmp_path / "peak"
    before = os.times()
    done = subprocess.run(
        [sys.executable, MEASURED, note, *argv, str(path)],
        capture_output=True,
        timeout=25,
        check=False,
    )
    after = os.times()
    assert b"Traceback" not in done.stderr
    return done.returncode, after.children_user - before.children_user, int(note.read_text())
