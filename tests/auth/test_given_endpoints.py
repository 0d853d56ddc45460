"""Endpoints that the user names: they win over the published ones, and every check stays."""

from __future__ import annotations

import asyncio

import pytest
from tests.auth.site import Says, metadata, protected, site
from tests.auth.test_login import OAUTH, REGISTERED, TOKEN, Person, login

from mcptest.auth.discovery.discover import discover
from mcptest.auth.discovery.given import GivenEndpoints, given_endpoints
from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.registration import ClientChoice
from mcptest.auth.settings import AuthClient, IdentityProvider
from mcptest.errors import SignInError, UsageError

RESOURCE = "GET /.well-known/oauth-protected-resource/mcp"


@pytest.fixture
def url(here):
    found = protected(here)
    here.at("POST /register", REGISTERED)
    here.at("POST /token", Says(body=TOKEN))
    return found


@pytest.fixture
def there():
    """Another host, which publishes nothing."""
    with site() as other:
        other.at("POST /own-register", Says(201, {"client_id": "c-2"}))
        other.at("POST /own-token", Says(body=TOKEN))
        yield other


def all_named(there):
    origin = there.origin
    return GivenEndpoints(
        f"{origin}/own-authorize", f"{origin}/own-token", f"{origin}/own-register"
    )


def test_given_endpoints_win_over_the_published_ones(here, there, url):
    person = Person(iss=here.origin)
    kept = login(url, person, endpoints=all_named(there))
    assert person.address.startswith(f"{there.origin}/own-authorize?")
    assert (kept.client.id, kept.token_endpoint) == ("c-2", f"{there.origin}/own-token")
    assert kept.issuer == here.origin
    assert not here.asked_for("/token")
    assert not here.asked_for("/register")


def test_one_given_endpoint_leaves_the_others_as_discovered(here, there, url):
    kept = login(url, Person(), endpoints=GivenEndpoints(token=f"{there.origin}/own-token"))
    assert (kept.client.id, kept.token_endpoint) == ("c-1", f"{there.origin}/own-token")
    assert here.asked_for("/register")


@pytest.mark.parametrize("missing", [OAUTH, RESOURCE])
def test_authorization_and_token_endpoints_suffice_without_metadata(here, there, url, missing):
    here.at(missing, Says(404))
    here.at(OAUTH, Says(404))
    with pytest.raises(SignInError) as caught:
        login(url, Person())
    assert caught.value.code == "auth-no-metadata"
    only_token = GivenEndpoints(token=f"{there.origin}/own-token")
    with pytest.raises(SignInError):
        login(url, Person(), endpoints=only_token)
    kept = login(url, Person(), endpoints=all_named(there))
    assert kept.token.access == "at-1234567"


def test_a_named_issuer_is_still_compared_with_iss(here, there, url):
    here.at(OAUTH, Says(404))
    with pytest.raises(SignInError) as caught:
        login(url, Person(iss="https://other.example"), endpoints=all_named(there))
    assert caught.value.code == "auth-issuer-mismatch"
    assert not there.asked_for("/own-token")
    assert login(url, Person(iss=here.origin), endpoints=all_named(there)).issuer == here.origin


def test_nothing_is_compared_where_no_issuer_is_known(here, there, url):
    here.at(OAUTH, Says(404))
    here.at(RESOURCE, Says(404))
    person = Person(iss="https://any.example")
    assert login(url, person, endpoints=all_named(there)).issuer == ""
    assert any("unknown" in line for line in person.said)
    idp = IdentityProvider(there.origin, AuthClient("at-idp"))
    with pytest.raises(SignInError, match="known issuer"):
        login(url, Person(), ClientChoice("mine"), endpoints=all_named(there), idp=idp)


def test_metadata_of_another_issuer_is_refused_all_the_same(here, there, url):
    here.at(OAUTH, Says(body=metadata(here, issuer="https://other.example")))
    with pytest.raises(SignInError) as caught:
        login(url, Person(), endpoints=all_named(there))
    assert caught.value.code == "auth-issuer-mismatch"


def test_published_metadata_without_pkce_is_refused_all_the_same(here, there, url):
    here.at(OAUTH, Says(body=metadata(here, code_challenge_methods_supported=None)))
    with pytest.raises(SignInError) as caught:
        login(url, Person(), endpoints=all_named(there))
    assert caught.value.code == "auth-no-pkce"


def test_a_client_that_cannot_register_is_told_how_to_go_on(here, there, url):
    here.at(OAUTH, Says(404))
    here.at(RESOURCE, Says(404))
    two = GivenEndpoints(f"{there.origin}/own-authorize", f"{there.origin}/own-token")
    with pytest.raises(SignInError, match="the authorization server does not register") as caught:
        login(url, Person(), endpoints=two)
    assert caught.value.code == "auth-no-client"
    assert login(url, Person(), ClientChoice("mine"), endpoints=two).client.id == "mine"


def test_the_steps_say_what_is_used(here, there, url):
    here.at(OAUTH, Says(404))
    here.at(RESOURCE, Says(404))
    found = asyncio.run(discover(url, fetcher=Fetcher(seconds=20), given=all_named(there)))
    assert found.broken is None
    by_id = {step.id: step for step in found.steps}
    assert "the given endpoints are used" in by_id["metadata"].received
    assert by_id["issuer-match"].verdict == "skipped"
    assert f"{there.origin}/own-token" in by_id["endpoints"].received


@pytest.mark.parametrize(
    "bad",
    [
        "http://login.example/token",
        "javascript:alert(1)",
        "//login.example/token",
        "login.example",
        "https://",
        "http://[",
        "https://login.example/to ken",
        "https://login.example/token\n",
        "https://login.example/#token",
    ],
)
@pytest.mark.parametrize("name", ["authorization", "token", "registration"])
def test_an_address_that_is_not_safe_is_refused_before_anything_is_sent(name, bad):
    with pytest.raises(UsageError) as caught:
        given_endpoints(**{name: bad})
    assert caught.value.code == "server-endpoint"
    assert name in caught.value.message


def test_https_and_this_machine_are_accepted():
    given = given_endpoints("https://a.example/x?y=1", "http://127.0.0.1:1/token", "")
    assert given.members == {
        "authorization_endpoint": "https://a.example/x?y=1",
        "token_endpoint": "http://127.0.0.1:1/token",
    }
