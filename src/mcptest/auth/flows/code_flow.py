"""Authorization code with PKCE: build the URL for the browser, check the redirect."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import field
from urllib.parse import urlencode, urlsplit

from mcptest.auth.discovery.documents import ServerDocument
from mcptest.auth.flows.grants import TokenEndpoint
from mcptest.auth.flows.loopback import Redirect
from mcptest.auth.flows.pkce import Pkce
from mcptest.auth.tokens import Token
from mcptest.errors import SignInError
from mcptest.model.record import record
from mcptest.wire.http.explain import plain


@record
class CodeFlow:
    """One attempt; state and verifier are its own."""

    server: ServerDocument
    endpoint: TokenEndpoint
    redirect: Redirect
    scope: str
    resource: str
    pkce: Pkce = field(default_factory=Pkce)
    state: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def address(self) -> str:
        """What the browser opens."""
        query = {
            "response_type": "code",
            "client_id": self.endpoint.client.id,
            "redirect_uri": self.redirect.url,
            "state": self.state,
            "code_challenge": self.pkce.challenge,
            "code_challenge_method": "S256",
            "resource": self.resource,
            "scope": self.scope,
        }
        if "offline_access" in self.scope.split():
            query["prompt"] = "consent"  # OpenID Connect, section 11
        url = self.server.endpoint("authorization")
        sign = "&" if urlsplit(url).query else "?"
        return f"{url}{sign}{urlencode({k: v for k, v in query.items() if v})}"

    async def run(self, show: Callable[[str], None], *, seconds: float) -> Token:
        """Raises: SignInError."""
        show(self.address)
        code = self.check(await self.redirect.wait(seconds))
        return await self.endpoint.redeem(
            code,
            verifier=self.pkce.verifier,
            redirect=self.redirect.url,
            resource=self.resource,
        )

    def check(self, answer: Mapping[str, str]) -> str:
        """The code of an authorization response that is ours and nobody else's.

        Raises: SignInError.
        """
        if answer.get("state") != self.state:
            said = "without state" if "state" not in answer else "with another state"
            raise _rejected(f"the authorization response came {said}")
        issuer, known = answer.get("iss"), self.server.issuer
        if issuer is not None and known and issuer != known:
            words = f'the response has iss "{plain(issuer)}", expected "{known}"'
            raise SignInError("auth-issuer-mismatch", words, hint=_SEND_ISSUER)
        if issuer is None and self.server.sends_issuer:
            words = f"{self.server.who} declares the iss parameter and did not send it"
            raise SignInError("auth-issuer-mismatch", words, hint=_SEND_ISSUER)
        if error := answer.get("error"):
            more = answer.get("error_description")
            said = plain(f"{error}: {more}" if more else error)
            raise _rejected(f"the authorization server returned {said}")
        if not answer.get("code"):
            raise _rejected("the authorization response has no code")
        return answer["code"]


_SEND_ISSUER = "Send iss with the value of issuer, or declare in the metadata that it is not sent."


def _rejected(words: str) -> SignInError:
    return SignInError("auth-denied", words, hint="Run the login again, and allow the access.")


def require_code_flow(server: ServerDocument) -> None:
    """Raises: SignInError where the server has no authorization endpoint."""
    if not server.endpoint("authorization"):
        raise SignInError(
            "auth-no-metadata",
            f"{server.who} does not publish an authorization_endpoint",
            hint="Use --device, or client credentials: --oauth client-credentials.",
        )
