"""The chain from a server to its authorization server, by revision, and what breaks it."""

from __future__ import annotations

import asyncio

import pytest
from tests.auth.site import Says, metadata, protected

from mcptest.auth.discovery.discover import Discovery, discover
from mcptest.auth.discovery.documents import is_secure
from mcptest.auth.discovery.known_clients import failing_clients, known_faults
from mcptest.auth.discovery.steps import StepVerdict
from mcptest.auth.fetch import MOST_BYTES, Fetcher
from mcptest.model.spec_version import SpecVersion

V25_03, V25_06, V25_11, V26 = (
    SpecVersion.V2025_03_26,
    SpecVersion.V2025_06_18,
    SpecVersion.V2025_11_25,
    SpecVersion.V2026_07_28,
)
RESOURCE = "GET /.well-known/oauth-protected-resource"
OAUTH = "GET /.well-known/oauth-authorization-server"
OPENID = "GET /.well-known/openid-configuration"


def walk(url, version=None, **more) -> Discovery:
    return asyncio.run(discover(url, fetcher=Fetcher(seconds=5), version=version, **more))


def verdicts(found: Discovery) -> dict[str, StepVerdict]:
    return {step.id: step.verdict for step in found.steps}


@pytest.mark.parametrize("version", [None, V25_06, V25_11, V26])
def test_a_healthy_chain_holds_at_every_step(here, version):
    found = walk(protected(here), version)
    assert found.broken is None
    assert found.issuer == here.origin
    assert found.scope == "notes"
    assert found.indicator == f"{here.origin}/mcp"


def test_the_oldest_revision_asks_the_host_itself(here):
    protected(here)
    found = walk(f"{here.origin}/mcp", V25_03)
    assert found.issuer == here.origin
    assert verdicts(found)["resource"] is StepVerdict.SKIPPED
    assert not here.asked_for("/.well-known/oauth-protected-resource/mcp")
    [ask] = here.asked_for("/.well-known/oauth-authorization-server")
    assert ask.headers["mcp-protocol-version"] == "2025-03-26"


def test_the_oldest_revision_falls_back_to_default_paths(here):
    here.at("POST /mcp", Says(401))
    found = walk(f"{here.origin}/mcp", V25_03)
    assert found.server is not None
    assert found.server.assumed
    assert found.server.endpoint("token") == f"{here.origin}/token"
    assert found.broken is None


def test_without_a_challenge_the_path_comes_before_the_root(here):
    here.at("POST /mcp", Says(401, None, {"WWW-Authenticate": "Bearer"}))
    here.at(RESOURCE, Says(body={"resource": here.origin, "authorization_servers": [here.origin]}))
    here.at(OAUTH, Says(body=metadata(here)))
    found = walk(f"{here.origin}/mcp", V25_11)
    paths = [ask.path for ask in here.asked if "protected" in ask.path]
    assert paths == [f"{RESOURCE[4:]}/mcp", RESOURCE[4:]]
    assert verdicts(found)["resource-match"] is StepVerdict.WARNING
    assert found.broken is None


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_issuer_with_a_path_is_looked_for_at_three_addresses(here, place):
    protected(here)
    issuer = f"{here.origin}/t"
    named = {"resource": f"{here.origin}/mcp", "authorization_servers": [issuer]}
    here.at(f"{RESOURCE}/mcp", Says(body=named))
    known = [f"{OAUTH}/t", f"{OPENID}/t", "GET /t/.well-known/openid-configuration"]
    here.at(known[place], Says(body=metadata(here, issuer=issuer)))
    found = walk(f"{here.origin}/mcp", V25_11)
    assert found.server is not None
    assert found.server.issuer == issuer
    assert f"URL {place + 1} of 3" in next(s.received for s in found.steps if s.id == "metadata")


def test_the_middle_revision_reads_no_openid_configuration(here):
    url = protected(here)
    del here.routes[OAUTH]
    here.at(OPENID, Says(body=metadata(here)))
    assert walk(url, V25_06).broken.id == "metadata"
    assert walk(url, V25_11).broken is None


def test_a_server_that_lets_everybody_in_needs_nothing(here):
    here.at("POST /mcp", Says(200, {"jsonrpc": "2.0", "id": 1, "result": {}}))
    found = walk(f"{here.origin}/mcp")
    assert found.open
    assert [step.verdict for step in found.steps] == [StepVerdict.OK]


def test_a_server_that_is_not_there_is_told_apart(here):
    found = walk("http://127.0.0.1:1/mcp")
    assert found.silent
    assert "no connection" in found.steps[0].received


def document(here, **more):
    healthy = {"resource": f"{here.origin}/mcp", "authorization_servers": [here.origin]}
    return Says(body={**healthy, **more})


