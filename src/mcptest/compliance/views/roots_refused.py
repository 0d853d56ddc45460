"""A tool that asks for roots, where the client cannot give them."""

from mcptest.compliance.observe.asking_view import asking_view

VIEW = asking_view(
    "roots-refused",
    "roots_tool",
    {
        "capabilities": {"roots": {}},
        "answers": {"roots/list": {"error": {"code": -32601, "message": "Roots not supported"}}},
    },
    "The hinted roots tool, where roots/list is answered with an error.",
)
