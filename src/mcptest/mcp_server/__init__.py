"""mcptest served over MCP, for coding agents."""
