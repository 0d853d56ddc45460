"""Servers that we did not write, as scripts/install_real_servers.py puts them into .real/."""

import os
import random
import socket
import subprocess
import time
from contextlib import contextmanager, suppress
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
    """A port that stays free until its server has started.

    The system gives no client a port from this range, and each worker has a part of its own.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = 10_000 + worker % 20 * 1_000
    for port in random.sample(range(first, first + 1_000), 1_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


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
