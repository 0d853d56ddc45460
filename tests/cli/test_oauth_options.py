"""`--oauth` and `auth.oauth` on every command that talks to a server; what goes wrong, exit 3."""

from __future__ import annotations

import json

import pytest
from tests.auth.guarded import Guarded
from tests.auth.site import Says, site

from mcptest.auth.saved_logins import store

SECRET = "planted-client-secret"
OAUTH = ("--oauth", "client-credentials", "--client-id-env", "CI_ID", "--client-secret-env", "CI_S")


@pytest.fixture
def guarded(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("CI_ID", "ci-client")
    monkeypatch.setenv("CI_S", SECRET)
    monkeypatch.setattr(store, "find_keyring", lambda: None)
    with site() as here:
        yield Guarded(here)


COMMANDS = (
    ["tools"],
    ["audit", "--only", "lint"],
    ["probe"],
    ["fuzz", "--max-calls", "5"],
    ["doctor"],
    ["compliance", "run", "--spec-version", "2025-11-25"],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_signs_in_and_shows_no_token(cli, guarded, command):
    said = cli(*command, "--url", guarded.url, *OAUTH, "--scope", "notes")
    assert said.code in {0, 1}, said.err
    assert guarded.issued
    for secret in (SECRET, *guarded.issued):
        assert secret not in said.out + said.err


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_refused_client_is_told_by_every_command_with_exit_3(cli, guarded, command):
    guarded.here.at("POST /token", Says(401, {"error": "invalid_client"}))
    said = cli(*command, "--url", guarded.url, *OAUTH)
    assert said.code == 3
    assert "invalid_client" in said.out + said.err
    assert SECRET not in said.out + said.err


def test_a_suite_signs_in_and_a_renewal_is_noted(cli, guarded, tmp_path):
    suite = tmp_path / "checks.yml"
    suite.write_text(
        f"""
server:
  url: {guarded.url}
  auth:
    oauth:
      grant: client_credentials
      client_id_env: CI_ID
      client_secret_env: CI_S
      token_endpoint: {guarded.here.origin}/token
      scope: notes
tools:
  - name: x
    tool: get_x
    expect:
      - {{target: "result.content[0].text", matcher: {{exact: x}}}}
"""
    )
    guarded.lives = 10
    said = cli("run", suite, "--format", "json")
    assert said.err == ""
    document = json.loads(said.out)
    assert (said.code, document["summary"]["passed"]) == (0, 1), said.out
    assert document["notes"] == ["the access token was about to expire; mcptest renewed it"]
    assert "planted" not in said.out


BAD_SUITES = {
    "client_id": "oauth: {grant: client_credentials, client_secret_env: CI_S}",
    "client_secret_env": "oauth: {grant: client_credentials, client_id: a}",
    "refresh_token_env": "oauth: {grant: refresh_token, client_id: a}",
    "either": "{}",
    "is not set": "oauth: {grant: client_credentials, client_id: a, client_secret_env: NOT_SET}",
}


@pytest.mark.parametrize("word", BAD_SUITES)
def test_a_suite_with_half_an_oauth_block_is_told_what_is_missing(cli, tmp_path, word, guarded):
    body = BAD_SUITES[word] if BAD_SUITES[word] == "{}" else f"{{{BAD_SUITES[word]}}}"
    suite = tmp_path / "bad.yml"
    suite.write_text(f"server: {{url: 'http://127.0.0.1:1/mcp', auth: {body}}}\n")
    said = cli("run", suite)
    assert said.code == 2
    assert word in said.err + said.out


BAD_OPTIONS = {
    "requires --oauth": ("--scope", "a"),
    "either --client-id": ("--oauth", "client-credentials", "--client-secret-env", "CI_S"),
    "--client-secret-env": ("--oauth", "client-credentials", "--client-id", "a"),
    "--refresh-token-env": ("--oauth", "refresh-token", "--client-id", "a"),
    "NOT_SET": (
        "--oauth",
        "client-credentials",
        "--client-id",
        "a",
        "--client-secret-env",
        "NOT_SET",
    ),
}


@pytest.mark.parametrize("word", BAD_OPTIONS)
def test_half_of_the_options_is_a_mistake_of_the_user(cli, guarded, word):
    said = cli("tools", "--url", guarded.url, *BAD_OPTIONS[word])
    assert said.code == 2
    assert word in said.err


def test_a_server_that_mcptest_starts_has_no_oauth(cli, tiny):
    assert cli("tools", "--oauth", "stored", *tiny).code == 2


def test_a_stored_login_that_is_not_there_says_how_to_log_in(cli, guarded):
    said = cli("tools", "--url", guarded.url, "--oauth", "stored")
    assert said.code == 3
    assert "mcptest login" in said.err


def test_a_refused_request_without_a_token_names_the_login(cli, guarded):
    said = cli("tools", "--url", guarded.url)
    assert said.code == 3
    assert "mcptest login" in said.err


def test_an_expired_token_is_called_expired(cli, guarded, monkeypatch):
    from base64 import urlsafe_b64encode

    claims = urlsafe_b64encode(json.dumps({"exp": 1}).encode()).decode().rstrip("=")
    monkeypatch.setenv("OLD", f"e30.{claims}.signature")
    said = cli("tools", "--url", guarded.url, "--bearer-env", "OLD")
    assert said.code == 3
    assert "the access token expired" in said.err


def test_a_missing_scope_is_called_so(cli, guarded):
    said = 'Bearer error="insufficient_scope", scope="admin"'
    guarded.here.at(
        "POST /mcp",
        lambda ask: (
            guarded.answer(ask)
            if "authorization" not in ask.headers
            else Says(403, None, {"WWW-Authenticate": said})
        ),
    )
    found = cli("tools", "--url", guarded.url, *OAUTH)
    assert found.code == 3
    assert 'lacks a required scope "admin"' in found.err
