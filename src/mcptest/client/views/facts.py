"""Facts that a scenario recorded for the rules, and how the client ended."""

from __future__ import annotations

from mcptest.client.arranging import driven, part, went_on
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject


def _look(log: ClientLog) -> JsonObject:
    noted: JsonObject = {name: list(found) for name, found in log.facts.items()}
    return {
        **noted,
        "oddities": _oddities(log),
        "steps": _steps(log),
        "driven": driven(log),
        "ends": _server_ends(log),
        "invalid": _invalid(log),
    }


def _oddities(log: ClientLog) -> list[Json]:
    """Judged only for a client that follows its steps: it was told to go on."""
    if not driven(log):
        return []
    found: list[Json] = []
    for fact in log.facts.get("oddities", []):
        assert isinstance(fact, dict)
        after = fact["n"]
        assert isinstance(after, int)
        found.append({"what": fact["what"], "own": fact["own"], "went_on": went_on(log, after)})
    return found


def _steps(log: ClientLog) -> list[Json]:
    """The steps that a driver reported on, each with what the scenario says about it."""
    found: list[Json] = []
    for report in log.steps:
        place = report["step"]
        assert isinstance(place, int)
        if 0 <= place < len(log.script):
            found.append(
                {**log.script[place], "ok": report.get("ok"), "error": report.get("error")}
            )
    return found


def _invalid(log: ClientLog) -> list[Json]:
    """Tools that a client has to leave out, and whether it called them as its steps said."""
    called = [part(fact, "tool") for fact in log.facts.get("invalid_calls", [])]
    offered = log.facts.get("offered", []) if driven(log) else []
    names = part(offered[0], "tools") if offered else None
    tools = names if isinstance(names, list) else []
    return [{"tool": name, "called": name in called} for name in tools]


def _server_ends(log: ClientLog) -> list[Json]:
    """How the client ended each stdio server: by closing stdin first, or otherwise.

    Where mcptest stopped the client, the signal was its own.
    """
    found: list[Json] = []
    events = log.of("event")
    stopped = any(e["event"] == "ended" and e["stopped"] for e in events)
    for start in events:
        if start["event"] == "started":
            own = [e["event"] for e in events if e.get("conversation") == start["conversation"]]
            end = next((e for e in own if e in ("stdin-closed", "signal", "gone")), None)
            if end is not None and (end == "stdin-closed" or not stopped):
                found.append({"first": end})
    return found


VIEW = ClientView(
    name="facts",
    summary="What a scenario noted for the rules, and how the client got on.",
    members={
        "oddities": "each odd thing that the server did: what, went_on",
        "steps": "each step that the driver reported on: the step itself, ok, error",
        "driven": "whether the client follows the steps",
        "invalid": "each tool that must be left out: tool, called",
        "ends": "how each stdio server was ended: first (stdin-closed, signal or gone)",
    },
    look=_look,
)
