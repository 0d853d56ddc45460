"""Call related tools in one session: create, read, delete, read again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from mcptest.engine.answer import AnswerKind, sort_answer
from mcptest.engine.case import Observation
from mcptest.engine.context import Context
from mcptest.engine.own_server import OwnServer
from mcptest.fuzz.caller import Stopped, ToolCaller
from mcptest.fuzz.chains import Chain, captured
from mcptest.fuzz.findings import findings_of, notes_of, targets_of
from mcptest.fuzz.generate import InputKind
from mcptest.fuzz.hunt import Find, Tally
from mcptest.fuzz.oracle import FuzzOutcome, Sighting
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import JsonObject, Missing
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.policy import CallContext
from mcptest.schema.synth import synthesize


def observing_chain(chain: Chain, *, limit: float) -> Callable[[Context], Awaitable[Observation]]:
    """What a case does with a chain; the policy is asked before every step."""

    async def observe(context: Context) -> Observation:
        return await _Sequence(context, chain, limit).observe()

    return observe


class _Sequence:
    def __init__(self, context: Context, chain: Chain, limit: float) -> None:
        self._context = context
        self._chain = chain
        self._limit = limit
        self._own = OwnServer(context)
        self._tally = Tally()
        self._extra: list[Finding] = []

    async def observe(self) -> Observation:
        chain, tally = self._chain, self._tally
        schema = chain.create.input_schema
        folder = self._context.gate.folder_for(chain.create)
        made = synthesize(True if isinstance(schema, Missing) else schema, folder=folder).value
        created = await self._step(chain.create, made if isinstance(made, dict) else {})
        if created is None and tally.stop is not None and tally.cases == 0:
            return Observation(skip=tally.stop.skip)
        if created is not None:
            await self._use(created)
        return self._observation()

    async def _use(self, created: Sighting) -> None:
        """Read what was made, delete it where that is allowed, and look for it again."""
        chain = self._chain
        value = captured(created.reply.result, chain.key) if created.reply else None
        if value is None or isinstance(value, Missing):
            self._context.note(
                f"{chain.create.name} does not return the {chain.key} of what it created"
            )
            return
        named: JsonObject = {chain.key: value}
        await self._step(chain.read, named)
        deleted = await self._step(chain.delete, named) if chain.delete else None
        if deleted is None or not _succeeded(deleted):
            return
        again = await self._step(chain.read, named)
        if again is not None and _succeeded(again):
            self._extra.append(self._still_there(named))

    async def _step(self, tool: ToolDescriptor, arguments: JsonObject) -> Sighting | None:
        caller = ToolCaller(
            self._context, tool, limit=self._limit, consent=CallContext.NEEDS_CALL, own=self._own
        )
        seen = await caller.call(arguments, settle=True)
        tally = self._tally
        if isinstance(seen, Stopped):
            tally.stopped, tally.stop = seen.skip.detail, seen
            return None
        tally.cases += 1
        tally.kinds[InputKind.VALID] += 1
        tally.outcomes[seen.outcome] += 1
        tally.leaks += bool(seen.leaks)
        if seen.is_bad:
            shown = replace(seen, problem=f"{tool.name}: {seen.problem}")
            tally.finds.append(Find(shown, arguments, InputKind.VALID, reproduced=False))
        return seen if seen.outcome is FuzzOutcome.CLEAN else None

    def _still_there(self, named: JsonObject) -> Finding:
        chain = self._chain
        assert chain.delete is not None
        return Finding(
            id="FAULT-FUZZ-STATE-AFTER-DELETE",
            severity=Severity.WARNING,
            message=f"{chain.read.name} still returns what {chain.delete.name} deleted",
            actual=named,
            help="return an error for deleted items",
        )

    def _observation(self) -> Observation:
        tally = self._tally
        found = findings_of(
            self._chain.name, tally, limit=self._limit, severity=Severity.ERROR, where=None
        )
        numbers = targets_of(tally)
        return Observation(
            roots={"fuzz": numbers},
            targets={f"fuzz.{name}": value for name, value in numbers.items()},
            findings=(*found, *self._extra),
            notes=tuple(notes_of(tally)),
        )


def _succeeded(seen: Sighting) -> bool:
    return seen.reply is not None and sort_answer(seen.reply).kind is AnswerKind.RESULT
