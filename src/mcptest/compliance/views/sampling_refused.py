"""A tool that samples, where the user says no."""

from mcptest.compliance.observe.asking_view import asking_view

VIEW = asking_view(
    "sampling-refused",
    "sampling_tool",
    {
        "capabilities": {"sampling": {}},
        "answers": {
            "sampling/createMessage": {
                "error": {"code": -1, "message": "User rejected sampling request"}
            }
        },
    },
    "The hinted sampling tool, where the user rejects the request.",
)
