"""``ping``, once."""

from mcptest.compliance.probe_view import probe_view

VIEW = probe_view("ping", "ping", "The answer to ping.")
