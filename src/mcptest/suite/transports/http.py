"""A server at an HTTP address: ``url``, ``headers``, ``auth``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mcptest.errors import Problem
from mcptest.model.json import JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.suite.scope import complain
from mcptest.suite.secrets import password_of
from mcptest.suite.shape import Key, Object, OneOf, Text
from mcptest.suite.transports.entry import Disclosure, TransportEntry
from mcptest.suite.transports.written import WrittenServer, settings_of
from mcptest.suite.yaml.node import Node
from mcptest.wire.target import HttpTarget, Target

if TYPE_CHECKING:
    from mcptest.auth.settings import IdentityProvider

_SCHEMES = ("http", "https")
_NEEDED = {
    "client_credentials": "client_secret_env",
    "refresh_token": "refresh_token_env",
    "enterprise_managed": "idp",
}
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


@record(kw_only=True)
class Provider:
    """``auth.oauth.idp`` as it is written."""

    issuer: str
    where: Location
    id_token_env: str
    client_id: str | None = None
    client_id_env: str | None = None
    client_secret_env: str | None = None


@record(kw_only=True)
class OAuth:
    """``auth.oauth`` as it is written; variables have not been looked up."""

    grant: str
    where: Location
    client_id: str | None = None
    client_id_env: str | None = None
    client_secret_env: str | None = None
    refresh_token_env: str | None = None
    scope: str | None = None
    resource: str | None = None
    token_endpoint: str | None = None
    issuer: str | None = None
    idp: Provider | None = None


@record(kw_only=True)
class Auth:
    where: Location
    bearer_token_env: str | None = None
    oauth: OAuth | None = None


def check_url(text: str) -> str | None:
    """What is wrong with an address; None when it can be used."""
    if any(ord(char) <= ord(" ") for char in text):
        return "a URL cannot contain spaces or control characters"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        return f"not a valid URL: {error}"
    if parts.scheme not in _SCHEMES or not parts.hostname:
        return "a URL must start with http:// or https:// and a host"
    return "port 0 cannot be connected to" if port == 0 else None


def _header_value(text: str) -> str | None:
    bad = any(char in text for char in "\r\n\0")
    return "a header value cannot contain line breaks or NUL" if bad else None


def _check(_members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    headers = node.get("headers")
    for name, value in headers.items() if headers else ():
        if not _HEADER_NAME.fullmatch(name):
            message = f'"{name}" is not a valid header name'
            problems.append(Problem("suite-bad-value", message, value.key_where))


def _read(written: WrittenServer) -> Target:
    members = written.members
    password = password_of(members["url"])
    if password:
        written.secrets.add(password)
    headers = written.settings("headers")
    auth: Auth | None = members.get("auth")
    if auth and auth.bearer_token_env:
        token = written.from_env(auth.bearer_token_env, auth.where)
        headers["Authorization"] = f"Bearer {token}"
    pin = members.get("transport")
    target = HttpTarget(members["url"], headers, "streamable-http" if pin == "http" else pin)
    return _signed(target, auth.oauth, written) if auth and auth.oauth else target


def _signed(target: HttpTarget, oauth: OAuth, written: WrittenServer) -> HttpTarget:
    from mcptest.auth.attach import credentials_for
    from mcptest.auth.settings import Grant, OAuthSettings

    def variable(name: str | None) -> str | None:
        return None if name is None else written.from_env(name, oauth.where)

    settings = OAuthSettings(
        grant=Grant(oauth.grant),
        client_id=oauth.client_id or variable(oauth.client_id_env),
        client_secret=variable(oauth.client_secret_env),
        refresh_token=variable(oauth.refresh_token_env),
        scope=oauth.scope,
        resource=oauth.resource,
        token_endpoint=oauth.token_endpoint,
        issuer=oauth.issuer,
        idp=_provider(oauth.idp, variable) if oauth.idp else None,
    )
    return replace(target, credentials=credentials_for(target.url, settings))


def _provider(idp: Provider, variable: Callable[[str | None], str | None]) -> IdentityProvider:
    from mcptest.auth.settings import AuthClient, IdentityProvider

    name = idp.client_id or variable(idp.client_id_env) or ""
    client = AuthClient(name, variable(idp.client_secret_env))
    return IdentityProvider(idp.issuer, client, variable(idp.id_token_env))


def _check_oauth(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    """Each grant needs its own keys, and no other grant's."""
    grant = members["grant"]
    if grant == "stored":
        return
    _check_client(grant, members, node, problems)
    if _NEEDED[grant] not in members:
        complain(problems, "suite-missing-key", f"{grant} needs {_NEEDED[grant]}", node)
    if grant == "enterprise_managed" and "token_endpoint" in members and "issuer" not in members:
        words = f"{grant} with token_endpoint needs issuer"
        complain(problems, "suite-missing-key", words, node)


