"""Every hostile server gets the right verdict in bounded time and memory, and leaves nothing."""

from __future__ import annotations

import shutil
import sys

import pytest
from tests.hostile.driving import COMMANDS, Outcome, Pace, drive
from tests.hostile.expected import EXPECTED, SAMPLE
from tests.hostile.scenes import every_mode

if sys.platform != "linux":
    pytest.skip("only keepers hold everything together", allow_module_level=True)

MOST_MIB = 200
SESSIONS = 6  # so many times a run may have to start a server that goes wrong in every case
ENDING = 6.0  # two graces, and what follows a kill


@pytest.fixture(scope="module")
def pace() -> Pace:
    """How long a run takes here and now when nothing is wrong."""
    return Pace(drive("stdio/fine", "run").seconds)


@pytest.mark.parametrize("mode", sorted(EXPECTED))
@pytest.mark.timeout(240)
def test_a_run_judges_it_rightly(mode: str, pace: Pace) -> None:
    if mode.startswith("tls/") and shutil.which("openssl") is None:
        pytest.skip("openssl is not here to make a certificate")
    code, findings = EXPECTED[mode]
    seen = drive(mode, "run", pace)
    hold(seen)
    assert seen.seconds < 4 * pace.usual + SESSIONS * (pace.patience(mode) + ENDING), seen
    assert (seen.code, findings - seen.findings) == (code, set()), seen


def test_every_mode_is_expected_to_do_something() -> None:
    assert sorted(EXPECTED) == sorted(every_mode())


@pytest.mark.hostile
@pytest.mark.timeout(280)
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "run"])
@pytest.mark.parametrize("mode", SAMPLE)
def test_other_commands_keep_their_promises(mode: str, command: str, pace: Pace) -> None:
    seen = drive(mode, command, pace)
    hold(seen)
    assert seen.code in ({3} if mode.startswith(("launch", "tls")) else {0, 1}), seen


def hold(seen: Outcome) -> None:
    """What must hold for every mode and every command."""
    assert seen.left == 0, seen
    assert seen.problems == (), seen
    assert seen.peak_mib <= MOST_MIB, seen
    assert "Traceback" not in seen.err, seen
