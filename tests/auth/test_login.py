"""A person's login: the browser's part is played by a thread, the phone's by a table."""

from __future__ import annotations

import asyncio
import threading
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from tests.auth.site import Says, metadata, protected

from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.login import LoginRequest, Stage, log_in
from mcptest.auth.flows.pkce import Pkce
from mcptest.auth.flows.registration import ClientChoice
from mcptest.errors import SignInError, UsageError

OAUTH = "GET /.well-known/oauth-authorization-server"
TOKEN = {"access_token": "at-1234567", "token_type": "Bearer", "refresh_token": "rt-1234567"}
REGISTERED = Says(201, {"client_id": "c-1", "token_endpoint_auth_method": "none"})


class Person:
    """Opens the address and comes back with what the authorization server would send."""

    def __init__(self, **changes):
        self.changes = changes
        self.said: list[str] = []
        self.address = ""
        self.shown = None
        self.pages: list[str] = []
        self.browser = threading.Thread()

    def stage(self) -> Stage:
        return Stage(self.said.append, self.open, self.see)

    def see(self, prompt):
        self.shown = prompt

    def open(self, address):
        self.address = address
        query = dict(parse_qsl(urlsplit(address).query))
        answer = {"code": "code-1", "state": query["state"], **self.changes}
        back = {name: value for name, value in answer.items() if value is not None}
        url = f"{query['redirect_uri']}?{urlencode(back)}"
        self.browser = threading.Thread(target=self.browse, args=(url,), daemon=True)
        self.browser.start()

    def browse(self, url):
        """A login that ends with an error may leave before the page is read."""
        with suppress(OSError, HTTPException):
            self.go(url)

    def go(self, url):
        with urllib.request.urlopen(url, timeout=20) as page:
            self.pages.append(page.read().decode())

    def leave(self):
        if self.browser.ident is not None:
            self.browser.join(40)
            assert not self.browser.is_alive()


def login(url, person, client=None, **more):
    request = LoginRequest(url=url, client=client or ClientChoice(), **{"seconds": 20.0, **more})
    try:
        return asyncio.run(log_in(request, person.stage(), Fetcher(seconds=20)))
    finally:
        person.leave()


@pytest.fixture
def url(here):
    found = protected(here)
    here.at("POST /register", REGISTERED)
    here.at("POST /token", Says(body=TOKEN))
    return found


def test_a_code_is_redeemed_with_the_verifier_of_its_challenge(here, url):
    person = Person()
    kept = login(url, person)
    query = dict(parse_qsl(urlsplit(person.address).query))
    [ask] = here.asked_for("/token")
    assert ask.form["code"] == "code-1"
    assert Pkce(ask.form["code_verifier"]).challenge == query["code_challenge"]
    assert query["code_challenge_method"] == "S256"
    assert query["resource"] == ask.form["resource"] == url
    assert query["scope"] == "notes"
    assert ask.form["redirect_uri"] == query["redirect_uri"]
    assert (kept.client.id, kept.token.access, kept.issuer) == ("c-1", "at-1234567", here.origin)
    assert "return to mcptest" in person.pages[0]


def test_registration_makes_a_public_native_client(here, url):
    import json

    login(url, Person())
    [ask] = here.asked_for("/register")
    body = json.loads(ask.body)
    assert body["application_type"] == "native"
    assert body["token_endpoint_auth_method"] == "none"
    assert body["redirect_uris"][0].startswith("http://127.0.0.1:")


def test_a_given_client_registers_nothing(here, url):
    kept = login(url, Person(), ClientChoice("mine"))
    assert kept.client.id == "mine"
    assert not here.asked_for("/register")


def test_a_document_of_the_client_is_its_id_where_the_server_takes_one(here, url):
    document = "https://me.example/client.json"
    takes = Says(body=metadata(here, client_id_metadata_document_supported=True))
    here.at(OAUTH, takes)
    assert login(url, Person(), ClientChoice(document=document)).client.id == document


def test_without_any_way_to_an_id_the_user_is_told_to_register(here, url):
    here.at(OAUTH, Says(body=metadata(here, registration_endpoint=None)))
    with pytest.raises(SignInError) as caught:
        login(url, Person())
    assert caught.value.code == "auth-no-client"
    here.at(OAUTH, Says(body=metadata(here)))
    here.at("POST /register", Says(403, {"error": "access_denied"}))
    with pytest.raises(SignInError) as caught:
        login(url, Person())
    assert caught.value.code == "auth-no-client"


