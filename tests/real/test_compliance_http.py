"""Servers that nobody here wrote, graded over HTTP at every revision that they speak."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from tests.real.conftest import SDK_SERVER, free_port, listening, node_server, python_of

pytestmark = pytest.mark.real

FASTMCP = """
import sys
from fastmcp import FastMCP
server = FastMCP("small")

@server.tool
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b

server.run(transport=sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]))
"""
SDK = """
import runpy, sys
parts = runpy.run_path(sys.argv[1])
server, transport, port = parts["server"], sys.argv[2], int(sys.argv[3])
try:
    server.run(transport, host="127.0.0.1", port=port)
except TypeError:
    server.settings.port = port
    server.run(transport)
"""

# "Servers MUST validate the Origin header on all incoming connections to prevent DNS rebinding
# attacks." (basic/transports, security warning; the same words in every revision)
FOREIGN_ORIGIN, FOREIGN_ORIGIN_BY_SSE = {"SHL-016"}, {"SSE-005"}
# "The server MAY terminate the session at any time, after which it MUST respond to requests
# containing that session ID with HTTP 404 Not Found." (session management) It gives 400.
ENDED_SESSION = {"SHL-027"}
# "The server MUST NOT replay messages that would have been delivered on a different stream."
# (resumability and redelivery) Its event store replays every later event.
REPLAY = {"SHL-012"}


def everything(transport, port):
    command = ["node", node_server("server-everything"), transport]
    return listening(command, port, env={**os.environ, "PORT": str(port)})


def sdk(environment, transport, port):
    return listening(
        [python_of(environment), "-c", SDK, str(SDK_SERVER), transport, str(port)], port
    )


def fastmcp(transport, port):
    return listening([python_of("fastmcp"), "-c", FASTMCP, transport, str(port)], port)


SERVERS = {
    "everything": (everything, ("streamableHttp",), "mcp", FOREIGN_ORIGIN | ENDED_SESSION | REPLAY),
    "everything by HTTP+SSE": (everything, ("sse",), "sse", FOREIGN_ORIGIN_BY_SSE),
    "mcp 1.x": (sdk, ("py1", "streamable-http"), "mcp", set()),
    "mcp 1.x by HTTP+SSE": (sdk, ("py1", "sse"), "sse", set()),
    "mcp 2.x": (sdk, ("py2", "streamable-http"), "mcp", set()),
    "mcp 2.x by HTTP+SSE": (sdk, ("py2", "sse"), "sse", set()),
    "FastMCP": (fastmcp, ("http",), "mcp", FOREIGN_ORIGIN),
}


@pytest.mark.parametrize("name", SERVERS)
def test_only_what_the_specification_forbids_fails(name):
    start, arguments, path, known = SERVERS[name]
    port = free_port()
    with start(*arguments, port):
        url = f"http://127.0.0.1:{port}/{path}"
        command = [sys.executable, "-m", "mcptest", "compliance", "run", "--url", url]
        ended = subprocess.run(
            [*command, "--all-revisions", "--format", "json"],
            capture_output=True,
            check=False,
            timeout=300,
        )
    document = json.loads(ended.stdout)
    failed = {
        case["id"].rpartition("::")[2] for case in document["cases"] if case["status"] == "failed"
    }
    errored = [case["id"] for case in document["cases"] if case["status"] == "errored"]
    assert (failed, errored) == (known, []), ended.stderr.decode()
    assert ended.returncode == (1 if known else 0)
