"""MCP Apps: pages of a server, shown in a frame that can reach nothing but the bridge."""
