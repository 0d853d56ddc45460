"""The authorization server of a protected mock: each grant, each refusal, without sockets."""

from __future__ import annotations

import json
from base64 import b64encode
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from mcptest.auth.flows.pkce import Pkce
from mcptest.mock.auth.flaws import FLAWS
from mcptest.mock.auth.gate import Protection
from mcptest.mock.auth.server import DEVICE_GRANT
from mcptest.mock.auth.tokens import TokenMint
from mcptest.mock.envelope import IncomingMessage, MessageKind, classify

HOST = {"host": "127.0.0.1:9"}
ORIGIN = "http://127.0.0.1:9"
NOTHING = IncomingMessage(MessageKind.NOTHING)
PING = classify({"jsonrpc": "2.0", "id": 1, "method": "ping"})
CALL = classify({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}})
REDIRECT = "http://127.0.0.1:5555/callback"


class Peer:
    def __init__(self, *flaws):
        self.protection = Protection("/mcp", flaws)

    def ask(self, verb, path, *, query=None, form=None, body=b"", headers=None, message=NOTHING):
        return self.protection.answer(
            verb,
            path,
            urlencode(query or {}),
            {**HOST, **(headers or {})},
            urlencode(form).encode() if form else body,
            message,
        )

    def token(self, headers=None, **form):
        return self.ask("POST", "/token", form=form, headers=headers)

    def credentials(self, name="mcptest", secret="mcptest-secret", **more):
        pair = b64encode(f"{name}:{secret}".encode()).decode()
        found = self.token(
            {"authorization": f"Basic {pair}"}, grant_type="client_credentials", **more
        )
        return found.reply

    def register(self, *redirects):
        asked = {"redirect_uris": list(redirects), "token_endpoint_auth_method": "none"}
        return self.ask("POST", "/register", body=json.dumps(asked).encode())

    def authorize(self, client, **changes):
        query = {
            "response_type": "code",
            "client_id": client,
            "redirect_uri": REDIRECT,
            "state": "s",
            "code_challenge_method": "S256",
            **changes,
        }
        found = self.ask("GET", "/authorize", query={k: v for k, v in query.items() if v})
        where = found.headers.get("Location") or ""
        return found.status, dict(parse_qsl(urlsplit(where).query))

    def enter(self, token, message=PING, **headers):
        sent = {} if token is None else {"authorization": f"Bearer {token}"}
        return self.ask("POST", "/mcp", headers={**sent, **headers}, message=message)


def test_client_credentials_open_the_endpoint():
    peer = Peer()
    found = peer.credentials()
    assert found["scope"] == "mcp:read mcp:call"
    assert peer.enter(found["access_token"]) is None
    assert peer.enter(found["access_token"], CALL) is None


def test_a_token_is_good_for_its_scope_and_its_resource():
    peer = Peer()
    less = peer.credentials(scope="mcp:read")["access_token"]
    refused = peer.enter(less, CALL)
    assert refused.status == 403
    assert 'scope="mcp:read mcp:call"' in refused.headers["WWW-Authenticate"]
    other = peer.credentials(resource=f"{ORIGIN}/other")["access_token"]
    assert peer.enter(other).status == 401
    assert peer.credentials(resource="https://a.example/")["error"] == "invalid_target"
    assert peer.credentials(scope="everything")["error"] == "invalid_scope"


def test_without_a_token_the_challenge_has_no_error():
    refused = Peer().enter(None)
    assert refused.status == 401
    assert "error" not in refused.headers["WWW-Authenticate"]
    assert 'error="invalid_token"' in Peer().enter("x").headers["WWW-Authenticate"]


def test_a_wrong_secret_and_an_unknown_client_are_refused():
    assert Peer().credentials(secret="wrong")["error"] == "invalid_client"
    assert Peer().credentials(name="nobody")["error"] == "invalid_client"
    assert Peer("secret").credentials(secret="wrong")["access_token"]
    assert Peer().token({"authorization": "Basic ?"}, grant_type="x").status == 401


def test_a_code_needs_its_verifier_and_works_once():
    peer, pkce = Peer(), Pkce()
    client = peer.register(REDIRECT).reply["client_id"]
    status, back = peer.authorize(client, code_challenge=pkce.challenge)
    assert (status, back["state"], back["iss"]) == (302, "s", ORIGIN)
    form = {
        "grant_type": "authorization_code",
        "client_id": client,
        "redirect_uri": REDIRECT,
        "code": back["code"],
    }
    issued = peer.token(**form, code_verifier=pkce.verifier)
    assert issued.reply["refresh_token"]
    assert issued.headers["Cache-Control"] == "no-store"
    assert peer.token(**form, code_verifier=pkce.verifier).reply["error"] == "invalid_grant"
    _, again = peer.authorize(client, code_challenge=pkce.challenge)
    wrong = {**form, "code": again["code"], "code_verifier": "x"}
    assert peer.token(**wrong).reply["error"] == "invalid_grant"


