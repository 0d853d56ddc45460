"""Enterprise-managed authorization: an identity provider vouches for a person.

The person's ID token is exchanged at the identity provider for an identity assertion (RFC 8693),
which the authorization server of the MCP server accepts in place of that person's consent.
"""

from __future__ import annotations

from mcptest.auth.discovery.documents import ServerDocument, is_secure
from mcptest.auth.discovery.well_known import oauth_urls, openid_urls
from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.grants import TokenEndpoint, endpoint_of
from mcptest.auth.refusal import refused_token
from mcptest.auth.settings import IdentityProvider
from mcptest.auth.tokens import Token
from mcptest.errors import SignInError
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.redaction import learn_secrets
from mcptest.wire.http.explain import plain

TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"  # noqa: S105 - a name
ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token"  # noqa: S105 - a name
ID_JAG = "urn:ietf:params:oauth:token-type:id-jag"


@record
class IdentityChain:
    """From an ID token to a token for one resource; ``audience`` is the issuer of its server."""

    provider: TokenEndpoint
    server: TokenEndpoint
    audience: str
    resource: str

    async def token(self, id_token: str, *, scope: str) -> Token:
        """Raises: SignInError."""
        assertion = await self._assertion(id_token, scope)
        learn_secrets((assertion,))
        return await self.server.assert_identity(assertion, scope=scope, resource=self.resource)

    async def _assertion(self, id_token: str, scope: str) -> str:
        answer = await self.provider.post(
            {
                "grant_type": TOKEN_EXCHANGE,
                "requested_token_type": ID_JAG,
                "audience": self.audience,
                "resource": self.resource,
                "scope": scope,
                "subject_token": id_token,
                "subject_token_type": ID_TOKEN,
            }
        )
        found = answer.document
        if found is None:
            raise refused_token(answer, "token exchange")
        assertion, kind = found.get("access_token"), found.get("issued_token_type")
        if kind == ID_JAG and isinstance(assertion, str) and assertion:
            return assertion
        raise _not_an_assertion(answer.url, kind)


async def find_provider(idp: IdentityProvider, fetcher: Fetcher) -> ServerDocument:
    """The metadata of an identity provider, by OpenID Connect or RFC 8414.

    Raises: SignInError.
    """
    if not is_secure(idp.issuer):
        words = f"the identity provider {idp.issuer} is not an https URL"
        raise SignInError("auth-no-metadata", words, hint="Use https for the identity provider.")
    tried = []
    for url in (*openid_urls(idp.issuer), *oauth_urls(idp.issuer)):
        answer = await fetcher.get(url)
        tried.append(f"GET {url}: {answer}")
        if answer.document is not None:
            return _checked(ServerDocument(answer.document), idp.issuer)
    raise SignInError(
        "auth-no-metadata",
        "\n".join((f"the identity provider {idp.issuer} does not publish metadata", *tried)),
        hint="Check the issuer of the identity provider.",
    )


async def provider_endpoint(idp: IdentityProvider, fetcher: Fetcher) -> TokenEndpoint:
    """Raises: SignInError."""
    return endpoint_of(await find_provider(idp, fetcher), idp.client, fetcher)


def _checked(server: ServerDocument, issuer: str) -> ServerDocument:
    """RFC 8414, section 3.3: another issuer could be anybody."""
    if server.issuer != issuer:
        words = f'the identity provider has the issuer "{server.issuer}", expected "{issuer}"'
        raise SignInError("auth-issuer-mismatch", words, hint=f"Use {server.issuer} as its issuer.")
    if not server.endpoint("token"):
        words = f"the identity provider {issuer} does not publish a token_endpoint"
        raise SignInError("auth-no-metadata", words, hint="Check its issuer.")
    return server


def _not_an_assertion(url: str, kind: Json) -> SignInError:
    got = f"issued_token_type {plain(kind)}" if isinstance(kind, str) else "no issued_token_type"
    return SignInError(
        "auth-denied",
        f"{url} responded to the token exchange with {got}, expected {ID_JAG}",
        hint="Enable identity assertions (cross-app access) for this client and resource there.",
    )
