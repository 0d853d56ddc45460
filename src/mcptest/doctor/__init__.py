"""Why can't I reach this server, and what must change for a newer revision."""
