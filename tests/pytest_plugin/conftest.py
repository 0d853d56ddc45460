"""pytest inside pytest, with a small server and a suite."""

import json
import sys
from pathlib import Path

import pytest

TINY = Path(__file__).parents[1] / "servers" / "tiny.py"
COMMAND = [sys.executable, "-S", str(TINY)]
INI = "[pytest]\nasyncio_default_fixture_loop_scope = function\n"


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Not under CI, and not a worker of the run outside."""
    for name in ("CI", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def suite(pytester):
    """Write a suite on the small server; gives its path."""
    pytester.makeini(INI)

    def write(text, name="mcptest.yml", command=COMMAND):
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"server: {{command: {json.dumps(command)}}}\n{text}", encoding="utf-8")
        return path

    return write


@pytest.fixture
def run(pytester):
    """Run pytest in this process, quietly."""

    def run(*arguments):
        return pytester.runpytest_inprocess("-p", "no:cacheprovider", *arguments)

    return run
