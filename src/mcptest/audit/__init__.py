"""One command, the whole truth: every feature pointed at one server."""
