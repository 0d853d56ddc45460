"""A FastMCP server behind its own verifier of fixed keys: static_key_server.py PORT."""

import sys

from fastmcp import FastMCP
from fastmcp.server.auth.providers.jwt import StaticTokenVerifier

keys = {"planted-key-1": {"client_id": "ci", "scopes": ["notes"]}}
server = FastMCP("keyed", auth=StaticTokenVerifier(tokens=keys, required_scopes=["notes"]))


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


server.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
