import json
import sys
from pathlib import Path

import pytest
from tests.servers.logging_server import DESTRUCTIVE, MUTATING, TOOLS

from mcptest.cli.main import run

SERVER = Path(__file__).parents[1] / "servers" / "logging_server.py"


@pytest.fixture
def bench(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Workbench(tmp_path, capsys)


class Workbench:
    """Commands against a process that logs every call."""

    def __init__(self, folder, capsys):
        self.log = folder / "log"
        self.suite = folder / "mcptest.yml"
        self._capsys = capsys
        self.command = ["--", sys.executable, str(SERVER), str(self.log)]

    def run(self, *words, server=True):
        self._capsys.readouterr()
        code = run([*words, *(self.command if server else [])])
        out, err = self._capsys.readouterr()
        return code, out, err

    @property
    def calls(self):
        return self.log.read_text().split() if self.log.exists() else []

    def forget(self):
        self.log.write_text("")

    def scaffold(self, *words):
        return self.run("scaffold", "-o", str(self.suite), *words)


def failed_tests(bench):
    """Without the case about the wire: the catalog of this server is wrong in several ways."""
    out = bench.run("run", str(bench.suite), "--format", "json", server=False)[1]
    cases = json.loads(out)["cases"]
    assert cases
    return [one["id"] for one in cases if one["status"] == "failed" and "::wire" not in one["id"]]


def test_what_scaffold_writes_validates_and_runs_green_and_is_the_same_every_time(bench):
    assert bench.scaffold()[0] == 0
    first = bench.suite.read_bytes()
    assert not DESTRUCTIVE & set(bench.calls)
    assert all(bench.calls.count(name) == 1 for name in MUTATING)
    assert bench.scaffold("--force")[0] == 0
    assert bench.suite.read_bytes() == first
    assert bench.run("validate", str(bench.suite), server=False)[0] == 0
    for _ in range(2):
        assert failed_tests(bench) == []
    assert not DESTRUCTIVE & set(bench.calls)


def test_scaffold_prints_where_no_file_is_named(bench):
    code, out, err = bench.run("scaffold")
    assert code == 0
    assert out.startswith("# Tests for logging")
    assert (
        "called 8 of 11 tools with generated arguments; 3 written but not called: destructive"
        in err
    )


def test_a_file_is_never_overwritten_unasked(bench):
    bench.suite.write_text("mine\n")
    code, _, err = bench.scaffold()
    assert code == 2
    assert "scaffold-exists" in err
    assert bench.suite.read_text() == "mine\n"
    assert bench.calls == []


@pytest.mark.parametrize("words", [("--update",), ("--update", "--force", "-o", "x.yml")])
def test_flags_that_contradict_each_other_are_refused(bench, words):
    code, _, err = bench.run("scaffold", *words)
    assert code == 2
    assert "scaffold-update" in err


def test_update_adds_what_is_new_and_leaves_the_rest_alone(bench):
    text = "# mine\nserver: {command: x}\ntools:\n- name: my echo   # keep\n  tool: echo\n"
    bench.suite.write_text(text)
    assert bench.scaffold("--update")[0] == 0
    changed = bench.suite.read_text()
    assert changed.startswith(text)
    assert changed.count("tool: echo") == 1
    assert "tool: lookup" in changed
    assert bench.calls.count("echo") == 0
    bench.forget()
    assert bench.scaffold("--update")[0] == 0
    assert bench.suite.read_text() == changed
    assert not {tool["name"] for tool in TOOLS} & set(bench.calls)


def test_update_of_a_file_that_is_not_there_writes_it(bench):
    assert bench.scaffold("--update")[0] == 0
    assert "tool: echo" in bench.suite.read_text()


def test_update_of_a_suite_in_brackets_is_refused_and_harmless(bench):
    text = "server: {command: x}\ntools: [{name: a, tool: b}]\n"
    bench.suite.write_text(text)
    code, _, err = bench.scaffold("--update")
    assert code == 2
    assert "scaffold-not-in-blocks" in err
    assert bench.suite.read_text() == text


def test_a_suite_with_steps_knows_their_tools(bench):
    bench.suite.write_text(
        "server: {command: x}\ntools:\n- name: all\n  steps:\n  - tool: echo\n  - tool: now\n"
    )
    bench.scaffold("--update")
    assert "echo" not in bench.calls


@pytest.mark.parametrize("command", ["scaffold", "probe"])
def test_a_dry_run_shows_the_plan_and_calls_nothing(bench, command):
    code, out, _ = bench.run(command, "--dry-run")
    assert code == 0
    assert len(out.splitlines()) == len(TOOLS)
    assert "echo: would be called (" in out
    assert "create_thing: would be called once (" in out
    assert bench.calls == []


def test_a_dry_run_of_propose_shows_the_plan_and_calls_nothing(bench):
    bench.scaffold()
    bench.forget()
    code, out, _ = bench.run("propose", str(bench.suite), "--dry-run", server=False)
    assert code == 0
    assert "echo: would be called" in out
    assert "delete_thing" not in out
    assert bench.calls == []


def test_what_propose_writes_runs_green_and_keeps_every_line(bench):
    bench.scaffold()
    before = bench.suite.read_text()
    bench.forget()
    code, out, err = bench.run("propose", str(bench.suite), server=False)
    assert code == 0
    assert bench.suite.read_text() == before
    assert all(bench.calls.count(name) <= 1 for name in MUTATING)
    assert not DESTRUCTIVE & set(bench.calls)
    assert "unchanged: delete_thing works: it is skipped" in err
    assert bench.run("propose", str(bench.suite), "--write", server=False)[0] == 0
    assert bench.suite.read_text() == out
    kept = iter(out.splitlines())
    assert all(line in kept for line in before.splitlines())
    for _ in range(3):
        assert bench.run("run", str(bench.suite), server=False)[0] == 0


def test_propose_a_second_time_changes_nothing(bench):
    bench.scaffold()
    bench.run("propose", str(bench.suite), "--write", server=False)
    text = bench.suite.read_text()
    bench.forget()
    code, _, err = bench.run("propose", str(bench.suite), "--write", server=False)
    assert code == 0
    assert bench.suite.read_text() == text
    assert bench.calls == []
    assert "0 new assertions for 0 tests" in err


def write_suite(bench, tools):
    command = json.dumps(bench.command[1:])
    bench.suite.write_text(
        f"servers:\n  a: {{command: {command}}}\n  b: {{command: {command}}}\n{tools}"
    )


def test_propose_asks_each_server_for_its_own_tests(bench):
    write_suite(
        bench,
        "tools:\n- {name: x, server: a, tool: echo, args: {message: hi}}\n- name: y\n  server: b\n  tool: echo\n  args: {message: ho}\n",
    )
    code, out, err = bench.run("propose", str(bench.suite), server=False)
    assert code == 0
    assert '"result.content[0].text"' in out
    assert "unchanged: x: it is written in brackets" in err
    code, out, err = bench.run("propose", str(bench.suite), "--server", "a", server=False)
    assert "expect" not in out
    code, _, err = bench.run("propose", str(bench.suite), "--server", "c", server=False)
    assert code == 2
    assert "server-unknown" in err


def test_propose_refused_as_a_whole_is_a_five(bench):
    write_suite(bench, "tools:\n- {name: x, server: a, tool: tidy}\n")
    code, _, err = bench.run("propose", str(bench.suite), server=False)
    assert code == 5
    assert "propose-refused" in err
    assert bench.calls == []


def test_a_suite_that_cannot_be_used_is_a_two(bench):
    bench.suite.write_text("server: {command: x}\ntools:\n- {nam: x, tool: tidy}\n")
    assert bench.run("propose", str(bench.suite), server=False)[0] == 2
    assert bench.run("propose", "nowhere.yml", server=False)[0] == 2


def test_probe_calls_what_it_may_and_lists_the_rest(bench):
    code, out, _ = bench.run("probe", "--format", "json")
    assert code == 0
    document = json.loads(out)
    assert document["command"] == "probe"
    status = {case["name"]: case["status"] for case in document["cases"]}
    assert status["echo"] == "passed"
    skips = {case["name"]: case["skip"] for case in document["cases"] if case["skip"]}
    assert {name: skips[name]["reason"] for name in DESTRUCTIVE} == dict.fromkeys(
        DESTRUCTIVE, "refused-by-policy"
    )
    assert not DESTRUCTIVE & set(bench.calls)
    assert all(bench.calls.count(name) == 1 for name in MUTATING)
    assert {call["tool"] for call in document["calls"]} >= DESTRUCTIVE | MUTATING


@pytest.mark.parametrize("command", [("probe",), ("scaffold",)])
def test_the_budget_is_exact_under_many_workers(bench, command):
    bench.run(*command, "--max-calls", "3", "--concurrency", "32")
    assert len([name for name in bench.calls if "://" not in name]) == 3


def test_a_server_that_cannot_be_launched_is_a_three(bench):
    for command in ("scaffold", "probe", "tools"):
        assert run([command, "--", "/nonexistent/server"]) == 3


def test_a_server_that_never_shakes_hands_is_a_verdict_only_where_one_was_asked_for(bench):
    silent = ["--", sys.executable, "-c", "pass"]
    assert run(["probe", *silent]) == 1
    assert run(["scaffold", *silent]) == 3
    assert run(["tools", *silent]) == 3


def mock(bench, *tools):
    file = bench.suite.with_name("mock.json")
    file.write_text(
        json.dumps({"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in tools]})
    )
    return ["--", sys.executable, "-m", "mcptest", "mock", "--tools-from", str(file)]


def test_probe_refused_as_a_whole_is_a_five_and_nothing_to_probe_a_seven(bench):
    assert run(["probe", *mock(bench, "delete_x")]) == 5
    assert run(["probe", *mock(bench)]) == 7


def test_scaffold_runs_green_against_the_mock(bench):
    assert (
        run(["scaffold", "-o", str(bench.suite), *mock(bench, "search", "create_x", "delete_x")])
        == 0
    )
    assert run(["run", str(bench.suite)]) == 0


def test_tools_lists_classes_and_calls_nothing(bench):
    code, out, _ = bench.run("tools")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}
    assert "destructive" in lines["wipeAll"]
    assert "presumed read-only" in lines["echo"]
    assert "log://one" in lines
    assert bench.calls == []


def test_tools_as_a_document(bench):
    code, out, _ = bench.run("tools", "--format", "json")
    document = json.loads(out)
    assert code == 0
    assert document["schema"] == "mcptest.tools/v1"
    by_name = {tool["name"]: tool for tool in document["tools"]}
    assert by_name["lookup"]["class"] == "ReadOnly"
    assert by_name["lookup"]["source"] == "annotation"
    assert by_name["tidy"]["decision"] == "Refuse"
    assert by_name["echo"]["tool"] == TOOLS[0]
    assert document["server"]["info"]["name"] == "logging"


def test_a_saved_catalog_is_the_bare_list_and_can_be_served(bench):
    file = bench.suite.with_name("tools.json")
    assert bench.run("tools", "--save", str(file))[0] == 0
    assert json.loads(file.read_text()) == {"tools": TOOLS}


def test_a_server_without_anything_says_so(bench, capsys):
    assert run(["tools", *mock(bench)]) == 0
    assert "no tools" in capsys.readouterr().out


def test_secrets_stay_out_of_the_suite_and_are_asked_for(bench, monkeypatch):
    code, _, err = bench.scaffold(
        "--env", "API_TOKEN=hunter2hunter2", "--timeout", "9s", "--spec-version", "2025-06-18"
    )
    assert code == 0
    text = bench.suite.read_text()
    assert "hunter2" not in text
    assert "${env.API_TOKEN}" in text
    assert "set API_TOKEN before you run the suite" in err
    assert "protocol_version: v2025-06-18" in text
    monkeypatch.setenv("API_TOKEN", "hunter2hunter2")
    assert failed_tests(bench) == []


def test_a_server_of_another_suite_can_be_scaffolded(bench):
    write_suite(bench, "")
    other = bench.suite.with_name("other.yml")
    code, _, _ = bench.run(
        "scaffold",
        "-o",
        str(other),
        "--from-suite",
        str(bench.suite),
        "--server",
        "a",
        server=False,
    )
    assert code == 0
    assert "logging_server.py" in other.read_text()


def test_headers_that_look_like_secrets_are_asked_for_too():
    from mcptest.cli.commands.scaffold import _variables

    block = {
        "url": "u",
        "headers": {"a": {"env": "A"}, "b": "plain"},
        "auth": {"bearer_token_env": "T"},
    }
    assert _variables(block) == ["A", "T"]


def test_a_suite_may_set_the_knobs_of_propose(bench):
    write_suite(
        bench,
        "run_options: {max_calls: 1}\ntools:\n- name: y\n  server: b\n  tool: echo\n  args: {message: ho}\n",
    )
    bench.run("propose", str(bench.suite), server=False)
    assert bench.calls == ["echo"]
    bench.run("propose", str(bench.suite), "--max-calls", "2", server=False)
    assert bench.calls == ["echo"] * 3
