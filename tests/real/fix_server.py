"""A server made from the code of one fix: ``fix_server.py FILE [PORT]``, on whichever SDK runs it."""

import sys
from pathlib import Path

try:
    from fastmcp import FastMCP

    mcp = FastMCP("notes")
except ImportError:
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        from mcp.server.fastmcp import FastMCP as MCPServer
    mcp = MCPServer("notes")


def ready(server):
    """What the rules about tools and prompts need, where the fix brings none."""

    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    def review(code: str) -> str:
        """Ask for a review."""
        return f"Please review: {code}"

    server.tool()(add)
    server.prompt()(review)


def find(*_):
    return "found"


file, *port = sys.argv[1:]
code = Path(file).read_text(encoding="utf-8").replace("8000", "".join(port) or "8000")
if "mcp.server.mcpserver" not in sys.modules:
    code = code.replace("mcp.server.mcpserver", "mcp.server.fastmcp")
if "@mcp.tool" not in code and "tools=[" not in code:
    ready(mcp)
names = {**globals(), "run": find, "load": find}
exec(compile(code, file, "exec"), names)  # ours, and this is its test
if names["mcp"] is not mcp and "tools=[" not in code:
    ready(names["mcp"])
security = names.get("security")
if security is not None and "mcp.server.mcpserver" in sys.modules:
    at = {"host": "127.0.0.1", "port": int(port[0])}
    mcp.run("streamable-http", transport_security=security, **at)
elif security is not None:
    served = MCPServer("notes", transport_security=security, port=int(port[0]))
    ready(served)
    served.run("streamable-http")
else:
    names["mcp"].run()
