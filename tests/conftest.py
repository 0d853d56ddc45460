"""Flags of the test run itself, and how long generated tests may think."""

import gc
import os
import sys
import threading

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from tests.tagged import end, new_tag, tagged

# The tests start hundreds of interpreters; without bytecode each would compile the package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A machine that is busy must not decide a test.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_xdist_auto_num_workers(config):
    """Two more than there are cores: many tests wait for a process, a limit or a grace period."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Nothing that is collected is garbage: search for none, and never look at it again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def is_untraced(item):
    """Marked so, or a law: its many values are slow to trace, and its examples are traced."""
    return item.get_closest_marker("untraced") or is_hypothesis_test(getattr(item, "obj", None))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Leave coverage out; the mark of pytest-cov changes nothing in a worker of pytest-xdist."""
    if not is_untraced(item):
        return (yield)
    here, new_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        threading.settrace(new_threads)
        sys.settrace(here)


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write what the command line says now into tests/golden; read the difference",
    )


@pytest.fixture
def tag():
    """A word for the command line of a server; who still carries it afterwards is ended."""
    word = new_tag()
    yield word
    end(tagged(word))


class _NewModules:
    """Forgets what a test wrote itself and nothing else: a C extension cannot be imported twice."""

    def __init__(self, folder):
        self._folder = str(folder)
        self._before = set(sys.modules)

    def restore(self):
        for name in set(sys.modules) - self._before:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(self._folder):
                del sys.modules[name]


@pytest.fixture
def pytester(pytester, monkeypatch):
    """Runs pytest inside pytest, and keeps what the inner one imported."""
    monkeypatch.setattr(
        "_pytest.pytester.SysModulesSnapshot", lambda **_: _NewModules(pytester.path)
    )
    monkeypatch.setattr(pytester, "_sys_modules_snapshot", _NewModules(pytester.path))
    return pytester
