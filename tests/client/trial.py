"""Plays scenarios to the scripted client inside this process."""

import copy

from mcptest.client.corpus import client_corpus
from mcptest.client.judge import judge_log
from mcptest.client.play import Showing, play
from mcptest.client.scripted.driver import run
from mcptest.client.starting import CallableStarter

PATIENCE = 1.0  # seconds; the scripted client answers at once or never
LONGEST = 2500  # milliseconds that a faulty client waits for what never comes


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


async def found_in(scenario, version, transport, faults=()):
    """Rule ids with what was found, and the rules that had an occasion."""
    showing = Showing(scenario, version, transport, seconds=20, patience=PATIENCE)
    log, _ = await play(showing, scripted(faults))
    looks = judge_log(client_corpus(version), log)
    found = {
        look.rule.id: [finding.message for finding in look.findings]
        for look in looks
        if look.findings
    }
    return found, {look.rule.id for look in looks if look.looked}
