"""``mcptest diff``."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.main import run
from mcptest.lint.sample import arguments, sample, text


@pytest.fixture
def catalogs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tight = sample(inputSchema=arguments({"query": text(), "more": text()}))
    Path("old.json").write_text(json.dumps({"tools": [sample()]}))
    Path("new.json").write_text(json.dumps([tight]))
    return tmp_path


def diff(capsys, *words):
    code = run(["diff", *words])
    return code, capsys.readouterr()


def test_a_break_is_a_one(catalogs, capsys):
    code, seen = diff(capsys, "old.json", "new.json")
    assert code == 1
    assert 'breaking "more" was added and is required' in seen.out


def test_nothing_that_breaks_is_a_zero(catalogs, capsys):
    assert diff(capsys, "old.json", "old.json")[0] == 0
    assert diff(capsys, "new.json", "old.json", "--format", "markdown")[0] == 1


def test_the_document(catalogs, capsys):
    code, seen = diff(capsys, "old.json", "new.json", "--format", "json")
    found = json.loads(seen.out)
    assert (code, found["schema"], found["from"], found["to"]) == (
        1,
        "mcptest.catalog-diff/v1",
        "old.json",
        "new.json",
    )


def test_what_to_compare_must_be_said(catalogs, capsys):
    assert diff(capsys, "old.json")[0] == 2
    assert diff(capsys, "old.json", "new.json", "--url", "http://localhost:1")[0] == 2
    assert diff(capsys, "old.json", "nowhere.json")[0] == 2


def test_a_live_server_is_compared(catalogs, capsys):
    server = ["--", sys.executable, "-m", "mcptest", "mock", "--tools-from", "new.json"]
    code, seen = diff(capsys, "old.json", *server)
    assert code == 1
    assert "was added and is required" in seen.out
    assert diff(capsys, "old.json", "--", "/nowhere/server")[0] == 3
