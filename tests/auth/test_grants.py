"""Tokens without a person: what is sent, what is refused, and how it is told."""

from __future__ import annotations

import asyncio
from base64 import b64encode

import pytest
from tests.auth.site import Says, metadata, protected

from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.grants import TokenEndpoint
from mcptest.auth.settings import AuthClient, Grant, OAuthSettings
from mcptest.auth.sign_in import SettingsSource
from mcptest.auth.tokens import read_token
from mcptest.errors import SignInError, TargetConnectError

TOKEN = Says(body={"access_token": "at-1234567", "token_type": "Bearer", "expires_in": 60})


def source(url, grant=Grant.CLIENT_CREDENTIALS, **more):
    given = {"client_id": "ci", "client_secret": "s3cret-value", **more}
    return SettingsSource(url, OAuthSettings(grant=grant, **given), Fetcher(seconds=5))


def test_client_credentials_name_resource_and_scope_and_show_the_secret_by_header(here):
    url = protected(here)
    here.at("POST /token", TOKEN)
    token = asyncio.run(source(url).first())
    [ask] = here.asked_for("/token")
    assert ask.form == {"grant_type": "client_credentials", "scope": "notes", "resource": url}
    assert ask.headers["authorization"] == f"Basic {b64encode(b'ci:s3cret-value').decode()}"
    assert (token.access, token.scope) == ("at-1234567", "notes")
    assert token.expires is not None
    assert "at-1234567" not in repr(token)


def test_the_form_carries_the_secret_where_the_metadata_says_so(here):
    url = protected(here)
    methods = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    here.at("GET /.well-known/oauth-authorization-server", Says(body=metadata(here, **methods)))
    here.at("POST /token", TOKEN)
    asyncio.run(source(url).first())
    [ask] = here.asked_for("/token")
    assert (ask.form["client_id"], ask.form["client_secret"]) == ("ci", "s3cret-value")
    assert "authorization" not in ask.headers


def test_the_form_is_tried_where_the_header_is_refused(here):
    url = protected(here)

    def answer(ask):
        return TOKEN if "client_secret" in ask.form else Says(401, {"error": "invalid_client"})

    here.at("POST /token", answer)
    assert asyncio.run(source(url).first()).access == "at-1234567"


def test_a_given_token_endpoint_needs_no_discovery(here):
    here.at("POST /token", TOKEN)
    given = source(f"{here.origin}/mcp", token_endpoint=f"{here.origin}/token", scope="a")
    asyncio.run(given.first())
    assert [ask.path for ask in here.asked] == ["/token"]
    assert here.asked[0].form["resource"] == f"{here.origin}/mcp"


def test_a_refresh_token_is_replaced_by_the_one_that_comes(here):
    url = protected(here)
    seen = []

    def answer(ask):
        seen.append(ask.form["refresh_token"])
        return Says(body={**TOKEN.body, "refresh_token": f"rt-{len(seen)}"})

    here.at("POST /token", answer)
    given = source(url, Grant.REFRESH_TOKEN, refresh_token="rt-0", client_secret=None)

    async def twice():
        return await given.again(await given.first())

    assert asyncio.run(twice()).refresh == "rt-2"
    assert seen == ["rt-0", "rt-1"]
    assert here.asked_for("/token")[0].form["client_id"] == "ci"


REFUSALS = {
    "invalid_client": (Says(401, {"error": "invalid_client"}), "auth-denied", "secret"),
    "invalid_scope": (Says(400, {"error": "invalid_scope"}), "auth-scope", "--scope"),
    "html": (Says(500, b"<html>", {"Content-Type": "text/html"}), "auth-denied", "mcptest auth"),
    "no token": (Says(body={"hello": 1}), "auth-denied", "Bearer"),
    "other type": (Says(body={"access_token": "x", "token_type": "mac"}), "auth-denied", "Bearer"),
}


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_refusal_has_a_code_and_a_next_step(here, kind):
    answer, code, hint = REFUSALS[kind]
    url = protected(here)
    here.at("POST /token", answer)
    with pytest.raises(SignInError) as caught:
        asyncio.run(source(url).first())
    assert caught.value.code == code
    assert hint in (caught.value.hint or "")
    assert caught.value.exit_code == 3
    assert "s3cret-value" not in str(caught.value)


BROKEN = {
    "auth-no-metadata": ("GET /.well-known/oauth-authorization-server", Says(404)),
    "auth-resource-mismatch": (
        "GET /.well-known/oauth-protected-resource/mcp",
        Says(
            body={"resource": "https://a.example", "authorization_servers": ["https://b.example"]}
        ),
    ),
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_discovery_ends_the_sign_in_with_its_code(here, code):
    url = protected(here)
    here.at(*BROKEN[code])
    with pytest.raises(SignInError) as caught:
        asyncio.run(source(url).first())
    assert caught.value.code == code


def test_an_issuer_of_another_name_is_not_used(here):
    url = protected(here)
    other = Says(body=metadata(here, issuer="https://other.example"))
    here.at("GET /.well-known/oauth-authorization-server", other)
    with pytest.raises(SignInError) as caught:
        asyncio.run(source(url).first())
    assert caught.value.code == "auth-issuer-mismatch"


def test_a_server_without_authorization_needs_no_token(here):
    here.at("POST /mcp", Says(200, {"jsonrpc": "2.0", "id": 1, "result": {}}))
    with pytest.raises(SignInError) as caught:
        asyncio.run(source(f"{here.origin}/mcp").first())
    assert caught.value.code == "auth-not-needed"


def test_a_server_that_is_not_there_is_not_a_matter_of_signing_in():
    with pytest.raises(TargetConnectError):
        asyncio.run(source("http://127.0.0.1:1/mcp").first())


def test_no_secret_goes_to_an_address_without_https():
    endpoint = TokenEndpoint("http://login.example/token", AuthClient("a", "b"), Fetcher())
    with pytest.raises(SignInError, match="not an https URL"):
        asyncio.run(endpoint.client_credentials(scope="", resource=""))


@pytest.mark.parametrize(
    ("lifetime", "end"),
    [(60, 160.0), ("60", 160.0), (0, None), (-5, None), (True, None), (10**12, None), (None, None)],
)
def test_a_lifetime_counts_from_our_own_clock(lifetime, end):
    token = read_token({"access_token": "abc", "expires_in": lifetime}, asked="a", now=100)
    assert token is not None
    assert token.expires == end
    assert token.is_over(1_000_000) is (end is not None)


def test_a_token_that_no_header_can_carry_is_none():
    assert read_token({"access_token": "a\nb"}, asked="", now=0) is None
    assert read_token({"access_token": 1}, asked="", now=0) is None
