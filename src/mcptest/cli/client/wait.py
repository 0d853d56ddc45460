"""Runs ``client run --wait``: serve one scenario until the person at the terminal is done."""

from __future__ import annotations

import asyncio
import shlex
import sys
from threading import Thread

from mcptest.cli.client.flags import ClientFlags, named_scenario
from mcptest.cli.client.run import trial_plan
from mcptest.cli.output.reports import Output
from mcptest.cli.running import run_plan
from mcptest.client.access import Access
from mcptest.client.cases import ClientTrial
from mcptest.client.play import Showing
from mcptest.client.starting import ClientEnding
from mcptest.compliance.baseline import load_baseline
from mcptest.errors import UsageError
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_HANDSHAKE

DEFAULT = "plain"


def wait_for_client(flags: ClientFlags, output: Output, *, port: int) -> int:
    """Serve, report, and give the exit code.

    Raises: McptestError.
    """
    if len(flags.scenarios) > 1 or len(flags.played_over) > 1:
        words = "--wait serves one scenario over one transport"
        raise UsageError("client-wait-one", words, hint="pass one --scenario and one --transport")
    if flags.command:
        words = "--wait expects no client command"
        raise UsageError("client-wait-one", words, hint="start the client yourself")
    scenario = named_scenario(flags.scenarios[0] if flags.scenarios else DEFAULT)
    version = flags.version or min(max(scenario.first, NEWEST_HANDSHAKE), scenario.last)
    showing = Showing(scenario, version, flags.played_over[0], flags.seconds, port=port)
    if not scenario.fits(version, showing.transport):
        flags.showings(version)
    expected = None if flags.baseline is None else load_baseline(flags.baseline)
    trial = ClientTrial(version, Hand(), [showing])
    return run_plan(trial_plan(trial, flags, expected), output)


@record
class Hand:
    """A person who starts the client, and says when it is done."""

    async def run(self, access: Access, seconds: float) -> ClientEnding:
        """Until Enter is pressed, or the time is over."""
        sys.stderr.write(_invitation(access, seconds))
        sys.stderr.flush()
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        if sys.stdin.isatty():
            Thread(target=_read_line, args=(loop, done), daemon=True).start()
        try:
            await asyncio.wait_for(done.wait(), seconds)
        except TimeoutError:
            return ClientEnding(stopped=True)
        return ClientEnding(stopped=True)


def _read_line(loop: asyncio.AbstractEventLoop, done: asyncio.Event) -> None:
    sys.stdin.readline()
    loop.call_soon_threadsafe(done.set)


def _invitation(access: Access, seconds: float) -> str:
    where = access.url or shlex.join(access.command)
    what = "address" if access.url else "command"
    return (
        f"Scenario: {access.steps['scenario']}\n"
        f"Start your client with this {what}: {where}\n"
        f"Press Enter when it is done; mcptest waits for {seconds:g} s at most.\n"
    )
