"""Runs the scripted client through its steps."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from mcptest.client.scripted.client import ClientDied, ScriptedClient, StepError
from mcptest.client.scripted.faults import Message
from mcptest.client.scripted.steps import do_step


def run(told: Message, faults: Sequence[Message], tell: Callable[[str], None]) -> None:
    """Do every step, and tell how each went."""
    client = ScriptedClient(told, faults)
    try:
        if not client.open():
            return
        for number, step in enumerate(told["steps"]):
            report: Message = {"step": number, "ok": True}
            try:
                client.check()
                do_step(client, step)
            except StepError as error:
                report |= {"ok": False, "error": str(error)}
            tell(json.dumps(report))
    except (StepError, ClientDied, OSError):
        return
    finally:
        client.close()
