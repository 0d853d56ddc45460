"""A right Streamable HTTP server at 2025-11-25, with one unusual habit: ``… PORT HABIT``.

A habit with an exclamation mark is a fault. Nothing of mcptest is used, so that no assumption is shared with what judges it.
"""

import itertools
import json
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, HABIT = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
SPOKEN = ["2025-11-25", "2025-06-18", "2025-03-26"]
OWN = {f"http://127.0.0.1:{PORT}", f"http://localhost:{PORT}"}
HOSTS = {f"127.0.0.1:{PORT}", f"localhost:{PORT}"}
SESSIONS, ENDED = {}, set()
TAKEN = itertools.count(1)
MOST = 60  # requests that a server with a used-up limit takes
ODD = "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~"
STREAMS = HABIT in (
    "!unfinished-event",
    "comments",
    "crlf-events",
    "primed",
    "split",
    "pings",
    "unnamed",
)
ECHO = {
    "name": "echo",
    "description": "Gives a text back.",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    },
    "annotations": {"readOnlyHint": True},
}


class RefusedError(Exception):
    """A JSON-RPC error on its way out."""


def answer(method, params):
    if not isinstance(params, dict):
        raise RefusedError(-32602, "params is not an object")
    if method == "initialize":
        wanted = params.get("protocolVersion")
        if not isinstance(wanted, str):
            raise RefusedError(-32602, "protocolVersion is missing")
        return {
            "protocolVersion": wanted if wanted in SPOKEN else SPOKEN[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "unusual", "version": "0"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        if params.get("cursor") is not None:
            raise RefusedError(-32602, "unknown cursor")
        return {"tools": [ECHO]}
    if method == "tools/call":
        return call(params)
    raise RefusedError(-32601, "unknown method")


def call(params):
    if params.get("name") != "echo":
        raise RefusedError(-32602, "unknown tool")
    arguments = params.get("arguments", {})
    if not isinstance(arguments, dict):
        raise RefusedError(-32602, "arguments is not an object")
    text = arguments.get("text")
    if not isinstance(text, str):
        return {"content": [{"type": "text", "text": "give a text"}], "isError": True}
    return {"content": [{"type": "text", "text": text}]}


def events(reply):
    """The response as an event stream, in an unusual but lawful form."""
    text = json.dumps(reply)
    if HABIT == "comments":
        return f": hello\n\n: still here\nevent: message\n: in between\ndata: {text}\n\n: bye\n\n"
    if HABIT == "crlf-events":
        return f"event: message\r\ndata: {text}\r\n\r\n"
    if HABIT == "primed":
        name = uuid.uuid4().hex
        return f"id: {name}-0\nretry: 500\ndata:\n\nid: {name}-1\ndata: {text}\n\n"
    if HABIT == "split":
        lines = json.dumps(reply, indent=1).splitlines()
        return "".join(f"data:{line}\n" for line in lines) + "\n"
    if HABIT == "pings":
        ping = {"jsonrpc": "2.0", "id": f"p-{uuid.uuid4().hex}", "method": "ping"}
        return f"data: {json.dumps(ping)}\n\ndata: {text}\n\n"
    return f"data: {text}\n" if HABIT == "!unfinished-event" else f"data: {text}\n\n"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments):
        pass

    def send(self, status, body=b"", kind=None, **headers):
        self.send_response(status)
        kind_name, length_name = "Content-Type", "Content-Length"
        if HABIT == "shouting":
            kind_name, length_name = "CONTENT-TYPE", "content-LENGTH"
        if kind:
            self.send_header(kind_name, kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if HABIT == "closing":
            self.send_header("Connection", "close")
        if HABIT == "chunks" and body:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for byte in body:
                self.wfile.write(b"1\r\n" + bytes([byte]) + b"\r\n")
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.send_header(length_name, str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        if HABIT == "closing":
            self.close_connection = True

    def refuse(self, status, code, text, own=None):
        error = {"jsonrpc": "2.0", "id": own, "error": {"code": code, "message": text}}
        if HABIT == "plain-errors" and status >= 400:
            return self.send(status, f"{text}\n".encode(), "text/plain")
        return self.send(status, json.dumps(error).encode(), "application/json")

    def is_foreign(self):
        origin, host = self.headers.get("Origin"), self.headers.get("Host")
        if HABIT == "!origin-prefix" and (origin or "").startswith("http://localhost"):
            return False
        return (origin is not None and origin not in OWN) or host not in HOSTS

    def do_GET(self):
        if HABIT == "!origin-of-get":
            return self.send(200, b": hello\n\n", "text/event-stream")
        if self.is_foreign():
            return self.refuse(403, -32000, "foreign origin")
        if self.path != "/mcp":
            return self.refuse(404, -32000, "nothing is here")
        return self.send(405, Allow="POST, DELETE")

    def do_DELETE(self):
        if self.is_foreign():
            return self.refuse(403, -32000, "foreign origin")
        if HABIT in ("no-delete", "sessionless"):
            return self.send(405, Allow="POST")
        own = self.headers.get("Mcp-Session-Id")
        if own is None:
            return self.refuse(400, -32000, "no session id")
        if HABIT == "!immortal-session" and own in SESSIONS:
            return self.send(200)
        if SESSIONS.pop(own, None) is None:
            return self.refuse(404, -32000, "unknown session")
        return self.send(200)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        number = next(TAKEN)
        if HABIT == "hasty" and number % 4 == 0:
            return self.send(429, b"slow down", "text/plain", Retry_After="0")
        if HABIT == "used-up" and number > MOST:
            return self.send(429, b"slow down", "text/plain", Retry_After="3600")
        if self.is_foreign():
            return self.refuse(403, -32000, "foreign origin")
        if self.path != "/mcp":
            return self.refuse(404, -32000, "nothing is here")
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            return self.refuse(400, -32700, "not JSON")
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return self.refuse(400, -32600, "not a message")
        return self.take(message)

    def take(self, message):
        opens = message.get("method") == "initialize"
        version, own = (self.headers.get(n) for n in ("MCP-Protocol-Version", "Mcp-Session-Id"))
        if not opens and version is not None and version not in SPOKEN:
            return self.refuse(400, -32000, "unknown version")
        if not opens and HABIT != "sessionless" and own not in SESSIONS:
            status = 400 if own is None else 404
            return self.refuse(status, -32000, "no session id, or unknown session")
        if "method" not in message and ("result" in message or "error" in message):
            return self.send(202)
        if not isinstance(message.get("method"), str):
            return self.refuse(400, -32600, "not a request", usable(message.get("id")))
        if "id" not in message:
            if HABIT == "!200-for-notifications":
                return self.send(200, b"{}", "application/json")
            return self.send(202)
        if usable(message["id"]) is None:
            return self.refuse(400, -32600, "bad id")
        return self.respond(message, opens=opens)

    def respond(self, message, *, opens):
        reply, params = {"jsonrpc": "2.0", "id": message["id"]}, message.get("params", {})
        headers = {}
        try:
            reply["result"] = answer(message["method"], params)
            if opens and HABIT != "sessionless":
                name = uuid.uuid4().hex + (ODD if HABIT == "odd-id" else "")
                name = str(uuid.uuid1()) if HABIT == "!timed-session" else name
                name = "one-for-all-clients-together" if HABIT == "!shared-session" else name
                SESSIONS[name] = True
                headers["mcp_session_id" if HABIT == "shouting" else "Mcp_Session_Id"] = name
        except RefusedError as refused:
            code, text = refused.args
            reply["error"] = {"code": code, "message": text}
        if STREAMS:
            return self.send(200, events(reply).encode(), "text/event-stream", **headers)
        if HABIT == "!text-plain":
            return self.send(200, json.dumps(reply).encode(), "text/plain", **headers)
        kind = "application/json; charset=utf-8" if HABIT == "charset" else "application/json"
        return self.send(200, json.dumps(reply).encode(), kind, **headers)


def usable(own):
    good = isinstance(own, str) or (isinstance(own, int) and not isinstance(own, bool))
    return own if good else None


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_about):
        """A client may leave."""


if __name__ == "__main__":
    server = Server(("127.0.0.1", PORT), Handler)
    server.serve_forever()
