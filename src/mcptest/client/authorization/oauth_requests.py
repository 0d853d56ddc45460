"""Single requests to an authorization server, and what each should contain."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.client.arranging import part
from mcptest.client.log import ClientLog
from mcptest.model.json import Json, JsonObject
from mcptest.model.loopback import is_loopback

_OFFLINE = "offline_access"
_ANYWAY = {_OFFLINE, "openid", "profile", "email"}  # scopes that are not the resource's


def _facts(log: ClientLog, name: str) -> list[JsonObject]:
    return [fact for fact in log.facts.get(name, []) if isinstance(fact, dict)]


def registrations(log: ClientLog) -> list[Json]:
    """Each registration, and whether the client asked for refresh tokens later."""
    asked = [one for one in _facts(log, "oauth_authorizations") if _OFFLINE in _scopes(one)]
    return [
        {
            "body": fact["body"],
            "application_type": part(fact, "body", "application_type"),
            "local": all(_is_local(one) for one in _listed(fact["redirects"])),
            "redirects": fact["redirects"],
            "redirects_ok": all(_is_safe(one) for one in _listed(fact["redirects"])),
            "offline": bool(asked),
            "refreshes": "refresh_token" in _listed(part(fact, "body", "grant_types")),
        }
        for fact in _facts(log, "oauth_registrations")
    ]


def authorizations(log: ClientLog, plan: JsonObject) -> list[Json]:
    """Each authorization request."""
    return [_authorization(fact, log, plan) for fact in _facts(log, "oauth_authorizations")]


def _authorization(fact: JsonObject, log: ClientLog, plan: JsonObject) -> JsonObject:
    params = fact["params"]
    client_id, redirect = str(part(params, "client_id")), part(params, "redirect_uri")
    own = [one for one in _facts(log, "oauth_registrations") if one["client_id"] == client_id]
    known = [name for one in own for name in _listed(one["redirects"])]
    first = fact is _facts(log, "oauth_authorizations")[0]
    return {
        "about": plan["about"],
        "params": params,
        "first": first,
        "challenged": bool(part(params, "code_challenge")),
        "method": part(params, "code_challenge_method"),
        "has_resource": "resource" in _members(params),
        "resource_ok": _identifies(part(params, "resource"), plan["resource"]),
        "has_state": bool(part(params, "state")),
        "redirect_ok": _is_safe(redirect),
        "registers": bool(own),
        "registered": _without_port(redirect) in map(_without_port, known),
        "given": client_id == part(plan, "client", "client_id"),
        "documented": client_id == part(plan, "client", "client_metadata_url"),
        "is_url": "://" in client_id,
        "id_ok": client_id.startswith("https://") and len(urlsplit(client_id).path) > 1,
        **_compared(fact, plan),
    }


def _compared(fact: JsonObject, plan: JsonObject) -> JsonObject:
    """The scopes beside those that the server names."""
    own = [scope for scope in _scopes(fact) if scope not in _ANYWAY]
    challenged, supported = plan["challenge_scope"], plan["resource_scopes"]
    wanted = str(challenged).split() if challenged else _listed(supported)
    return {
        "scopes": list[Json](own),
        "wanted": list[Json](wanted),
        "same_scopes": set(own) == set(wanted),
        "offline": _OFFLINE in _scopes(fact),
        "offers_offline": _OFFLINE in _listed(plan["server_scopes"]),
    }


def token_requests(log: ClientLog, plan: JsonObject) -> list[Json]:
    """Each token request."""
    return [
        {
            **fact,
            "about": plan["about"],
            "has_resource": "resource" in _members(fact["params"]),
            "resource_ok": _identifies(part(fact, "params", "resource"), plan["resource"]),
            "wanted": plan["auth_method"],
        }
        for fact in _facts(log, "oauth_tokens")
    ]


def _members(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _scopes(fact: JsonObject) -> list[str]:
    return str(part(fact, "params", "scope") or "").split()


def _identifies(given: Json, resource: Json) -> bool:
    """The address of the server, or a part of it that still has its origin."""
    if not isinstance(given, str) or not isinstance(resource, str):
        return False
    short = given.rstrip("/")
    origin = urlsplit(resource)._replace(path="").geturl()
    return short == resource or (
        short.startswith(origin) and f"{resource}/".startswith(f"{short}/")
    )


def _is_local(redirect: Json) -> bool:
    return is_loopback(urlsplit(str(redirect)).hostname or "")


def _is_safe(redirect: Json) -> bool:
    """Schemes of an application's own are another matter."""
    return urlsplit(str(redirect)).scheme != "http" or _is_local(redirect)


def _without_port(redirect: Json) -> str:
    parts = urlsplit(str(redirect))
    local = parts.scheme == "http" and _is_local(redirect)
    return parts._replace(netloc=parts.hostname or "").geturl() if local else parts.geturl()
