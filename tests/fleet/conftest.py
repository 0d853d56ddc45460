"""A fleet on disk, workers that are a line of Python, and rows made by hand."""

import json
import sys
from textwrap import dedent

import pytest

from mcptest.fleet.result import ServerResult, ServerStatus, result_document


@pytest.fixture
def write(tmp_path):
    def put(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return path

    return put


@pytest.fixture
def row():
    def make(name="one", status=ServerStatus.PASSED, job="j", **more):
        return ServerResult(name=name, status=status, job=job, **more)

    return make


@pytest.fixture
def worker(tmp_path):
    """The command of a worker that does what the body says with its ``job``."""

    def make(body):
        path = tmp_path / "worker.py"
        path.write_text(
            "import json, os, sys, time\njob = json.loads(sys.stdin.readline())\n" + dedent(body)
        )
        return (sys.executable, str(path))

    return make


@pytest.fixture
def passing(worker, row):
    """A worker that says that its server passed."""
    line = json.dumps(result_document(row("NAME")))
    return worker(f"print({line!r}.replace('NAME', job['name']))")
