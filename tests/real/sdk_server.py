"""A small server on the official Python SDK, 1.x or 2.x, whichever runs it."""

import sys

try:
    from mcp.server import MCPServer as Server
except ImportError:
    from mcp.server.fastmcp import FastMCP as Server

server = Server("small")


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.resource("greeting://{name}")
def greeting(name: str) -> str:
    """A greeting."""
    return f"hello, {name}"


@server.prompt()
def review(code: str) -> str:
    """Ask for a review."""
    return f"Please review: {code}"


if __name__ == "__main__":
    server.run("stdio") if len(sys.argv) < 2 else server.run(sys.argv[1])
