"""Runs ``client run --wait``: serve one scenario until the person at the terminal is done."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from threading import Thread

from mcptest.cli.client.flags import ClientFlags, named_scenario
from mcptest.cli.client.run import trial_plan
from mcptest.cli.output.reports import Output
from mcptest.cli.running import run_plan
from mcptest.client.absence import NOT_BEFORE_THE_END
from mcptest.client.access import Access
from mcptest.client.cases import ClientTrial
from mcptest.client.play import Showing
from mcptest.client.starting import ClientEnding
from mcptest.compliance.baseline import load_baseline
from mcptest.errors import UsageError
from mcptest.model.json import JsonObject
from mcptest.model.record import record, with_changes
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
    trial = ClientTrial(version, Hand(), [showing], absence=NOT_BEFORE_THE_END)
    quiet = with_changes(output, live=False)  # the invitation is the only thing to look at
    return run_plan(trial_plan(trial, flags, expected), quiet)


@record
class Hand:
    """A person who starts the client, and says when it is done."""

    async def run(self, access: Access, seconds: float) -> ClientEnding:
        """Until Enter or Ctrl-C is pressed, or the time is over; all three give a verdict."""
        asks = sys.stdin.isatty()
        sys.stderr.write(_invitation(access, seconds, asks=asks))
        sys.stderr.flush()
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        if asks:
            Thread(target=_read_line, args=(loop, done), daemon=True).start()
        try:
            await asyncio.wait_for(done.wait(), seconds)
        except TimeoutError:
            pass
        except asyncio.CancelledError:
            _keep_going()
        return ClientEnding(by_hand=True)


def _keep_going() -> None:
    """The run ends as interrupted, but what the client did until now is judged."""
    task = asyncio.current_task()
    assert task is not None
    task.uncancel()


def _read_line(loop: asyncio.AbstractEventLoop, done: asyncio.Event) -> None:
    sys.stdin.readline()
    loop.call_soon_threadsafe(done.set)


def _invitation(access: Access, seconds: float, *, asks: bool) -> str:
    where = access.url or shlex.join(access.command)
    what = "address" if access.url else "command"
    steps = access.steps["steps"]
    assert isinstance(steps, list)
    told = [f"  {_words(step)}\n" for step in steps if isinstance(step, dict)]
    end = f"Press Enter when it is done; mcptest waits for {seconds:g} s at most."
    return (
        f"Scenario: {access.steps['scenario']}\n"
        f"Start your client with this {what}: {where}\n"
        f"If you can, make it do these steps:\n{''.join(told)}"
        f"{end if asks else f'mcptest waits for {seconds:g} s.'}\n"
    )


def _words(step: JsonObject) -> str:
    """A step on one line: ``call_tool echo {"text": "one"}``."""
    rest = [value for key, value in step.items() if key != "do"]
    words = [value if isinstance(value, str) else json.dumps(value) for value in rest]
    return " ".join([str(step["do"]), *words])
