"""Tools that crash, and one that says no, on whichever Python SDK is named."""

import sys

if sys.argv[1] == "py1":
    from mcp.server.fastmcp import FastMCP as Server
elif sys.argv[1] == "py2":
    from mcp.server.mcpserver import MCPServer as Server
else:
    from fastmcp import FastMCP as Server

server = Server("crashing")


@server.tool()
def get_weather(city: str) -> str:
    """Get the weather of a city."""
    return {"city": city}["temperature"]


@server.tool()
def get_user(name: str) -> str:
    """Get a user."""
    return None.upper()


@server.tool()
def get_note(note: str) -> str:
    """Get a note."""
    raise ValueError(f"no note is called {note}")


@server.tool()
def get_time(zone: str) -> str:
    """Get the time in a zone."""
    return f"noon in {zone}"


server.run()
