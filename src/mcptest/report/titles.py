"""The titles of servers and cases in text for people."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from mcptest.model.escape import one_line
from mcptest.model.outcome import CaseResult
from mcptest.model.run import UNNAMED, Run, ServerFacts
from mcptest.report.words import revision_text
from mcptest.safety.summary import base_name

SharedNames: TypeAlias = frozenset[tuple[str, str]]


def server_title(server: ServerFacts) -> str:
    """The name that the user gave the server, else its own."""
    name = base_name(server.name)
    own = (server.info or {}).get("name")
    return one_line(str(own) if own else "server") if name == UNNAMED else one_line(name)


def server_line(server: ServerFacts) -> str:
    """``docs: stdio, MCP 2025-11-25, mcp-docs``."""
    title, own = server_title(server), (server.info or {}).get("name")
    facts = [server.transport, revision_text(server.protocol_version)]
    facts += [str(own)] if own and one_line(str(own)) != title else []
    return f"{title}: {', '.join(map(one_line, facts))}"


def shared_names(run: Run) -> SharedNames:
    """The cases that only the server tells apart."""
    times = Counter((case.lane, case.name) for case in run.cases)
    return frozenset(key for key, count in times.items() if count > 1)


def case_title(case: CaseResult, shared: SharedNames = frozenset(), *, lane: bool = True) -> str:
    """``tools: search finds two records``, and on which server where that is not clear."""
    unclear = case.server and (case.lane, case.name) in shared
    where = f" on {server_mark(str(case.server))}" if unclear else ""
    name = f"{one_line(case.name)}{where}"
    return f"{case.lane}: {name}" if lane else name


def server_mark(name: str) -> str:
    """A server beside others: its name, its revision, or both."""
    base = base_name(name)
    if base == name:
        return one_line(name)
    at = revision_text(name.rpartition("@")[2])
    return at if base == UNNAMED else f"{one_line(base)} at {at}"
