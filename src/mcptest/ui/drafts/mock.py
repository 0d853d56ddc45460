"""A mock from what the page saw: a server's catalog, with the newest response of each entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mcptest.errors import FileProblemsError, UsageError
from mcptest.mock.manifest.load import read_definition
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.scaffold.draft import remark
from mcptest.scaffold.yaml_text import block as yaml_lines
from mcptest.suite.yaml.source import parse_source
from mcptest.ui.hub import Hub
from mcptest.ui.live import LiveServer
from mcptest.ui.page_call import PageCall

_COMMON: Final = ("name", "title", "description", "icons", "_meta")
_TOOL: Final = (*_COMMON, "inputSchema", "outputSchema", "annotations")
_RESOURCE: Final = (*_COMMON, "mimeType", "annotations")
_HEADER: Final = """\
# {name} as `mcptest ui` saw it. Serve it with: mcptest mock --tools-from {path}
"""
_LARGEST: Final = 256 * 1024  # a response that is larger makes a file that nobody reads
_UNSEEN: Final = "(no response was seen)"


@record
class DraftedMock:
    """``seen`` of the entries have a response; ``left_out`` could not be written."""

    text: str
    seen: int
    total: int
    left_out: tuple[str, ...]


async def draft_mock(hub: Hub, live: LiveServer, path: str) -> DraftedMock:
    """Raises: UsageError where the server lists nothing; TargetError."""
    responses = _responses(hub.calls.kept.values(), live.name)
    server = _server(live)
    made = _Entries(responses)
    for kind, key, build in _KINDS:
        good = made.usable(key, [build(raw, made) for raw in await _listed(live, kind)])
        if good:
            server[key] = good
    if not any(key in server for _, key, _ in _KINDS):
        raise UsageError("ui-no-mock", f"{live.name} lists nothing that a mock could serve")
    masked = live.redactor.json({"mock_server": server})
    head = _HEADER.format(name=remark(live.name), path=path)
    text = f"{head}\n" + "\n".join(yaml_lines(masked, 0)) + "\n"
    return DraftedMock(text, made.seen, made.total, tuple(made.left_out))


def _server(live: LiveServer) -> JsonObject:
    session = live.session
    info = (session.info if session is not None else None) or {}
    named: JsonObject = {
        "name": str(info.get("name") or live.name),
        "version": str(info.get("version") or "1"),
    }
    told = session.instructions if session is not None else None
    return {**named, "instructions": told} if told else named


async def _listed(live: LiveServer, kind: str) -> list[JsonObject]:
    session = await live.ready()
    if kind.partition("/")[0] not in session.capabilities:
        return []
    return [item for item in (await live.list(kind)).items if isinstance(item, dict)]


def _responses(calls: Iterable[PageCall], server: str) -> dict[tuple[str, str], JsonObject]:
    """The newest response of each subject; a good one goes before an error."""
    found: dict[tuple[str, str], JsonObject] = {}
    good: set[tuple[str, str]] = set()
    for call in calls:
        key, answer = (call.method, call.subject or ""), call.answer or {}
        if call.size > _LARGEST:
            continue
        if call.server != server or not ("result" in answer or "rpc_error" in answer):
            continue
        if call.status == "ok" or key not in good:
            found[key] = answer
        if call.status == "ok":
            good.add(key)
    return found


class _Entries:
    """Builds entries, and counts which of them have a response."""

    def __init__(self, responses: dict[tuple[str, str], JsonObject]) -> None:
        self._responses = responses
        self.seen = 0
        self.total = 0
        self.left_out: list[str] = []

    def result(self, method: str, subject: Json) -> JsonObject | None:
        answer = self._responses.get((method, str(subject)))
        result = (answer or {}).get("result")
        return result if isinstance(result, dict) else None

    def tool(self, raw: JsonObject) -> JsonObject:
        result = self.result("tools/call", raw.get("name"))
        answer = self._responses.get(("tools/call", str(raw.get("name"))), {})
        entry = _picked(raw, _TOOL)
        error = answer.get("rpc_error")
        if result is not None:
            entry["response"] = _picked(result, ("content", "structuredContent", "isError"))
        elif isinstance(error, dict):
            entry["response"] = {"error": _picked(error, ("code", "message", "data"))}
        return entry

    def resource(self, raw: JsonObject) -> JsonObject:
        result = self.result("resources/read", raw.get("uri")) or {}
        contents = result.get("contents")
        first = contents[0] if isinstance(contents, list) and contents else {}
        held = _picked(first, ("text", "blob")) if isinstance(first, dict) else {}
        return {**_picked(raw, ("uri", *_RESOURCE)), **(held or {"text": _UNSEEN})}

    def template(self, raw: JsonObject) -> JsonObject:
        return {**_picked(raw, ("uriTemplate", *_RESOURCE)), "text": _UNSEEN}

    def prompt(self, raw: JsonObject) -> JsonObject:
        result = self.result("prompts/get", raw.get("name")) or {}
        messages = result.get("messages")
        said: JsonObject = {"messages": messages} if messages else {"text": _UNSEEN}
        return {**_picked(raw, (*_COMMON, "arguments")), **said}

    def usable(self, key: str, entries: list[JsonObject]) -> list[Json]:
        """Those that a mock can serve; a server may list what no mock would."""
        good: dict[str, Json] = {}
        for entry in entries:
            name = str(entry.get("uri", entry.get("uriTemplate", entry.get("name"))))
            self.total += 1
            if name in good or not _loads({"name": "x", key: [entry]}):
                self.left_out.append(name)
                continue
            good[name] = entry
            self.seen += _has_response(entry)
        return list(good.values())


_KINDS: Final[tuple[tuple[str, str, Callable[[JsonObject, _Entries], JsonObject]], ...]] = (
    ("tools", "tools", lambda raw, made: made.tool(raw)),
    ("resources", "resources", lambda raw, made: made.resource(raw)),
    ("resources/templates", "resource_templates", lambda raw, made: made.template(raw)),
    ("prompts", "prompts", lambda raw, made: made.prompt(raw)),
)


def _picked(raw: JsonObject, names: Iterable[str]) -> JsonObject:
    return {name: raw[name] for name in names if name in raw}


def _has_response(entry: JsonObject) -> bool:
    return "response" in entry or any(
        name in entry and entry[name] != _UNSEEN for name in ("text", "blob", "messages")
    )


def _loads(server: JsonObject) -> bool:
    text = "\n".join(yaml_lines({"mock_server": server}, 0))
    try:
        read_definition(parse_source(text, name="mock.yml", kind="mock"))
    except FileProblemsError:
        return False
    return True
