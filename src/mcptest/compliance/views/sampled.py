"""A tool that samples, called by a client that declared plain sampling."""

from mcptest.compliance.observe.asking_view import asking_view

VIEW = asking_view(
    "sampled",
    "sampling_tool",
    {"capabilities": {"sampling": {}}},
    "The hinted sampling tool, called by a client with sampling and no more.",
)
