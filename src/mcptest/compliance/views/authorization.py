"""What a protected server shows to a client that has no token yet."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.auth.discovery.challenge import read_challenge
from mcptest.auth.discovery.documents import covers
from mcptest.auth.discovery.well_known import oauth_urls, openid_urls, resource_urls
from mcptest.compliance.judge.authorization_claim import claims_oauth, header_of, opens, status_of
from mcptest.compliance.observe.authorization.default_endpoints import default_endpoints
from mcptest.compliance.observe.authorization.opening_asker import OpeningAsker
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import SpecVersion

BAD_TOKEN = "mcptest-invalid"  # noqa: S105 - it opens nothing, which is the point
_OK = 200
_REDIRECTED = 300
_UNAUTHORIZED = 401
_MOST_SERVERS = 2


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    target = ctx.target.http
    assert target is not None
    asker = OpeningAsker.of(exam, ctx)
    denied = await asker.post(None)
    if not await _is_protected(denied, asker):
        raise NotSeenError(SkipReason.NOT_APPLICABLE, _why_open(asker))
    challenge = read_challenge(header_of(denied, "www-authenticate"))
    bad = await asker.post(f"Bearer {BAD_TOKEN}")
    root: JsonObject = {
        "denied": denied,
        "bad_token": {**bad, "repeats_token": _repeats(bad)},
        "bad_challenge": read_challenge(header_of(bad, "www-authenticate")),
        "challenge": challenge,
    }
    named = challenge.get("resource_metadata")
    root["named"] = await asker.first_document([named] if isinstance(named, str) else [])
    root["well_known"] = await asker.first_document(resource_urls(target.url))
    root["documents"] = [root["named"] if isinstance(named, str) else root["well_known"]]
    resource = _document(root["named"]) or _document(root["well_known"])
    if resource is not None:
        root["resource"] = resource
        own = _canonical(str(resource.get("resource", "")))
        root["is_resource"] = own == _canonical(target.url)
        root["covers_server"] = covers(own, target.url)
    root["servers"] = [await _server(issuer, asker) for issuer in _issuers(resource)]
    origin = _origin(target.url)
    root["own"] = own_server = await _server(origin, asker)
    if asker.version is SpecVersion.V2025_03_26 and "metadata" not in own_server:
        root["defaults"] = await default_endpoints(origin, ctx)
    root["static_key"] = exam.hints.get("static_key") is True
    root["claims_oauth"] = claims_oauth(root, asker.version)
    return root


async def _server(issuer: str, asker: OpeningAsker) -> JsonObject:
    """One authorization server by both ways of finding its metadata."""
    oauth = await asker.first_document(oauth_urls(issuer))
    root: JsonObject = {"issuer": issuer, "oauth": oauth}
    openid = oauth
    if _document(oauth) is None:
        openid = await asker.first_document(openid_urls(issuer))
        root["openid"] = openid
    metadata = _document(oauth) or _document(openid)
    root["reached"] = oauth["form"] in {"http", "document"} or openid["form"] == "document"
    if metadata is not None:
        root["metadata"] = metadata
        root["is_issuer"] = metadata.get("issuer") == issuer
        root["endpoints"] = [
            {"name": name, "url": value}
            for name, value in metadata.items()
            if name.endswith("_endpoint")
        ]
    return root


async def _is_protected(denied: JsonObject, asker: OpeningAsker) -> bool:
    """It says so, or it does not let us in without the token that we were given."""
    status, token = status_of(denied), asker.credentials
    if status == _UNAUTHORIZED or header_of(denied, "www-authenticate"):
        return True
    if token is None or status < _OK:
        return False
    return status >= _REDIRECTED or (not opens(denied) and opens(await asker.post(token)))


def _why_open(asker: OpeningAsker) -> str:
    """Any other header of the user's may be a key, and is always sent."""
    if asker.others:
        return f"the server needs no Authorization header beside {', '.join(asker.others)}"
    return "the server needs no authorization"


def _repeats(refused: JsonObject) -> bool:
    """The token that was sent is in a header or in the body of the answer."""
    return BAD_TOKEN in str(refused.get("http"))


def _document(root: Json) -> JsonObject | None:
    found = root.get("document") if isinstance(root, dict) else None
    return found if isinstance(found, dict) else None


def _issuers(resource: JsonObject | None) -> list[str]:
    listed = resource.get("authorization_servers") if resource else None
    names = listed if isinstance(listed, list) else []
    return [name for name in names if isinstance(name, str)][:_MOST_SERVERS]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _canonical(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{parts.path.rstrip('/')}"


VIEW = View(
    name="authorization",
    summary="A protected server without a token: refusals, challenge and metadata documents.",
    members={
        "denied": "the opening request without a token: http",
        "bad_token": "the same with a token that nobody issued: http, repeats_token",
        "bad_challenge": "WWW-Authenticate of that: scheme and parameters",
        "challenge": "WWW-Authenticate: scheme and parameters",
        "named": "the document that the challenge names: form, url, document",
        "well_known": "the one at the well-known address",
        "resource": "the metadata of the protected resource, from either",
        "is_resource": "whether that names this server, a trailing slash aside",
        "covers_server": "whether that is this server, or a path above it",
        "documents": "the document that a client reads first: form, http",
        "servers": "its authorization servers: issuer, is_issuer, metadata, endpoints",
        "own": "the same for the server's own origin",
        "defaults": "at 2025-03-26 without metadata there: authorize, token, authorizes",
        "static_key": "whether the fixture static_key says that this is not OAuth",
        "claims_oauth": "whether it says that it follows the authorization pages",
    },
    look=_look,
    alone=True,
)
