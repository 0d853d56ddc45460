"""A method that nobody has."""

from mcptest.compliance.observe.probe_view import probe_view

VIEW = probe_view(
    "unknown-method", "mcptest/does-not-exist", "The answer to a method that nobody has."
)
