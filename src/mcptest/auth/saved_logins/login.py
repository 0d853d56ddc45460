"""One stored login: the part that may be shown, and the secret part."""

from __future__ import annotations

import json
from dataclasses import field

from mcptest.auth.saved_logins.provider import ProviderLogin, read_provider, text_of, texts_of
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
    idp: ProviderLogin | None = None

    @property
    def renewable(self) -> bool:
        return self.token.refresh is not None or self.idp is not None

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
            "renewable": self.renewable,
            **({"idp": self.idp.public()} if self.idp else {}),
        }

    def secret(self) -> str:
        """What the keyring keeps, or the file."""
        own: JsonObject = {
            "access_token": self.token.access,
            "refresh_token": self.token.refresh,
            "client_secret": self.client.secret,
        }
        return json.dumps({**own, "idp": self.idp.secret()} if self.idp else own)


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
    return Login(
        url=str(texts["url"]),
        issuer=str(texts["issuer"]),
        token_endpoint=str(texts["token_endpoint"]),
        resource=str(texts["resource"]),
        client=AuthClient(
            str(texts["client_id"]),
            text_of(hidden.get("client_secret")),
            text_of(public.get("client_method")),
        ),
        token=Token(
            access,
            float(ends) if known else None,  # type: ignore[arg-type]
            text_of(hidden.get("refresh_token")),
            str(texts["scope"]),
        ),
        methods=texts_of(public.get("methods")),
        ca_file=text_of(public.get("ca_file")),
        idp=read_provider(public.get("idp"), hidden.get("idp")),
    )
