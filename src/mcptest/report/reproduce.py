"""The command that reproduces a finding, if one command can."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace

from mcptest.model.finding import Exchange, Finding
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.outcome import CaseResult, Lane
from mcptest.model.record import record
from mcptest.model.redaction import MASK
from mcptest.model.run import Run, ServerFacts
from mcptest.model.spec_version import Era

# Their responses do not depend on what the session did before.
_METHODS = frozenset(
    [
        *("initialize", "server/discover", "ping", "completion/complete", "logging/setLevel"),
        *("tools/list", "tools/call", "prompts/list", "prompts/get"),
        *("resources/list", "resources/templates/list", "resources/read"),
    ]
)
_OURS = "mcptest"  # begins methods and cursors that nobody has
_OF_A_SEQUENCE = frozenset({"inputResponses", "requestState"})
_CUT = " characters"  # the end of what stands in place of a long text
_SCANS = {  # by the lane and the beginning of an id
    (Lane.SCHEMA_LINT, ""): "schema-lint",
    (Lane.SECURITY, "SEC-"): "security",
}


@record
class ShellServer:
    """The options and the end of a command line that name a server, quoted for a shell."""

    options: tuple[str, ...] = ()
    end: tuple[str, ...] = ()


def with_reproductions(
    run: Run, servers: Mapping[str, ShellServer], *, redact: Callable[[str], str]
) -> Run:
    """The run with ``reproduce`` in its findings; ``redact`` masks secrets in a text."""
    facts = {server.name: server for server in run.servers}

    def told(case: CaseResult) -> CaseResult:
        if not case.findings:
            return case
        server = _server_of(case, servers, facts.get(case.server or ""))
        if server is None:
            return case
        found = tuple(_told(finding, case.lane, server, redact) for finding in case.findings)
        return replace(case, findings=found)

    return replace(run, cases=tuple(map(told, run.cases)))


def _server_of(
    case: CaseResult, servers: Mapping[str, ShellServer], facts: ServerFacts | None
) -> ShellServer | None:
    """A server that is graded at several revisions has one name for each: ``name@revision``.

    A session of the stateless era is asked for, since one that is not opens with a handshake.
    """
    name = case.server or ""
    if name in servers:
        stateless = facts is not None and facts.era is Era.STATELESS and facts.protocol_version
        return _pinned(servers[name], stateless) if stateless else servers[name]
    base, at, revision = name.rpartition("@")
    found = servers.get(base) if at else None
    if found is None or "--spec-version" in found.options:
        return None
    return _pinned(found, revision.removeprefix("v"))


def _pinned(server: ShellServer, revision: str) -> ShellServer:
    if "--spec-version" in server.options:
        return server
    return replace(server, options=(*server.options, "--spec-version", shlex.quote(revision)))


def _told(
    finding: Finding, lane: Lane, server: ShellServer, redact: Callable[[str], str]
) -> Finding:
    if finding.exchange is not None:
        command = send_command(finding.exchange, server)
    else:
        command = _scan_command(finding.id, lane, server)
    if not command or not command.isprintable() or redact(command) != command:
        return finding
    return replace(finding, reproduce=command)


def _scan_command(rule: str, lane: Lane, server: ShellServer) -> str | None:
    """What only reads the catalog is looked for again."""
    scans = (word for (of, begin), word in _SCANS.items() if of is lane and rule.startswith(begin))
    scan = next(scans, None)
    if scan is None:
        return None
    return " ".join(["mcptest", scan, "--select", rule, *server.options, *server.end])


def send_command(exchange: Exchange, server: ShellServer) -> str | None:
    """None where one request in a new session would not show the same."""
    written = _written(exchange)
    if not exchange.alone or written is None or MASK in written or _CUT in written:
        return None
    if exchange.headers and "--url" not in server.options:
        return None
    flags = ["--no-session"] if exchange.bare or _is_opening(exchange.request) else []
    flags += [f"--header {shlex.quote(f'{name}: {value}')}" for name, value in exchange.headers]
    return " ".join(["mcptest", "send", *flags, shlex.quote(written), *server.options, *server.end])


def _written(exchange: Exchange) -> str | None:
    """The message as it is typed; None where it needs what came before."""
    request = exchange.request
    if isinstance(request, str):
        return request
    if not isinstance(request, dict) or not _stands_alone(request):
        return None
    return json.dumps(request, separators=(",", ":"))


def _is_opening(request: MaybeJson) -> bool:
    return isinstance(request, dict) and request.get("method") == "initialize"


def _stands_alone(request: JsonObject) -> bool:
    method, params = request.get("method", _OURS), request.get("params", {})
    if not isinstance(method, str) or not _is_id(request.get("id")):
        return False
    if method not in _METHODS and not method.startswith(_OURS):
        return False
    return not isinstance(params, dict) or not _continues(params)


def _continues(params: JsonObject) -> bool:
    """Whether it continues what another response began."""
    cursor = params.get("cursor", _OURS)
    own = isinstance(cursor, str) and cursor.startswith(_OURS)
    return not own or bool(_OF_A_SEQUENCE & params.keys())


def _is_id(value: MaybeJson) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)
