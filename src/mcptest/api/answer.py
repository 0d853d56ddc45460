"""A server's response, with every suite matcher available for plain asserts."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any

from mcptest.calls.reply import joined_text, no_answer, roots_of
from mcptest.errors import NoAnswerError, UsageError
from mcptest.match.bind import BindError, bind
from mcptest.match.matcher import MatchContext, Mismatch
from mcptest.match.path import Path, PathError
from mcptest.match.show import short
from mcptest.model.escape import one_line
from mcptest.model.json import Json, MaybeJson
from mcptest.model.record import record
from mcptest.wire.reply import Reply

__tracebackhide__ = True  # pytest then shows the line of the caller


@record
class Match:
    """Whether a value matched: true or false, and its words say why not."""

    target: str
    matcher: str
    mismatch: Mismatch | None = None

    def __bool__(self) -> bool:
        return self.mismatch is None

    def __repr__(self) -> str:
        if self.mismatch is None:
            return f"<{self.target} matches {self.matcher}>"
        return f"<{self.target} {one_line(self.mismatch.reason, limit=400)}>"

    @property
    def difference(self) -> str | None:
        """Line by line, where the values are too long to be compared by eye."""
        return self.mismatch.difference if self.mismatch else None


@record
class Answer:
    """What one request got. An error is an answer as well; ``is_error`` tells."""

    reply: Reply
    matching: MatchContext = field(default_factory=MatchContext, compare=False)

    @property
    def text(self) -> str:
        """All text of the answer, joined by line breaks."""
        return str(joined_text(self.reply.result))

    @property
    def result(self) -> dict[str, Any]:
        """The result as served; empty where the answer is a JSON-RPC error."""
        return self.reply.result if isinstance(self.reply.result, dict) else {}

    @property
    def content(self) -> list[Any]:
        """The blocks of a tool's answer."""
        found: Any = self.result.get("content", [])
        return found if isinstance(found, list) else []

    @property
    def structured(self) -> Any:
        """``structuredContent``; None where there is none."""
        return self.result.get("structuredContent")

    @property
    def error(self) -> dict[str, Any] | None:
        """The JSON-RPC error; None where there is a result."""
        return self.reply.error if isinstance(self.reply.error, dict) else None

    @property
    def is_error(self) -> bool:
        """The call failed: a JSON-RPC error, or a result with ``isError: true``."""
        return self.error is not None or self.result.get("isError") is True

    @property
    def duration_ms(self) -> float:
        """From the request to its answer."""
        return self.reply.duration_ms

    @property
    def notifications(self) -> tuple[Json, ...]:
        """What the server said meanwhile."""
        return self.reply.notifications

    def matches(self, target: str, matcher: Json) -> Match:
        """Check a target with a matcher, both written as in a suite.

        ``assert answer.matches("text", {"contains": "3"})``

        Raises: UsageError when one of them cannot be read.
        """
        try:
            value = Path.parse(target).resolve(roots_of(self.reply))
        except PathError as error:
            raise UsageError("bad-target", f"the target {target!r}: {error}") from None
        return _held(value, matcher, replace(self.matching, target=target), target)

    def __repr__(self) -> str:
        said = self.error if self.error is not None else self.result
        return f"<Answer to {self.reply.method}: {short(said)}>"


def matches(value: MaybeJson, matcher: Json) -> Match:
    """Hold a matcher of the suites against any JSON value.

    Raises: UsageError when the matcher cannot be read.
    """
    return _held(value, matcher, MatchContext(), "the value")


def answer_of(reply: Reply, matching: MatchContext) -> Answer:
    """The reply, when it is an answer.

    Raises: NoAnswerError.
    """
    broken = no_answer(reply, None)
    if broken is not None:
        raise NoAnswerError(broken.id, broken.message, hint=broken.help)
    answer = Answer(reply, matching)
    if answer.error is None and not isinstance(reply.result, dict):
        raise NoAnswerError(
            "reply-malformed",
            f"{reply.method} returned neither an error nor a result object",
            hint=f"got {short(reply.message)}",
        )
    return answer


def _held(value: MaybeJson, matcher: Json, context: MatchContext, target: str) -> Match:
    try:
        check = bind(matcher)
    except BindError as error:
        raise UsageError("bad-matcher", error.message, hint=error.hint) from None
    return Match(target, check.matcher, check.compare(value, context))
