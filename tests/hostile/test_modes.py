"""Every hostile server gets the right verdict in bounded time and memory, and leaves nothing."""

from __future__ import annotations

import shutil
import sys

import pytest
from tests.hostile.driving import COMMANDS, Pace, drive
from tests.hostile.expected import EXPECTED, SAMPLE
from tests.hostile.judging import wrong
from tests.hostile.scenes import every_mode

if sys.platform != "linux":
    pytest.skip("only supervisors hold everything together", allow_module_level=True)


@pytest.fixture(scope="module")
def pace() -> Pace:
    """How long a run takes here and now when nothing is wrong."""
    return Pace(drive("stdio/fine", "run").seconds)


@pytest.mark.parametrize("mode", sorted(EXPECTED))
def test_a_run_judges_it_rightly(mode: str, pace: Pace) -> None:
    if mode.startswith("tls/") and shutil.which("openssl") is None:
        pytest.skip("openssl is not here to make a certificate")
    seen = drive(mode, "run", pace)
    assert wrong(seen, pace) == [], seen


def test_every_mode_is_expected_to_do_something() -> None:
    assert sorted(EXPECTED) == sorted(every_mode())


@pytest.mark.hostile
@pytest.mark.timeout(280)
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "run"])
@pytest.mark.parametrize("mode", SAMPLE)
def test_other_commands_keep_their_promises(mode: str, command: str, pace: Pace) -> None:
    seen = drive(mode, command, pace)
    assert wrong(seen, pace) == [], seen
