"""`mcptest login`, `login --list` and `logout`, with a browser that a thread plays."""

from __future__ import annotations

import threading
import urllib.request
import webbrowser
from contextlib import suppress
from http.client import HTTPException
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from tests.auth.site import Says, protected, site

from mcptest.auth.saved_logins import store

TOKEN = {"access_token": "at-1234567", "token_type": "Bearer", "expires_in": 3600}


@pytest.fixture
def url(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(store, "find_keyring", lambda: None)
    visits = []
    monkeypatch.setattr(webbrowser, "open", lambda address: visits.append(visit(address)) or True)
    with site() as here:
        found = protected(here)
        here.at("POST /register", Says(201, {"client_id": "c-1"}))
        here.at("POST /token", Says(body={**TOKEN, "refresh_token": "rt-1234567"}))
        yield found
    for thread in visits:
        thread.join(40)


def visit(address):
    query = dict(parse_qsl(urlsplit(address).query))
    back = urlencode({"code": "code-1", "state": query["state"]})
    go = f"{query['redirect_uri']}?{back}"
    browser = threading.Thread(target=browse, args=(go,))
    browser.start()
    return browser


def browse(address):
    """A login that is over may leave before the page is read."""
    with suppress(OSError, HTTPException):
        urllib.request.urlopen(address, timeout=20).close()


def test_a_login_is_kept_listed_and_deleted(cli, url, tmp_path):
    said = cli("login", url)
    assert said.code == 0
    assert "signed in" in said.out
    assert "at-1234567" not in said.out + said.err
    listed = cli("login", "--list")
    assert url in listed.out
    assert "renewable" in listed.out
    assert cli("logout", url).out.startswith("Deleted")
    assert cli("logout", url).out.startswith("There is no login")
    assert cli("login", "--list").out == ""


def test_without_a_browser_the_address_is_printed(cli, url, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda _address: False)
    said = cli("login", url, "--timeout", "50ms")
    assert said.code == 3
    assert "/authorize?response_type=code" in said.out
    assert "auth-no-browser" in said.err


def test_endpoints_of_the_command_line_are_used_and_checked(cli, url):
    origin = url.removesuffix("/mcp")
    said = cli(
        "login",
        url,
        "--no-browser",
        "--timeout",
        "50ms",
        "--authorization-endpoint",
        f"{origin}/own",
    )
    assert f"{origin}/own?response_type=code" in said.out
    said = cli("login", url, "--token-endpoint", "http://far.example/token")
    assert said.code == 2
    assert "server-endpoint" in said.err
    said = cli("login", url, "--registration-endpoint", f"{origin}/nowhere")
    assert "auth-no-client" in said.err
    assert cli("login", url, "--token-endpoint", f"{origin}/token").code == 0


def test_a_secret_that_is_not_set_is_told(cli, url):
    said = cli("login", url, "--client-id", "c", "--client-secret-env", "NOT_SET_ANYWHERE")
    assert said.code == 2
    assert cli("login").code == 2


def test_a_home_that_cannot_be_written_is_told_before_the_browser(cli, url, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    said = cli("login", url)
    assert said.code == 4
    assert "auth-store" in said.err
