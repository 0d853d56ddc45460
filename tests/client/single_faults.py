"""Clients with one fault each, written apart from the proofs of the rules.

Each line names the rule that has to find it, the scenario, and the fault. ``over`` is stdio or http,
``at`` the revision.
"""

from mcptest.model.spec_version import SpecVersion

V2024 = SpecVersion.V2024_11_05
V2025_03 = SpecVersion.V2025_03_26
V2025_06 = SpecVersion.V2025_06_18
V2025 = SpecVersion.V2025_11_25
V2026 = SpecVersion.V2026_07_28
META = "params/_meta/io.modelcontextprotocol~1"
NOTE = "notifications/initialized"


def sends(method, **change):
    return {"send": method, **change}


def answers(method, **change):
    return {"answer": method, **change}


def header(name, on, value=None):
    return {"header": name, "on": on, "value": value}


def before(method, message):
    return {"send": method, "before": [message]}


def asks(number, method, params=None):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def says(method, params=None):
    return {"jsonrpc": "2.0", "method": method, "params": params or {}}


LISTEN = "subscriptions/listen"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
FILES = {"result": {"roots": [{"uri": "file:///a"}, {"uri": "files:///b"}]}}
MESSAGES = [
    ("CLIENT-001", "plain", sends("tools/call", set={"jsonrpc": "1.0"}), "stdio", V2025),
    ("CLIENT-001", "plain", sends(NOTE, remove=["jsonrpc"]), "http", V2025_06),
    ("CLIENT-001", "plain", sends("tools/list", set={"jsonrpc": 2.0}), "stdio", V2024),
    ("CLIENT-001", "ping", answers("ping", remove=["jsonrpc"]), "http", V2025),
    ("CLIENT-002", "plain", before("tools/list", asks(None, "tools/list")), "stdio", V2025),
    ("CLIENT-002", "plain", before("tools/list", asks(1.5, "tools/list")), "http", V2025),
    ("CLIENT-002", "plain", before("tools/list", asks(True, "tools/list")), "stdio", V2025_03),
    ("CLIENT-002", "plain", before("tools/list", asks({"a": 1}, "tools/list")), "stdio", V2026),
    ("CLIENT-003", "plain", before("tools/list", asks(1, "tools/list")), "stdio", V2025),
    ("CLIENT-003", "plain", before("tools/list", asks(1, "ping")), "http", V2025_06),
    ("CLIENT-004", "plain", sends("tools/list", set={"params": []}), "stdio", V2025),
    ("CLIENT-004", "plain", sends(NOTE, set={"params": "now"}), "http", V2025),
    ("CLIENT-004", "plain", sends("tools/list", set={"params": 7}), "http", V2025_03),
    ("CLIENT-005", "plain", sends(NOTE, set={"id": 77}), "stdio", V2025),
    ("CLIENT-006", "plain", sends("tools/call", batch=True), "stdio", V2025),
    ("CLIENT-006", "plain", sends(NOTE, batch=True), "http", V2025_06),
    ("CLIENT-007", "plain", sends(NOTE, raw="initialized!"), "stdio", V2025),
    ("CLIENT-007", "plain", sends(NOTE, hex="7b22ff22"), "http", V2025),
    ("CLIENT-007", "plain", sends(NOTE, raw='{"jsonrpc": "2.0"'), "stdio", V2024),
    ("CLIENT-007", "plain", sends("tools/list", raw="{'method': 'tools/list'}"), "http", V2026),
    (
        "CLIENT-008",
        "ping",
        answers("ping", set={"error": {"code": 1, "message": "x"}}),
        "http",
        V2025,
    ),
    ("CLIENT-009", "ping", answers("ping", set={"id": "seven"}), "stdio", V2025),
    ("CLIENT-009", "ping", answers("ping", set={"id": None}), "http", V2025_06),
    ("CLIENT-009", "roots", answers("roots/list", set={"id": 99}), "stdio", V2025_03),
    ("CLIENT-010", "roots", answers("roots/list", twice=True), "http", V2025),
    (
        "CLIENT-011",
        "list-changed",
        {
            "hear": "notifications/tools/list_changed",
            "say": [{"jsonrpc": "2.0", "error": {"code": 1, "message": "no"}}],
        },
        "stdio",
        V2025,
    ),
    (
        "CLIENT-012",
        "unknown-method",
        answers("mcptest/unknown", set={"error/code": "-32601"}),
        "stdio",
        V2025,
    ),
    (
        "CLIENT-012",
        "unknown-method",
        answers("mcptest/unknown", remove=["error/message"]),
        "http",
        V2025,
    ),
    ("CLIENT-012", "undeclared", answers("roots/list", set={"error/code": 1.5}), "stdio", V2025_03),
    (
        "CLIENT-013",
        "list-changed",
        {"behave": "die-of notifications/prompts/list_changed"},
        "stdio",
        V2025,
    ),
    ("CLIENT-013", "progress", {"behave": "die-of notifications/progress"}, "http", V2025_06),
    ("CLIENT-014", "plain", sends("tools/call", remove=["params/name"]), "http", V2025),
    ("CLIENT-014", "plain", sends("tools/call", set={"params/name": 5}), "stdio", V2025_06),
    (
        "CLIENT-014",
        "logging",
        sends("logging/setLevel", set={"params/level": "verbose"}),
        "http",
        V2025,
    ),
    (
        "CLIENT-014",
        "features",
        sends("prompts/get", set={"params/arguments": {"name": 5}}),
        "stdio",
        V2025,
    ),
    ("CLIENT-014", "features", sends("resources/read", remove=["params/uri"]), "http", V2025_03),
]
OPENING = [
    ("CLIENT-020", "plain", before("initialize", asks(90, "prompts/list")), "stdio", V2025),
    ("CLIENT-020", "plain", before("initialize", says(NOTE)), "http", V2025_06),
    (
        "CLIENT-021",
        "slow-opening",
        sends("initialize", after=[asks(91, "tools/list")]),
        "stdio",
        V2025_03,
    ),
    (
        "CLIENT-022",
        "plain",
        sends("initialize", remove=["params/clientInfo/version"]),
        "http",
        V2025,
    ),
    ("CLIENT-022", "plain", sends("initialize", remove=["params/capabilities"]), "stdio", V2025),
    ("CLIENT-022", "plain", sends("initialize", remove=["params/clientInfo"]), "http", V2024),
    ("CLIENT-025", "ping", sends(NOTE, drop=True), "http", V2025_03),
    ("CLIENT-027", "stalled-opening", {"behave": "cancel-initialize"}, "http", V2025),
    ("CLIENT-028", "plain", before("tools/call", asks(92, "resources/list")), "http", V2025),
    (
        "CLIENT-028",
        "plain",
        before("tools/call", asks(93, "logging/setLevel", {"level": "info"})),
        "stdio",
        V2025_06,
    ),
    (
        "CLIENT-028",
        "plain",
        before("tools/call", asks(94, "prompts/get", {"name": "x"})),
        "http",
        V2026,
    ),
    ("CLIENT-029", "plain", {"behave": "kill-server"}, "stdio", V2025),
]
ASKED = [
    ("CLIENT-040", "ping", answers("ping", drop=True), "stdio", V2025),
    ("CLIENT-040", "ping", answers("ping", set={"result": "pong"}), "http", V2025_06),
    (
        "CLIENT-040",
        "get-stream",
        answers("ping", set={"error": {"code": -32601, "message": "no"}}, remove=["result"]),
        "http",
        V2025,
    ),
    ("CLIENT-041", "undeclared", {"behave": "answer-all"}, "http", V2025_06),
    ("CLIENT-043", "undeclared", answers("roots/list", set={"error/code": -32600}), "stdio", V2025),
    (
        "CLIENT-042",
        "unknown-method",
        answers("mcptest/unknown", set={"error/code": -32602}),
        "http",
        V2025_03,
    ),
    ("CLIENT-044", "undeclared", answers("sampling/createMessage", drop=True), "http", V2025),
    (
        "CLIENT-045",
        "roots",
        answers("roots/list", set={"result": {"roots": [{"uri": "https://a.example/"}]}}),
        "http",
        V2025,
    ),
    (
        "CLIENT-045",
        "roots",
        answers("roots/list", set={"result": {"roots": [{"uri": "/workspace"}]}}),
        "stdio",
        V2024,
    ),
    (
        "CLIENT-046",
        "plain",
        before("tools/call", says("notifications/roots/list_changed")),
        "stdio",
        V2025,
    ),
    (
        "CLIENT-047",
        "sampling",
        answers("sampling/createMessage", remove=["result/role"]),
        "stdio",
        V2025,
    ),
    (
        "CLIENT-047",
        "sampling",
        answers("sampling/createMessage", remove=["result/content"]),
        "http",
        V2025_03,
    ),
    (
        "CLIENT-048",
        "sampling-tools",
        answers(
            "sampling/createMessage",
            remove=["error"],
            set={
                "result": {
                    "role": "assistant",
                    "model": "m",
                    "content": {"type": "text", "text": "4"},
                }
            },
        ),
        "http",
        V2025,
    ),
    (
        "CLIENT-050",
        "elicitation-form",
        answers("elicitation/create", set={"result/action": "accepted"}),
        "stdio",
        V2025,
    ),
    (
        "CLIENT-050",
        "elicitation-form",
        answers("elicitation/create", remove=["result/action"]),
        "http",
        V2025_06,
    ),
    (
        "CLIENT-052",
        "elicitation-form",
        answers("elicitation/create", set={"result/content/age": "old"}),
        "http",
        V2025,
    ),
    (
        "CLIENT-052",
        "elicitation-form",
        answers("elicitation/create", remove=["result/content/name"]),
        "stdio",
        V2025_06,
    ),
    (
        "CLIENT-053",
        "elicitation-defaults",
        answers("elicitation/create", remove=["result/content/score"]),
        "http",
        V2025,
    ),
    (
        "CLIENT-056",
        "sampling-progress",
        sends("notifications/progress", set={"params/progress": 1}),
        "stdio",
        V2025,
    ),
    (
        "CLIENT-056",
        "sampling-progress",
        sends("notifications/progress", set={"params/progressToken": "mine"}),
        "http",
        V2025,
    ),
]
USE = [
    ("CLIENT-060", "plain", sends("tools/call", set={"params/arguments": ["one"]}), "http", V2025),
    ("CLIENT-060", "plain", sends("tools/call", set={"params/arguments": "one"}), "stdio", V2026),
    (
        "CLIENT-062",
        "pagination",
        before("tools/call", asks(95, "tools/list", {"cursor": "2"})),
        "http",
        V2025,
    ),
    ("CLIENT-062", "pagination", {"behave": "invent-cursor"}, "http", V2026),
    (
        "CLIENT-065",
        "plain",
        before("tools/call", says("notifications/cancelled", {"requestId": "1"})),
        "stdio",
        V2025,
    ),
    ("CLIENT-066", "slow-call", {"behave": "give-up-silently"}, "stdio", V2026),
    ("CLIENT-068", "progress", {"behave": "one-token"}, "http", V2026),
    (
        "CLIENT-068",
        "progress",
        sends("tools/call", set={"params/_meta": {"progressToken": 1.5}}),
        "stdio",
        V2025,
    ),
    (
        "CLIENT-073",
        "features",
        before("prompts/list", asks(96, "resources/subscribe", {"uri": "note://today"})),
        "http",
        V2025,
    ),
]
HTTP = [
    ("CLIENT-081", "plain", header("Accept", "tools/call"), "http", V2025),
    ("CLIENT-081", "plain", header("Accept", "initialize", "text/event-stream"), "http", V2025_03),
    ("CLIENT-082", "plain", header("Content-Type", "tools/call", "text/plain"), "http", V2025),
    ("CLIENT-084", "plain", header("Accept", "GET", "application/json"), "http", V2025),
    ("CLIENT-086", "plain", header("MCP-Protocol-Version", "tools/call"), "http", V2025_06),
    ("CLIENT-086", "plain", header("MCP-Protocol-Version", NOTE), "http", V2025),
    (
        "CLIENT-087",
        "plain",
        header("MCP-Protocol-Version", "tools/list", "2025-06-18"),
        "http",
        V2025,
    ),
    ("CLIENT-088", "plain", header("Mcp-Session-Id", "GET"), "http", V2025_03),
    ("CLIENT-088", "ping", header("Mcp-Session-Id", ""), "http", V2025),
    ("CLIENT-091", "stream-resumed", {"behave": "forget-event"}, "http", V2025),
]
STATELESS = [
    ("CLIENT-100", "plain", sends("tools/list", remove=[META + "protocolVersion"]), "stdio", V2026),
    (
        "CLIENT-100",
        "plain",
        sends("tools/call", remove=[META + "clientCapabilities"]),
        "http",
        V2026,
    ),
    (
        "CLIENT-100",
        "plain",
        sends("tools/call", set={META + "clientCapabilities": []}),
        "stdio",
        V2026,
    ),
    ("CLIENT-101", "plain", sends("tools/call", remove=[META + "clientInfo"]), "http", V2026),
    (
        "CLIENT-102",
        "plain",
        header("MCP-Protocol-Version", "tools/list", "2025-11-25"),
        "http",
        V2026,
    ),
    ("CLIENT-102", "plain", header("MCP-Protocol-Version", "tools/call"), "http", V2026),
    ("CLIENT-103", "plain", header("Mcp-Method", "tools/list"), "http", V2026),
    ("CLIENT-103", "plain", header("Mcp-Method", "tools/call", "tools/list"), "http", V2026),
    ("CLIENT-104", "features", header("Mcp-Name", "resources/read", "note://other"), "http", V2026),
    ("CLIENT-104", "features", header("Mcp-Name", "prompts/get"), "http", V2026),
    ("CLIENT-109", "plain", before("tools/list", says(NOTE)), "http", V2026),
    (
        "CLIENT-109",
        "plain",
        before("tools/list", asks(97, "logging/setLevel", {"level": "info"})),
        "stdio",
        V2026,
    ),
    (
        "CLIENT-110",
        "plain",
        before("tools/list", {"jsonrpc": "2.0", "id": 3, "result": {}}),
        "stdio",
        V2026,
    ),
]
RELATED = "params/_meta/io.modelcontextprotocol~1related-task"
SUBTLE = [  # nearly right: another JSON type, another case, something for a moment too long
    ("CLIENT-008", "ping", answers("ping", set={"error": None}), "stdio", V2025),
    ("CLIENT-009", "ping", answers("ping", set={"id": 7.5}), "http", V2025_03),
    ("CLIENT-103", "plain", header("Mcp-Method", "tools/call", "Tools/Call"), "http", V2026),
    ("CLIENT-104", "plain", header("Mcp-Name", "tools/call", "Echo"), "http", V2026),
    ("CLIENT-102", "plain", header("MCP-Protocol-Version", "*", "2026-7-28"), "http", V2026),
    ("CLIENT-090", "plain", header("Mcp-Session-Id", "DELETE", "another"), "http", V2025),
    ("CLIENT-081", "plain", header("Accept", "*", "application/*, */*"), "http", V2025),
    ("CLIENT-062", "pagination", sends("tools/list", set={"params/cursor": ""}), "stdio", V2025),
    ("CLIENT-045", "roots", answers("roots/list", set=FILES), "http", V2025_06),
    ("CLIENT-180", "features", sends("tools/call", set={"params/task": {}}), "stdio", V2025),
    ("CLIENT-181", "tasks", sends("tools/call", set={"params/task": {}}), "http", V2025),
    ("CLIENT-182", "tasks", sends("tools/call", remove=["params/task"]), "stdio", V2025),
    ("CLIENT-183", "tasks", {"behave": "poll-at-once"}, "http", V2025),
    ("CLIENT-184", "tasks", sends("tasks/result", set={RELATED: {"taskId": "x"}}), "http", V2025),
    ("CLIENT-013", "listening", {"behave": f"die-of {ACKNOWLEDGED}"}, "stdio", V2026),
    ("CLIENT-100", "listening", sends(LISTEN, remove=[META + "protocolVersion"]), "http", V2026),
    ("CLIENT-014", "listening", sends(LISTEN, remove=["params/notifications"]), "stdio", V2026),
    ("CLIENT-103", "listening", header("Mcp-Method", LISTEN), "http", V2026),
]
FAULTS = [*MESSAGES, *OPENING, *ASKED, *USE, *HTTP, *STATELESS, *SUBTLE]
