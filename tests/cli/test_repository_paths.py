"""Annotations name files as the code host knows them."""

import json
import sys

import pytest

from mcptest.cli.output.repository import repository_root, source_of


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_root_is_what_ci_names_then_the_checkout_then_the_folder(checkout, tmp_path_factory):
    sub = checkout / "sub"
    assert repository_root({}, sub) == checkout
    assert repository_root({"GITHUB_WORKSPACE": str(sub)}, sub) == sub
    assert repository_root({"CI_PROJECT_DIR": "/elsewhere"}, sub) == checkout
    other = tmp_path_factory.mktemp("plain")
    assert repository_root({}, other) in {other, *other.parents}


def test_the_source_is_a_file_that_exists_inside(checkout):
    (checkout / "sub" / "server.py").write_text("")
    words = [sys.executable, "missing.py", "server.py"]
    assert source_of(words, checkout) == "sub/server.py"
    assert source_of([sys.executable], checkout) is None
    (checkout / "package.json").write_text("{}")
    assert source_of([sys.executable], checkout) == "package.json"


def test_a_failed_test_is_annotated_relative_to_the_repository(cli, checkout, suite):
    body = "tools:\n  - {name: greets, tool: fail}\n"
    path = suite(body, "../" + checkout.name + "/sub/checks.mcptest.yml")
    said = cli("run", path.name, "--format", "github")
    assert "file=sub/checks.mcptest.yml" in said.out


def test_an_audit_points_code_scanning_at_the_server(cli, checkout):
    server = checkout / "sub" / "server.py"
    server.write_text("print('not MCP', flush=True)")
    said = cli("audit", "--format", "sarif", "--timeout", "5s", "--", sys.executable, "server.py")
    results = json.loads(said.out)["runs"][0]["results"]
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results}
    assert uris == {"sub/server.py"}
