"""The titles of servers and cases in text for people."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

from mcptest.model.escape import one_line
from mcptest.model.outcome import CaseResult
from mcptest.model.record import record
from mcptest.model.run import UNNAMED, Run, ServerFacts
from mcptest.report.words import revision_text
from mcptest.safety.summary import base_name

_Key: TypeAlias = tuple[str, str]


@record
class SharedNames:
    """The cases that only the server, only the file, or both tell apart."""

    servers: frozenset[_Key] = frozenset()
    files: frozenset[_Key] = frozenset()


NOTHING_SHARED: Final = SharedNames()


def server_title(server: ServerFacts) -> str:
    """The name that the user gave the server, else its own.

    The unnamed servers of further suites are called ``suite:default`` in a run.
    """
    suite, _, name = base_name(server.name).rpartition(":")
    if name != UNNAMED:
        return one_line(base_name(server.name))
    own = one_line(str((server.info or {}).get("name") or "server"))
    return f"{own} ({one_line(suite)})" if suite else own


def server_line(server: ServerFacts) -> str:
    """``docs: stdio, MCP 2025-11-25, mcp-docs``."""
    title, own = server_title(server), (server.info or {}).get("name")
    facts = [server.transport, revision_text(server.protocol_version)]
    facts += [str(own)] if own and one_line(str(own)) != title.partition(" (")[0] else []
    return f"{title}: {', '.join(map(one_line, facts))}"


def ordered_servers(run: Run) -> list[ServerFacts]:
    """One server that is graded at several revisions: the oldest revision first."""
    first = {base_name(server.name): place for place, server in reversed([*enumerate(run.servers)])}
    return sorted(
        run.servers,
        key=lambda server: (first[base_name(server.name)], server.protocol_version or ""),
    )


def shared_names(run: Run) -> SharedNames:
    """The names that several cases have; a file is named only where more than one ran."""
    times = Counter((case.lane, case.name) for case in run.cases)
    files: dict[_Key, list[str | None]] = {}
    for case in run.cases:
        if times[case.lane, case.name] > 1:
            files.setdefault((case.lane, case.name), []).append(case.file)
    by_file = frozenset(key for key, found in files.items() if len(set(found)) > 1)
    enough = {key for key in by_file if len(set(files[key])) == len(files[key])}
    return SharedNames(frozenset(files) - enough, by_file)


def case_title(case: CaseResult, shared: SharedNames = NOTHING_SHARED, *, lane: bool = True) -> str:
    """``tools: search finds two records``, and on which server or in which file if unclear."""
    key = (case.lane, case.name)
    where = f" on {server_mark(case.server)}" if case.server and key in shared.servers else ""
    where += f" in {one_line(case.file)}" if case.file and key in shared.files else ""
    name = f"{one_line(case.name)}{where}"
    return f"{case.lane}: {name}" if lane else name


def server_mark(name: str) -> str:
    """A server beside others: its name, its revision, or both."""
    base = base_name(name)
    if base == name:
        return one_line(name)
    at = revision_text(name.rpartition("@")[2])
    return at if base == UNNAMED else f"{one_line(base)} at {at}"
