"""Why a rule found nothing to check on a server: what was missing, or what was not looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcptest.compliance.judge.expectation import RuleExpectation
from mcptest.model.json import Json
from mcptest.model.outcome import Skip, SkipReason

_SHOWN = 5
_FETCHED = {"http", "document", "not-asked"}
_LEFT = {  # by view: what it looks at, what was not done with the rest, and what to do about it
    "calls": (
        "tool",
        "called",
        "; rules call up to 12 read-only tools, those in compliance.hints.tool_args first",
    ),
    "reads": ("resource", "read", ""),
    "gets": ("prompt", "requested", ""),
}


def unlooked(expectations: Sequence[RuleExpectation], roots: Mapping[str, Json]) -> Skip:
    """The skip of a rule whose expectations applied nowhere."""
    for name, words in _LEFT.items():
        if left := _left(roots.get(name)):
            return Skip(SkipReason.CANNOT_TELL, _not_done(left, *words))
    if (unreached := why_unreached(roots)) is not None:
        return unreached
    found = (_nothing(expectation, roots) for expectation in expectations)
    return Skip(SkipReason.NOT_APPLICABLE, next(found, "the rule looks at nothing here"))


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
            said = oauth.get("problem", "no answer") if isinstance(oauth, dict) else None
            why = said if asked else "mcptest asks only public https addresses for metadata"
            yield f"the authorization server {server.get('issuer')}", why
    for name in ("named", "well_known"):
        document = seen.get(name)
        if isinstance(document, dict) and document.get("form") not in _FETCHED:
            yield document.get("url"), document.get("problem", "no answer")


def _left(root: Json) -> list[str]:
    left = root.get("left") if isinstance(root, dict) else None
    return [str(name) for name in left] if isinstance(left, list) else []


def _not_done(left: list[str], kind: str, done: str, advice: str) -> str:
    shown = ", ".join(left[:_SHOWN]) + (" …" if len(left) > _SHOWN else "")
    many = f"{len(left)} {kind}{'s were' if len(left) != 1 else ' was'}"
    return f"no {kind} that was {done} showed it, and {many} not {done}: {shown}{advice}"


def _nothing(expectation: RuleExpectation, roots: Mapping[str, Json]) -> str:
    if expectation.each is None:
        targets = " and ".join(clause.target.text for clause in expectation.when)
        return f"nothing to check: the rule's condition on {targets} does not hold"
    items = expectation.each.resolve(roots)
    count = len(items) if isinstance(items, list) else 0
    if not count:
        return f"nothing to check: {expectation.each.text} is empty"
    targets = " and ".join(clause.target.text for clause in expectation.when)
    many = "the only entry" if count == 1 else f"none of the {count} entries"
    verb = "does not meet" if count == 1 else "meets"
    place = f"{many} in {expectation.each.text}"
    return f"nothing to check: {place} {verb} the rule's condition on {targets}"
