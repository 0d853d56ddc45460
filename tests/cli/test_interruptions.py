"""Whatever moment a run is stopped at, and however stubborn its server is, nobody is left."""

from __future__ import annotations

import signal

import pytest
from benches.interruptions import Interruption, interrupt, moments


@pytest.fixture(scope="module")
def runs() -> list[Interruption]:
    return [interrupt(*moment) for moment in moments(8, seed=7)]


def test_no_process_is_left_and_the_exit_code_tells_the_signal(runs: list[Interruption]) -> None:
    assert [each for each in runs if not each.right] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_hanging_call_is_left_at_once(number: signal.Signals) -> None:
    assert interrupt("hang", number, 2.0).right


def test_a_server_that_honours_the_end_of_input_outlives_us_by_a_moment_only() -> None:
    assert interrupt("polite", signal.SIGKILL, 0.4).left == 0