BAD_ANSWERS = {
    "state": ({"state": "another"}, "auth-denied"),
    "no state": ({"state": None}, "auth-denied"),
    "error": ({"error": "access_denied", "code": None}, "auth-denied"),
    "no code": ({"code": None}, "auth-denied"),
    "iss": ({"iss": "https://other.example"}, "auth-issuer-mismatch"),
}


@pytest.mark.parametrize("kind", BAD_ANSWERS)
def test_a_response_that_is_not_ours_is_refused(here, url, kind):
    changes, code = BAD_ANSWERS[kind]
    with pytest.raises(SignInError) as caught:
        login(url, Person(**changes))
    assert caught.value.code == code
    assert not here.asked_for("/token")


def test_an_issuer_that_was_promised_must_come(here, url):
    promised = {"authorization_response_iss_parameter_supported": True}
    here.at(OAUTH, Says(body=metadata(here, **promised)))
    with pytest.raises(SignInError, match="did not send it"):
        login(url, Person())
    assert login(url, Person(iss=here.origin)).client.id == "c-1"


def test_a_server_without_pkce_is_refused(here, url):
    here.at(OAUTH, Says(body=metadata(here, code_challenge_methods_supported=None)))
    with pytest.raises(SignInError) as caught:
        login(url, Person())
    assert caught.value.code == "auth-no-pkce"


def test_a_server_without_an_authorization_endpoint_is_told(here, url):
    here.at(OAUTH, Says(body=metadata(here, authorization_endpoint=None)))
    with pytest.raises(SignInError, match="authorization_endpoint"):
        login(url, Person())


def test_a_browser_that_never_comes_back_is_given_up(url):
    person = Person()
    person.open = lambda address: None
    with pytest.raises(SignInError) as caught:
        login(url, person, seconds=0.05)
    assert caught.value.code == "auth-no-browser"


def test_a_port_that_is_taken_is_told(url):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(UsageError) as caught:
        login(url, Person(), port=taken.getsockname()[1])
    assert caught.value.code == "auth-port"


def test_other_visitors_of_the_listener_change_nothing(here, url):
    class Noisy(Person):
        def go(self, url):
            import urllib.error

            base = url.partition("?")[0]
            for other in (base.rsplit("/", 1)[0] + "/favicon.ico",):
                with pytest.raises(urllib.error.HTTPError) as refused:
                    urllib.request.urlopen(other, timeout=20)
                refused.value.close()
            super().go(url)

    assert login(url, Noisy()).token.access == "at-1234567"


def device(here, *answers):
    here.at(
        OAUTH,
        Says(
            body=metadata(
                here,
                device_authorization_endpoint=f"{here.origin}/device",
                code_challenge_methods_supported=None,
            )
        ),
    )
    started = {
        "device_code": "dc-1",
        "user_code": "ABCD",
        "verification_uri": f"{here.origin}/go",
        "interval": 0.01,
        "expires_in": 5,
    }
    here.at("POST /device", Says(body=started))
    rest = list(answers)
    here.at("POST /token", lambda _ask: rest.pop(0) if len(rest) > 1 else rest[0])


PENDING = Says(400, {"error": "authorization_pending"})


def test_the_device_flow_asks_until_the_person_is_done(here, url):
    device(here, PENDING, PENDING, Says(body=TOKEN))
    person = Person()
    kept = login(url, person, device=True)
    assert person.shown.code == "ABCD"
    assert kept.token.access == "at-1234567"
    assert len(here.asked_for("/token")) == 3


def test_the_device_flow_slows_down_and_ends(here, url):
    from mcptest.auth.discovery.documents import ServerDocument
    from mcptest.auth.flows.device import DeviceFlow
    from mcptest.auth.flows.grants import endpoint_of
    from mcptest.auth.settings import AuthClient

    device(here, Says(400, {"error": "slow_down"}), PENDING)
    pauses = []

    async def sleep(seconds):
        pauses.append(seconds)

    server = ServerDocument(metadata(here, device_authorization_endpoint=f"{here.origin}/device"))
    endpoint = endpoint_of(server, AuthClient("c"), Fetcher(seconds=5))
    flow = DeviceFlow(server, endpoint, "", "", sleep)
    with pytest.raises(SignInError) as caught:
        asyncio.run(flow.run(lambda _prompt: None, seconds=12))
    assert caught.value.code == "auth-no-browser"
    assert pauses[:2] == [0.01, 5.01]


def test_a_denied_device_code_is_told(here, url):
    device(here, Says(400, {"error": "access_denied"}))
    with pytest.raises(SignInError) as caught:
        login(url, Person(), device=True)
    assert caught.value.code == "auth-denied"


def test_a_server_without_the_device_flow_is_told(here, url):
    with pytest.raises(SignInError, match="device"):
        login(url, Person(), device=True)
