"""Serve agents: all tools over stdio, or the read-only tools on a loopback address."""

from __future__ import annotations

import sys

from mcptest.errors import RefusedByPolicyError
from mcptest.mcp_server.definition import make_definition
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.serve import ListenAddress
from mcptest.mock.server import MockServer


def serve_agent(context: ToolContext, *, enable_writes: bool, http: ListenAddress | None) -> None:
    """Serve until the other side is done.

    Raises: RefusedByPolicyError, UsageError.
    """
    if http is not None:
        _refuse_danger(http, enable_writes=enable_writes)
    server = MockServer(make_definition(context, enable_writes=enable_writes))
    if http is None:
        from mcptest.mcp_server.stdio import AgentLoop

        AgentLoop(server, sys.stdin.buffer, sys.stdout.buffer).run()
    else:
        from mcptest.mock.http.listen import serve_http

        serve_http(server, http.host, http.port)


def _refuse_danger(http: ListenAddress, *, enable_writes: bool) -> None:
    """A listener has no secret that would tell its user from others on the machine."""
    from mcptest.mock.http.guard import is_loopback

    if enable_writes:
        raise RefusedByPolicyError(
            "agent-http-writes",
            (
                "--http cannot be combined with --enable-writes: any program on this machine "
                "could start commands"
            ),
            hint="omit --http: a client that starts mcptest itself uses stdio",
        )
    if not is_loopback(http.host):
        raise RefusedByPolicyError(
            "agent-http-host",
            f"{http.host} is reachable from other machines, which could then read files here",
            hint="omit the host to listen on 127.0.0.1",
        )
