"""The access check of a protected scenario: challenges, resource metadata, accepted tokens."""

from __future__ import annotations

from urllib.parse import parse_qsl

from mcptest.client.authorization.addresses import ENDPOINT, RESOURCE, resource_address
from mcptest.client.authorization.issued import IssuedToken, IssuedTokens
from mcptest.client.authorization.plan import CALL, AuthorizationPlan
from mcptest.client.authorization.server import ScenarioIssuer
from mcptest.client.serve.events import JSON_HEADERS
from mcptest.client.serve.listener import HttpRequest, ScenarioListener
from mcptest.client.stage import ScenarioStage
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.codec import encode

_ELSEWHERE = "http://localhost"
_UNAUTHORIZED, _FORBIDDEN = 401, 403


class EndpointGate:
    """Stands before one endpoint; owns the authorization servers of its scenario."""

    def __init__(self, stage: ScenarioStage, plan: AuthorizationPlan) -> None:
        self._stage = stage
        self._plan = plan
        self._tokens = IssuedTokens()
        self._old = stage.version is SpecVersion.V2025_03_26  # is its own authorization server
        count = 2 if plan.moves else 1
        self._issuers = [
            ScenarioIssuer(plan, stage.log, self._tokens, number + 1) for number in range(count)
        ]
        self._current = self._issuers[0]
        self._origin = ""

    async def open(self, port: int) -> None:
        """Start the authorization servers; the endpoint listens on this port."""
        self._origin = f"http://127.0.0.1:{port}"
        for issuer in self._issuers:
            issuer.origin = self._origin if self._old else await self._listen(issuer)
        self._stage.log.fact(
            "oauth_plan",
            about=self._plan.about,
            resource=self._origin + ENDPOINT,
            issuer_path=self._plan.issuer_path,
            auth_method=self._plan.auth_method,
            challenge_scope=self._plan.challenge_scope,
            resource_scopes=_listed(self._plan.resource_scopes),
            server_scopes=list[Json](self._plan.server_scopes),
            client=self._stage.scenario.oauth,
        )

    async def _listen(self, issuer: ScenarioIssuer) -> str:
        async def handle(request: HttpRequest) -> None:
            if not await issuer.answer(request):
                await request.respond(404)

        listener = ScenarioListener(handle)
        await listener.open()
        self._stage.at_end(listener.close)
        return f"http://127.0.0.1:{listener.port}"

    async def takes(self, request: HttpRequest) -> bool:
        """Respond in place of the endpoint, unless the client is let in."""
        if request.path == ENDPOINT:
            return await self._guard(request)
        if request.path in _DEFAULTS:
            self._stage.log.fact("oauth_defaults", path=request.path)
        if self._old:
            return await self._current.answer(request)
        return await self._document(request)

    # Resource metadata

    async def _document(self, request: HttpRequest) -> bool:
        if request.method != "GET":
            return False
        served = request.path == resource_address(self._plan)
        self._stage.log.fact(
            "oauth_documents",
            path=request.path,
            form=_FORMS.get(request.path, "named" if served else "other"),
            server=0,
            served=served,
            moved=self._current.number,
        )
        if served:
            await request.respond(200, JSON_HEADERS, encode(self._resource()))
        return served

    def _resource(self) -> JsonObject:
        other = "https://other.example/mcp"
        found: JsonObject = {
            "resource": other if self._plan.other_resource else self._origin + ENDPOINT,
            "authorization_servers": [self._current.issuer],
            "bearer_methods_supported": ["header"],
        }
        scopes = _listed(self._plan.resource_scopes)
        return found if scopes is None else {**found, "scopes_supported": scopes}

    # The endpoint

    async def _guard(self, request: HttpRequest) -> bool:
        token = _bearer(request)
        query = dict(parse_qsl(request.query))
        in_query = [name for name, value in query.items() if self._tokens.find(value)]
        found = self._tokens.find(token or (query[in_query[0]] if in_query else ""))
        if found is not None and self._moves(request):
            self._current = self._issuers[-1]
        admitted = found is not None and found.server == self._current.number
        self._stage.log.fact(
            "oauth_requests",
            verb=request.method,
            bearer=token is not None,
            issued=token is not None and self._tokens.find(token) is not None,
            in_query=list[Json](in_query),
            admitted=admitted,
        )
        if not admitted or found is None:
            await self._refuse(request, _UNAUTHORIZED)
            return True
        return await self._second(request, found)

    def _moves(self, request: HttpRequest) -> bool:
        return self._plan.moves and b'"two"' in request.body

    async def _second(self, request: HttpRequest, found: IssuedToken) -> bool:
        """What the second call meets."""
        if b'"two"' not in request.body:
            return False
        wanted = self._plan.step_up
        if wanted == "always" or (wanted == "once" and CALL not in found.scope):
            await self._refuse(request, _FORBIDDEN)
            return True
        if self._plan.redirects:
            await self._redirect(request)
            return True
        return False

    async def _refuse(self, request: HttpRequest, status: int) -> None:
        narrow = status == _FORBIDDEN
        scope = CALL if narrow else self._plan.challenge_scope
        parts = ['error="insufficient_scope"'] if narrow else []
        if scope is not None:
            parts.append(f'scope="{scope}"')
        if self._plan.names_metadata and not self._old:
            parts.append(f'resource_metadata="{self._origin}{resource_address(self._plan)}"')
        self._stage.log.fact("oauth_challenges", status=status, scope=scope)
        challenge = f"Bearer {', '.join(parts)}".strip()
        body: JsonObject = {"error": "insufficient_scope" if narrow else "invalid_token"}
        headers = (*JSON_HEADERS, ("WWW-Authenticate", challenge))
        await request.respond(status, headers, encode(body))

    async def _redirect(self, request: HttpRequest) -> None:
        fact = self._stage.log.fact("oauth_redirects", followed=False, carried=[])

        async def elsewhere(other: HttpRequest) -> None:
            secret = ("authorization", "cookie", "mcp-session-id")
            fact["followed"] = True
            fact["carried"] = [name for name in secret if name in other.headers]
            await other.respond(404)

        listener = ScenarioListener(elsewhere)
        await listener.open()
        self._stage.at_end(listener.close)
        where = f"{_ELSEWHERE}:{listener.port}{ENDPOINT}"
        await request.respond(307, (("Location", where),))


_DEFAULTS = ("/authorize", "/token", "/register")
_FORMS = {RESOURCE + ENDPOINT: "path", RESOURCE: "root"}


def _bearer(request: HttpRequest) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _listed(scopes: tuple[str, ...] | None) -> list[Json] | None:
    return None if scopes is None else list[Json](scopes)
