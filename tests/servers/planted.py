"""Small servers in memory with one planted bug each, and one that has none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mcptest.wire.target import MemoryPipe, MemoryTarget

SCHEMA = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50},
        "sort": {"enum": ["newest", "oldest"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "filter": {"type": "object", "properties": {"owner": {"type": "string"}}},
        "ratio": {"type": "number"},
        "exact": {"type": "boolean"},
    },
    "required": ["query"],
}
OUTPUT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
TRACE = 'Traceback (most recent call last):\n  File "/srv/app/search.py", line 12, in run'


class ExitError(Exception):
    """The process ends here."""


def said(**more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": "ok"}], "structuredContent": {"n": 1}, **more}


def answer(number: Any, result: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result}).encode()


def error(number: Any, body: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": body}).encode()


Effect = Callable[[Any], list[bytes]]


def crash(_number: Any) -> list[bytes]:
    raise ExitError


def failed(text: str) -> Effect:
    content = {"content": [{"type": "text", "text": text}], "isError": True}
    return lambda number: [answer(number, content)]


def raw(text: str) -> Effect:
    return lambda number: [text.replace("ID", json.dumps(number)).encode()]


def result(body: Any) -> Effect:
    return lambda number: [answer(number, body)]


def fault(body: Any) -> Effect:
    return lambda number: [error(number, body)]


def hang(_number: Any) -> list[bytes]:
    return []


def twice(number: Any) -> list[bytes]:
    return [answer(number, said())] * 2


def somebody_elses(number: Any) -> list[bytes]:
    return [answer(number + 1000, said()), answer(number, said())]


def banner(number: Any) -> list[bytes]:
    return [b"searching ...", answer(number, said())]


@dataclass(frozen=True)
class Bug:
    """``shows`` says for which arguments, ``effect`` what happens then."""

    name: str
    shows: Callable[[dict[str, Any]], Any]
    effect: Effect = field(default=crash)
    outcome: str = "crash"
    schema: Any = field(default_factory=lambda: SCHEMA)


def _is(kind: type, value: Any) -> bool:
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _text(test: Callable[[str], Any]) -> Callable[[dict[str, Any]], Any]:
    return lambda a: isinstance(a.get("query"), str) and test(a["query"])


def _limit(test: Callable[[int], Any]) -> Callable[[dict[str, Any]], Any]:
    return lambda a: _is(int, a.get("limit")) and test(a["limit"])


def _tags(test: Callable[[list[Any]], Any]) -> Callable[[dict[str, Any]], Any]:
    return lambda a: isinstance(a.get("tags"), list) and test(a["tags"])


V, H, L = "protocol_violation", "hang", "leak"
BUGS = [
    Bug("empty query", _text(lambda q: q == "")),
    Bug("blank query", _text(lambda q: q and not q.strip()), hang, H),
    Bug("long query", _text(lambda q: len(q) > 200)),
    Bug("very long query", _text(lambda q: len(q) > 4096), hang, H),
    Bug("quote in query", _text(lambda q: "'" in q), failed(f"SQL error\n{TRACE}"), L),
    Bug("double quote", _text(lambda q: '"' in q), raw('{"jsonrpc":"2.0","id":ID,"result":'), V),
    Bug("backslash", _text(lambda q: "\\" in q), raw("ID is not the way"), V),
    Bug("percent", _text(lambda q: "%" in q)),
    Bug("newline", _text(lambda q: "\n" in q), banner, V),
    Bug("NUL", _text(lambda q: "\0" in q), crash),
    Bug("not ASCII", _text(lambda q: not q.isascii()), failed("UnicodeEncodeError " + TRACE), L),
    Bug("emoji", _text(lambda q: any(ord(c) > 0xFFFF for c in q))),
    Bug("escape code", _text(lambda q: "\x1b" in q), twice, V),
    Bug("dots", _text(lambda q: ".." in q), fault({"code": -1, "message": "/home/ada/notes"}), L),
    Bug("template", _text(lambda q: "{{" in q), result({"text": "no content"}), V),
    Bug("bracket", _text(lambda q: q.startswith("(")), fault("unbalanced"), V),
    Bug("digits", _text(str.isdecimal), result([1]), V),
    Bug("NaN", _text(lambda q: q == "NaN"), raw('{"jsonrpc":"2.0","id":ID,"result":NaN}'), V),
    Bug("prototype", lambda a: "__proto__" in a or a.get("query") == "__proto__"),
    Bug("zero limit", _limit(lambda n: n == 0), failed(f"ZeroDivisionError\n{TRACE}"), L),
    Bug("negative limit", _limit(lambda n: n < 0)),
    Bug("largest limit", _limit(lambda n: n == 50), result(said(structuredContent={})), V),
    Bug("limit over the bound", _limit(lambda n: n > 50), hang, H),
    Bug("32 bits", _limit(lambda n: n > 2**31 - 1)),
    Bug("64 bits", _limit(lambda n: abs(n) > 2**63 - 1), fault({"message": "too big"}), V),
    Bug("limit as text", lambda a: isinstance(a.get("limit"), str), failed(TRACE), L),
    Bug("limit as null", lambda a: "limit" in a and a["limit"] is None),
    Bug("limit as float", lambda a: isinstance(a.get("limit"), float), result(None), V),
    Bug("other choice", lambda a: a.get("sort", "newest") not in ("newest", "oldest")),
    Bug("second choice", lambda a: a.get("sort") == "oldest", result(said(content={})), V),
    Bug("no tags", _tags(lambda t: not t), failed(f"IndexError\n{TRACE}"), L),
    Bug("many tags", _tags(lambda t: len(t) > 10)),
    Bug("tag twice", _tags(lambda t: len(t) != len({json.dumps(x) for x in t})), twice, V),
    Bug("tag that is no text", _tags(lambda t: any(not isinstance(x, str) for x in t))),
    Bug("empty filter", lambda a: a.get("filter") == {}, result(said(isError="no")), V),
    Bug("filter as text", lambda a: isinstance(a.get("filter"), str)),
    Bug("empty owner", lambda a: isinstance(a.get("filter"), dict) and a["filter"].get("owner") == ""),
    Bug("no query", lambda a: "query" not in a, failed(f"KeyError\n{TRACE}"), L),
    Bug("query as a list", lambda a: isinstance(a.get("query"), list)),
    Bug("query as a number", lambda a: _is(int, a.get("query")), somebody_elses, V),
    Bug("huge ratio", lambda a: isinstance(a.get("ratio"), float) and abs(a["ratio"]) > 1e300),
    Bug("tiny ratio", lambda a: _is(float, a.get("ratio")) and 0 < a["ratio"] < 1e-100, hang, H),
    Bug("key leak", lambda a: a.get("exact") is True, failed("bad key sk-live-abcdefghijklmnopqrst"), L),
    Bug("exact and limit", lambda a: a.get("exact") is False and a.get("limit") == 1),
    Bug("unknown field", lambda a: bool(a.keys() - SCHEMA["properties"].keys()), result("x"), V),
    Bug("no schema", lambda a: "x" not in a, hang, H, schema={"type": "object"}),
]  # fmt: skip


class Peer:
    """A server for one connection after the other; it counts what it was asked."""

    def __init__(self, bug: Bug | None = None, *, name: str = "search", **tool: Any) -> None:
        self.bug = bug
        self.calls = 0
        self.starts = 0
        schema = bug.schema if bug else SCHEMA
        self.tool = {"name": name, "inputSchema": schema, "outputSchema": OUTPUT, **tool}

    @property
    def target(self) -> MemoryTarget:
        return MemoryTarget(self.serve)

    async def serve(self, pipe: MemoryPipe) -> None:
        self.starts += 1
        while (message := await pipe.receive()) is not None:
            try:
                replies = self.reply(json.loads(message))
            except ExitError:
                return
            for one in replies:
                await pipe.send(one)

    def reply(self, message: dict[str, Any]) -> list[bytes]:
        number = message.get("id")
        match message["method"]:
            case "initialize":
                info = {"name": "planted", "version": "1"}
                opened = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
                return [answer(number, {**opened, "serverInfo": info})]
            case "tools/list":
                return [answer(number, {"tools": [self.tool]})]
            case "tools/call":
                self.calls += 1
                arguments = message["params"]["arguments"]
                if self.bug and self.bug.shows(arguments):
                    return self.bug.effect(number)
                return [answer(number, said())]
            case _:
                return [] if number is None else [answer(number, {})]
