"""Completion of the first variable of the first resource template that has one."""

from mcptest.compliance.observe.completing import completing_view

VIEW = completing_view(
    "template-completion",
    "completion/complete for the first variable of a listed resource template.",
    "templates",
)
