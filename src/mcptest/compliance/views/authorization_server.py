"""How the authorization server of a protected server treats requests that are wrong in one way."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.auth.credentials import OAuthCredentials
from mcptest.auth.discovery.discover import discover
from mcptest.auth.fetch import Fetcher
from mcptest.auth.probe import ServerProbe, issued_by
from mcptest.auth.sign_in import SettingsSource
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.loopback import is_loopback
from mcptest.model.outcome import SkipReason

_CONSENT = "probe_authorization_server"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    target = ctx.target.http
    assert target is not None
    fetcher = Fetcher(target.ca_file)
    found = await discover(target.url, fetcher=fetcher)
    if found.open:
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "the server needs no authorization")
    if found.server is None or not found.server.endpoint("token"):
        words = "no authorization server with a token endpoint was found"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, words)
    _require_consent(found.issuer, exam)
    probe = ServerProbe(found.server, found.indicator, found.scope, fetcher)
    root: JsonObject = {"issuer": found.server.issuer, "metadata": found.server.raw}
    root |= await probe.look()
    document = exam.hints.get("client_document")
    if isinstance(document, dict) and found.server.takes_documents:
        url, redirect = str(document.get("url")), str(document.get("redirect_uri", ""))
        root["foreign_document"] = await probe.foreign_document(url, redirect)
    answered = root.get("error_response")
    if isinstance(answered, dict):
        answered["iss_matches"] = answered.get("iss") in {found.server.issuer, found.issuer}
    if (issued := await _client_credentials(ctx)) is not None:
        root["issued"] = issued
    return root


def _require_consent(issuer: str, exam: Examination) -> None:
    """It may belong to somebody else; on this machine it is the user's own."""
    if exam.hints.get("probe_authorization_server") is True or is_loopback(
        urlsplit(issuer).hostname or ""
    ):
        return
    words = f"sends requests to {issuer}; allow that with compliance.hints.{_CONSENT}: true"
    raise NotSeenError(SkipReason.NEEDS_FIXTURE, words)


async def _client_credentials(ctx: Context) -> Json:
    """What the token endpoint answers to the client that we signed in with."""
    target = ctx.target.http
    credentials = target.credentials if target else None
    source = credentials.source if isinstance(credentials, OAuthCredentials) else None
    if not isinstance(source, SettingsSource) or source.endpoint is None:
        return None
    return await issued_by(source.endpoint, scope=source.scope, resource=source.resource)


VIEW = View(
    name="authorization_server",
    summary="The authorization server, asked a dozen things that are wrong in one way.",
    members={
        "issuer": "its own name, as its metadata has it",
        "metadata": "its metadata",
        "unknown_client": "the token endpoint with a client that nobody registered: http, error",
        "foreign_document": "authorization for the fixture client_document: form",
        "other_resource": "authorization for a resource that nobody knows: form, error, http",
        "malformed": "the authorization endpoint without parameters: http",
        "plain_redirect": "a registration with an http redirect to another host: http",
        "redirects": "authorization with unregistered redirects: followed, http",
        "error_response": "an unknown response type: form, state_kept, iss_matches",
        "without_challenge": "authorization without PKCE: form",
        "response": "a correct authorization request: form, state_kept, iss",
        "wrong_verifier": "a code redeemed with another verifier: issued",
        "issued": "a token response: http, expires_in",
        "second_use": "the same code again: issued",
        "rotation": "a refresh token of a public client, used: rotated",
    },
    look=_look,
    alone=True,
)
