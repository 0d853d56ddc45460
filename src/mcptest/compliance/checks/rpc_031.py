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
                problem = f"a response has the id {own!r}, but no request does"
                yield {"at": own, "problem": problem, "entry": response}
            continue
        mark = (str(response.get("conversation")), type(own).__name__, str(own))
        if mark in seen and not _has_both(response):
            problem = f"the server sent a second response to the request with the id {own!r}"
            yield {"at": response.get("method"), "problem": problem, "entry": response}
        seen.add(mark)
    for said in [*_usual(roots, "requests"), *_usual(roots, "notifications")]:
        if "result" in said or "error" in said:
            problem = "a message from the server has both a method and a result or error"
            yield {"at": said.get("method"), "problem": problem, "entry": said}


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
