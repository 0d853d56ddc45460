"""How long an answer is waited for: briefly where a server hangs, never too briefly for a slow one."""

import pytest

from mcptest.compliance.observe.examination import LONGEST_WAIT, SHORTEST_WAIT, Examination
from mcptest.wire.reply import Reply, ReplyKind


def after(*replies):
    exam = Examination()
    for kind, seconds in replies:
        exam.noticed(Reply(kind, "tools/list", duration_ms=seconds * 1000))
    return exam.timeout_for(60)


SILENT = (ReplyKind.TIMED_OUT, 10.0)


def test_the_first_answer_is_waited_for_longest():
    assert after() == LONGEST_WAIT


def test_every_silence_halves_the_wait_down_to_the_shortest():
    assert after(SILENT) == LONGEST_WAIT / 2
    assert after(*[SILENT] * 20) == SHORTEST_WAIT


@pytest.mark.parametrize(("took", "waited"), [(0.01, SHORTEST_WAIT), (0.4, 4.0), (9.0, 10.0)])
def test_a_slow_server_keeps_its_time_however_often_it_was_silent(took, waited):
    assert after((ReplyKind.ANSWERED, took), *[SILENT] * 20) == waited


def test_the_limit_of_the_user_is_the_longest_wait():
    assert Examination(slowest=5.0).timeout_for(2) == 2
