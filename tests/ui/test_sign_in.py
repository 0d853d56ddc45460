"""Signing in to a protected server from the page; the browser's part is played by a thread."""

import asyncio
import json
import urllib.request
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from tests.auth.guarded import Guarded
from tests.auth.site import Says, metadata, site
from tests.auth.test_vouched_login import Provider
from tests.ui.conftest import TINY, stdio

from mcptest.auth.attach import credentials_for
from mcptest.auth.flows.registration import ClientChoice
from mcptest.auth.saved_logins import store
from mcptest.auth.settings import AuthClient, Grant, IdentityProvider, OAuthSettings
from mcptest.suite.load import ServerSpec
from mcptest.ui.offered import OfferedServer
from mcptest.ui.signing.signed import EXTENSION
from mcptest.wire.target import HttpTarget

METADATA = "GET /.well-known/oauth-authorization-server"


@pytest.fixture(autouse=True)
def own_state(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    monkeypatch.setattr(store, "find_keyring", lambda: None)


@pytest.fixture
def guarded():
    with site() as here:
        found = Guarded(here)
        registered = {"client_id": "c-1", "token_endpoint_auth_method": "none"}
        here.at("POST /register", Says(201, registered))
        yield found


def offered(guarded, **more):
    target = HttpTarget(guarded.url, **more.pop("target", {}))
    return OfferedServer("far", ServerSpec(name="far", target=target), **more)


async def come_back(address, **changes):
    """What the authorization server makes the browser do."""
    query = dict(parse_qsl(urlsplit(address).query))
    answer = {"code": "code-1", "state": query["state"], **changes}
    url = f"{query['redirect_uri']}?{urlencode(answer)}"
    await asyncio.to_thread(lambda: urllib.request.urlopen(url, timeout=5).read())


async def told(client):
    """The end of the sign-in, as every page hears it."""
    await client.until(lambda: b"event: sign-in" in client.hub.feed.since(0))
    event = client.hub.feed.since(0).split(b"event: sign-in\ndata: ")[-1].split(b"\n")[0]
    return json.loads(event)


def test_a_page_signs_in_and_never_sees_a_token(page, guarded):
    async def look(client):
        refused = await client.error("connect", server="far")
        assert refused["code"] == "http-unauthorized"
        started = await client.value("sign_in", server="far")
        same = await client.value("sign_in", server="far")  # a page that was opened twice
        assert started["address"] == same["address"]
        assert urlsplit(started["address"]).scheme == "http"
        await come_back(started["address"])
        assert (await told(client))["state"] == "done"
        found = await client.value("connect", server="far")
        assert (found["state"], found["auth"]) == ("open", "stored")
        assert (await client.call("far", name="get_x"))["status"] == "ok"
        seen = client.hub.feed.since(0) + (await client.get("/api/state")).body
        [token] = guarded.issued
        assert token.encode() not in seen
        frame = await client.value("frame", number=client.hub.frames.newest(1)[0].number)
        assert token not in json.dumps(frame)
        out = await client.value("sign_out", server="far")
        assert (out["state"], out["auth"]) == ("closed", "none")
        assert (await client.error("connect", server="far"))["code"] == "http-unauthorized"

    page(look, offered(guarded))


def test_a_registered_client_is_used_where_one_was_given(page, guarded):
    async def look(client):
        started = await client.value("sign_in", server="far")
        query = dict(parse_qsl(urlsplit(started["address"]).query))
        assert (query["client_id"], query["scope"]) == ("mine", "narrow")
        assert not guarded.here.asked_for("/register")

    page(look, offered(guarded, client=ClientChoice("mine"), scope="narrow"))


def test_endpoints_that_are_filled_in_win_over_the_discovered_ones(page, guarded):
    here = guarded.here
    here.at("POST /own-token", guarded.issue)
    own = {
        "client_id": " mine ",
        "authorization_endpoint": f"{here.origin}/own-authorize",
        "token_endpoint": f"{here.origin}/own-token",
        "registration_endpoint": "",
    }

    async def look(client):
        discovered = await client.value("sign_in", server="far")
        started = await client.value("sign_in", server="far", **own)  # takes its place
        assert b"event: sign-in" not in client.hub.feed.since(0)
        assert discovered["address"] != started["address"]
        assert started["address"].startswith(f"{here.origin}/own-authorize?")
        assert dict(parse_qsl(urlsplit(started["address"]).query))["client_id"] == "mine"
        await come_back(started["address"], iss=here.origin)
        assert (await told(client))["state"] == "done"
        assert (await client.value("connect", server="far"))["state"] == "open"
        assert not here.asked_for("/token")
        steps = (await client.value("auth_steps", server="far", **own))["steps"]
        assert any(f"{here.origin}/own-token" in one["received"] for one in steps)

    page(look, offered(guarded))


@pytest.mark.parametrize("name", ["issuer", "authorization_endpoint", "token_endpoint"])
@pytest.mark.parametrize("address", ["http://far.example/x", "javascript:alert(1)", "http://["])
def test_an_address_that_is_not_safe_is_refused(page, guarded, name, address):
    async def look(client):
        for action in ("sign_in", "auth_steps"):
            error = await client.error(action, server="far", **{name: address})
            assert error["code"] == "server-endpoint"
        assert client.hub.sign_ins._tasks == {}
        assert guarded.here.asked == []

    page(look, offered(guarded))


def test_a_sign_in_that_is_denied_says_so(page, guarded):
    async def look(client):
        started = await client.value("sign_in", server="far")
        await come_back(started["address"], error="access_denied")
        event = await told(client)
        assert (event["state"], event["error"]["code"]) == ("failed", "auth-denied")
        assert guarded.issued == {}
        again = await client.value("sign_in", server="far")
        assert again["address"] != started["address"]

    page(look, offered(guarded))


def test_a_sign_in_can_be_cancelled(page, guarded):
    async def look(client):
        await client.value("sign_in", server="far")
        await client.value("cancel_sign_in", server="far")
        assert (await told(client))["state"] == "cancelled"
        await client.value("cancel_sign_in", server="far")

    page(look, offered(guarded))


@pytest.mark.parametrize(
    "endpoint",
    ["javascript:alert(1)", "javascript://127.0.0.1/%0aalert(1)", "file:///etc/passwd", "//x/y"],
)
def test_an_address_that_is_not_of_the_web_never_reaches_the_page(page, guarded, endpoint):
    here = guarded.here
    here.at(METADATA, Says(body=metadata(here, authorization_endpoint=endpoint)))

    async def look(client):
        error = await client.error("sign_in", server="far")
        assert error["code"] == "auth-no-metadata"
        assert client.hub.sign_ins._tasks == {}

    page(look, offered(guarded))


def test_each_step_of_the_sign_in_can_be_looked_at(page, guarded):
    async def look(client):
        found = await client.value("auth_steps", server="far")
        assert found["issuer"] == guarded.here.origin
        assert {one["verdict"] for one in found["steps"]} <= {"ok", "warning", "skipped"}
        guarded.here.at(METADATA, Says(404))
        broken = await client.value("auth_steps", server="far")
        assert "broken" in {one["verdict"] for one in broken["steps"]}

    page(look, offered(guarded))


def test_a_process_has_nothing_to_sign_in_to(page):
    async def look(client):
        assert client.hub.live("tiny").document["auth"] is None
        for action in ("sign_in", "sign_out", "auth_steps"):
            assert (await client.error(action, server="tiny"))["code"] == "ui-no-sign-in"

    page(look, stdio("tiny", *TINY))


def test_credentials_of_the_command_line_are_used_and_not_replaced(page, guarded):
    settings = OAuthSettings(
        grant=Grant.CLIENT_CREDENTIALS, client_id="ci", client_secret="hush-hush-secret"
    )
    credentials = credentials_for(guarded.url, settings)

    async def look(client):
        found = await client.value("connect", server="far")
        assert (found["state"], found["auth"]) == ("open", "client credentials")
        assert (await client.error("sign_in", server="far"))["code"] == "ui-no-sign-in"
        assert b"hush-hush-secret" not in (await client.get("/api/state")).body

    page(look, offered(guarded, target={"credentials": credentials}))


def test_a_header_of_the_command_line_is_told(page, guarded):
    async def look(client):
        assert client.hub.live("far").document["auth"] == "header"
        assert (await client.error("sign_out", server="far"))["code"] == "ui-no-sign-in"

    page(look, offered(guarded, target={"headers": {"authorization": "Bearer abcdefgh"}}))


def here_of(guarded, method):
    """The body of the last request with this method."""
    bodies = [ask.body for ask in guarded.here.asked_for("/mcp")]
    return next(body for body in reversed(bodies) if f'"{method}"'.encode() in body)


def test_a_page_signs_in_at_the_identity_provider_that_the_command_line_names(page, guarded):
    with site() as there:
        provider = Provider(there)
        idp = IdentityProvider(there.origin, AuthClient("at-idp", "idp-secret"))

        async def look(client):
            started = await client.value("sign_in", server="far")
            assert started["address"].startswith(f"{there.origin}/authorize?")
            await come_back(started["address"])
            assert (await told(client))["state"] == "done"
            assert (await client.value("connect", server="far"))["auth"] == "stored"
            opened = json.loads(here_of(guarded, "initialize"))["params"]["capabilities"]
            assert EXTENSION in opened["extensions"]
            seen = client.hub.feed.since(0) + (await client.get("/api/state")).body
            for secret in (b"planted-id-", b"planted-assertion-", b"idp-secret", *guarded.issued):
                assert (secret if isinstance(secret, bytes) else secret.encode()) not in seen

        page(look, offered(guarded, client=ClientChoice("at-server"), idp=idp))
    assert provider.signed == 1
    assert guarded.grants == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
