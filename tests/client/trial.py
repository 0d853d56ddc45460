"""Plays scenarios to the scripted client inside this process."""

import asyncio
import copy

from mcptest.client.agreed import judge_session
from mcptest.client.play import Showing, play
from mcptest.client.scripted.driver import run
from mcptest.client.stage import SILENCE
from mcptest.client.starting import CallableStarter

TIMEOUT = 1.0  # seconds; the scripted client answers at once or never
AT_ONCE = 8
LONGEST = 4000  # milliseconds that a faulty client waits for what never comes


def scripted(faults=()):
    """The scripted client as a starter; it keeps its waits short."""

    def client(access):
        told = copy.deepcopy(access.steps)
        if faults:
            told["timeout_ms"] = min(told["timeout_ms"], LONGEST)
        said = []
        run(told, [dict(fault) for fault in faults], said.append)
        return "\n".join(said)

    return CallableStarter(client)


async def found_in(scenario, version, transport, faults=(), *, silence_limit=TIMEOUT):
    """Rule ids with what was found, and the rules that had an occasion."""
    return await judged(scenario, version, transport, scripted(faults), silence_limit=silence_limit)


async def judged(scenario, version, transport, starter, *, silence_limit=TIMEOUT):
    """The same for any client."""
    showing = Showing(scenario, version, transport, seconds=20, silence_limit=silence_limit)
    log, _ = await play(showing, starter)
    looks = judge_session(version, log)
    found = {
        look.rule.id: [finding.message for finding in look.findings]
        for look in looks
        if look.findings
    }
    return found, {look.rule.id for look in looks if look.looked}


def confirmed(tries, odd):
    """The results of all tries; those that are odd once more, alone and with the real silence_limit.

    On a machine that is busy, a right client may take longer than the short one.
    """
    seen = side_by_side([attempt(silence_limit=TIMEOUT) for attempt in tries])
    again = [number for number, (found, _) in enumerate(seen) if odd(number, found)]
    for number in again:
        [seen[number]] = side_by_side([tries[number](silence_limit=SILENCE)])
    return seen


def side_by_side(jobs):
    """The results of all of them, a few at a time."""

    async def whole():
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(job):
            async with slots:
                return await job

        return await asyncio.gather(*map(one, jobs))

    return asyncio.run(whole())
