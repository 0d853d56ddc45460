"""Whether the request in a finding gets the same response in a session of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mcptest.compliance.corpus.rule import Observe
from mcptest.model.finding import Exchange
from mcptest.model.json import Json
from mcptest.model.secret_names import names_a_secret

_SINGLE = frozenset(  # each item of these views is one ordinary request in an open session
    [
        *("tools", "resources", "templates", "prompts"),
        *(
            "calls",
            "tool-results",
            "failing-calls",
            "gets",
            "reads",
            "read-results",
            "ping",
            "completion",
            "opening",
        ),
        *("unknown-tool", "unknown-prompt", "unknown-method", "missing-resource"),
        *("bad-arguments", "undeclared-completion", "odd-gets", "odd-reads"),
    ]
)
_RESULTS = frozenset({"shapes"})  # also holds refusals of requests that were out of order
_FIRST = {"cold-start": "mcptest-too-early"}  # the request that such a view sends first
_ORDINARY = frozenset({"as", "request", "headers", "timeout"})
_SENT = frozenset({"as", "send", "raw", "await", "timeout"})  # perhaps without a response


def with_conditions(observe: Observe, shown: Exchange) -> Exchange:
    """The same with what another client needs to see it again, where that is one request."""
    if _opens(observe, shown):
        return replace(shown, alone=True, bare=True)
    headers = _headers(observe.steps[0].get("headers")) if observe.steps else ()
    return replace(shown, alone=_gets_it_alone(observe, shown), headers=headers or ())


def _opens(observe: Observe, shown: Exchange) -> bool:
    """The first request of a connection without a session."""
    own = shown.request.get("id") if isinstance(shown.request, dict) else None
    return not observe.steps and own in {_FIRST.get(view) for view in observe.views} - {None}


def _gets_it_alone(observe: Observe, shown: Exchange) -> bool:
    """Only for one request with one response, sent the way that any client would send it."""
    reply = shown.reply
    answered = isinstance(reply, dict) and bool({"result", "error"} & reply.keys())
    if observe.steps:
        return _is_single(observe, answered=answered)
    views = frozenset(observe.views)
    held = isinstance(reply, dict) and "result" in reply
    return answered and (views <= _SINGLE or (views <= _RESULTS and held))


def _is_single(observe: Observe, *, answered: bool) -> bool:
    """One message, and at most a look at whether the server still lives."""
    [first, *more] = observe.steps
    if (
        observe.on == "bare"
        or observe.client
        or any(step.keys() != {"as", "live"} for step in more)
    ):
        return False
    if first.keys() <= _SENT:
        return True
    usual = first.keys() <= _ORDINARY and answered and not more
    return usual and _headers(first.get("headers")) is not None


def _headers(given: Json) -> tuple[tuple[str, str], ...] | None:
    """None where one of them is a secret, or only known while the rule runs."""
    if not isinstance(given, Mapping):
        return ()
    pairs = tuple((name, str(value)) for name, value in given.items())
    hidden = any(names_a_secret(name) or "${" in value or value == "None" for name, value in pairs)
    return None if hidden else pairs
