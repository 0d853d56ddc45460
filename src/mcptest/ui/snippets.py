"""Write a call as a command line, as ``curl`` and as Python."""

from __future__ import annotations

import json
from shlex import join, quote

from mcptest.model.json import Json, JsonObject
from mcptest.model.secret_names import holds_a_secret
from mcptest.ui.live import LiveServer


def snippets_of(live: LiveServer, method: str, params: JsonObject) -> JsonObject:
    """By name; ``curl`` only for a server at an address."""
    found: JsonObject = {"command": _command(live, method, params)}
    if live.offered.spec.target.http is not None:
        found["curl"] = _curl(live, method, params)
    found["python"] = _python(live, method, params)
    return {name: live.redactor.text(str(text)) for name, text in found.items()}


def _arguments(params: JsonObject) -> JsonObject:
    given = params.get("arguments")
    return given if isinstance(given, dict) else {}


def _command(live: LiveServer, method: str, params: JsonObject) -> str:
    offered, arguments = live.offered, json.dumps(_arguments(params), ensure_ascii=False)
    options = [*offered.options, *offered.tail]
    match method:
        case "tools/call":
            words = ["call", str(params.get("name")), "--json", arguments]
        case "resources/read":
            words = ["call", "--resource", str(params.get("uri"))]
        case "prompts/get":
            words = ["call", "--prompt", str(params.get("name")), "--json", arguments]
        case _:
            words = ["send", json.dumps(_message(method, params), ensure_ascii=False)]
    return join(["mcptest", *words, *options])


def _message(method: str, params: JsonObject) -> JsonObject:
    message: JsonObject = {"jsonrpc": "2.0", "id": 1, "method": method}
    return {**message, "params": params} if params else message


def _curl(live: LiveServer, method: str, params: JsonObject) -> str:
    http = live.offered.spec.target.http
    assert http is not None
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **http.headers,
    }
    if live.session is not None:
        headers["MCP-Protocol-Version"] = live.session.version.wire
        if getattr(live.session.link, "session_id", None):
            headers["Mcp-Session-Id"] = "$MCP_SESSION_ID"
    lines = [f"curl -sS {quote(http.url)}"]
    lines += [f"  -H {_header(name, value)}" for name, value in headers.items()]
    lines.append(f"  -d {quote(json.dumps(_message(method, params), ensure_ascii=False))}")
    return " \\\n".join(lines)


def _header(name: str, value: str) -> str:
    """A secret is named as a variable, never written down."""
    if value.startswith("$"):
        return f'"{name}: {value}"'
    if holds_a_secret(name, value):
        return f'"{name}: ${name.upper().replace("-", "_")}"'
    return quote(f"{name}: {value}")


def _python(live: LiveServer, method: str, params: JsonObject) -> str:
    target = live.offered.spec.target
    command: tuple[str, ...] = getattr(target, "command", ())
    server: Json = target.address or list(command)
    name, arguments = str(params.get("name")), _arguments(params)
    match method:
        case "tools/call":
            line = f"mcp.call({name!r}, {arguments!r})"
        case "resources/read":
            line = f"mcp.read({str(params.get('uri'))!r})"
        case "prompts/get":
            line = f"mcp.prompt({name!r}, {arguments!r})"
        case _:
            line = f"mcp.request({method!r}, {params!r})"
    return (
        f"import mcptest\n\nwith mcptest.Client({server!r}) as mcp:\n"
        f"    answer = {line}\n    print(answer.text)\n"
    )
