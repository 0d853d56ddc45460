"""Completion of the first argument of the first prompt that has one, rightly and wrongly."""

from mcptest.compliance.observe.completing import completing_view

VIEW = completing_view(
    "completion",
    "completion/complete for the first argument of a listed prompt.",
    "prompts",
)
