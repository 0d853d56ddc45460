"""Python that a page shows runs as it stands there, and the reference has every public name."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, ROOT, fences

import mcptest

INI = "[pytest]\nasyncio_default_fixture_loop_scope = function\n"


@pytest.fixture
def examples(pytester, monkeypatch):
    """A folder with the examples, and mcptest on the path."""
    shutil.copytree(ROOT / "examples", pytester.path, dirs_exist_ok=True)
    for name in ("CI", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)
    here = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", os.pathsep.join([here, os.environ["PATH"]]))
    return pytester


def test_the_page_on_python_does_what_it_says(examples):
    names: dict[str, object] = {}
    run = [f for f in fences(DOCS / "how-to" / "use-from-python.md") if "run" in f.words]
    assert len(run) >= 7
    for fence in run:
        exec(compile(fence.text, str(fence), "exec"), names)


def test_the_page_on_pytest_does_what_it_says(examples):
    for fence in fences(DOCS / "how-to" / "test-from-pytest.md"):
        if fence.word("file"):
            (examples.path / fence.word("file")).write_text(fence.text, encoding="utf-8")
    examples.makeini(INI)
    ours = ["test_records.py", "test_awaited.py", "quickstart.mcptest.yml"]
    examples.runpytest_inprocess("-p", "no:cacheprovider", *ours).assert_outcomes(passed=12)


def test_the_example_for_pytest_is_green(examples):
    examples.makeini(INI)
    result = examples.runpytest_inprocess("-p", "no:cacheprovider", "--strict-markers", "pytest")
    result.assert_outcomes(passed=7)


def test_the_reference_has_every_public_name_and_no_other():
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^### `(\w+)`$", text, re.MULTILINE)) == mcptest.__all__


def test_the_page_on_pytest_names_every_option_of_the_plugin():
    text = (DOCS / "how-to" / "test-from-pytest.md").read_text(encoding="utf-8")
    source = (ROOT / "src/mcptest/pytest_plugin/__init__.py").read_text(encoding="utf-8")
    options = re.findall(
        r'"(--mcptest-[a-z-]+)"|addini\("(\w+)"|^def (mcp\w*)\(', source, re.MULTILINE
    )
    assert len(options) == 4
    assert [found for found in map("".join, options) if found not in text] == []
