"""Draft a test from calls or a finding, and show the changed suite."""

from __future__ import annotations

from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.scaffold.draft import DraftedTest
from mcptest.ui.drafts.call import source_of_call
from mcptest.ui.drafts.finding import source_of_finding
from mcptest.ui.drafts.proposal import entry_yaml, suite_with
from mcptest.ui.drafts.sequence import source_of_sequence
from mcptest.ui.drafts.source import DraftSource
from mcptest.ui.editor.suites import mark_of
from mcptest.ui.hub import Hub
from mcptest.ui.live import LiveServer

_DEFAULT = "mcptest.yml"


@record
class DraftedSuite:
    """A test, and the suite with it; ``mark`` names the suite that it was added to."""

    path: str
    suite: str
    mark: str | None
    document: JsonObject


async def draft_test(hub: Hub, request: JsonObject) -> DraftedSuite:
    """Raises: UsageError."""
    source = await _source(hub, request)
    path = str(request.get("path") or _DEFAULT)
    text = hub.suites.text(path)
    known = hub.suites.check(path) if text is not None else {}
    name = str(request.get("name") or _free_name(source.title, known))
    draft = _for_server(source.make(name), _server_for(source.live, known))
    suite = suite_with(text, draft, source.live.offered, path)
    document: JsonObject = {
        "path": path,
        "name": name,
        "yaml": entry_yaml(draft),
        "new_file": text is None,
        **source.about,
    }
    return DraftedSuite(path, suite, None if text is None else mark_of(text), document)


async def _source(hub: Hub, request: JsonObject) -> DraftSource:
    finding, calls = request.get("finding"), request.get("calls")
    if isinstance(finding, dict):
        return source_of_finding(hub, finding)
    if isinstance(calls, list):
        return await source_of_sequence(hub, [int(str(one)) for one in calls])
    chosen = request.get("chosen")
    numbers = [int(str(one)) for one in chosen] if isinstance(chosen, list) else None
    return await source_of_call(hub, int(str(request.get("call", 0))), numbers)


def _free_name(wanted: str, known: JsonObject) -> str:
    tests = known.get("tests")
    listed = tests if isinstance(tests, list) else []
    taken = {one.get("name") for one in listed if isinstance(one, dict)}
    names = (wanted if n == 1 else f"{wanted} ({n})" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _for_server(draft: DraftedTest, server: str | None) -> DraftedTest:
    if server is None:
        return draft
    body: JsonObject = {"name": draft.body["name"], "server": server, **draft.body}
    return DraftedTest(draft.block, draft.subject, body, draft.remarks)


def _server_for(live: LiveServer, known: JsonObject) -> str | None:
    """Which server of the suite is called, where it has several."""
    servers = known.get("servers")
    if not isinstance(servers, list) or len(servers) < 2:  # noqa: PLR2004 - one needs no name
        return None
    return live.name if live.name in servers else str(servers[0])
