"""A type checker sees what a user of the package types."""

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def test_the_public_api_has_the_types_that_users_rely_on():
    out, _, code = api.run(["--strict", "tests/typing/public_api.py"])
    assert code == 0, out


@pytest.mark.parametrize(
    "line",
    [
        "x: int = mcptest.load('a.yml')",
        "mcptest.run('a.yml', colour=True)",
        "mcptest.nobody",
        "mcptest.Client('x').call('add').nothing",
    ],
)
def test_a_mistake_is_found(line, tmp_path):
    (tmp_path / "mistaken.py").write_text(f"import mcptest\n{line}\n")
    out, _, code = api.run(["--strict", str(tmp_path / "mistaken.py")])
    assert code == 1, out
    assert "mistaken.py:2: error" in out
