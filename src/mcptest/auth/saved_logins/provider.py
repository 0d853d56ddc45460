"""The identity provider of a stored login, which vouches for the person again later."""

from __future__ import annotations

from dataclasses import field

from mcptest.auth.settings import AuthClient
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record


@record(kw_only=True)
class ProviderLogin:
    """Signed in at ``issuer``; its tokens go to no other server."""

    issuer: str
    token_endpoint: str
    client: AuthClient
    id_token: str = field(repr=False)
    refresh: str | None = field(default=None, repr=False)
    methods: tuple[str, ...] = ()

    def public(self) -> JsonObject:
        """Everything but the secrets."""
        methods: list[Json] = list(self.methods)
        return {
            "issuer": self.issuer,
            "token_endpoint": self.token_endpoint,
            "client_id": self.client.id,
            "methods": methods,
        }

    def secret(self) -> JsonObject:
        return {
            "client_secret": self.client.secret,
            "id_token": self.id_token,
            "refresh_token": self.refresh,
        }


def read_provider(public: Json, hidden: Json) -> ProviderLogin | None:
    """The reverse; None for anything that is not one."""
    if not isinstance(public, dict) or not isinstance(hidden, dict):
        return None
    texts = [public.get(name) for name in ("issuer", "token_endpoint", "client_id")]
    issuer, endpoint, client = (text if isinstance(text, str) else "" for text in texts)
    id_token = hidden.get("id_token")
    if not (issuer and endpoint and client) or not isinstance(id_token, str):
        return None
    return ProviderLogin(
        issuer=issuer,
        token_endpoint=endpoint,
        client=AuthClient(client, text_of(hidden.get("client_secret"))),
        id_token=id_token,
        refresh=text_of(hidden.get("refresh_token")),
        methods=texts_of(public.get("methods")),
    )


def text_of(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def texts_of(value: Json) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
