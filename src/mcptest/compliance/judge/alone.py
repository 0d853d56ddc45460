"""Whether the request that a finding shows gets the same response in a session of its own."""

from __future__ import annotations

from mcptest.compliance.corpus.rule import Observe
from mcptest.model.finding import Exchange

_SINGLE = frozenset(  # each item of these views is one ordinary request in an open session
    [
        *("tools", "resources", "templates", "prompts"),
        *("calls", "gets", "reads", "ping", "completion", "opening"),
        *("unknown-tool", "unknown-prompt", "unknown-method", "missing-resource"),
        *("bad-arguments", "undeclared-completion"),
    ]
)
_RESULTS = frozenset({"shapes"})  # also holds refusals of requests that were out of order


def gets_it_alone(observe: Observe, shown: Exchange) -> bool:
    """Only for one request with one response, sent the way that any client would send it."""
    reply = shown.reply
    if not isinstance(reply, dict) or not {"result", "error"} & reply.keys():
        return False
    if observe.steps:
        return _is_single_request(observe)
    views = frozenset(observe.views)
    return views <= _SINGLE or (views <= _RESULTS and "result" in reply)


def _is_single_request(observe: Observe) -> bool:
    [first, *more] = observe.steps
    usual = first.keys() <= {"as", "request"} and observe.on != "bare" and not observe.client
    return usual and not more
