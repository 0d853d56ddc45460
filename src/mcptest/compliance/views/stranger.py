"""A stateless connection that does not start with discovery, and then the other era's handshake."""

from mcptest.compliance.observe.scripted_view import scripted_view

VIEW = scripted_view(
    "stranger",
    "A connection of its own: the three lists first, then an initialize of the older revisions.",
    "bare",
    (
        {"as": "tools", "request": {"id": "mcptest-first", "method": "tools/list"}},
        {"as": "resources", "request": {"id": "mcptest-second", "method": "resources/list"}},
        {"as": "prompts", "request": {"id": "mcptest-third", "method": "prompts/list"}},
        {
            "as": "initialize",
            "await": True,
            "send": {
                "jsonrpc": "2.0",
                "id": "mcptest-other-era",
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {},
                    "clientInfo": {"name": "mcptest", "version": "0"},
                },
            },
            "headers": {"MCP-Protocol-Version": None, "Mcp-Method": None},
        },
    ),
)
