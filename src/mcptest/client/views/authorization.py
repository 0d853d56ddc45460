"""How the client signed in to a protected server: its requests, in order."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.client.arranging import driven, part
from mcptest.client.authorization.addresses import metadata_addresses
from mcptest.client.authorization.oauth_requests import (
    authorizations,
    registrations,
    token_requests,
)
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject

_SIGNS = ("oauth_defaults", "oauth_registrations", "oauth_authorizations", "oauth_tokens")


def _look(log: ClientLog) -> JsonObject:
    plans = [fact for fact in log.facts.get("oauth_plan", []) if isinstance(fact, dict)]
    if not plans:
        return {name: [] for name in VIEW.members}
    plan = plans[0]
    return {
        "flow": [_flow(log, plan)] if began_to_sign_in(log) else [],
        "registrations": registrations(log),
        "authorizations": authorizations(log, plan),
        "tokens": token_requests(log, plan),
        "requests": _requests(log),
        "redirects": list(log.facts.get("oauth_redirects", [])),
        "documents": [one for one in _documents(log) if one["server"] != 0],
    }


def began_to_sign_in(log: ClientLog) -> bool:
    """A client that does not sign in at all is not judged: authorization is optional."""
    asked = any("/.well-known/" in str(one["path"]) or one["served"] for one in _documents(log))
    return asked or any(log.facts.get(name) for name in _SIGNS)


def _documents(log: ClientLog) -> list[JsonObject]:
    return [fact for fact in log.facts.get("oauth_documents", []) if isinstance(fact, dict)]


def _flow(log: ClientLog, plan: JsonObject) -> JsonObject:
    documents = _documents(log)
    of_resource = [one["form"] for one in documents if one["server"] == 0]
    of_server = [one["form"] for one in documents if one["server"] == 1]
    asked = log.facts.get("oauth_authorizations", [])
    known = list(metadata_addresses(str(plan["issuer_path"])))
    tried = [form for form in dict.fromkeys(of_server) if form in known]
    return {
        "about": plan["about"],
        "driven": driven(log),
        "asked": list[Json](of_resource),
        "tried": list[Json](tried),
        "in_order": tried == known[: len(tried)],
        "found_resource": any(one["served"] for one in documents if one["server"] == 0),
        "found_server": any(one["served"] for one in documents if one["server"] != 0),
        "defaults": bool(log.facts.get("oauth_defaults")),
        "registered": bool(log.facts.get("oauth_registrations")),
        "authorized": bool(asked),
        "stateful": any(part(one, "params", "state") for one in asked),
        "redeemed": bool(log.facts.get("oauth_tokens")),
        **_step_up(log),
        **_move(log),
    }


def _step_up(log: ClientLog) -> JsonObject:
    """What the client asked for after it had been refused for insufficient scope."""
    refusals = [fact for fact in log.facts.get("oauth_challenges", []) if _is_narrow(fact)]
    asked = [fact for fact in log.facts.get("oauth_authorizations", []) if isinstance(fact, dict)]
    first = part(refusals[0], "at") if refusals else None
    before = [scope for one in asked if _is_before(one, first) for scope in _scope(one)]
    later = [one for one in asked if not _is_before(one, first)] if refusals else []
    distinct = {str(one["params"]): one for one in later}  # a client may open an address twice
    after = [_scope(one) for one in distinct.values()]
    wanted = str(part(refusals[0], "scope")) if refusals else ""
    return {
        "refused": len(refusals),
        "stepped": len(after),
        "widened": any(wanted in scope for scope in after),
        "kept": bool(after) and set(before) <= set(after[-1]),
    }


def _is_narrow(fact: Json) -> bool:
    return part(fact, "status") == 403  # noqa: PLR2004


def _is_before(fact: JsonObject, moment: Json) -> bool:
    own = fact["at"]
    assert isinstance(own, float | int)
    return isinstance(moment, float | int) and own < moment


def _scope(fact: JsonObject) -> list[str]:
    return str(part(fact, "params", "scope") or "").split()


def _move(log: ClientLog) -> JsonObject:
    """What the client did at the authorization server that it was sent to later."""
    known = [part(one, "client_id") for one in _at(log, "oauth_registrations", 1)]
    ids = [part(one, "params", "client_id") for one in _at(log, "oauth_authorizations", 2)]
    return {
        "moved": any(one.get("moved") == 2 and one["served"] for one in _documents(log)),  # noqa: PLR2004
        "registered_again": bool(_at(log, "oauth_registrations", 2)),
        "portable": any(urlsplit(str(one)).scheme == "https" for one in ids),
        "reused": any(one in known for one in ids),
    }


def _at(log: ClientLog, name: str, server: int) -> list[Json]:
    return [one for one in log.facts.get(name, []) if part(one, "server") == server]


def _requests(log: ClientLog) -> list[Json]:
    """Those to the endpoint; ``later`` are those after the client was let in."""
    found: list[Json] = []
    admitted = False
    for fact in log.facts.get("oauth_requests", []):
        assert isinstance(fact, dict)
        found.append({**fact, "later": admitted})
        admitted = admitted or fact["admitted"] is True
    return found


VIEW = ClientView(
    name="authorization",
    summary="How the client signed in to a protected server.",
    members={
        "flow": "one object for a client that began to sign in: about, driven, asked, tried, "
        "in_order, found_resource, found_server, registered, authorized, redeemed, refused, "
        "stepped, widened, kept, moved, registered_again, portable, reused",
        "registrations": "each registration: body, application_type, local, redirects_ok, "
        "offline, refreshes",
        "authorizations": "each authorization request: params, challenged, method, has_resource, "
        "resource_ok, has_state, redirect_ok, registered, given, document, scopes, extra",
        "tokens": "each token request: grant, params, has_resource, resource_ok, challenged, "
        "proven, method, wanted",
        "requests": "each request to the endpoint: verb, bearer, issued, in_query, later",
        "redirects": "each redirect to another origin: followed, carried",
        "documents": "each request for authorization server metadata: path, form, version",
    },
    look=_look,
)
