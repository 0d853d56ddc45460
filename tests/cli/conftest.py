"""The command line in this process, on the smallest server there is."""

import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from mcptest.cli.main import run

TINY = Path(__file__).parents[1] / "servers" / "tiny.py"
COMMAND = [sys.executable, str(TINY)]


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def no_ci(monkeypatch):
    """What the machine of the tests happens to set must not decide them."""
    for name in ("CI", "NO_COLOR", "MCPTEST_DEBUG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def cli(capsys):
    def call(*argv):
        code = run([str(word) for word in argv])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Said(code, out, err)

    return call


@pytest.fixture
def suite(tmp_path):
    """A suite of the tiny server, as a file."""

    def write(body, name="checks.mcptest.yml", *, server=None):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        head = server or f"server: {{command: {COMMAND!r}}}\n".replace("'", '"')
        path.write_text(head + dedent(body), encoding="utf-8")
        return path

    return write


@pytest.fixture
def tiny():
    return ["--", *COMMAND]
