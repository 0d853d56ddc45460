"""Servers behind OAuth that we did not write: signed in by client credentials and by a browser.

Two authorization servers from the npm registry, and protected servers on the Python SDK, on
FastMCP and on the TypeScript SDK. The browser's part is played by a script.
"""

from __future__ import annotations

import json
import re
import shutil
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urljoin

import httpx2
import pytest
from tests.real.conftest import REAL, free_port, listening
from tests.real.servers import HERE, python_of

from mcptest.auth.saved_logins import store
from mcptest.cli.main import run

pytestmark = pytest.mark.real
SERVERS = ("fastmcp", "sdk", "typescript")
ISSUERS = ("oidc-provider", "oauth2-mock-server")
OTHER_MATTERS = {"SHL-016"}  # both frameworks accept a foreign Origin unless they are told not to


@dataclass(frozen=True)
class Peer:
    """A protected server and its authorization server, which may register clients by itself."""

    url: str
    issuer: str
    registers: bool


@pytest.fixture(scope="module")
def peers():
    """Each pair once, all of them running; started when first asked for."""
    with ExitStack() as stack:
        made: dict[tuple[str, str], Peer] = {}

        def peer(server: str, issuer: str) -> Peer:
            if (server, issuer) not in made:
                made[server, issuer] = start(server, issuer, stack)
            return made[server, issuer]

        yield peer


def start(server: str, issuer: str, stack: ExitStack) -> Peer:
    modules = REAL / "authorization"
    if not modules.exists() or shutil.which("node") is None:
        pytest.skip("the authorization servers are not installed; run make test-real")
    port, own = free_port(), free_port()
    url = f"http://127.0.0.1:{port}/mcp"
    if issuer == "oidc-provider":
        name, audience = f"http://127.0.0.1:{own}", url
        script = str(HERE / "authorization_server.mjs")
        stack.enter_context(listening(["node", script, str(modules), str(own), url], own))
    else:
        name, audience = f"http://localhost:{own}", "-"  # it puts no audience into its tokens
        program = str(modules / "node_modules" / ".bin" / "oauth2-mock-server")
        stack.enter_context(listening(["node", program, "-a", "localhost", "-p", str(own)], own))
    arguments = [str(port), name, f"{name}/jwks", audience]
    stack.enter_context(listening([*command_of(server), *arguments], port))
    return Peer(url, name, registers=issuer == "oidc-provider")


def command_of(server: str) -> list[str]:
    if server == "typescript":
        return ["node", str(HERE / "protected_server.mjs"), str(REAL / "node")]
    python = python_of("fastmcp" if server == "fastmcp" else "py2")
    return [python, str(HERE / "protected_server.py"), server]


def visit(address: str) -> bool:
    """Sign in and consent, as a person would, wherever the pages ask for it."""

    def go() -> None:
        with httpx2.Client(follow_redirects=True, timeout=30) as client:
            page = client.get(address)
            while found := re.search(r'name="prompt" value="([^"]+)"', page.text):
                action = re.search(r'action="([^"]+)"', page.text)
                data = {"prompt": found[1], "login": "somebody", "password": "anything"}
                page = client.post(urljoin(str(page.url), action[1]), data=data)

    threading.Thread(target=go, daemon=True).start()
    return True


@pytest.fixture(autouse=True)
def own_machine(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("CI_SECRET", "ci-secret-value")
    monkeypatch.setattr(store, "find_keyring", lambda: None)
    monkeypatch.setattr(webbrowser, "open", visit)


def audited(url: str, tmp_path, *options: str) -> dict:
    report = tmp_path / "audit.json"
    code = run(["audit", "--url", url, "--report", f"json={report}", "--timeout", "60s", *options])
    document = json.loads(report.read_text())
    assert document["exit_code"] == code
    return document


def failed(document: dict) -> set[str]:
    return {
        case["id"].rpartition("::")[2] for case in document["cases"] if case["status"] == "failed"
    }


@pytest.mark.parametrize("issuer", ISSUERS)
@pytest.mark.parametrize("server", SERVERS)
def test_client_credentials_open_an_audit(peers, tmp_path, server, issuer):
    peer = peers(server, issuer)
    document = audited(
        peer.url,
        tmp_path,
        *("--oauth", "client-credentials", "--client-id", "ci", "--client-secret-env", "CI_SECRET"),
    )
    assert failed(document) <= OTHER_MATTERS
    passed = {
        case["id"].rpartition("::")[2] for case in document["cases"] if case["status"] == "passed"
    }
    assert {"AUTH-001", "AUTH-002", "AUTH-031", "AUTH-035", "AUTH-036"} <= passed
    assert "ci-secret-value" not in json.dumps(document)


@pytest.mark.parametrize("issuer", ISSUERS)
@pytest.mark.parametrize("server", SERVERS)
def test_a_browser_signs_in_and_the_login_opens_an_audit(peers, tmp_path, capsys, server, issuer):
    peer = peers(server, issuer)
    client = () if peer.registers else ("--client-id", "somebody")
    assert run(["login", peer.url, *client, "--timeout", "60s"]) == 0
    assert "signed in" in capsys.readouterr().out
    document = audited(peer.url, tmp_path)
    assert failed(document) <= OTHER_MATTERS
    kept = store.default_store().find(peer.url)
    assert kept is not None
    assert kept.token.access not in json.dumps(document)


@pytest.mark.parametrize("issuer", ISSUERS)
@pytest.mark.parametrize("server", SERVERS)
def test_every_step_to_a_token_holds(peers, server, issuer):
    assert run(["auth", peers(server, issuer).url]) == 0