def _check_client(
    subject: str, members: Mapping[str, Any], node: Node, problems: list[Problem]
) -> None:
    if len({"client_id", "client_id_env"} & members.keys()) != 1:
        words = f"{subject} needs either client_id or client_id_env"
        complain(problems, "suite-missing-key", words, node)


def _check_idp(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    _check_client("idp", members, node, problems)


def _check_auth(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    if len({"bearer_token_env", "oauth"} & members.keys()) != 1:
        words = "auth needs either bearer_token_env or oauth"
        complain(problems, "suite-missing-key", words, node)


def _write(target: Target, disclosure: Disclosure) -> JsonObject | None:
    if not isinstance(target, HttpTarget):
        return None
    found: JsonObject = {"url": disclosure.plain(target.url)}
    headers: Mapping[str, str] = target.headers
    if disclosure.bearer_env:
        headers = {k: v for k, v in headers.items() if k.lower() != "authorization"}
        found["auth"] = {"bearer_token_env": disclosure.bearer_env}
    if headers:
        found["headers"] = {
            name: {"env": disclosure.variable(name)}
            if disclosure.hides(name, value)
            else disclosure.plain(value)
            for name, value in headers.items()
        }
    if target.transport:
        found["transport"] = target.transport
    return found


_ADDRESS = Text(label="an address", check=check_url)
_CLIENT = {
    "client_id": Key(Text(), doc="The client's id."),
    "client_id_env": Key(Text(), doc="Environment variable that contains the client's id."),
    "client_secret_env": Key(Text(), doc="Environment variable that contains the client's secret."),
}
_IDP: Object[Provider] = Object(
    "idp",
    {
        "issuer": Key(_ADDRESS, required=True, doc="Issuer of the identity provider."),
        **_CLIENT,
        "id_token_env": Key(
            Text(), required=True, doc="Environment variable that contains the user's ID token."
        ),
    },
    Provider,
    place=True,
    check=_check_idp,
)
_OAUTH: Object[OAuth] = Object(
    "oauth",
    {
        "grant": Key(
            OneOf("client_credentials", "refresh_token", "enterprise_managed", "stored"),
            required=True,
            doc="How to get the token; stored uses the login of `mcptest login`.",
        ),
        **_CLIENT,
        "refresh_token_env": Key(
            Text(), doc="Environment variable that contains the refresh token."
        ),
        "scope": Key(Text(), doc="Scope to request (default: the scope that the server asks for)."),
        "resource": Key(_ADDRESS, doc="Resource to request a token for (default: the server)."),
        "token_endpoint": Key(_ADDRESS, doc="Token endpoint (default: discovered)."),
        "issuer": Key(_ADDRESS, doc="Authorization server (default: discovered)."),
        "idp": Key(
            _IDP, doc="Identity provider that vouches for the user, for enterprise_managed."
        ),
    },
    OAuth,
    place=True,
    check=_check_oauth,
)

HTTP = TransportEntry(
    key="url",
    label="a url",
    keys={
        "url": Key(
            Text(label="a URL", check=check_url),
            doc="URL of a running server.",
        ),
        "headers": Key(
            settings_of(Text(empty=True, check=_header_value)),
            doc="HTTP headers for every request: a string or {env: VAR}.",
        ),
        "auth": Key(
            Object(
                "auth",
                {
                    "bearer_token_env": Key(
                        Text(), doc="Environment variable that contains the token."
                    ),
                    "oauth": Key(_OAUTH, doc="How to get a token from the authorization server."),
                },
                Auth,
                place=True,
                check=_check_auth,
            ),
            doc="How to authenticate.",
        ),
    },
    pins=("streamable-http", "http", "sse"),
    read=_read,
    write=_write,
    check=_check,
    schemes=_SCHEMES,
    at=HttpTarget,
)
