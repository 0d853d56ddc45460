"""Signing in from the page, with the authorization server's part done in a second tab."""

import os

import pytest
from tests.auth.guarded import Guarded
from tests.auth.site import Says, site
from tests.real.ui_page import View, ui

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]


@pytest.fixture
def guarded():
    with site() as here:
        found = Guarded(here)
        registered = {"client_id": "c-1", "token_endpoint_auth_method": "none"}
        here.at("POST /register", Says(201, registered))
        here.at("GET /authorize", allow)
        yield found


def allow(ask):
    """A user who is signed in already and allows everything."""
    back = f"{ask.query['redirect_uri']}?code=code-1&state={ask.query['state']}"
    return Says(302, None, {"Location": back})


@pytest.fixture
def own_state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    return dict(os.environ)


@pytest.mark.usefixtures("own_state")
def test_a_protected_server_is_signed_in_to_called_and_left(browser, guarded, tmp_path):
    with ui(tmp_path, "--url", guarded.url) as (link, _):
        one = View(browser, link, guarded.here.origin.removeprefix("http://"))
        tab = one.tab
        tab.click("Connect")
        tab.wait("document.querySelector('.problem')?.textContent.includes('Sign in below')")
        assert tab.look("document.querySelector('.toast')") is None
        assert tab.look("document.querySelector('.log').checkVisibility()") is False  # no stderr
        tab.click("Check the sign-in")
        tab.wait("document.querySelectorAll('[data-step=ok]').length > 5")
        assert one.problems() == []
        tab.click("Sign in")
        address = tab.wait("document.querySelector('[data-sign-in] a')?.href")
        assert tab.look("document.querySelector('[data-sign-in] a').rel") == "noopener noreferrer"
        assert address.startswith(f"{guarded.here.origin}/authorize?")
        other = browser.open(address)
        other.wait("document.body.textContent.includes('return to mcptest')")
        other.close()
        tab.wait("document.querySelector('.state').dataset.state === 'open'")
        tab.wait("document.querySelector('.auth').textContent.includes('stored on this machine')")
        one.tool("get_x")
        one.call("ok")
        one.go("messages")
        tab.wait("document.querySelectorAll('.messages .row').length > 4")
        tab.look("[...document.querySelectorAll('.messages .row')].at(-1).click()")
        tab.click("Headers")
        tab.wait("document.querySelectorAll('[data-head]').length === 2")
        assert "Authorization[redacted]" in one.text(".heads")
        [token] = guarded.issued
        assert token not in tab.look("document.documentElement.outerHTML")
        one.go("servers")
        tab.click("Sign out")
        tab.wait("document.querySelector('.auth').textContent.includes('No credentials')")
        tab.close()


@pytest.mark.usefixtures("own_state")
def test_endpoints_are_filled_in_by_hand(browser, guarded, tmp_path):
    here = guarded.here
    for missing in ("protected-resource/mcp", "authorization-server"):
        here.at(f"GET /.well-known/oauth-{missing}", Says(404))
    with ui(tmp_path, "--url", guarded.url) as (link, _):
        one = View(browser, link, here.origin.removeprefix("http://"))
        tab = one.tab
        tab.click("Sign in")
        tab.wait("document.querySelector('[data-sign-in] .problem')")
        tab.look("document.querySelector('.advanced summary').click()")
        for name in ("authorization", "token"):
            path = {"authorization": "authorize", "token": "token"}[name]
            one.fill(f"[name={name}_endpoint]", f"{here.origin}/{path}")
        one.fill("[name=client_id]", "mine")
        assert one.problems() == []
        tab.press("Enter")
        address = tab.wait("document.querySelector('[data-sign-in] a')?.href")
        assert "client_id=mine" in address
        other = browser.open(address)
        other.wait("document.body.textContent.includes('return to mcptest')")
        other.close()
        tab.wait("document.querySelector('.state').dataset.state === 'open'")
        one.fill("[name=token_endpoint]", "http://far.example/token")
        tab.click("Sign in again")
        tab.wait(
            "document.querySelector('[data-sign-in] .problem')?.textContent.includes('not an https URL')"
        )
        tab.close()
