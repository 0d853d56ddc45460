"""A tool that elicits, where the user closes the dialog."""

from mcptest.compliance.observe.asking_view import asking_view

VIEW = asking_view(
    "elicitation-cancelled",
    "eliciting_tool",
    {
        "capabilities": {"elicitation": {"form": {}}},
        "answers": {"elicitation/create": {"action": "cancel"}},
    },
    "The hinted eliciting tool, called by a client with forms only that cancels.",
)
