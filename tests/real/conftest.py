"""Servers that we did not write, as scripts/install_real_servers.py puts them into .real/."""

import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.real.browser import browsing

REAL = Path(__file__).resolve().parents[2] / ".real"

TIMEOUT = 300  # seconds; these servers start slowly, and some tools of theirs take their time


def pytest_collection_modifyitems(items):
    """Give every test of this folder more time than the others have."""
    for item in items:
        if item.nodeid.startswith("tests/real/") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(TIMEOUT))


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """A headless Chromium; the test is skipped where there is none."""
    with browsing(tmp_path_factory.mktemp("profile")) as started:
        yield started


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def listening(command, port, **more):
    """A server process that listens on a port; ended at the end."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more
    )
    try:
        deadline = time.monotonic() + 60
        while not _answers(port):
            assert process.poll() is None, f"{command} ended with {process.returncode}"
            assert time.monotonic() < deadline, f"{command} does not listen"
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait(20)


def _answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
