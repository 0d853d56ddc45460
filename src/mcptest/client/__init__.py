"""Test clients: scenarios in which mcptest is the server, and rules that judge what clients do."""
