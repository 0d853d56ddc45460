"""The access check of a protected mock: whom it accepts, and how it rejects the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from mcptest.mock.auth.server import AuthorizationServer, said
from mcptest.mock.auth.tokens import ADMIN, CALL, READ, SCOPES, TokenAccess, TokenMint, is_issued
from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.overrides.draft import DraftReply
from mcptest.model.json import Json, JsonObject

RESOURCE: Final = "/.well-known/oauth-protected-resource"
_SESSION: Final = "mcp-session-id"
_MOST_OWNERS: Final = 1000


class Protection:
    """Stands before one mock; ``flaws`` are the checks that it leaves out."""

    def __init__(self, path: str, flaws: Collection[str] = ()) -> None:
        self._path = path
        self._flaws = flaws
        self._mint = TokenMint(flaws)
        self._server = AuthorizationServer(self._mint, flaws)
        self._owners: dict[str, str] = {}

    def answer(
        self,
        verb: str,
        path: str,
        query: str,
        headers: Mapping[str, str],
        body: bytes,
        incoming: IncomingMessage,
    ) -> DraftReply | None:
        """What is answered in place of the endpoint; None where the request may go on to it."""
        origin = f"http://{headers.get('host', '')}"
        if verb == "GET" and path == RESOURCE + self._path:
            return said(200, self._resource(origin))
        if path != self._path:
            return self._server.answer(verb, path, query, headers, body, origin)
        return self._refusal(verb, headers, incoming, origin)

    def opened(self, session: str, headers: Mapping[str, str]) -> None:
        """Remember the user who opened a session."""
        access = self._access(headers, f"http://{headers.get('host', '')}")
        if access is not None and len(self._owners) < _MOST_OWNERS:
            self._owners[session] = access.user

    def _resource(self, origin: str) -> JsonObject:
        scopes: list[Json] = list(SCOPES)
        return {
            "resource": origin + self._path,
            "authorization_servers": [origin],
            "scopes_supported": scopes,
            "bearer_methods_supported": ["header"],
        }

    def _refusal(
        self, verb: str, headers: Mapping[str, str], incoming: IncomingMessage, origin: str
    ) -> DraftReply | None:
        sent = headers.get("authorization")
        if sent is None and self._is_open(verb, incoming):
            return None
        access = self._access(headers, origin)
        if access is None:
            return self._denied(sent, origin)
        owner = self._owners.get(headers.get(_SESSION, ""))
        if owner not in {None, access.user} and "owner" not in self._flaws:
            return said(404, {"error": "not_found"})
        needed = self._needed(incoming, access)
        too_much = "broader" in self._flaws and not set(access.scope) <= set(SCOPES)
        if too_much or not set(needed) <= set(access.scope):
            return self._insufficient(needed, origin)
        return None

    def _needed(self, incoming: IncomingMessage, access: TokenAccess) -> tuple[str, ...]:
        """The scopes of a request; with ``piecemeal``, the first that the token lacks."""
        if incoming.method != "tools/call":
            return (READ,)
        if "piecemeal" not in self._flaws:
            return (READ, CALL)
        return tuple(one for one in (READ, CALL, ADMIN) if one not in access.scope)[:1]

    def _is_open(self, verb: str, incoming: IncomingMessage) -> bool:
        told = incoming.kind is MessageKind.NOTIFICATION
        open_now = {
            "notifications": verb == "POST" and told,
            "listening": verb == "GET",
            "ending": verb == "DELETE",
        }
        return any(open_now[flaw] for flaw in open_now if flaw in self._flaws)

    def _access(self, headers: Mapping[str, str], origin: str) -> TokenAccess | None:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        known = scheme == "Bearer" if "scheme" in self._flaws else scheme.lower() == "bearer"
        if not known:
            return None
        return self._mint.read(token.strip(), issuer=origin, audience=origin + self._path)

    def _denied(self, sent: str | None, origin: str) -> DraftReply:
        where = f'resource_metadata="{origin}{RESOURCE}{self._path}"'
        error = "" if sent is None else 'error="invalid_token", '
        challenge = f'Bearer {error}scope="{" ".join(SCOPES)}", {where}'
        body: JsonObject = {"error": "invalid_token"}
        if "echo" in self._flaws and sent is not None:
            body["error_description"] = f"{sent} is not valid"
        unknown = sent is not None and not is_issued(sent.rpartition(" ")[2])
        status = 400 if unknown and "unknown" in self._flaws else 401
        return DraftReply(body, status=status, headers={"WWW-Authenticate": challenge})

    def _insufficient(self, needed: Collection[str], origin: str) -> DraftReply:
        where = f'resource_metadata="{origin}{RESOURCE}{self._path}"'
        challenge = f'Bearer error="insufficient_scope", scope="{" ".join(needed)}", {where}'
        body: JsonObject = {"error": "insufficient_scope"}
        return DraftReply(body, status=403, headers={"WWW-Authenticate": challenge})
