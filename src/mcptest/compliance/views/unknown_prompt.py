"""A prompt that nobody has."""

from mcptest.compliance.observe.probe_view import probe_view

VIEW = probe_view(
    "unknown-prompt",
    "prompts/get",
    "The answer to a prompt that nobody has.",
    lambda: {"name": "mcptest_no_such_prompt"},
)
