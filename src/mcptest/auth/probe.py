"""Send an authorization server requests that are each wrong in one way.

It sends at most a dozen requests, and leaves one client behind if the server registers clients.
"""

from __future__ import annotations

from dataclasses import field
from urllib.parse import parse_qsl, urlencode, urlsplit

from mcptest.auth.discovery.documents import ServerDocument
from mcptest.auth.fetch import Fetched, Fetcher
from mcptest.auth.flows.grants import TokenEndpoint, endpoint_of
from mcptest.auth.flows.pkce import Pkce
from mcptest.auth.flows.registration import register
from mcptest.auth.refusal import error_code
from mcptest.auth.settings import AuthClient
from mcptest.errors import SignInError
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import learn_secrets

REDIRECT = "http://127.0.0.1:49321/callback"
ELSEWHERE = "https://mcptest.invalid/callback"
PLAIN_ELSEWHERE = "http://mcptest.invalid/callback"
UNKNOWN_RESOURCE = "https://mcptest.invalid/mcp"
_STATE = "mcptest-state"
_REDIRECTED = (302, 303, 307)
_REFUSED = 400


@record
class ServerProbe:
    """One authorization server, asked for one resource; each answer is plain data, no token."""

    server: ServerDocument
    resource: str
    scope: str
    fetcher: Fetcher = field(default_factory=Fetcher)

    async def look(self) -> JsonObject:
        """Everything that can be tried without a person."""
        root: JsonObject = {"unknown_client": await self._unknown_client()}
        if self.server.endpoint("authorization"):
            root["malformed"] = _plain(
                await self.fetcher.get(self.server.endpoint("authorization"))
            )
        client = await self._client()
        if client is None:
            return root
        root["plain_redirect"] = await self._plain_redirect()
        if self.server.endpoint("authorization"):
            root |= await self._redirects(client)
            root |= await self._codes(client)
        return root

    async def foreign_document(self, url: str, redirect: str) -> JsonObject:
        """Authorization for a client whose document names another client."""
        redirect = redirect or REDIRECT
        client = AuthClient(url)
        return _answered(await self._authorize(client, redirect_uri=redirect), redirect)

    async def _client(self) -> AuthClient | None:
        if not self.server.endpoint("registration"):
            return None
        try:
            return await register(
                self.server, redirect=REDIRECT, scope=self.scope, fetcher=self.fetcher
            )
        except SignInError:
            return None

    async def _unknown_client(self) -> JsonObject:
        endpoint = endpoint_of(
            self.server, AuthClient("mcptest-unknown-client", "mcptest-wrong-secret"), self.fetcher
        )
        answer = await endpoint.post({"grant_type": "client_credentials"})
        return {**_plain(answer), "error": error_code(answer)}

    async def _plain_redirect(self) -> JsonObject:
        body: JsonObject = {
            "client_name": "mcptest",
            "redirect_uris": [PLAIN_ELSEWHERE],
            "token_endpoint_auth_method": "none",
        }
        url = self.server.endpoint("registration")
        return _plain(await self.fetcher.post_json(url, body))

    async def _redirects(self, client: AuthClient) -> JsonObject:
        """Where the browser is sent with an address that was not registered."""
        found: list[Json] = []
        for redirect in (ELSEWHERE, f"{REDIRECT}/more"):
            answer = await self._authorize(client, redirect_uri=redirect)
            followed = _location(answer).startswith(redirect)
            found.append({**_plain(answer), "redirect": redirect, "followed": followed})
        wrong = await self._authorize(client, response_type="mcptest")
        other = await self._authorize(client, resource=UNKNOWN_RESOURCE)
        return {
            "redirects": found,
            "error_response": _answered(wrong),
            "other_resource": _answered(other),
        }

    async def _codes(self, client: AuthClient) -> JsonObject:
        """What can be seen where nobody has to sign in first."""
        root: JsonObject = {}
        bare = await self._authorize(client, code_challenge="", code_challenge_method="")
        root["without_challenge"] = _answered(bare)
        pkce = Pkce()
        learn_secrets([pkce.verifier])
        first = _answered(await self._authorize(client, code_challenge=pkce.challenge))
        root["response"] = first
        if first["form"] != "code":
            return root
        endpoint = endpoint_of(self.server, client, self.fetcher)
        wrong = await self._code(client, pkce)
        answer = await self._redeem(endpoint, wrong, Pkce())
        root["wrong_verifier"] = _token(answer)
        code = await self._code(client, pkce)
        issued = await self._redeem(endpoint, code, pkce)
        root["issued"] = _token(issued)
        root["second_use"] = _token(await self._redeem(endpoint, code, pkce))
        return root | await self._rotation(endpoint, await self._code(client, pkce), pkce)

    async def _rotation(self, endpoint: TokenEndpoint, code: str, pkce: Pkce) -> JsonObject:
        issued = (await self._redeem(endpoint, code, pkce)).document or {}
        first = issued.get("refresh_token")
        if not isinstance(first, str) or endpoint.client.secret is not None:
            return {}
        renewed = (await self._refresh(endpoint, first)).document
        if renewed is None:
            return {}
        following = renewed.get("refresh_token")
        return {"rotation": {"rotated": isinstance(following, str) and following != first}}

    async def _refresh(self, endpoint: TokenEndpoint, token: str) -> Fetched:
        learn_secrets([token])
        return await endpoint.post({"grant_type": "refresh_token", "refresh_token": token})

    async def _code(self, client: AuthClient, pkce: Pkce) -> str:
        answer = await self._authorize(client, code_challenge=pkce.challenge)
        code = dict(parse_qsl(urlsplit(_location(answer)).query)).get("code", "")
        learn_secrets([code])
        return code

    async def _redeem(self, endpoint: TokenEndpoint, code: str, pkce: Pkce) -> Fetched:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": REDIRECT,
            "code_verifier": pkce.verifier,
            "resource": self.resource,
        }
        answer = await endpoint.post(form)
        found = answer.document or {}
        learn_secrets(str(found[n]) for n in ("access_token", "refresh_token") if n in found)
        return answer

    async def _authorize(self, client: AuthClient, **changes: str) -> Fetched:
        query = {
            "response_type": "code",
            "client_id": client.id,
            "redirect_uri": REDIRECT,
            "state": _STATE,
            "code_challenge": Pkce().challenge,
            "code_challenge_method": "S256",
            "resource": self.resource,
            "scope": self.scope,
            **changes,
        }
        url = self.server.endpoint("authorization")
        sign = "&" if urlsplit(url).query else "?"
        asked = urlencode({name: value for name, value in query.items() if value})
        return await self.fetcher.get(f"{url}{sign}{asked}", {"Accept": "text/html"})


