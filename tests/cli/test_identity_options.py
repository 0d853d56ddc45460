"""Enterprise-managed authorization from the command line, a suite and Python, on a real mock."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import mcptest
from mcptest.auth.saved_logins import store
from mcptest.mock.auth.identity import NAMED_ID_TOKEN

SECRET = "mcptest-secret"


@pytest.fixture(autouse=True)
def own_state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(store, "find_keyring", lambda: None)
    for name, value in {
        "SECRET": SECRET,
        "IDENTITY": NAMED_ID_TOKEN,
        "WRONG": "a-token-that-is-unknown-here",
    }.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="module")
def url():
    """A protected mock that is its own identity provider."""
    command = [sys.executable, "-m", "mcptest", "mock", "--auth", "--http", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        lines = iter(process.stdout.readline, "")
        line = next(line for line in lines if line.startswith("listening on "))
        yield line.removeprefix("listening on ").strip()
        process.terminate()


def options(url, **changes):
    given = {
        "oauth": "enterprise-managed",
        "client-id": "mcptest",
        "client-secret-env": "SECRET",
        "idp": url.removesuffix("/mcp"),
        "idp-client-id": "mcptest",
        "idp-client-secret-env": "SECRET",
        "id-token-env": "IDENTITY",
    }
    named = {**given, **{name.replace("_", "-"): value for name, value in changes.items()}}
    return [word for name, value in named.items() if value for word in (f"--{name}", value)]


def test_a_command_signs_in_by_an_id_token_and_shows_no_secret(cli, url):
    said = cli("tools", "--url", url, *options(url))
    assert said.code == 0, said.err
    for secret in (SECRET, NAMED_ID_TOKEN):
        assert secret not in said.out + said.err


@pytest.mark.parametrize(
    ("word", "changes"),
    [
        ("new ID token", {"id_token_env": "WRONG"}),
        ("both know this client", {"client_id": "other", "client_secret_env": "OTHER"}),
        ("Check the client id", {"idp_client_secret_env": "WRONG"}),
    ],
)
def test_whoever_refuses_is_named_with_the_next_step(cli, url, monkeypatch, word, changes):
    monkeypatch.setenv("OTHER", "other-secret")
    said = cli("tools", "--url", url, *options(url, **changes))
    assert said.code == 3
    assert word in re.sub(r"\s+", " ", said.err)
    for secret in (SECRET, NAMED_ID_TOKEN, "other-secret"):
        assert secret not in said.out + said.err


@pytest.mark.parametrize("missing", ["idp", "idp-client-id", "id-token-env", "client-id"])
def test_half_of_the_options_is_a_mistake_of_the_user(cli, url, missing):
    said = cli("tools", "--url", url, *options(url, **{missing: None}))
    assert said.code == 2
    assert f"--{missing}" in said.err


def test_a_login_needs_both_options(cli, url):
    said = cli("login", url, "--idp", "https://idp.example")
    assert said.code == 2
    assert "--idp-client-id" in said.err


SUITE = """
server:
  url: {url}
  auth:
    oauth:
      grant: enterprise_managed
      client_id: mcptest
      client_secret_env: SECRET
      idp: {{ {idp} }}
tools:
  - {{ name: signed in, tool: echo, args: {{ text: hello }} }}
"""
IDP = "issuer: '{origin}', client_id: mcptest, client_secret_env: SECRET, id_token_env: IDENTITY"


def suite(folder, url, idp):
    path = folder / "checks.yml"
    path.write_text(SUITE.format(url=url, idp=idp.format(origin=url.removesuffix("/mcp"))))
    return path


def test_a_suite_signs_in_by_an_id_token(cli, url, tmp_path):
    said = cli("run", suite(tmp_path, url, IDP))
    assert said.code == 0, said.out + said.err
    assert SECRET not in said.out + said.err


@pytest.mark.parametrize("missing", ["issuer", "client_id", "id_token_env"])
def test_half_of_an_idp_block_is_told_what_is_missing(cli, url, tmp_path, missing):
    kept = ", ".join(part for part in IDP.split(", ") if not part.startswith(f"{missing}:"))
    said = cli("run", suite(tmp_path, url, kept))
    assert said.code == 2
    assert missing in said.err + said.out


def test_python_signs_in_by_an_id_token(url):
    given = {"client_id": "mcptest", "client_secret": SECRET, "idp": url.removesuffix("/mcp")}
    own = {"idp_client_id": "mcptest", "idp_client_secret": SECRET, "id_token": NAMED_ID_TOKEN}
    with mcptest.Client(mcptest.oauth(url, **given, **own), check_protocol=False) as client:
        assert client.tools
    with pytest.raises(mcptest.UsageError):
        mcptest.oauth(url, **given)
