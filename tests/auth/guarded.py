"""An MCP server behind OAuth, small enough to read: its tokens, their ends and their scopes."""

from __future__ import annotations

import json

from tests.auth.site import Ask, Says, Site, protected

TOOL = {
    "name": "get_x",
    "description": "Returns x.",
    "inputSchema": {"type": "object", "additionalProperties": False},
    "annotations": {"readOnlyHint": True},
}


def _read(body: bytes):
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    named = isinstance(message, dict) and isinstance(message.get("method"), str)
    return message if named and isinstance(message.get("params", {}), dict) else None


class Guarded:
    """Issues ``at-N``; a token in ``over`` is refused, a call needs ``call_scope`` if it is set."""

    def __init__(self, here: Site) -> None:
        self.here = here
        self.url = protected(here)
        self.issued: dict[str, str] = {}
        self.over: set[str] = set()
        self.refused: list[str] = []
        self.call_scope: str | None = None
        self.lives = 3600
        self.grants: list[str] = []
        self.challenge = here.routes["POST /mcp"].headers["WWW-Authenticate"]
        here.at("POST /mcp", self.answer)
        here.at("POST /token", self.issue)

    def issue(self, ask: Ask) -> Says:
        self.grants.append(ask.form["grant_type"])
        token = f"at-{len(self.issued):04}-planted"
        self.issued[token] = ask.form.get("scope", "")
        body = {"access_token": token, "token_type": "Bearer", "expires_in": self.lives}
        return Says(body={**body, "scope": self.issued[token]})

    def answer(self, ask: Ask) -> Says:
        scheme, _, token = ask.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer" or token not in self.issued or token in self.over:
            self.refused.append(token)
            return Says(401, None, {"WWW-Authenticate": self.challenge})
        message = _read(ask.body)
        if message is None:
            error = {"code": -32700, "message": "not a message"}
            return Says(400, {"jsonrpc": "2.0", "id": None, "error": error})
        method = message["method"]
        wanted = self.call_scope
        if method == "tools/call" and wanted and wanted not in self.issued[token].split():
            said = f'Bearer error="insufficient_scope", scope="{wanted}"'
            return Says(403, None, {"WWW-Authenticate": said})
        if "id" not in message:
            return Says(202)
        result = self.result(message)
        if result is None:
            error = {"code": -32601, "message": "unknown method"}
            return Says(200, {"jsonrpc": "2.0", "id": message["id"], "error": error})
        return Says(200, {"jsonrpc": "2.0", "id": message["id"], "result": result})

    def result(self, message):
        match message["method"]:
            case "initialize":
                version = str(message.get("params", {}).get("protocolVersion"))
                known = version if version.startswith("2025") else "2025-11-25"
                info = {"name": "guarded", "version": "1"}
                return {
                    "protocolVersion": known,
                    "capabilities": {"tools": {}},
                    "serverInfo": info,
                }
            case "tools/list":
                return {"tools": [TOOL]}
            case "tools/call":
                return {"content": [{"type": "text", "text": "x"}]}
            case "ping":
                return {}
        return None
