"""The examples on pins, upgrades and migrations do what their words say."""

import json
import os
import sys
from pathlib import Path

import pytest
from tests.docs.pages import fences

from mcptest.cli.main import run

EXAMPLES = Path(__file__).parents[2] / "examples"
DOCTOR = EXAMPLES / "migration-doctor"


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """The command stands beside the interpreter."""
    folder = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", os.pathsep.join([folder, os.environ["PATH"]]))


def gates(capsys, *words):
    code = run([*words, "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    return code, {gate["name"]: gate["passed"] for gate in found["compliance"]["gates"]}


@pytest.mark.parametrize("command", [("run",), ("compliance", "run", "--from-suite")])
@pytest.mark.parametrize(
    ("name", "code"), [("spec-version-pinning.yml", 0), ("spec-version-upgrade.yml", 1)]
)
def test_a_pinned_suite_ends_as_its_comment_says(capsys, command, name, code):
    found = gates(capsys, *command, str(EXAMPLES / name))
    assert found == (code, {"spec_version_check": code == 0})


def commands():
    lines = (DOCTOR / "README.md").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("$ mcptest ").split() for line in lines if line.startswith("$ ")]


@pytest.mark.parametrize(
    ("number", "code", "word"), [(0, 1, "RES-003"), (1, 0, "48 passed"), (2, 1, "-32004")]
)
def test_the_doctor_says_what_its_page_promises(capsys, monkeypatch, number, code, word):
    monkeypatch.chdir(DOCTOR)
    assert run(commands()[number]) == code
    assert word in capsys.readouterr().out


def test_the_python_of_the_page_runs():
    [fence] = [each for each in fences(DOCTOR / "README.md") if each.language == "python"]
    names = {}
    exec(fence.text, names)
    assert names["verdict"].replacement == -32602
