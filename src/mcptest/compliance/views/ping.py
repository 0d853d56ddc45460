"""``ping``, once."""

from mcptest.compliance.observe.probe_view import probe_view

VIEW = probe_view("ping", "ping", "The answer to ping.")
