"""A small server on the official Python SDK, 1.x or 2.x, whichever runs it.

``sdk_server.py [TRANSPORT [PORT [asking]]]``; stdio where nothing is said. One that is ``asking``
has a tool more, which asks its client for roots.
"""

import sys

try:
    from mcp.server import MCPServer as Server
    from mcp.server.mcpserver import Context
except ImportError:
    from mcp.server.fastmcp import Context
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


async def where(ctx: Context) -> str:
    """Where the client is."""
    found = await ctx.session.list_roots()
    return " ".join(str(root.uri) for root in found.roots)


def serve(transport="stdio", port=None, manner=None):
    if manner == "asking":
        server.tool()(where)
    if port is None:
        server.run(transport)
    elif hasattr(server.settings, "port"):
        server.settings.port = int(port)
        server.run(transport)
    else:
        server.run(transport, host="127.0.0.1", port=int(port))


if __name__ == "__main__":
    serve(*sys.argv[1:])