async def issued_by(endpoint: TokenEndpoint, *, scope: str, resource: str) -> JsonObject:
    """The response to client credentials, without the token."""
    form = {"grant_type": "client_credentials", "scope": scope, "resource": resource}
    answer = await endpoint.post(form)
    found = answer.document or {}
    learn_secrets(str(found[name]) for name in ("access_token",) if name in found)
    return _token(answer)


def _plain(answer: Fetched) -> JsonObject:
    """Status and headers; the body of a registration or a token response stays out."""
    headers: JsonObject = {
        name: value
        for name, value in answer.headers.items()
        if name in {"cache-control", "content-type", "www-authenticate"}
    }
    return {
        "url": answer.url.partition("?")[0],
        "form": "http" if answer.status else "silence",
        "http": {"status": answer.status, "headers": headers},
    }


def _token(answer: Fetched) -> JsonObject:
    found = answer.document or {}
    issued = "access_token" in found
    root: JsonObject = {**_plain(answer), "issued": issued, "error": error_code(answer)}
    if issued and "expires_in" in found:
        root["expires_in"] = found["expires_in"]
    return root


def _answered(answer: Fetched, redirect: str = REDIRECT) -> JsonObject:
    """An authorization response: a code, an error to the redirect, a refusal, or a page."""
    parts = urlsplit(_location(answer))
    query = dict(parse_qsl(parts.query))
    root = _plain(answer)
    if parts._replace(query="", fragment="").geturl() == redirect:
        root["form"] = "code" if "code" in query else "error"
        root["state"] = query.get("state")
        root["state_kept"] = query.get("state") == _STATE
        root |= {name: query[name] for name in ("iss", "error") if name in query}
    elif answer.status >= _REFUSED:
        root["form"] = "refused"
    elif answer.status:
        root["form"] = "page"
    return root


def _location(answer: Fetched) -> str:
    return answer.headers.get("location", "") if answer.status in _REDIRECTED else ""
