"""A stdio server over Streamable HTTP, by FastMCP: ``fastmcp_gateway.py PORT COMMAND…``."""

import sys

from fastmcp.server import create_proxy

if __name__ == "__main__":
    port, command, *args = sys.argv[1:]
    entry = {"mcpServers": {"behind": {"command": command, "args": args}}}
    create_proxy(entry, name="gateway").run(
        "http", host="127.0.0.1", port=int(port), show_banner=False
    )
