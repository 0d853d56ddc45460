"""For each finding about one request: the command that sends it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace

from mcptest.model.finding import Exchange, Finding
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.outcome import CaseResult
from mcptest.model.record import record
from mcptest.model.redaction import MASK
from mcptest.model.run import Run

# Their responses do not depend on what the session did before.
_METHODS = frozenset(
    [
        *("initialize", "server/discover", "ping", "completion/complete"),
        *("tools/list", "tools/call", "prompts/list", "prompts/get"),
        *("resources/list", "resources/templates/list", "resources/read"),
    ]
)
_UNKNOWN = "mcptest/"  # methods that nobody has
_OF_A_SEQUENCE = frozenset({"cursor", "task", "inputResponses", "requestState"})
_CUT = " characters"  # the end of what stands in place of a long text


@record
class ShellServer:
    """The options and the end of a command line that name a server, quoted for a shell."""

    options: tuple[str, ...] = ()
    end: tuple[str, ...] = ()


def with_reproductions(
    run: Run, servers: Mapping[str, ShellServer], *, redact: Callable[[str], str]
) -> Run:
    """The run with ``reproduce`` in its findings; ``redact`` masks secrets in a text."""

    def told(case: CaseResult) -> CaseResult:
        server = _server_of(case, servers)
        if server is None or not case.findings:
            return case
        found = tuple(_told(finding, server, redact) for finding in case.findings)
        return replace(case, findings=found)

    return replace(run, cases=tuple(map(told, run.cases)))


def _server_of(case: CaseResult, servers: Mapping[str, ShellServer]) -> ShellServer | None:
    """A server that is graded at several revisions has one name for each: ``name@revision``."""
    name = case.server or ""
    if name in servers:
        return servers[name]
    base, at, revision = name.rpartition("@")
    found = servers.get(base) if at else None
    if found is None or "--spec-version" in found.options:
        return None
    return replace(found, options=(*found.options, "--spec-version", shlex.quote(revision)))


def _told(finding: Finding, server: ShellServer, redact: Callable[[str], str]) -> Finding:
    command = finding.exchange and send_command(finding.exchange, server)
    if not command or not command.isprintable() or redact(command) != command:
        return finding
    return replace(finding, reproduce=command)


def send_command(exchange: Exchange, server: ShellServer) -> str | None:
    """None where one request in a new session would not show the same."""
    request = exchange.request
    if not exchange.alone or not isinstance(request, dict) or not _stands_alone(request):
        return None
    written = json.dumps(request, separators=(",", ":"))
    if MASK in written or _CUT in written:
        return None
    bare = ["--no-session"] if request["method"] == "initialize" else []
    words = ["mcptest", "send", *bare, shlex.quote(written), *server.options, *server.end]
    return " ".join(words)


def _stands_alone(request: JsonObject) -> bool:
    method, params = request.get("method"), request.get("params", {})
    if not isinstance(method, str) or not _is_id(request.get("id")):
        return False
    if method not in _METHODS and not method.startswith(_UNKNOWN):
        return False
    return not isinstance(params, dict) or not _OF_A_SEQUENCE & params.keys()


def _is_id(value: MaybeJson) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)
