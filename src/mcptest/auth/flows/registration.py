"""Get a client id: given, from a client metadata document, or by registration (RFC 7591)."""

from __future__ import annotations

from mcptest import __version__
from mcptest.auth.discovery.documents import ServerDocument, is_secure
from mcptest.auth.fetch import Fetcher
from mcptest.auth.refusal import refused_token
from mcptest.auth.settings import AuthClient
from mcptest.errors import SignInError
from mcptest.model.json import JsonObject
from mcptest.model.record import record

_CREATED = (200, 201)
_DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


@record
class ClientChoice:
    """What the user said about the client; a given id goes before all else."""

    client_id: str | None = None
    client_secret: str | None = None
    document: str | None = None


async def choose_client(
    choice: ClientChoice,
    server: ServerDocument,
    *,
    redirect: str | None,
    scope: str,
    fetcher: Fetcher,
) -> tuple[AuthClient, str]:
    """The client, and in words where it comes from. No redirect means the device flow.

    Raises: SignInError.
    """
    if choice.client_id:
        return AuthClient(choice.client_id, choice.client_secret), f"{choice.client_id}, as given"
    if choice.document and server.takes_documents:
        return AuthClient(choice.document), f"{choice.document}, a client ID metadata document"
    if server.endpoint("registration"):
        client = await register(server, redirect=redirect, scope=scope, fetcher=fetcher)
        return client, f"{client.id}, by dynamic registration"
    unused = " and does not accept client ID metadata documents" if choice.document else ""
    raise SignInError(
        "auth-no-client",
        f"{server.who} does not register clients by itself{unused}",
        hint="Register a client there by hand, and pass its id with --client-id.",
    )


async def register(
    server: ServerDocument, *, redirect: str | None, scope: str, fetcher: Fetcher
) -> AuthClient:
    """A public native client for this one login.

    Raises: SignInError.
    """
    url = server.endpoint("registration")
    if not is_secure(url):
        words = f"the registration endpoint {url} is not an https URL"
        raise SignInError("auth-no-client", words, hint="Pass a client id with --client-id.")
    answer = await fetcher.post_json(url, _metadata(redirect, scope))
    found = answer.json
    named = found.get("client_id") if isinstance(found, dict) else None
    if answer.status not in _CREATED or not isinstance(found, dict) or not isinstance(named, str):
        error = refused_token(answer, "registration")
        raise SignInError(
            "auth-no-client", error.message, hint="Register by hand, and pass --client-id."
        )
    secret, method = found.get("client_secret"), found.get("token_endpoint_auth_method")
    return AuthClient(
        named,
        secret if isinstance(secret, str) else None,
        method if isinstance(method, str) else None,
    )


def _metadata(redirect: str | None, scope: str) -> JsonObject:
    metadata: JsonObject = {
        "client_name": f"mcptest {__version__}",
        "application_type": "native",
        "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
    }
    if redirect is None:
        metadata |= {"grant_types": [_DEVICE, "refresh_token"], "response_types": []}
        metadata["redirect_uris"] = []
    else:
        metadata["redirect_uris"] = [redirect]
    return {**metadata, "scope": scope} if scope else metadata
