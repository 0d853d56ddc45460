"""A request that every server refuses, with an id of our own choosing."""

from mcptest.compliance.observe.scripted_view import scripted_view

VIEW = scripted_view(
    "refusal",
    "A method that nobody has, sent with a text as id.",
    "scratch",
    (
        {
            "as": "probe",
            "send": {
                "jsonrpc": "2.0",
                "id": "mcptest-id-of-an-error",
                "method": "mcptest/also-does-not-exist",
                "params": {"_meta": "${session.meta}"},
            },
            "await": True,  # a server may respond to the ping after it first
        },
        {"as": "alive", "live": True},
    ),
)
