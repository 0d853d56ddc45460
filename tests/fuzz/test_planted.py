"""Servers with one planted bug each: found, named, and shown with an input of human size."""

import json

import pytest
from tests.fuzz.fuzz_kit import fuzz_target
from tests.servers.planted import BUGS, Peer

# Thousands of calls of what other tests cover; tracing would double their time.
pytestmark = pytest.mark.untraced
CASES = 300
HUMAN_SIZE = 60  # characters of JSON; texts that must be long to show a bug aside


def test_there_are_forty_bugs_or_more():
    assert len(BUGS) >= 40
    assert len({bug.name for bug in BUGS}) == len(BUGS)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found_and_made_small(bug):
    peer = Peer(bug)
    _, result = fuzz_target(peer.target, cases=CASES)
    assert result.status == "failed"
    finding = next(f for f in result.findings if f.actual == bug.outcome)
    small = finding.exchange.request["params"]["arguments"]
    shown = json.dumps(small)
    assert bug.shows(small) or "characters)" in shown
    assert len(shown) <= HUMAN_SIZE or "characters)" in shown
    assert f"args: {json.dumps(small)}" in finding.help or "characters)" in shown


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_found_in_a_healthy_server(seed):
    peer = Peer()
    _, result = fuzz_target(peer.target, cases=2_000, seed=seed, limit=5.0)
    assert (result.status, result.findings) == ("passed", ())
    assert result.targets["fuzz.cases_run"] == 2_000
    assert result.targets["fuzz.gate_passed"] == 1
    assert (peer.calls, peer.starts) == (2_000, 2)
