"""Every bench runs in its smallest form; what it measures is not judged here."""

from __future__ import annotations

from pathlib import Path

import pytest

from benches import bare_client, calls, cost, measured, sdk_client, startup, suite
from benches import run as all_of_them


def test_start_up_is_told_as_ratios() -> None:
    told = list(startup.lines(rounds=1))
    assert sum("goal" in line for line in told) == 3


def test_throughput_is_told_against_the_bare_client() -> None:
    told = list(calls.lines(calls=64, rounds=1, sdk_python=Path("not there")))
    assert "SDK client is not here" in told[0]
    assert sum("of bare, goal" in line for line in told) == 2


def test_a_long_suite_is_told_with_its_overhead_and_memory() -> None:
    told = list(suite.lines(sizes=(2, 4), rounds=1))
    assert any("overhead of a test" in line for line in told)
    assert "KiB" in told[-1]


def test_a_command_that_fails_is_no_figure() -> None:
    with pytest.raises(RuntimeError):
        cost.once((*cost.MCPTEST, "run", "not-there.yml"))


@pytest.mark.parametrize("module", [bare_client, measured, sdk_client, all_of_them])
def test_the_scripts_say_what_they_are_for(module: object) -> None:
    assert module.__doc__
