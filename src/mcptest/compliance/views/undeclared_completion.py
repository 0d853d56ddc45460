"""completion/complete where it was not declared."""

from mcptest.compliance.probe_view import probe_view

VIEW = probe_view(
    "undeclared-completion",
    "completion/complete",
    "The answer to completion/complete for a prompt that nobody has.",
    lambda: {
        "ref": {"type": "ref/prompt", "name": "mcptest-no-such-prompt"},
        "argument": {"name": "any", "value": ""},
    },
)
