"""A tool that elicits, called by a client that can do all of it."""

from mcptest.compliance.observe.asking_view import asking_view

VIEW = asking_view(
    "elicited",
    "eliciting_tool",
    {
        "capabilities": {"elicitation": {"form": {}, "url": {}}},
        "answers": {"elicitation/create": {"action": "decline"}},
    },
    "The hinted eliciting tool, called by a client with forms and URLs that declines.",
)
