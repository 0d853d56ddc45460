"""A stream that a server ends at once is opened again, but not without limits."""

import pytest

from mcptest.engine.protocol.stray_violations import stray_result
from mcptest.model.outcome import Status
from mcptest.wire.http.reconnecting import (
    CODE,
    LEAST_DELAY,
    MOST_DELAY,
    MOST_SHORT,
    Reconnecting,
)
from mcptest.wire.transcript import Transcript


def test_the_delay_has_a_floor_and_grows():
    again = Reconnecting()
    again.ended(0.0, 0.0)
    assert again.delay(0.0) == LEAST_DELAY
    delays = []
    for _ in range(10):
        again.ended(0.0, 0.0)
        delays.append(again.delay(0.0))
    assert delays == sorted(delays)
    assert delays[-1] == MOST_DELAY
    assert again.delay(60.0) == 60.0


def test_a_stream_that_always_ends_at_once_is_given_up():
    again = Reconnecting()
    for _ in range(MOST_SHORT):
        again.ended(0.01, 0.0)
    assert not again.exhausted
    again.ended(0.01, 0.0)
    assert again.exhausted
    assert str(MOST_SHORT + 1) in again.problem


@pytest.mark.parametrize(("lived", "asked"), [(5.0, 0.0), (0.0, 2.0)])
def test_a_long_stream_or_a_polite_delay_may_go_on_for_ever(lived, asked):
    again = Reconnecting()
    for _ in range(10 * MOST_SHORT):
        again.ended(lived, asked)
    assert not again.exhausted


def test_it_is_told_as_a_warning():
    transcript = Transcript(1000)
    transcript.note(Reconnecting().problem, CODE)
    result = stray_result("default", transcript.problems)
    assert result.status is Status.WARNED
    assert [finding.id for finding in result.findings] == [CODE]
