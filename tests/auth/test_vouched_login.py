"""A login at an identity provider that vouches for the person, and its renewal."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from tests.auth.site import Says, protected, site
from tests.auth.test_login import Person, login

from mcptest.auth.flows.registration import ClientChoice
from mcptest.auth.saved_logins.login import read_login
from mcptest.auth.saved_logins.store import default_store
from mcptest.auth.settings import AuthClient, IdentityProvider
from mcptest.auth.sign_in import StoredSource
from mcptest.errors import SignInError
from mcptest.model.redaction import Redactor

CLIENT = ClientChoice("at-server", "server-secret")
ID_JAG = "urn:ietf:params:oauth:token-type:id-jag"
SECRETS = ("planted-id-", "planted-idp-refresh-", "planted-assertion-", "idp-secret")


class Provider:
    """Signs the person in, and exchanges the newest ID token only."""

    def __init__(self, here):
        self.here = here
        self.signed = 0
        self.identity = True
        self.refreshes = True
        endpoints = {"authorization_endpoint": "/authorize", "token_endpoint": "/idp-token"}
        document = {name: here.origin + path for name, path in endpoints.items()}
        published = Says(body={"issuer": here.origin, **document})
        here.at("GET /.well-known/openid-configuration", published)
        here.at("POST /idp-token", self.token)

    def token(self, ask):
        if "subject_token" in ask.form:
            if ask.form["subject_token"] != f"planted-id-{self.signed}":
                return Says(400, {"error": "invalid_grant"})
            kind = {"issued_token_type": ID_JAG, "token_type": "N_A"}
            return Says(body={**kind, "access_token": f"planted-assertion-{self.signed}"})
        self.signed += 1
        body = {"access_token": "planted-userinfo", "token_type": "Bearer"}
        body |= {"id_token": f"planted-id-{self.signed}"} if self.identity else {}
        body |= {"refresh_token": f"planted-idp-refresh-{self.signed}"} if self.refreshes else {}
        return Says(body=body)


@pytest.fixture
def provider():
    with site() as here:
        yield Provider(here)


@pytest.fixture
def url(here):
    here.at("POST /token", Says(body={"access_token": "planted-at-1", "token_type": "Bearer"}))
    return protected(here)


def signed_in(url, provider, person=None, client=CLIENT, **more):
    idp = IdentityProvider(provider.here.origin, AuthClient("at-idp", "idp-secret"))
    return login(url, person or Person(), client, idp=idp, **more)


def test_a_person_signs_in_at_the_provider_and_never_at_the_server(here, url, provider):
    person = Person()
    kept = signed_in(url, provider, person)
    query = dict(parse_qsl(urlsplit(person.address).query))
    assert person.address.startswith(f"{provider.here.origin}/authorize?")
    assert (query["client_id"], query["scope"]) == ("at-idp", "openid offline_access")
    assert "resource" not in query
    [redeemed] = here.asked_for("/token")
    assert redeemed.form["assertion"] == "planted-assertion-1"
    assert (kept.issuer, kept.client.id) == (here.origin, "at-server")
    assert (kept.idp.issuer, kept.idp.client.id) == (provider.here.origin, "at-idp")
    assert kept.renewable
    for secret in SECRETS:
        assert secret not in repr(kept)
        assert secret not in str(kept.public())
    assert Redactor().text("planted-id-1 planted-assertion-1") == "[redacted] [redacted]"


def test_a_device_is_enough(here, url, provider):
    published = provider.here.routes["GET /.well-known/openid-configuration"]
    device = {"device_authorization_endpoint": f"{provider.here.origin}/device"}
    published.body |= device
    started = {
        "device_code": "dc-1",
        "user_code": "ABCD",
        "verification_uri": f"{provider.here.origin}/go",
        "interval": 0.01,
        "expires_in": 5,
    }
    provider.here.at("POST /device", Says(body=started))
    person = Person()
    assert signed_in(url, provider, person, device=True).token.access == "planted-at-1"
    assert person.shown.code == "ABCD"


def test_what_is_stored_comes_back(url, provider):
    kept = signed_in(url, provider)
    assert read_login(kept.public(), kept.secret()) == kept
    broken = {**kept.public(), "idp": {"issuer": 5}}
    assert read_login(broken, kept.secret()).idp is None


def renewed(url, kept):
    store = default_store()
    store.keep(replace(kept, token=replace(kept.token, expires=1.0)), "file")
    token = asyncio.run(StoredSource(url, store).first())
    return token, store.find(url)


def test_a_token_that_is_over_is_had_again_with_a_new_id_token(here, url, provider):
    token, stored = renewed(url, signed_in(url, provider))
    assert token.access == "planted-at-1"
    assert [ask.form["assertion"][-1] for ask in here.asked_for("/token")] == ["1", "2"]
    assert (stored.idp.id_token, stored.idp.refresh) == ("planted-id-2", "planted-idp-refresh-2")


def test_without_a_refresh_token_the_old_id_token_is_tried(here, url, provider):
    provider.refreshes = False
    kept = signed_in(url, provider)
    assert renewed(url, kept)[0].access == "planted-at-1"
    provider.signed = 9  # the old one is over
    with pytest.raises(SignInError) as caught:
        renewed(url, kept)
    assert "new ID token" in caught.value.hint


def test_a_provider_without_an_id_token_is_told(url, provider):
    provider.identity = False
    with pytest.raises(SignInError, match="without an ID token"):
        signed_in(url, provider)


def test_a_client_of_the_server_is_needed(here, url, provider):
    with pytest.raises(SignInError) as caught:
        signed_in(url, provider, client=ClientChoice())
    assert (caught.value.code, "--client-id" in caught.value.hint) == ("auth-no-client", True)
    assert provider.here.asked == []
