"""A target as the ``server:`` block of a suite; secrets are named, never written down."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from mcptest.model.json import JsonObject
from mcptest.model.redaction import Redactor
from mcptest.model.secret_names import names_a_secret
from mcptest.wire.target import HttpTarget, StdioTarget, Target

_VARIABLE = re.compile(r"[^A-Z0-9_]+")


def server_block(
    target: Target, *, bearer_env: str | None = None, secrets: Collection[str] = ()
) -> JsonObject:
    """What to write so that the same server is reached again."""
    if isinstance(target, StdioTarget):
        return _stdio(target, secrets)
    assert isinstance(target, HttpTarget)
    return _http(target, bearer_env, secrets)


def _stdio(target: StdioTarget, secrets: Collection[str]) -> JsonObject:
    found: JsonObject = {"command": [_plain(word) for word in target.command]}
    if target.env:
        found["env"] = {
            name: f"${{env.{name}}}" if _secret(name, value, secrets) else _plain(value)
            for name, value in target.env.items()
        }
    if target.cwd is not None:
        found["cwd"] = _plain(target.cwd)
    return found


def _http(target: HttpTarget, bearer_env: str | None, secrets: Collection[str]) -> JsonObject:
    found: JsonObject = {"url": _plain(target.url)}
    headers: Mapping[str, str] = target.headers
    if bearer_env:
        headers = {k: v for k, v in headers.items() if k.lower() != "authorization"}
        found["auth"] = {"bearer_token_env": bearer_env}
    if headers:
        found["headers"] = {
            name: {"env": _variable(name)} if _secret(name, value, secrets) else _plain(value)
            for name, value in headers.items()
        }
    if target.transport:
        found["transport"] = target.transport
    return found


def _secret(name: str, value: str, secrets: Collection[str]) -> bool:
    return value in secrets or names_a_secret(name) or Redactor().text(value) != value


def _variable(name: str) -> str:
    return _VARIABLE.sub("_", name.upper()).strip("_")


def _plain(text: str) -> str:
    return text.replace("${", "$${")
