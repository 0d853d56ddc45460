"""Whatever moment a command is stopped at, and however stubborn its server is, nobody is left."""

from __future__ import annotations

import sys

import pytest
from benches.interrupted import COMMANDS
from benches.interruptions import Moment, interrupt, moments

if sys.platform != "linux":
    pytest.skip("only supervisors hold everything together", allow_module_level=True)

SAMPLE = tuple(moments(24, 7, dict.fromkeys(COMMANDS, 1.5)))


@pytest.mark.parametrize("moment", SAMPLE, ids=lambda moment: "-".join(moment[:3]))
def test_no_process_is_left_and_no_file_is_broken(moment: Moment) -> None:
    seen = interrupt(moment)
    assert seen.right, seen


@pytest.mark.parametrize("way", ["SIGINT", "SIGTERM"])
def test_a_hanging_call_is_left_at_once(way: str) -> None:
    seen = interrupt(Moment("run", "hang", way, 2.0))
    assert seen.right, seen
