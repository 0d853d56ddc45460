"""A resource that nobody has."""

from mcptest.compliance.observe.probe_view import probe_view

URI = "mcptest://missing/0b6f9c1e-2f6d-4d6c-9a58-6a3c1f0f7d11"
VIEW = probe_view(
    "missing-resource",
    "resources/read",
    "The answer to reading a resource that nobody has.",
    lambda: {"uri": URI},
)