def test_a_refresh_token_of_a_public_client_rotates():
    peer, pkce = Peer(), Pkce()
    client = peer.register(REDIRECT).reply["client_id"]
    _, back = peer.authorize(client, code_challenge=pkce.challenge)
    first = peer.token(
        grant_type="authorization_code",
        client_id=client,
        redirect_uri=REDIRECT,
        code=back["code"],
        code_verifier=pkce.verifier,
    ).reply["refresh_token"]
    form = {"grant_type": "refresh_token", "client_id": client, "refresh_token": first}
    assert peer.token(**form).reply["refresh_token"] != first
    assert peer.token(**form).reply["error"] == "invalid_grant"


BAD_REQUESTS = {
    "unsupported_response_type": {"response_type": "token"},
    "invalid_request": {"code_challenge": ""},
    "invalid_scope": {"scope": "everything", "code_challenge": "x"},
    "invalid_target": {"resource": "https://a.example", "code_challenge": "x"},
}


@pytest.mark.parametrize("error", BAD_REQUESTS)
def test_an_authorization_request_that_is_wrong_comes_back_as_an_error(error):
    _, back = Peer().authorize("mcptest", **BAD_REQUESTS[error])
    assert back["error"] == error
    assert back["iss"] == ORIGIN


def test_an_unregistered_redirect_is_never_followed():
    peer = Peer()
    assert peer.authorize("mcptest", redirect_uri="https://a.example/x")[0] == 400
    assert peer.authorize("mcptest", redirect_uri=f"{REDIRECT}/more")[0] == 400
    assert peer.authorize("nobody")[0] == 400
    document = "https://me.example/client.json"
    assert peer.authorize(document, code_challenge="x")[0] == 302


def test_registration_takes_https_and_loopback_alone():
    peer = Peer()
    assert peer.register("https://a.example/x").status == 201
    assert peer.register("http://a.example/x").status == 400
    assert peer.ask("POST", "/register", body=b"{").status == 400
    secret = peer.ask("POST", "/register", body=b'{"redirect_uris": []}').reply
    assert secret["client_secret"]


def test_a_device_waits_until_its_code_is_entered():
    peer = Peer()
    started = peer.ask("POST", "/device", form={"client_id": "other"}).reply
    form = {"grant_type": DEVICE_GRANT, "device_code": started["device_code"]}
    signed = {"client_id": "other", "client_secret": "other-secret"}
    assert peer.token(**form, **signed).reply["error"] == "authorization_pending"
    assert b"Add" in peer.ask("GET", "/device").raw
    peer.ask("GET", "/device", query={"user_code": started["user_code"]})
    assert peer.token(**form, **signed).reply["access_token"]
    assert peer.token(**form, **signed).reply["error"] == "invalid_grant"
    assert peer.ask("POST", "/device", form={"client_id": "nobody"}).status == 401


def test_other_grants_are_refused():
    form = {"client_id": "mcptest", "client_secret": "mcptest-secret"}
    assert Peer().token(**form, grant_type="password").reply["error"] == "unsupported_grant_type"
    public = Peer()
    client = public.register(REDIRECT).reply["client_id"]
    refused = public.token(client_id=client, grant_type="client_credentials")
    assert refused.reply["error"] == "unauthorized_client"


def test_a_session_is_closed_to_another_user():
    peer = Peer()
    peer.protection.opened("s-1", {**HOST, "authorization": "Bearer mcptest-valid"})
    named = {"mcp-session-id": "s-1"}
    assert peer.enter("mcptest-valid", **named) is None
    assert peer.enter("mcptest-other-user", **named).status == 404


def test_keys_are_published_and_every_flaw_is_described():
    assert Peer().ask("GET", "/jwks").reply["keys"][0]["kty"] == "EC"
    assert "d" not in Peer().ask("GET", "/jwks").reply["keys"][0]
    assert all(FLAWS.values())
    assert Peer().ask("GET", "/nothing") is None


def test_an_unsigned_token_is_refused_unless_that_is_the_flaw():
    from mcptest.compliance.views.forged_tokens import forgeries

    peer = Peer()
    token = peer.credentials()["access_token"]
    forged = dict(forgeries(token))
    assert {peer.enter(each).status for each in forged.values()} == {401}
    careless = Peer("unsigned")
    own = dict(forgeries(careless.credentials()["access_token"]))
    assert careless.enter(own["unsigned"]) is None
    assert careless.enter(own["signature"]).status == 401
    assert Peer("signature").enter(forged["signature"]) is None


def test_what_no_key_can_read_is_no_access():
    mint = TokenMint()
    assert mint.read("a.b.c", issuer=ORIGIN, audience="x") is None
    assert mint.read("mcptest-expired", issuer=ORIGIN, audience="x") is None
