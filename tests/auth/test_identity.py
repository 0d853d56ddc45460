"""Enterprise-managed authorization: an ID token, an identity assertion, a token."""

from __future__ import annotations

import asyncio
from base64 import b64encode

import pytest
from tests.auth.guarded import Guarded
from tests.auth.site import Says, site

from mcptest.auth.attach import credentials_for
from mcptest.auth.settings import AuthClient, Grant, IdentityProvider, OAuthSettings
from mcptest.errors import SignInError
from mcptest.model.redaction import Redactor
from mcptest.wire.session import open_session
from mcptest.wire.target import HttpTarget

ASSERTION = {
    "issued_token_type": "urn:ietf:params:oauth:token-type:id-jag",
    "access_token": "planted-assertion",
    "token_type": "N_A",
    "expires_in": 300,
}
OPENID = "GET /.well-known/openid-configuration"


@pytest.fixture
def idp():
    """An identity provider of its own."""
    with site() as found:
        published = {"issuer": found.origin, "token_endpoint": f"{found.origin}/exchange"}
        found.at(OPENID, Says(body=published))
        found.at("POST /exchange", Says(body=ASSERTION))
        yield found


def target(guarded, idp, **more):
    client = AuthClient("at-idp", "planted-idp-secret")
    provider = IdentityProvider(idp.origin, client, "planted-id-token")
    settings = OAuthSettings(
        grant=Grant.ENTERPRISE_MANAGED, client_id="ci", client_secret="s3cret", idp=provider, **more
    )
    return HttpTarget(guarded.url, credentials=credentials_for(guarded.url, settings))


async def ping(server):
    session = await open_session(server)
    try:
        return await session.request("ping")
    finally:
        await session.close()


def refused(guarded, idp):
    with pytest.raises(SignInError) as caught:
        asyncio.run(ping(target(guarded, idp)))
    return caught.value


def test_an_id_token_is_exchanged_and_the_assertion_is_the_grant(here, idp):
    guarded = Guarded(here)
    assert asyncio.run(ping(target(guarded, idp))).result == {}
    [exchange] = idp.asked_for("/exchange")
    assert exchange.form == {
        "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
        "requested_token_type": "urn:ietf:params:oauth:token-type:id-jag",
        "audience": here.origin,
        "resource": guarded.url,
        "scope": "notes",
        "subject_token": "planted-id-token",
        "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
    }
    pair = b64encode(b"at-idp:planted-idp-secret").decode()
    assert exchange.headers["authorization"] == f"Basic {pair}"
    [redeemed] = here.asked_for("/token")
    assert redeemed.form == {
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": "planted-assertion",
        "scope": "notes",
        "resource": guarded.url,
    }
    assert redeemed.headers["authorization"] == f"Basic {b64encode(b'ci:s3cret').decode()}"


def test_no_part_of_the_chain_can_be_printed(here, idp):
    guarded = Guarded(here)
    server = target(guarded, idp)
    asyncio.run(ping(server))
    for secret in ("planted-id-token", "planted-idp-secret", "planted-assertion"):
        assert secret not in Redactor().text(f"got {secret}")
        assert secret not in repr(server.credentials.source)


def test_each_side_only_gets_what_is_meant_for_it(here, idp):
    guarded = Guarded(here)
    asyncio.run(ping(target(guarded, idp)))
    to_idp = b"".join(ask.body + repr(ask.headers).encode() for ask in idp.asked)
    to_server = b"".join(ask.body + repr(ask.headers).encode() for ask in here.asked)
    assert b"s3cret" not in to_idp
    assert b"planted-id-token" not in to_server
    assert b"planted-idp-secret" not in to_server


def test_a_token_that_is_refused_is_had_again_by_the_same_chain(here, idp):
    guarded = Guarded(here)
    server = target(guarded, idp)

    async def renewed():
        session = await open_session(server)
        guarded.over.update(guarded.issued)
        reply = await session.request("ping")
        await session.close()
        return reply

    assert asyncio.run(renewed()).result == {}
    assert len(idp.asked_for("/exchange")) == 2
    assert len(idp.asked_for("/.well-known/openid-configuration")) == 1


def test_given_endpoints_need_no_discovery_of_the_server(here, idp):
    guarded = Guarded(here)
    given = {"token_endpoint": f"{here.origin}/token", "issuer": here.origin}
    asyncio.run(ping(target(guarded, idp, **given)))
    assert not [ask for ask in here.asked if "well-known" in ask.path]
    assert idp.asked_for("/exchange")[0].form["audience"] == here.origin


EXCHANGES = {
    "refused": (Says(400, {"error": "invalid_grant"}), "auth-denied", "new ID token"),
    "unsupported": (Says(400, {"error": "unsupported_grant_type"}), "auth-denied", "exchange"),
    "policy": (Says(400, {"error": "invalid_target"}), "auth-denied", "Allow this server"),
    "access token": (
        Says(body={**ASSERTION, "issued_token_type": "urn:ietf:params:oauth:token-type:jwt"}),
        "auth-denied",
        "cross-app access",
    ),
    "no type": (Says(body={"access_token": "x"}), "auth-denied", "cross-app access"),
    "no assertion": (Says(body={**ASSERTION, "access_token": 5}), "auth-denied", "cross-app"),
}


@pytest.mark.parametrize("kind", EXCHANGES)
def test_a_refused_exchange_has_a_code_and_a_next_step(here, idp, kind):
    answer, code, hint = EXCHANGES[kind]
    guarded = Guarded(here)
    idp.at("POST /exchange", answer)
    error = refused(guarded, idp)
    assert (error.code, error.exit_code) == (code, 3)
    assert hint in error.hint
    assert not here.asked_for("/token")


def test_an_assertion_that_is_refused_says_what_to_check(here, idp):
    guarded = Guarded(here)
    here.at("POST /token", Says(400, {"error": "invalid_grant"}))
    error = refused(guarded, idp)
    assert error.code == "auth-denied"
    assert "trusts the identity provider" in error.hint


def test_an_identity_provider_must_be_who_it_says(here, idp):
    guarded = Guarded(here)
    idp.at(OPENID, Says(body={"issuer": "https://other.example", "token_endpoint": "x"}))
    assert refused(guarded, idp).code == "auth-issuer-mismatch"
    idp.at(OPENID, Says(404))
    error = refused(guarded, idp)
    assert error.code == "auth-no-metadata"
    assert "/.well-known/oauth-authorization-server: HTTP 404" in error.message
    idp.at(OPENID, Says(body={"issuer": idp.origin}))
    assert "token_endpoint" in refused(guarded, idp).message


def test_an_identity_provider_without_tls_is_not_asked(here):
    guarded = Guarded(here)
    provider = IdentityProvider("http://idp.example", AuthClient("a"), "planted-id-token")
    settings = OAuthSettings(grant=Grant.ENTERPRISE_MANAGED, client_id="ci", idp=provider)
    server = HttpTarget(guarded.url, credentials=credentials_for(guarded.url, settings))
    with pytest.raises(SignInError, match="not an https URL"):
        asyncio.run(ping(server))
