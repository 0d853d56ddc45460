"""The local page of ``mcptest ui``: listener, open sessions and what a page may do."""