FAULTS = {
    "not-401": ("POST /mcp", lambda _: Says(403), "request"),
    "named-missing": (f"{RESOURCE}/mcp", lambda _: Says(404), "resource"),
    "resource-elsewhere": (
        f"{RESOURCE}/mcp",
        lambda here: document(here, resource="https://other.example/mcp"),
        "resource-match",
    ),
    "issuer-elsewhere": (
        OAUTH,
        lambda here: Says(body=metadata(here, issuer="https://other.example")),
        "issuer-match",
    ),
    "server-failing": (OAUTH, lambda _: Says(503), "metadata"),
    "other-pkce": (
        OAUTH,
        lambda here: Says(body=metadata(here, code_challenge_methods_supported=["plain"])),
        "pkce",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_breaks_its_own_step_and_names_the_clients(here, fault):
    url = protected(here)
    route, answer, part = FAULTS[fault]
    here.at(route, answer(here))
    found = walk(url, V25_11)
    assert found.broken is not None
    assert (found.broken.id, found.broken.fault) == (part, fault)
    assert found.broken.advice
    assert failing_clients(fault)
    assert set(FAULTS) <= known_faults()


WARNINGS = {
    "no-client": (OAUTH, lambda here: Says(body=metadata(here, registration_endpoint=None))),
    "no-code": (OAUTH, lambda here: Says(body=metadata(here, response_types_supported=["x"]))),
    "resource-above": (f"{RESOURCE}/mcp", lambda here: document(here, resource=here.origin)),
    "other-scheme": ("POST /mcp", lambda _: Says(401, None, {"WWW-Authenticate": "Basic"})),
}


@pytest.mark.parametrize("fault", WARNINGS)
def test_what_some_clients_bear_is_a_warning(here, fault):
    url = protected(here)
    route, answer = WARNINGS[fault]
    here.at(route, answer(here))
    found = walk(url, V25_11)
    assert found.broken is None
    assert fault in {step.fault for step in found.steps if step.verdict is StepVerdict.WARNING}


BAD_DOCUMENTS = {
    "html": Says(200, b"<html>welcome</html>", {"Content-Type": "text/html"}),
    "huge": Says(200, b'{"a": "' + b"x" * MOST_BYTES + b'"}'),
    "redirect": Says(302, None, {"Location": "https://elsewhere.example/"}),
    "list": Says(200, []),
    "deep": Says(200, b"[" * 100_000),
    "401": Says(401),
}


@pytest.mark.parametrize("kind", BAD_DOCUMENTS)
@pytest.mark.parametrize("route", [f"{RESOURCE}/mcp", OAUTH])
def test_what_is_not_a_document_ends_the_chain_with_a_reason(here, kind, route):
    url = protected(here)
    here.at(route, BAD_DOCUMENTS[kind])
    found = walk(url, V25_11)
    assert found.broken is not None
    assert found.broken.id == ("resource" if "resource" in route else "metadata")
    assert len(here.asked) < 8


def test_a_document_that_names_another_machine_is_not_followed_there(here):
    url = protected(here)
    here.at(f"{RESOURCE}/mcp", document(here, authorization_servers=["http://10.0.0.1/"]))
    found = walk(url, V25_11)
    assert found.broken is not None
    assert found.broken.id == "issuer"
    assert "public https" in found.broken.received


def test_an_authorization_server_that_hangs_is_given_up(here):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = protected(here)
        issuer = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        here.at(f"{RESOURCE}/mcp", document(here, authorization_servers=[issuer]))
        found = asyncio.run(discover(url, fetcher=Fetcher(seconds=0.2), version=V25_06))
    assert found.broken is not None
    assert "within 0.2 s" in found.broken.received


def test_endpoints_without_https_are_not_used(here):
    url = protected(here)
    here.at(OAUTH, Says(body=metadata(here, token_endpoint="http://login.example/token")))
    assert walk(url).broken.id == "endpoints"
    here.at(OAUTH, Says(body=metadata(here, token_endpoint=None)))
    assert walk(url).broken.id == "endpoints"


def test_a_given_issuer_leaves_the_resource_document_out(here):
    url = protected(here)
    found = walk(url, issuer=here.origin)
    assert found.resource is None
    assert found.broken is None
    assert not here.asked_for("/.well-known/oauth-protected-resource/mcp")


def test_scopes_of_the_document_are_taken_where_the_challenge_names_none(here):
    url = protected(here, scope=None)
    here.at(f"{RESOURCE}/mcp", document(here, scopes_supported=["a", "b"]))
    found = walk(url)
    assert found.scope == "a b"
    assert verdicts(found)["scope"] is StepVerdict.WARNING
    assert verdicts(walk(url, V25_06))["scope"] is StepVerdict.SKIPPED


def test_a_trailing_slash_of_the_issuer_matters_from_the_newest_revision_on(here):
    url = protected(here)
    here.at(OAUTH, Says(body=metadata(here, issuer=here.origin + "/")))
    assert verdicts(walk(url, V25_11))["issuer-match"] is StepVerdict.WARNING
    assert verdicts(walk(url, V26))["issuer-match"] is StepVerdict.BROKEN


def test_a_value_without_quotes_is_told(here):
    url = protected(here)
    named = f"{here.origin}/.well-known/oauth-protected-resource/mcp"
    here.at("POST /mcp", Says(401, None, {"WWW-Authenticate": f"Bearer resource_metadata={named}"}))
    assert verdicts(walk(url))["challenge"] is StepVerdict.WARNING
    here.at("POST /mcp", Says(401))
    assert verdicts(walk(url, V25_06))["challenge"] is StepVerdict.BROKEN


@pytest.mark.parametrize(
    ("address", "secure"),
    [
        ("https://issuer.example/token", True),
        ("http://127.0.0.1:8000/token", True),
        ("http://localhost/token", True),
        ("http://issuer.example/token", False),
        ("javascript://127.0.0.1/%0aalert(1)", False),
        ("file://localhost/etc/passwd", False),
        ("ftp://127.0.0.1/token", False),
        ("//127.0.0.1/token", False),
        ("https://[", False),
        (5, False),
    ],
)
def test_only_the_web_is_secure(address, secure):
    assert is_secure(address) is secure
