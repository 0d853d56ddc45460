"""Identity assertions of a protected mock: what is exchanged, what is granted, what is refused."""

from __future__ import annotations

from base64 import b64encode

import pytest
from tests.mock.test_mock_auth import ORIGIN, PING, Peer

from mcptest.mock.auth.identity import JWT_BEARER, NAMED_ID_TOKEN, TOKEN_EXCHANGE
from mcptest.wire.http.jwt import claims_of

EXCHANGE = {
    "grant_type": TOKEN_EXCHANGE,
    "requested_token_type": "urn:ietf:params:oauth:token-type:id-jag",
    "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
    "subject_token": NAMED_ID_TOKEN,
    "audience": ORIGIN,
    "resource": f"{ORIGIN}/mcp",
    "scope": "mcp:read",
}


def ask(peer, name="mcptest", **form):
    pair = b64encode(f"{name}:{name}-secret".encode()).decode()
    return peer.token({"authorization": f"Basic {pair}"}, **form).reply


def exchanged(peer, name="mcptest", **changes):
    return ask(peer, name, **{**EXCHANGE, **changes})


def asserted(peer, assertion, name="mcptest"):
    return ask(peer, name, grant_type=JWT_BEARER, assertion=assertion)


def test_an_id_token_becomes_an_assertion_and_the_assertion_a_token():
    peer = Peer()
    found = exchanged(peer)
    assert (found["token_type"], found["scope"], found["expires_in"]) == ("N_A", "mcp:read", 300)
    claims = claims_of(found["access_token"])
    assert claims["aud"] == claims["iss"] == ORIGIN
    assert (claims["client_id"], claims["resource"]) == ("mcptest", f"{ORIGIN}/mcp")
    token = asserted(peer, found["access_token"])
    assert token["scope"] == "mcp:read"
    sent = {"authorization": f"Bearer {token['access_token']}"}
    assert peer.ask("POST", "/mcp", headers=sent, message=PING) is None
    assert asserted(peer, found["access_token"]) == {"error": "invalid_grant"}  # once is enough


@pytest.mark.parametrize(
    ("error", "changes"),
    [
        ("invalid_grant", {"subject_token": "mcptest-valid"}),
        ("invalid_request", {"requested_token_type": "x"}),
        ("invalid_request", {"subject_token_type": "x"}),
        ("invalid_target", {"audience": "https://other.example"}),
        ("invalid_target", {"resource": ""}),
        ("invalid_target", {"resource": "https://other.example/mcp"}),
        ("invalid_scope", {"scope": "everything"}),
    ],
)
def test_an_exchange_that_is_not_allowed_is_refused(error, changes):
    assert exchanged(Peer(), **changes)["error"] == error


def test_an_assertion_is_good_for_its_client_and_its_type_alone():
    peer = Peer()
    of_mcptest = exchanged(peer)["access_token"]
    assert asserted(peer, of_mcptest, "other") == {"error": "invalid_grant"}
    of_nobody = exchanged(Peer())["access_token"]  # signed by another server
    assert asserted(peer, of_nobody) == {"error": "invalid_grant"}
    access = peer.credentials()["access_token"]
    assert asserted(peer, access) == {"error": "invalid_grant"}


def test_an_id_token_is_good_for_the_client_that_it_names():
    peer = Peer()
    identities = peer.protection._server._identities
    from mcptest.mock.auth.clients import KNOWN

    own = identities.id_token(KNOWN[0], ORIGIN)
    assert "access_token" in exchanged(peer, subject_token=own)
    assert exchanged(peer, "other", subject_token=own)["error"] == "invalid_grant"
