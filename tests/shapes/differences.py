"""Where our shapes and the official schemas disagree on purpose, each with its reason."""

from __future__ import annotations

import re

from mcptest.model.json import Json
from mcptest.model.record import record

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18")
ALL = (*LEGACY, "2025-11-25", "2026-07-28")


@record
class Difference:
    """``stricter`` says who refuses; ``names`` and ``places`` are patterns, matched whole.

    ``witness`` is a value that one takes and the other does not, by the name of its definition;
    of several names, the one that the revision has.
    """

    stricter: str
    revisions: tuple[str, ...]
    names: str
    places: str
    reason: str
    witness: tuple[str, Json]

    def explains(self, stricter: str, revision: str, name: str, place: str) -> bool:
        return (
            stricter == self.stricter
            and revision in self.revisions
            and re.fullmatch(self.names, name) is not None
            and re.fullmatch(self.places, place) is not None
        )


DIFFERENCES = (
    Difference(
        "ours",
        ALL,
        ".*",
        ".*/(data|blob)",
        "The text says base64; the schemas say format byte, which no validator knows.",
        ("ImageContent", {"type": "image", "data": "%", "mimeType": "image/png"}),
    ),
    Difference(
        "ours",
        LEGACY,
        "[A-Za-z]+(Request|Notification)",
        "/params/_meta(/progressToken)?",
        "The generated schemas leave _meta out of parameters that have members of their own, "
        "though Request and Notification, which all extend, describe it.",
        ("ListToolsRequest", {"method": "tools/list", "params": {"_meta": 5}}),
    ),
    Difference(
        "ours",
        ("2025-11-25",),
        "(CancelTask|GetTask|GetTaskPayload)Request|ElicitationCompleteNotification",
        "/params/_meta(/progressToken)?",
        "The same omission in the parameters that this revision left unnamed.",
        (
            "GetTaskRequest",
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tasks/get",
                "params": {"taskId": "", "_meta": 5},
            },
        ),
    ),
    Difference(
        "official",
        ALL,
        "JSONRPCError|[A-Za-z]+Error|JSONRPCErrorResponse|JSONRPCResponse|JSONRPCBatchResponse",
        "(/\\*)?(/id)?",
        "JSON-RPC 2.0 demands a null id where the request could not be read.",
        (
            "JSONRPCError|JSONRPCErrorResponse",
            {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": ""}},
        ),
    ),
    Difference(
        "official",
        ("2025-06-18", "2025-11-25", "2026-07-28"),
        "ElicitResult|InputResponse(RequestParams)?|[A-Za-z]+Request(Params)?",
        "(.*/inputResponses/[^/]*|/content/[^/]*|)",
        "A form may ask for any number; the generated schemas turned number into integer.",
        ("ElicitResult", {"action": "accept", "content": {"mcptest": 1.5}}),
    ),
    Difference(
        "official",
        ("2026-07-28",),
        ".*",
        ".*/(experimental|extensions|sampling|elicitation)/[^/]*/[^/]*"
        "|.*/(logging|completions|metadata)/[^/]*",
        "The text allows any JSON value; the generated schema forgot null and fractions.",
        ("ClientCapabilities", {"experimental": {"mcptest": {"mcptest": None}}}),
    ),
    Difference(
        "ours",
        ("2026-07-28",),
        "InputRequiredResult|(CallTool|GetPrompt|ReadResource)ResultResponse",
        ".*/(resultType|inputRequests)",
        "The text fixes resultType and demands one of the two members; the schema has words only.",
        ("InputRequiredResult", {"resultType": "input_required"}),
    ),
    Difference(
        "ours",
        ("2026-07-28",),
        "(CallTool|GetPrompt|ReadResource)ResultResponse",
        "/result/.*",
        "With a free resultType the official alternative for interim results takes everything.",
        (
            "CallToolResultResponse",
            {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete"}},
        ),
    ),
)
