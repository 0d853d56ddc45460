"""A server behind OAuth in Python: signed in when it is first used."""

from __future__ import annotations

import pytest
from tests.auth.guarded import Guarded
from tests.auth.site import site

import mcptest
from mcptest.auth.saved_logins import store


@pytest.fixture
def guarded(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(store, "find_keyring", lambda: None)
    with site() as here:
        yield Guarded(here)


def test_a_client_signs_in_by_client_credentials(guarded):
    server = mcptest.oauth(guarded.url, client_id="ci", client_secret="s3cret-value", scope="a")
    with mcptest.Client(server, check_protocol=False) as client:
        assert client.call("get_x").text == "x"
    assert list(guarded.issued.values()) == ["a"]


def test_a_refresh_token_is_used_where_one_is_given(guarded):
    server = mcptest.oauth(guarded.url, client_id="ci", refresh_token="rt-planted-1")
    with mcptest.Client(server, check_protocol=False) as client:
        assert client.call("get_x").text == "x"
    assert guarded.grants == ["refresh_token"]


def test_without_a_secret_the_way_out_is_named():
    with pytest.raises(mcptest.UsageError) as caught:
        mcptest.oauth("http://127.0.0.1:1/mcp", client_id="ci")
    assert caught.value.code == "server-oauth"


def test_a_refused_client_is_a_sign_in_error(guarded):
    from tests.auth.site import Says

    guarded.here.at("POST /token", Says(401, {"error": "invalid_client"}))
    server = mcptest.oauth(guarded.url, client_id="ci", client_secret="s3cret-value")
    with pytest.raises(mcptest.SignInError), mcptest.Client(server) as client:
        client.call("get_x")
