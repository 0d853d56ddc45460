"""`mcptest auth URL`: the table, the run document, the exit codes."""

from __future__ import annotations

import json

import pytest
from tests.auth.site import Says, protected, site


@pytest.fixture
def here():
    with site() as found:
        yield found


def test_a_healthy_server_shows_every_step_and_exits_0(cli, here):
    result = cli("auth", protected(here))
    assert result.code == 0
    assert "a request without a token is refused" in result.out
    assert "received  HTTP 401" in result.out
    assert "PKCE with S256 is offered" in result.out


def test_a_broken_step_has_its_advice_and_the_clients_that_stop_there(cli, here):
    url = protected(here)
    document = {"resource": "https://a.example/mcp", "authorization_servers": [here.origin]}
    here.at("GET /.well-known/oauth-protected-resource/mcp", Says(body=document))
    result = cli("auth", url)
    assert result.code == 1
    assert "advice" in result.out
    assert "fails in  TypeScript SDK" in result.out


def test_the_document_is_a_run_of_the_lane_auth(cli, here):
    url = protected(here)
    here.at("GET /.well-known/oauth-protected-resource/mcp", Says(404))
    result = cli("auth", url, "--format", "json", "--spec-version", "2025-11-25")
    document = json.loads(result.out)
    assert document["schema"] == "mcptest.run/v1"
    assert {case["lane"] for case in document["cases"]} == {"auth"}
    broken = next(case for case in document["cases"] if case["status"] == "failed")
    assert broken["targets"]["sent"].startswith("GET ")
    assert broken["targets"]["failing_clients"]


def test_a_server_without_authorization_is_fine(cli, here):
    here.at("POST /mcp", Says(200, {"jsonrpc": "2.0", "id": 1, "result": {}}))
    result = cli("auth", f"{here.origin}/mcp")
    assert result.code == 0
    assert "no authorization is needed" in result.out


def test_a_server_that_is_not_there_exits_3(cli):
    assert cli("auth", "http://127.0.0.1:1/mcp").code == 3


def test_a_revision_without_authorization_is_a_mistake_of_the_user(cli):
    said = cli("auth", "http://127.0.0.1:1/mcp", "--spec-version", "2024-11-05")
    assert said.code == 2
    assert "auth-revision" in said.err
