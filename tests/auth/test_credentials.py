"""The header of a server behind OAuth: had once, renewed once, stepped up, and noted."""

from __future__ import annotations

import asyncio

import pytest
from tests.auth.guarded import Guarded
from tests.auth.site import Says

from mcptest.auth.attach import credentials_for, with_kept_login
from mcptest.auth.credentials import OAuthCredentials
from mcptest.auth.flows.grants import TokenEndpoint
from mcptest.auth.saved_logins.login import Login
from mcptest.auth.saved_logins.store import default_store
from mcptest.auth.settings import AuthClient, Grant, OAuthSettings
from mcptest.auth.tokens import Token
from mcptest.errors import SignInError
from mcptest.model.redaction import Redactor
from mcptest.wire.session import open_session
from mcptest.wire.target import HttpTarget, TargetOptions

SETTINGS = OAuthSettings(
    grant=Grant.CLIENT_CREDENTIALS, client_id="ci", client_secret="s3cret-value"
)


def signed(guarded, settings=SETTINGS):
    return HttpTarget(guarded.url, credentials=credentials_for(guarded.url, settings))


async def call(target, before=lambda: None):
    session = await open_session(target)
    try:
        before()
        return await session.request("tools/call", {"name": "get_x", "arguments": {}})
    finally:
        await session.close()


def test_one_token_serves_every_request_of_a_session(here):
    guarded = Guarded(here)
    target = signed(guarded)
    reply = asyncio.run(call(target))
    assert reply.result == {"content": [{"type": "text", "text": "x"}]}
    assert guarded.grants == ["client_credentials"]
    assert target.notes == ()
    assert target.http.headers["Authorization"] == "Bearer at-0000-planted"
    assert Redactor().text("got at-0000-planted") == "got [redacted]"


def test_a_token_that_is_refused_in_the_middle_is_renewed_once_and_noted(here):
    guarded = Guarded(here)
    target = signed(guarded)
    reply = asyncio.run(call(target, lambda: guarded.over.update(guarded.issued)))
    assert reply.http.status == 200
    assert len(guarded.issued) == 2
    assert target.notes == ("the server rejected the access token; mcptest renewed it",)


def test_a_server_that_refuses_every_token_is_not_asked_for_ever(here):
    guarded = Guarded(here)
    target = signed(guarded)

    async def twice():
        session = await open_session(target)
        guarded.here.at("POST /mcp", Says(401))
        replies = [await session.request("ping") for _ in range(3)]
        await session.close()
        return replies

    replies = asyncio.run(twice())
    assert [reply.http.status for reply in replies] == [401, 401, 401]
    assert len(guarded.issued) == 2


def test_a_token_near_its_end_is_renewed_before_it_is_refused(here):
    guarded = Guarded(here)
    guarded.lives = 10
    target = signed(guarded)
    asyncio.run(call(target))
    assert len(guarded.issued) > 1
    assert guarded.refused == [""]
    assert target.notes == ("the access token was about to expire; mcptest renewed it",)


def test_a_missing_scope_is_asked_for_beside_the_old_one(here):
    guarded = Guarded(here)
    guarded.call_scope = "call"
    target = signed(guarded)
    reply = asyncio.run(call(target))
    assert reply.http.status == 200
    assert list(guarded.issued.values()) == ["notes", "notes call"]
    assert target.notes == ('the server requires the scope "call"; mcptest requested it',)


def test_steps_up_are_limited(here):
    guarded = Guarded(here)
    guarded.call_scope = "never"
    guarded.here.at("POST /token", lambda ask: guarded.issue(_without_scope(ask)))
    reply = asyncio.run(call(signed(guarded)))
    assert reply.http.status == 403
    assert len(guarded.issued) <= 3


def _without_scope(ask):
    from dataclasses import replace

    return replace(ask, body=ask.body.replace(b"never", b"other"))


def test_a_renewal_that_fails_leaves_the_refusal_as_it_is(here):
    guarded = Guarded(here)
    target = signed(guarded)

    def end():
        guarded.over.update(guarded.issued)
        here.at("POST /token", Says(400, {"error": "invalid_client"}))

    reply = asyncio.run(call(target, end))
    assert reply.http.status == 401
    assert "could not be renewed" in target.notes[0]


def test_an_overlaid_file_of_certificates_reaches_the_credentials(here):
    guarded = Guarded(here)
    target = signed(guarded).overlaid(TargetOptions(ca_file="ca.pem"))
    assert target.credentials.source.fetcher.ca_file == "ca.pem"
    kept = HttpTarget(guarded.url, credentials=credentials_for(guarded.url, _stored()))
    assert kept.overlaid(TargetOptions(ca_file="x")).credentials is not None


def _stored():
    return OAuthSettings(grant=Grant.STORED)


def keep(guarded, *, expires=None, refresh="rt-1234567"):
    login = Login(
        url=guarded.url,
        issuer=guarded.here.origin,
        token_endpoint=f"{guarded.here.origin}/token",
        resource=guarded.url,
        client=AuthClient("c-1"),
        token=Token("at-kept-1234", expires, refresh, "notes"),
    )
    default_store().keep(login, "file")
    guarded.issued["at-kept-1234"] = "notes"


def test_a_kept_login_signs_in_without_being_asked_for(here):
    guarded = Guarded(here)
    keep(guarded)
    target = with_kept_login(HttpTarget(guarded.url))
    assert asyncio.run(call(target)).http.status == 200
    assert guarded.grants == []
    own = HttpTarget(guarded.url, {"authorization": "Bearer x"})
    assert with_kept_login(own) is own
    other = HttpTarget("http://127.0.0.1:1/other")
    assert with_kept_login(other) is other


def test_a_kept_login_that_is_over_is_renewed_and_kept(here):
    guarded = Guarded(here)
    keep(guarded, expires=1.0)
    assert asyncio.run(call(signed(guarded, _stored()))).http.status == 200
    assert guarded.grants == ["refresh_token"]
    assert default_store().find(guarded.url).token.access == "at-0001-planted"


def test_a_kept_login_without_a_refresh_token_ends(here):
    guarded = Guarded(here)
    keep(guarded, expires=1.0, refresh=None)
    guarded.over.add("at-kept-1234")
    with pytest.raises(SignInError) as caught:
        asyncio.run(call(signed(guarded, _stored())))
    assert caught.value.code == "auth-expired"
    assert "mcptest login" in caught.value.hint


def test_a_login_that_was_never_made_is_told(here):
    guarded = Guarded(here)
    with pytest.raises(SignInError) as caught:
        asyncio.run(call(signed(guarded, _stored())))
    assert caught.value.code == "auth-not-logged-in"


def test_a_store_that_cannot_be_read_counts_as_empty(here):
    guarded = Guarded(here)
    keep(guarded)
    default_store().path.write_text("{")
    target = HttpTarget(guarded.url)
    assert with_kept_login(target) is target


def test_a_header_that_a_request_brings_is_left_alone(here):
    guarded = Guarded(here)
    target = signed(guarded)

    async def probe():
        session = await open_session(target)
        reply = await session.link.send("POST", body=b"{}", headers={"Authorization": "Bearer x"})
        await session.close()
        return reply

    reply = asyncio.run(probe())
    assert reply.http.status == 401
    assert guarded.refused[-1] == "x"
    assert len(guarded.issued) == 1


def test_endpoints_and_credentials_hide_their_secrets():
    client = AuthClient("id", "very-secret")
    assert "very-secret" not in repr(TokenEndpoint("https://a.example", client, None))
    assert "s3cret-value" not in repr(SETTINGS)
    assert OAuthCredentials(None).header is None
