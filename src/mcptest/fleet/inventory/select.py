"""Select servers of a fleet by the options of a command."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mcptest.errors import NothingSelectedError, UsageError
from mcptest.fleet.inventory.fleet import FleetServer
from mcptest.model.counted import counted
from mcptest.model.record import record
from mcptest.plan.selection import parse_shard
from mcptest.suite.scope import did_you_mean


@record(kw_only=True)
class FleetSelection:
    """The filters as typed; ``changed`` are the names that a diff touches, None without one."""

    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    skip_tags: tuple[str, ...] = ()
    shard: str | None = None
    changed: Collection[str] | None = None


def select(servers: Sequence[FleetServer], selection: FleetSelection) -> list[FleetServer]:
    """What is left, in order; a shard is cut from what the other filters leave.

    Raises: NothingSelectedError, UsageError.
    """
    for name in selection.names:
        if name not in {server.name for server in servers}:
            hint = did_you_mean(name, [server.name for server in servers])
            raise UsageError("server-unknown", f'unknown server "{name}"', hint=hint)
    chosen = [server for server in servers if _wanted(server, selection)]
    if selection.shard is not None:
        part, parts = parse_shard(selection.shard)
        chosen = chosen[part - 1 :: parts]
    if not chosen:
        raise NothingSelectedError(
            "nothing-selected",
            f"no server matches the filters ({counted(len(servers), 'server')} in total)",
            hint=_what_there_is(servers, selection),
        )
    return chosen


def _wanted(server: FleetServer, selection: FleetSelection) -> bool:
    tags = set(server.tags)
    return (
        (not selection.names or server.name in selection.names)
        and (not selection.tags or bool(tags.intersection(selection.tags)))
        and not tags.intersection(selection.skip_tags)
        and (selection.changed is None or server.name in selection.changed)
    )


def _what_there_is(servers: Sequence[FleetServer], selection: FleetSelection) -> str:
    if selection.changed is not None and not selection.changed:
        return "no file that belongs to a server changed"
    if selection.tags:
        tags = sorted({tag for server in servers for tag in server.tags})
        return f"known tags: {', '.join(tags) or 'none'}"
    return f"known servers: {', '.join(server.name for server in servers[:8])}"
