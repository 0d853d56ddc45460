"""The action, the hooks and the recipes: they parse, and name only what there is."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
import yaml
from tests.docs.pages import DOCS, ROOT, fences

from mcptest.cli.main import group, run
from mcptest.cli.output.reports import FORMAT_NAMES
from mcptest.compliance.baseline import load_baseline
from mcptest.suite.discover import is_suite_name

spec = importlib.util.spec_from_file_location("action", ROOT / "scripts" / "github_action.py")
action = importlib.util.module_from_spec(spec)
spec.loader.exec_module(action)

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
FENCES = [f for f in fences(DOCS / "how-to" / "ci-recipes.md") if f.language == "yaml"]
STEP = ACTION["runs"]["steps"][0]
MCPTEST = Path(sys.executable).with_name("mcptest")


def recipes(kind):
    return [fence for fence in FENCES if kind in fence.words]


def inputs(**said):
    return {name: str(each.get("default", "")) for name, each in ACTION["inputs"].items()} | said


def options_of(words):
    """The options of the command that a command line begins with."""
    command = group
    while words and hasattr(command, "get_command"):
        found = command.get_command(None, words[0])
        assert found is not None, words
        command, words = found, words[1:]
    return {name for param in command.params for name in param.opts}


def hold(words):
    """A command line names a command, its options, and reports that there are."""
    words = words[: words.index("--")] if "--" in words else words
    options = options_of(words)
    assert {word for word in words if word.startswith("--")} <= options, words
    reports = [words[at + 1] for at, word in enumerate(words) if word == "--report"]
    assert {report.partition("=")[0] for report in reports} <= set(FORMAT_NAMES)


def test_no_input_becomes_text_of_a_shell():
    assert "${{" not in STEP["run"]
    assert all("${{" not in step.get("run", "") for step in ACTION["runs"]["steps"])
    used = set(re.findall(r"inputs\.([a-z-]+)", str(STEP)))
    assert used == set(ACTION["inputs"])


def test_every_input_reaches_the_program_by_its_own_name():
    given = {
        name.removeprefix("MCPTEST_ACTION_").lower(): value for name, value in STEP["env"].items()
    }
    assert given.pop("path") == "${{ github.action_path }}"
    assert given == {name: f"${{{{ inputs.{name} }}}}" for name in given}
    assert set(given) | {"working-directory"} == set(ACTION["inputs"])


def test_what_the_action_says_by_default_is_a_command_line_of_ours():
    hold(action.words(inputs(), Path("summary.md")))


def test_lines_become_words_and_no_word_is_split():
    said = inputs(
        command="compliance run",
        args="--baseline\nmy file.yml\n",
        suite="a; rm -rf b\n\n$(id)",
        server="python\nmy server.py",
        reports="junit=x.xml",
        format="",
    )
    assert action.words(said, None) == [
        *("compliance", "run", "--report", "junit=x.xml", "--baseline", "my file.yml"),
        *("a; rm -rf b", "$(id)", "--", "python", "my server.py"),
    ]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ({}, f"mcptest @ {ROOT.as_uri()}"),
        ({"version": "0.1.0"}, "mcptest==0.1.0"),
        ({"version": "0.1.0", "extras": "http, fuzz"}, "mcptest[http,fuzz]==0.1.0"),
        ({"extras": "fuzz"}, f"mcptest[fuzz] @ {ROOT.as_uri()}"),
    ],
)
def test_a_release_or_the_actions_own_is_installed(said, wanted):
    assert action.requirement(inputs(path=str(ROOT), **said)) == wanted


@pytest.mark.parametrize("bad", [{"version": "1 @ https://x"}, {"extras": "a]; x"}])
def test_what_is_no_version_is_refused(bad):
    with pytest.raises(SystemExit):
        action.requirement(inputs(path=str(ROOT), **bad))


@pytest.mark.parametrize(("suite", "code"), [("quickstart.mcptest.yml", 0), ("missing.yml", 2)])
def test_the_action_runs_and_tells_how_it_ended(tmp_path, monkeypatch, capfd, suite, code):
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(action, "install", lambda folder, wanted: folder.mkdir() or MCPTEST)
    given = {
        f"MCPTEST_ACTION_{name.upper()}": value
        for name, value in inputs(suite=suite, path=str(ROOT)).items()
    }
    path = f"{MCPTEST.parent}{os.pathsep}{os.environ['PATH']}"
    places = {name: str(tmp_path / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    environ = {**os.environ, "PATH": path, "RUNNER_TEMP": str(tmp_path), **places, **given}
    assert action.main(environ) == code
    assert (tmp_path / "GITHUB_OUTPUT").read_text() == f"exit-code={code}\n"
    assert (tmp_path / "GITHUB_STEP_SUMMARY").is_file() is (code == 0)
    assert "MCPTEST_ACTION" not in capfd.readouterr().err


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_a_command_that_starts_no_server(hook):
    words = shlex.split(hook["entry"])
    assert words[0] == "mcptest"
    hold(words[1:])
    assert words[1] in {"validate", "lint", "schema-lint"}


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_takes_a_good_file_and_refuses_a_bad_one(hook, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = shlex.split(hook["entry"])[1:]
    good, bad = {
        "validate": ("server: {command: x}\n", "server: {comand: x}\n"),
        "lint": (
            "server: {command: x}\n",
            "server: {url: 'http://127.0.0.1:1/', transport: sse}\n",
        ),
        "schema-lint": ('{"tools": []}', '{"tools": [{"name": "x"}]}'),
    }[command[0]]
    name = "tools.json" if command[0] == "schema-lint" else "a.mcptest.yml"
    assert re.search(hook["files"], name)
    Path(name).write_text(good)
    assert run([*command, name]) == 0, capsys.readouterr()
    Path(name).write_text(bad)
    assert run([*command, name]) in {1, 2}


@pytest.mark.parametrize(
    "name", ["mcptest.yml", "a/mcptest.yaml", "a/b.mcptest.yml", "x.yml", "notmcptest.yml"]
)
def test_hooks_for_suites_see_the_files_that_a_run_would_find(name):
    for hook in HOOKS[:2]:
        assert bool(re.search(hook["files"], name)) is is_suite_name(Path(name).name)


@pytest.mark.parametrize("fence", FENCES, ids=str)
def test_a_recipe_is_of_a_kind_that_is_tested(fence):
    assert {"github=workflow", "gitlab", "pre-commit", "baseline"} & set(fence.words)
    assert yaml.safe_load(fence.text)


@pytest.mark.parametrize("fence", recipes("github=workflow"), ids=str)
def test_a_workflow_gives_the_action_inputs_that_it_has(fence):
    steps = [s for job in yaml.safe_load(fence.text)["jobs"].values() for s in job["steps"]]
    for step in steps:
        if "mcptest@" in step.get("uses", ""):
            assert set(step["with"]) <= set(ACTION["inputs"])
            hold(action.words(inputs(**step["with"]), None))
        if step.get("run", "").startswith("mcptest"):
            hold(shlex.split(step["run"])[1:])
        assert "${{" not in step.get("run", "")


@pytest.mark.parametrize("fence", recipes("gitlab"), ids=str)
def test_a_pipeline_calls_mcptest_as_it_is(fence):
    lines = yaml.safe_load(fence.text)["mcptest"]["script"]
    called = [shlex.split(line) for line in lines if line.startswith("mcptest")]
    assert called
    for words in called:
        hold(words[1:])


def test_the_hooks_that_the_page_names_are_there():
    [fence] = recipes("pre-commit")
    named = [hook["id"] for repo in yaml.safe_load(fence.text)["repos"] for hook in repo["hooks"]]
    assert named == [hook["id"] for hook in HOOKS]


def test_the_baseline_of_the_page_can_be_read(tmp_path):
    [fence] = recipes("baseline")
    (tmp_path / "b.yml").write_text(fence.text)
    assert [entry.rule for entry in load_baseline(tmp_path / "b.yml")] == ["TOOL-002"]


def commented(monkeypatch, summary, ref):
    """The calls of the GitHub program that a summary leads to."""
    calls = []
    monkeypatch.setattr(
        action.subprocess, "run", lambda command, **more: calls.append((command, more["env"]))
    )
    action.comment({"GITHUB_REF": ref, "MCPTEST_ACTION_TOKEN": "t"}, "t", summary)
    return calls


def test_a_comparison_becomes_a_comment_on_the_pull_request(tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    summary.write_text("### mcptest compare\n")
    [(command, environ)] = commented(monkeypatch, summary, "refs/pull/7/merge")
    assert command[:4] == ["gh", "pr", "comment", "7"]
    assert {"--edit-last", "--create-if-none"} <= set(command)
    assert Path(command[command.index("--body-file") + 1]).read_text() == summary.read_text()
    assert environ == {"GITHUB_REF": "refs/pull/7/merge", "GH_TOKEN": "t"}
    assert commented(monkeypatch, summary, "refs/heads/main") == []


def test_a_comment_is_no_longer_than_github_takes(tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    summary.write_text("| breaking | catalog |\n" * 10_000)
    [(command, _)] = commented(monkeypatch, summary, "refs/pull/7/merge")
    body = Path(command[command.index("--body-file") + 1]).read_text()
    assert len(body) < 65_536
    assert set(body.splitlines()[:-2]) == {"| breaking | catalog |"}
    assert body.endswith("The rest is in the summary of the job.\n")
