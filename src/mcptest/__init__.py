"""mcptest tells people who write MCP servers the truth about their server."""

__version__ = "0.1.0"
