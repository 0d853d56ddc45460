"""One stored login: the part that may be shown, and the secret part."""

from __future__ import annotations

import json
from dataclasses import field

from mcptest.auth.settings import AuthClient
from mcptest.auth.tokens import Token
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record


@record(kw_only=True)
class Login:
    """Signed in to ``url``; tokens go to no other server, client data to no other issuer."""

    url: str
    issuer: str
    token_endpoint: str
    resource: str
    client: AuthClient
    token: Token = field(repr=False)
    methods: tuple[str, ...] = ()
    ca_file: str | None = None

    def public(self) -> JsonObject:
        """Everything but the secrets."""
        methods: list[Json] = list(self.methods)
        return {
            "url": self.url,
            "issuer": self.issuer,
            "token_endpoint": self.token_endpoint,
            "resource": self.resource,
            "client_id": self.client.id,
            "client_method": self.client.method,
            "methods": methods,
            "ca_file": self.ca_file,
            "scope": self.token.scope,
            "expires": self.token.expires,
            "renewable": self.token.refresh is not None,
        }

    def secret(self) -> str:
        """What the keyring keeps, or the file."""
        return json.dumps(
            {
                "access_token": self.token.access,
                "refresh_token": self.token.refresh,
                "client_secret": self.client.secret,
            }
        )


def read_login(public: JsonObject, secret: str) -> Login | None:
    """The reverse; None for anything that is not a stored login."""
    try:
        hidden = json.loads(secret)
    except ValueError:
        return None
    names = ("url", "issuer", "token_endpoint", "resource", "client_id", "scope")
    texts = {name: public.get(name) for name in names}
    if not isinstance(hidden, dict) or not all(isinstance(text, str) for text in texts.values()):
        return None
    access = hidden.get("access_token")
    if not isinstance(access, str):
        return None
    ends = public.get("expires")
    known = isinstance(ends, (int, float)) and not isinstance(ends, bool)
    methods = public.get("methods")
    return Login(
        url=str(texts["url"]),
        issuer=str(texts["issuer"]),
        token_endpoint=str(texts["token_endpoint"]),
        resource=str(texts["resource"]),
        client=AuthClient(
            str(texts["client_id"]),
            _text(hidden.get("client_secret")),
            _text(public.get("client_method")),
        ),
        token=Token(
            access,
            float(ends) if known else None,  # type: ignore[arg-type]
            _text(hidden.get("refresh_token")),
            str(texts["scope"]),
        ),
        methods=tuple(m for m in methods if isinstance(m, str))
        if isinstance(methods, list)
        else (),
        ca_file=_text(public.get("ca_file")),
    )


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
