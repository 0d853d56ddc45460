"""What a person sees, story by story: a folder with the command, the files and the answer.

``said`` starts with the exit code; ``pytest tests/golden --update-goldens`` writes it anew.
"""

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from mcptest import __version__
from mcptest.cli.main import run

HERE = Path(__file__).parent
TINY = HERE.parent / "servers" / "tiny.py"
STORIES = sorted(path.parent for path in HERE.glob("*/cmd"))
VOLATILE = [
    (re.compile(r"\b\d+(?:\.\d+)? (?:ms|s)\b"), "N ms"),
    (re.compile(r'"id": \d+'), '"id": N'),
    (re.compile(re.escape(__version__)), "<version>"),
]


def normalised(text, folder):
    text = text.replace(str(folder), "<folder>")
    for pattern, shown in VOLATILE:
        text = pattern.sub(shown, text)
    return text


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.name)
def test_the_story_is_told_as_it_was(story, tmp_path, capsys, monkeypatch, pytestconfig):
    for name in ("CI", "NO_COLOR", "MCPTEST_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    folder = shutil.copytree(story, tmp_path / "story")
    shutil.copy(TINY, folder)
    monkeypatch.chdir(folder)
    program, *argv = shlex.split((story / "cmd").read_text(encoding="utf-8"))
    assert program == "mcptest"
    code = run(argv)
    out, err = capsys.readouterr()
    parts = [f"exit {int(code)}", "--- stdout ---", out, "--- stderr ---", err]
    told = normalised("\n".join(parts), os.path.realpath(folder))
    golden = story / "said"
    if pytestconfig.getoption("--update-goldens"):
        golden.write_text(told, encoding="utf-8")
    assert told == golden.read_text(encoding="utf-8")


def test_there_are_stories():
    assert len(STORIES) >= 9
