"""The process ends at once: exit handlers run, output arrives, objects are not freed one by one."""

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import atexit, os, sys
left_open = open(os.devnull)
from mcptest.__main__ import enter
sys.stdout.write("before ")
try:
    enter()
finally:
    atexit.register(print, "handler")
"""


def leave(*words: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *options, "-c", CODE, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=25, check=False)


def test_exit_handlers_run_and_the_output_arrives():
    done = leave("schema")
    assert done.returncode == 0
    assert done.stdout.startswith("before {")
    assert done.stdout.endswith("handler\n")
    assert not done.stderr


def test_the_exit_code_stays():
    done = leave("no-such-command")
    assert (done.returncode, done.stdout) == (2, "before handler\n")


@pytest.mark.parametrize("options", [("-W", "default"), ("-X", "dev")])
def test_warnings_of_the_last_moment_are_shown_where_they_are_wanted(options):
    done = leave("schema", options=options)
    assert done.returncode == 0
    assert "unclosed file" in done.stderr


def test_the_version_needs_no_special_ending():
    done = leave("--version")
    assert done.returncode == 0
    assert done.stdout.endswith("handler\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_that_cannot_be_written_is_still_a_failure():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mcptest", "schema"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=25,
            check=False,
        )
    assert done.returncode != 0
    assert "cannot write to standard output" in done.stderr
