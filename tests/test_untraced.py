"""The mark ``untraced`` keeps the tracer of coverage out of a test and gives it back."""

import sys
import threading

import pytest


def watch(frame, event, argument):
    """A tracer that looks at nothing."""


@pytest.fixture
def watched():
    before = sys.gettrace(), threading.gettrace()
    sys.settrace(watch)
    threading.settrace(watch)
    yield
    after = sys.gettrace(), threading.gettrace()
    sys.settrace(before[0])
    threading.settrace(before[1])
    assert after == (watch, watch)


def tracers():
    """Those of this thread and of one that starts now."""
    found = [sys.gettrace()]
    thread = threading.Thread(target=lambda: found.append(sys.gettrace()))
    thread.start()
    thread.join()
    return found


@pytest.mark.untraced
def test_a_marked_test_runs_without_the_tracer(watched):
    assert tracers() == [None, None]


def test_any_other_test_runs_with_it(watched):
    assert tracers() == [watch, watch]
