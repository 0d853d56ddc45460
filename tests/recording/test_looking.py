"""Whether the proxy looks for the next message or sleeps until it comes."""

import pytest

from mcptest.recording.proxy import looking as looking_module
from mcptest.recording.proxy import processors as processors_module
from mcptest.recording.proxy.looking import SOON, Looking
from mcptest.recording.proxy.processors import Processors, usable

FOUND = [(7, 1)]
LOOK, SLEEP = 0, 500


class World:
    """A clock and a poll: a look takes a microsecond, and a message comes when it was planned."""

    def __init__(self, *, enough=True):
        self.now = 0.0
        self.comes = 0.0
        self.enough = enough
        self.asked = 0
        self.waits = []
        self.looking = Looking(self.poll, self.ask, lambda: self.now)

    def ask(self):
        self.asked += 1
        return self.enough

    def poll(self, milliseconds):
        self.waits.append(milliseconds)
        self.now += 1e-6
        if milliseconds == SLEEP:
            self.now = max(self.now, self.comes)
        return FOUND if self.now >= self.comes else []

    def wait(self, after, seconds):
        """The waits that a message took which comes that late."""
        self.waits.clear()
        self.comes = self.now + seconds
        assert self.looking.wait(after, SLEEP) == FOUND
        return self.waits


def test_a_message_that_came_at_once_is_looked_for_the_next_time():
    world = World()
    assert world.wait(1, SOON / 2) == [SLEEP]
    assert set(world.wait(1, SOON / 2)) == {LOOK}


def test_each_kind_of_message_has_waits_of_its_own():
    world = World()
    world.wait(1, 0)
    assert world.wait(2, 0) == [SLEEP]
    assert set(world.wait(1, 0)) == {LOOK}


def test_looks_end_after_some_long_waits_and_start_again():
    world = World()
    world.wait(1, 0)
    assert [LOOK in world.wait(1, 1.0) for _ in range(5)] == [True, True, True, False, False]
    world.wait(1, 0)
    assert set(world.wait(1, 0)) == {LOOK}


def test_a_look_is_short():
    world = World()
    world.wait(1, 0)
    assert world.wait(1, 1.0)[-1] == SLEEP
    assert len(world.waits) < SOON / 1e-6 + 3


def test_nobody_looks_while_others_wait_for_a_processor():
    world = World()
    world.wait(1, 0)
    world.enough = False
    world.now += 1.0  # what was known of the processors is old
    first = list(world.wait(1, SOON / 2))
    assert first[-1] == SLEEP
    assert len(first) < 10
    assert world.wait(1, SOON / 2) == [LOOK, SLEEP]


def test_the_processors_are_not_asked_for_a_message_that_is_there():
    world = World()
    world.wait(1, 0)
    world.now += 1.0
    world.asked = 0
    world.wait(1, 0)
    assert world.asked == 0


def test_whoever_waits_for_this_processor_gets_it_in_between(monkeypatch):
    gave = []
    monkeypatch.setattr(looking_module, "give_way", lambda: gave.append(1))
    world = World()
    world.wait(1, 0)
    world.wait(1, 50e-6)
    assert 20 < len(gave) < 60


def test_the_one_who_was_just_woken_up_gets_the_processor_after_the_first_look(monkeypatch):
    gave = []
    monkeypatch.setattr(looking_module, "give_way", lambda: gave.append(1))
    world = World()
    world.wait(1, 0)
    world.wait(1, 1.5e-6)
    assert world.waits == [LOOK, LOOK]
    assert gave == [1]


@pytest.mark.parametrize(
    ("text", "enough"),
    [
        ("0.10 0.20 0.30 2/190 4711\n", True),
        ("9.99 9.99 9.99 3/190 4711\n", False),
        ("0.00 0.00 0.00 0/0 0\n", False),
        ("what?", False),
        ("", False),
    ],
)
def test_processors_are_enough_for_as_many_as_run(tmp_path, monkeypatch, text, enough):
    monkeypatch.setattr(processors_module, "usable", lambda: 2)
    (tmp_path / "loadavg").write_text(text)
    processors = Processors(str(tmp_path / "loadavg"))
    assert processors.are_enough() is enough
    processors.close()
    processors.close()
    assert processors.are_enough() is False


def test_one_processor_is_never_enough(tmp_path, monkeypatch):
    monkeypatch.setattr(processors_module, "usable", lambda: 1)
    (tmp_path / "loadavg").write_text("0.10 0.20 0.30 1/190 4711\n")
    assert Processors(str(tmp_path / "loadavg")).are_enough() is False


def test_a_system_that_does_not_tell_has_never_enough(tmp_path, monkeypatch):
    monkeypatch.setattr(processors_module, "usable", lambda: 2)
    assert Processors(str(tmp_path / "missing")).are_enough() is False


@pytest.mark.parametrize(("limit", "count"), [("max 100000", 8), ("150000 100000", 1)])
def test_a_container_has_the_processors_it_was_given(tmp_path, monkeypatch, limit, count):
    monkeypatch.setattr(processors_module, "_GROUP", str(tmp_path / "cgroup"))
    monkeypatch.setattr(processors_module, "_GROUPS", str(tmp_path))
    monkeypatch.setattr(processors_module, "_allowed", lambda: 8)
    (tmp_path / "cgroup").write_text("0::/box\n")
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "cpu.max").write_text(f"{limit}\n")
    assert usable() == count


def test_without_a_container_all_processors_are_there(tmp_path, monkeypatch):
    monkeypatch.setattr(processors_module, "_GROUP", str(tmp_path / "cgroup"))
    monkeypatch.setattr(processors_module, "_allowed", lambda: 8)
    assert usable() == 8
