"""Why a rule found nothing to check on a server: what was missing, or what was not looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcptest.match.expectation import Expectation
from mcptest.model.counted import counted
from mcptest.model.json import Json
from mcptest.model.outcome import Skip, SkipReason

_SHOWN = 5
_FETCHED = {"http", "document", "not-asked"}
_LEFT = {  # by view: what rules look at
    "calls": (
        "the read-only tools that rules called for up to 20 s "
        "(choose calls with compliance.hints.tool_args)"
    ),
    "reads": "the first 8 resources, which rules read",
    "gets": "the first 8 prompts, which rules requested",
}


def unlooked(expectations: Sequence[Expectation], roots: Mapping[str, Json]) -> Skip:
    """The skip of a rule whose expectations applied nowhere."""
    for name, words in _LEFT.items():
        if left := _left(roots.get(name)):
            return Skip(SkipReason.CANNOT_TELL, _not_done(left, words))
    if (unreached := why_unreached(roots)) is not None:
        return unreached
    found = (_nothing(expectation, roots) for expectation in expectations)
    return Skip(SkipReason.NOT_APPLICABLE, next(found, "nothing to check"))


def left_of(listed: Json, key: str, looked: Sequence[Json]) -> list[Json]:
    """Of what a server lists, what a view did not look at, by the member that names it."""
    done = [item[key] for item in looked if isinstance(item, dict)]
    entries = listed if isinstance(listed, list) else []
    names = [entry.get(key) for entry in entries if isinstance(entry, dict)]
    return [name for name in names if isinstance(name, str) and name not in done]


def why_unreached(roots: Mapping[str, Json]) -> Skip | None:
    """The skip of a rule on authorization whose documents could not be fetched."""
    seen = roots.get("authorization")
    if not isinstance(seen, dict):
        return None
    for url, problem in _failed_fetches(seen):
        return Skip(SkipReason.CANNOT_TELL, f"{url} could not be reached: {problem}")
    return None


def _failed_fetches(seen: Mapping[str, Json]) -> Iterator[tuple[Json, Json]]:
    servers = seen.get("servers")
    for server in servers if isinstance(servers, list) else ():
        if isinstance(server, dict) and server.get("reached") is False:
            oauth = server.get("oauth")
            asked = isinstance(oauth, dict) and oauth.get("form") != "not-asked"
            said = oauth.get("problem", "no response") if isinstance(oauth, dict) else None
            why = said if asked else "mcptest only fetches metadata from public https URLs"
            yield f"the authorization server {server.get('issuer')}", why
    for name in ("named", "well_known"):
        document = seen.get(name)
        if isinstance(document, dict) and document.get("form") not in _FETCHED:
            yield document.get("url"), document.get("problem", "no response")


def _left(root: Json) -> list[str]:
    left = root.get("left") if isinstance(root, dict) else None
    return [str(name) for name in left] if isinstance(left, list) else []


def _not_done(left: list[str], looked: str) -> str:
    more = len(left) - _SHOWN
    shown = ", ".join(left[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
    return f"not triggered by {looked}; left out: {shown}"


def _nothing(expectation: Expectation, roots: Mapping[str, Json]) -> str:
    on = " and ".join(_condition(clause.target.text) for clause in expectation.when)
    if expectation.each is None:
        return f"nothing to check: the rule's condition on {on} is not met"
    items = expectation.each.resolve(roots)
    count = len(items) if isinstance(items, list) else 0
    noun, none = _seen(expectation.each.text)
    if not count:
        return f"nothing to check: {none}"
    if count == 1:
        return f"nothing to check: the only {noun} does not meet the rule's condition on {on}"
    return (
        f"nothing to check: none of the {counted(count, noun)} meets the rule's condition on {on}"
    )


def _condition(target: str) -> str:
    """The member that a condition is about, without the way to it."""
    return target.rpartition("item.")[2].rpartition("result.")[2] or target


def _seen(each: str) -> tuple[str, str]:
    """What the items of a list are, and the sentence for an empty one."""
    found = (words for name, words in _SEEN.items() if name in each)
    return next(found, ("entry", "the server sent nothing of the kind"))


_SEEN = {
    "content": ("content block", "no content block of this kind was returned"),
    "tools.items": ("tool", "the server lists no tools"),
    "resources.items": ("resource", "the server lists no resources"),
    "templates.items": ("resource template", "the server lists no resource templates"),
    "prompts.items": ("prompt", "the server lists no such prompts"),
    "pages": ("page", "no list was returned"),
    "calls.items": ("call", "no tool was called"),
    "bad_arguments.items": ("call", "no call with invalid arguments could be made"),
    "reads.items": ("resource", "no resource was read"),
    "gets.items": ("prompt", "no prompt was requested"),
    "streams.items": ("stream", "the server sent no event streams"),
    "icons": ("icon", "the server lists no icons"),
    "meta_keys": ("_meta key", "the server sent no _meta keys"),
    "asked": ("request", "the server sent no requests to the client"),
    "inputRequests": ("input request", "the server sent no input requests"),
    "notifications": ("notification", "the server sent no notifications"),
    "requests": ("request", "the server sent no requests"),
    "errors": ("error", "the server returned no errors"),
    "results": ("result", "the server returned no results"),
    "endpoints": ("endpoint", "no authorization endpoint is known"),
    "authorization.servers": ("authorization server", "no authorization server is listed"),
    "polls": ("tasks/get result", "tasks/get returned no results"),
}
