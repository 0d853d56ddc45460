"""Write a server as an entry of an MCP client config, with secrets as variables."""

from __future__ import annotations

import json

from mcptest.model.json import JsonObject
from mcptest.model.secret_names import holds_a_secret
from mcptest.ui.offered import OfferedServer


def client_config(offered: OfferedServer) -> str:
    """What Claude Desktop, Cursor and VS Code read."""
    target = offered.spec.target
    command: tuple[str, ...] = getattr(target, "command", ())
    settings: JsonObject = {
        name: f"${{{_variable(name)}}}" if holds_a_secret(name, value) else value
        for name, value in target.settings.items()
    }
    if target.address is not None:
        entry: JsonObject = {"url": target.address, **({"headers": settings} if settings else {})}
    else:
        entry = {"command": "".join(command[:1]), "args": list(command[1:])}
        entry |= {"env": settings} if settings else {}
    return json.dumps({"mcpServers": {offered.name: entry}}, indent=2)


def _variable(name: str) -> str:
    return name.upper().replace("-", "_")
