"""What a protected server shows to a client that has no token yet."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from mcptest.auth.discovery.challenge import read_challenge
from mcptest.auth.discovery.well_known import (
    may_ask,
    oauth_urls,
    openid_urls,
    resource_urls,
)
from mcptest.compliance.judge.authorization_claim import claims_oauth, header_of, opens, status_of
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.raw_http import plain_fetch
from mcptest.compliance.observe.stateless_meta import standard_meta
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import NEWEST_HANDSHAKE, Era, SpecVersion
from mcptest.wire.codec import encode
from mcptest.wire.meta import client_info
from mcptest.wire.target import HttpTarget

BAD_TOKEN = "mcptest-invalid"  # noqa: S105 - it opens nothing, which is the point
_OK = 200
_REDIRECTED = 300
_UNAUTHORIZED = 401
_MOST_SERVERS = 2


@dataclass(frozen=True, slots=True)
class _Asker:
    """Asks one server, with or without a token."""

    target: HttpTarget
    version: SpecVersion
    ctx: Context

    @property
    def credentials(self) -> str | None:
        """What the user gave us to be let in."""
        headers = self.target.headers.items()
        return next((value for name, value in headers if name.lower() == "authorization"), None)

    async def post(self, authorization: str | None) -> JsonObject:
        own = {k: v for k, v in self.target.headers.items() if k.lower() != "authorization"}
        headers = {
            **own,
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }
        if self.version.era is Era.STATELESS:
            headers["MCP-Protocol-Version"] = self.version.wire
            headers["Mcp-Method"] = "server/discover"
        if authorization is not None:
            headers["Authorization"] = authorization
        body = encode(_opening(self.version))
        return await plain_fetch("POST", self.target.url, headers, self.ctx, body=body)

    async def first_document(self, urls: list[str]) -> JsonObject:
        """The first of the addresses that gives a JSON object; else what the last one gave."""
        root: JsonObject = {"form": "not-asked"}
        for url in urls:
            if not may_ask(url, self.target.url):
                continue
            root = await plain_fetch("GET", url, {"Accept": "application/json"}, self.ctx)
            if status_of(root) == _OK and isinstance(root.get("json"), dict):
                return {**root, "form": "document", "document": root["json"]}
        return root


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    target = ctx.target.http
    assert target is not None
    asker = _Asker(target, exam.version or NEWEST_HANDSHAKE, ctx)
    denied = await asker.post(None)
    if not await _is_protected(denied, asker):
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "the server needs no authorization")
    challenge = read_challenge(header_of(denied, "www-authenticate"))
    root: JsonObject = {
        "denied": denied,
        "bad_token": await asker.post(f"Bearer {BAD_TOKEN}"),
        "challenge": challenge,
    }
    named = challenge.get("resource_metadata")
    root["named"] = await asker.first_document([named] if isinstance(named, str) else [])
    root["well_known"] = await asker.first_document(resource_urls(target.url))
    resource = _document(root["named"]) or _document(root["well_known"])
    if resource is not None:
        root["resource"] = resource
        own = _canonical(str(resource.get("resource", "")))
        root["is_resource"] = own == _canonical(target.url)
    root["servers"] = [await _server(issuer, asker) for issuer in _issuers(resource)]
    root["own"] = await _server(_origin(target.url), asker)
    root["claims_oauth"] = claims_oauth(root, asker.version)
    return root


async def _server(issuer: str, asker: _Asker) -> JsonObject:
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


def _opening(version: SpecVersion) -> JsonObject:
    params: JsonObject = {"_meta": standard_meta(version)}
    if version.era is Era.HANDSHAKE:
        params = {"protocolVersion": version.wire, "capabilities": {}, "clientInfo": client_info()}
    method = "initialize" if version.era is Era.HANDSHAKE else "server/discover"
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


async def _is_protected(denied: JsonObject, asker: _Asker) -> bool:
    """It says so, or it does not let us in without the token that we were given."""
    status, token = status_of(denied), asker.credentials
    if status == _UNAUTHORIZED or header_of(denied, "www-authenticate"):
        return True
    if token is None or status < _OK:
        return False
    return status >= _REDIRECTED or (not opens(denied) and opens(await asker.post(token)))


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
        "bad_token": "the same with a token that nobody issued",
        "challenge": "WWW-Authenticate: scheme and parameters",
        "named": "the document that the challenge names: form, url, document",
        "well_known": "the one at the well-known address",
        "resource": "the metadata of the protected resource, from either",
        "is_resource": "whether that names this server, a trailing slash aside",
        "servers": "its authorization servers: issuer, is_issuer, metadata, endpoints",
        "own": "the same for the server's own origin",
        "claims_oauth": "whether it says that it follows the authorization pages",
    },
    look=_look,
    alone=True,
)
