"""Draft a suite for each server of a new fleet, within the safety policy."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from mcptest.engine.gatekeeping import gate_for
from mcptest.errors import McptestError
from mcptest.fleet.inventory.find import Found
from mcptest.fleet.inventory.written import require_form
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.plan.servers import engine_server
from mcptest.safety.policy import ExecutionPolicy, PolicyOptions
from mcptest.scaffold.draft import DraftedTest
from mcptest.scaffold.server_session import ServerSession
from mcptest.scaffold.survey import DraftWish, survey
from mcptest.suite.servers import ServerSpec


@record(kw_only=True)
class Drafted:
    """What came of one server: tests to write, or why there are none."""

    name: str
    title: str = "a server"
    drafts: tuple[DraftedTest, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: str | None = None

    @property
    def waiting(self) -> int:
        return sum("skip" in draft.body for draft in self.drafts)


async def draft_all(
    servers: Sequence[Found],
    *,
    env: Mapping[str, str],
    knobs: Mapping[str, Json],
    jobs: int,
    limit: float,
) -> list[Drafted]:
    """In the order given, however long each of them takes."""
    room = asyncio.Semaphore(jobs)

    async def one(found: Found) -> Drafted:
        async with room:
            return await _draft(found, env, knobs, limit)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(found)) for found in servers]
    return [task.result() for task in tasks]


async def _draft(
    found: Found, env: Mapping[str, str], knobs: Mapping[str, Json], limit: float
) -> Drafted:
    spec: ServerSpec | None = None
    try:
        spec = require_form(found.name, found.node, {}, env=env)
        async with asyncio.timeout(limit):
            return await _survey(found.name, spec, knobs)
    except TimeoutError:
        return Drafted(name=found.name, trouble=f"timed out after {limit:g} s")
    except McptestError as error:
        redact = Redactor(spec.secrets if spec is not None else ()).text
        return Drafted(name=found.name, trouble=" ".join(redact(error.message).split()))


async def _survey(name: str, spec: ServerSpec, knobs: Mapping[str, Json]) -> Drafted:
    gate = gate_for(
        ExecutionPolicy.of(PolicyOptions.taken_from(dict(knobs))), {spec.name: spec.target}
    )
    async with ServerSession(engine_server(spec), gate, "scaffold") as session:
        seen = await survey(session, DraftWish())
        redactor = Redactor(spec.secrets)
        facts = session.facts and redactor.server(session.facts)
        seen = seen.redacted(redactor)
    title = (facts.info or {}).get("name") if facts else None
    return Drafted(
        name=name,
        title=title if isinstance(title, str) and title.strip() else name,
        drafts=seen.drafts,
        notes=seen.notes,
    )
