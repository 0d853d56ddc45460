"""Servers behind a fixed key, and servers without one: no rule about OAuth fails them."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager

import pytest
from tests.real.conftest import REAL, free_port, listening
from tests.real.servers import HERE, node_server, python_of, served

from mcptest.cli.main import run

pytestmark = pytest.mark.real
KEY = "planted-key-1"


@contextmanager
def fastmcp():
    """The SDK's own verifier of fixed tokens, which sends ``WWW-Authenticate: Bearer``."""
    port = free_port()
    command = [python_of("fastmcp"), str(HERE / "static_key_server.py"), str(port)]
    with listening(command, port):
        yield f"http://127.0.0.1:{port}/mcp", f"Authorization: Bearer {KEY}"


@contextmanager
def proxy():
    """A published server behind a published proxy that wants ``X-API-Key``."""
    program = REAL / "keyed/node_modules/.bin/mcp-proxy"
    if not program.exists() or shutil.which("node") is None:
        pytest.skip("mcp-proxy is not installed; run make test-real")
    port = free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--server", "stream", "--apiKey", KEY]
    inner = ["node", node_server("server-memory")]
    with listening(["node", str(program), *options, "--", *inner], port):
        yield f"http://127.0.0.1:{port}/mcp", f"X-API-Key: {KEY}"


def graded(url: str, tmp_path, *options: str) -> tuple[int, dict[str, tuple[str, str]]]:
    report = tmp_path / "grade.json"
    code = run(["compliance", "run", "--url", url, "--report", f"json={report}", *options])
    cases = json.loads(report.read_text())["cases"]
    found = {case["id"].rpartition("::")[2]: case for case in cases}
    return code, {
        name: (case["status"], str(case.get("findings")))
        for name, case in found.items()
        if name.startswith("AUTH-")
    }


def by_status(found: dict[str, tuple[str, str]], *wanted: str) -> set[str]:
    return {name for name, (status, _) in found.items() if status in wanted}


@pytest.mark.parametrize("server", [fastmcp, proxy])
def test_a_fixed_key_fails_no_rule(tmp_path, server):
    with server() as (url, header):
        _, found = graded(url, tmp_path, "--header", header)
    assert by_status(found, "failed", "errored") == set(), found
    assert by_status(found, "warned") <= {"AUTH-200"}, found
    # The rules look at Authorization; a key in another header is not their subject.
    assert found["AUTH-201"][0] == ("passed" if server is fastmcp else "skipped")


@pytest.mark.parametrize("server", [fastmcp, proxy])
def test_who_says_that_the_key_is_fixed_gets_no_warning(tmp_path, server):
    suite = tmp_path / "checks.yml"
    with server() as (url, header):
        name, _, value = header.partition(": ")
        headers = json.dumps({name: value})
        suite.write_text(
            f"server: {{url: '{url}', headers: {headers}}}\n"
            "compliance: {hints: {static_key: true}, tests: []}\n"
        )
        report = tmp_path / "grade.json"
        run(["compliance", "run", "--from-suite", str(suite), "--report", f"json={report}"])
    cases = json.loads(report.read_text())["cases"]
    auth = {c["id"].rpartition("::")[2]: c["status"] for c in cases if "AUTH-" in c["id"]}
    assert auth["AUTH-200"] == "skipped"
    assert not {name for name, status in auth.items() if status in {"failed", "warned", "errored"}}


@pytest.mark.parametrize("server", [fastmcp, proxy])
def test_without_the_key_there_is_no_grade_and_the_way_in_is_named(tmp_path, capsys, server):
    with server() as (url, _):
        assert run(["compliance", "run", "--url", url]) == 3
    assert "pass a token" in "".join(capsys.readouterr())


@pytest.mark.parametrize("name", ["mcp 2.x", "FastMCP", "TypeScript 1.x", "everything"])
def test_a_server_without_authorization_has_nothing_to_answer_for(tmp_path, name):
    with served(name) as url:
        _, found = graded(url, tmp_path)
    assert by_status(found, "passed", "failed", "warned", "errored") == set(), found
