"""Who belongs to a process, on Linux and elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from mcptest.wire.process import tree

NESTED = (
    "import subprocess, sys\n"
    "child = subprocess.Popen([sys.executable, '-S', '-E', '-c', 'import sys; sys.stdin.read()'])\n"
    "print('ready', flush=True); child.wait()"
)


@pytest.fixture
def family():
    command = [sys.executable, "-S", "-E", "-c", NESTED]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout.readline() == b"ready\n"
    yield process
    process.communicate(timeout=20)


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_family_is_seen_and_its_end_too(family, monkeypatch, platform):
    monkeypatch.setattr(tree.sys, "platform", platform)
    below = tree.descendants(family.pid)
    everybody = tree.session_members(family.pid)
    assert len(below) == 1
    assert {member.pid for member in everybody} == {family.pid, *(member.pid for member in below)}
    assert tree.living(everybody) == everybody
    assert not tree.group_is_empty(family.pid)
    tree.kill(below)
    family.communicate(timeout=20)
    assert tree.living(everybody) == frozenset()
    assert tree.descendants(family.pid) == frozenset()
    assert tree.group_is_empty(family.pid)
    tree.kill(below)


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_process_that_ended_does_not_run_before_anybody_waited_for_it(monkeypatch, platform):
    process = subprocess.Popen(
        [sys.executable, "-S", "-E", "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    monkeypatch.setattr(tree.sys, "platform", platform)
    assert tree.is_running(process.pid)
    process.kill()
    assert process.stdout.read() == b""
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not tree.is_running(process.pid)
    process.communicate(timeout=20)
    assert not tree.is_running(process.pid)


def test_a_number_that_was_used_again_is_another_process():
    assert tree.living([tree.ProcessMember(os.getpid(), 1.0)]) == frozenset()


def test_a_group_that_we_may_not_signal_is_not_empty(monkeypatch):
    def refuse(group, number):
        raise PermissionError

    monkeypatch.setattr(tree.os, "killpg", refuse)
    assert not tree.group_is_empty(1)
