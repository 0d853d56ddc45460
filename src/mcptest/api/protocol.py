"""Collect the protocol violations of one client's session."""

from __future__ import annotations

from mcptest.engine.liveness import see_off
from mcptest.engine.protocol.monitor import Monitor
from mcptest.engine.protocol.stray_violations import stray_result
from mcptest.engine.protocol.violations import Violations
from mcptest.errors import ProtocolViolationError
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Severity
from mcptest.model.redaction import Redactor
from mcptest.report.plain import finding_text
from mcptest.wire.session import Session

OPT_OUT = "to accept such a server, give the client check_protocol=False and read client.problems"


class ProtocolLog:
    """Listens to one session after the other; each different problem is kept once."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        self._redactor = Redactor(secrets)
        self._violations = Violations()
        self._session: Session | None = None

    def listen(self, session: Session) -> None:
        """From the opening on; what an earlier session did is forgotten."""
        self._violations.clear()
        self._session = session
        Monitor(session, self._violations)

    async def see_off(self, session: Session) -> None:
        """Notice a server that exited by itself just before it is closed."""
        if session.link.transport.process and session.alive():
            await see_off(session)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Without the secrets of the server."""
        if self._session is None:
            return ()
        result = stray_result("", self._session.transcript.problems, self._violations)
        return self._redactor.result(result).findings if result else ()

    def error(self) -> ProtocolViolationError | None:
        """Every error together; a warning alone is not one."""
        broken = [one for one in self.findings if one.severity is Severity.ERROR]
        if not broken:
            return None
        count = counted(len(broken), "protocol violation", "protocol violations")
        told = "\n".join(map(finding_text, broken))
        return ProtocolViolationError(f"{count} by the server\n{told}", broken, hint=OPT_OUT)
