"""Listen to one session and record protocol violations, with the test they belong to."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.engine.conversation import Conversation
from mcptest.engine.protocol.message_rules import ENVELOPE, ProtocolJudge
from mcptest.engine.protocol.violations import Violations
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import JsonObject
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session
from mcptest.wire.waiting import Waiting, response_problem


class Monitor:
    """A response counts for the test that asked, everything else for the server.

    What a server sends unasked arrives during one test or the next by chance, and a verdict
    must not depend on that.
    """

    def __init__(self, session: Session, found: Violations) -> None:
        self._found = found
        self._judge = ProtocolJudge(session.version)
        self._look_back(session)
        session.transcript.listener = self._heard

    def _look_back(self, session: Session) -> None:
        """The opening was over before anybody could listen."""
        opening = session.opening
        if isinstance(opening.message, dict):
            self._found.add(self._opening(opening, opening.message))
        for entry in session.transcript.entries:
            message = entry.message if entry.direction == "received" else None
            if isinstance(message, dict) and "method" in message:
                self._found.add(self._judge.said(message, entry.stream))

    def _opening(self, reply: Reply, message: JsonObject) -> Iterable[Finding]:
        if reply.kind is ReplyKind.ANSWERED:
            return self._judge.response(reply.method, message, reply.request)
        text = f"the response to {reply.method} is not a JSON-RPC 2.0 response: {reply.problem}"
        return [Finding(ENVELOPE, Severity.ERROR, text, exchange=reply.exchange)]

    def _heard(self, message: JsonObject, stream: str, waiting: Waiting | None) -> None:
        if "method" in message:
            findings = self._judge.said(message, stream)
        elif waiting is None or self._judge.fits(waiting.out.method, message):
            return
        elif response_problem(message) is not None:
            return  # the reply says so
        else:
            out = waiting.out
            findings = self._judge.response(out.method, message, out.message)
        listener = waiting.listener if waiting is not None else None
        found = listener.violations if isinstance(listener, Conversation) else self._found
        found.add(findings)
