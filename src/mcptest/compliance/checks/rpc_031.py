"""Looks for responses that answer no request, or answer one that was answered already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    """In conversations in which nothing odd was asked: a bad request may get a guessed id."""
    seen: set[tuple[str, str, str]] = set()
    # The body of an HTTP error may be a JSON-RPC error of no request; SDKs put a word for its id.
    over_http = follow_pointer(dict(roots), "/session/transport") in {"streamable-http", "sse"}
    for response in [*_usual(roots, "results"), *_usual(roots, "errors")]:
        own = response.get("id")
        if "request" not in response:
            if "result" in response or (own is not None and not over_http):
                yield {"at": own, "problem": f"no request has the id {own!r}"}
            continue
        mark = (str(response.get("conversation")), type(own).__name__, str(own))
        if mark in seen and not _has_both(response):
            yield {
                "at": response.get("method"),
                "problem": f"the request with the id {own!r} was answered before",
            }
        seen.add(mark)
    for said in [*_usual(roots, "requests"), *_usual(roots, "notifications")]:
        if "result" in said or "error" in said:
            yield {"at": said.get("method"), "problem": "a response has no method"}


def _usual(roots: Mapping[str, Json], kind: str) -> Iterator[JsonObject]:
    found = follow_pointer(dict(roots), f"/transcript/{kind}")
    for message in found if isinstance(found, list) else ():
        if isinstance(message, dict) and not message.get("probed"):
            yield message


def _has_both(response: JsonObject) -> bool:
    """RPC-004 tells of one response that has a result and an error, which is listed as each."""
    whole = response.get("response")
    return isinstance(whole, dict) and "result" in whole and "error" in whole


CHECK = RuleCheck("RPC-031", _run)
