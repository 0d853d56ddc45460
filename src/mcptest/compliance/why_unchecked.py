"""Why a rule had nothing to check on a server: what was missing or not observed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mcptest.compliance.condition_words import condition_words, unmet_words
from mcptest.match.expectation import Expectation
from mcptest.model.counted import counted
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import Skip, SkipReason

ONE_PAGE = "the list has only one page"
_SHOWN = 5
_FETCHED = {"http", "document", "not-asked"}
_ADVICE = "to include one, use --hint tool_args.TOOL=ARGUMENTS"
_LEFT = {  # by view: what rules look at, and what is said of the rest
    "calls": ("the read-only tools that were called", "not read-only, so not called"),
    "tool_results": (
        "the tools that were called",
        "tools without a result to check (destructive, slow or called only as a task)",
    ),
    "reads": ("the first 8 resources", "not read"),
    "read_results": ("the first 8 resources", "not read"),
    "gets": ("the first 8 prompts", "not requested"),
}


def unlooked(expectations: Sequence[Expectation], roots: Mapping[str, Json]) -> Skip:
    """The skip of a rule whose expectations applied nowhere."""
    for name, words in _LEFT.items():
        if left := _names(roots.get(name), "left"):
            callable_ = _names(roots.get(name), "callable")
            return Skip(SkipReason.CANNOT_TELL, _not_done(left, callable_, *words))
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


def withheld(applies: Iterable[JsonObject], roots: Mapping[str, Json]) -> Skip | None:
    """The skip of a rule about something that a view did not do, because a tool may run once."""
    for entry in applies:
        name, _, member = str(entry["target"]).partition(".")
        view = roots.get(name)
        kept = view.get("withheld") if isinstance(view, dict) else None
        why = kept.get(member.partition(".")[0]) if isinstance(kept, dict) else None
        if isinstance(why, str):
            return Skip(SkipReason.NEEDS_FIXTURE, why)
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


def _names(root: Json, member: str) -> list[str]:
    listed = root.get(member) if isinstance(root, dict) else None
    return [str(name) for name in listed] if isinstance(listed, list) else []


def _not_done(left: list[str], callable_: list[str], looked: str, rest: str) -> str:
    """Of what was left out, arguments of the user's own help only what may be called."""
    others = [name for name in left if name not in callable_]
    said = [f"not triggered by {looked}"]
    if callable_:
        said.append(f"not called: {_shown(callable_)} ({_ADVICE})")
    if others:
        said.append(f"{rest}: {_shown(others)}")
    return "; ".join(said)


def _shown(names: list[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _nothing(expectation: Expectation, roots: Mapping[str, Json]) -> str:
    if any(".pages[1]" in clause.target.text for clause in expectation.when):
        return ONE_PAGE
    if expectation.each is None:
        return f"nothing to check: {' or '.join(map(unmet_words, expectation.when))}"
    items = expectation.each.resolve(roots)
    count = len(items) if isinstance(items, list) else 0
    noun, none = _seen(expectation.each.text)
    if not count:
        return f"nothing to check: {none}"
    looked = f"no {noun}" if count == 1 else f"none of the {counted(count, noun)}"
    return f"nothing to check: {looked} {condition_words(expectation.when)}"


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
    "tool_results.items": ("call", "no tool was called"),
    "incapable_calls.items": ("call", "no tool that asks its client was called"),
    "bad_arguments.items": ("call", "no call with invalid arguments could be made"),
    "reads.items": ("resource", "no resource was read"),
    "read_results.items": ("resource", "no resource was read"),
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
