"""What a desktop host would make of an entry of its server list."""

import os
import sys

import pytest

from mcptest.doctor.config import DESKTOP_PATH, check_config
from mcptest.model.outcome import Status
from mcptest.wire.target import HttpTarget, StdioTarget


def findings(target, environ=None):
    cases = check_config("it", target, environ or {})
    return [finding for case in cases for finding in case.findings]


def test_a_whole_path_and_real_values_are_fine():
    target = StdioTarget((sys.executable, "/srv/server.py"), {"TOKEN": "abc"})
    cases = check_config("it", target, {})
    assert {case.status for case in cases} == {Status.PASSED}
    assert [case.id.rpartition("::")[2] for case in cases] == [
        "desktop-path",
        "desktop-files",
        "environment",
    ]


def test_a_command_of_the_terminal_alone_is_named_with_its_path(tmp_path):
    program = tmp_path / "my-own-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = findings(StdioTarget(("my-own-server",)), {"PATH": str(tmp_path)})
    assert [finding.id for finding in found] == ["doctor-desktop-path"]
    assert str(program) in found[0].help


def test_a_command_that_is_nowhere_is_left_to_the_next_layer():
    assert findings(StdioTarget(("no-such-program",)), {"PATH": os.defpath}) == []


def test_a_command_on_the_path_of_the_desktop_is_fine():
    assert DESKTOP_PATH
    assert findings(StdioTarget(("sh",))) == []


@pytest.mark.parametrize("value", ["", "${TOKEN}", "<your token>", "YOUR_API_KEY", "${input:key}"])
def test_a_variable_that_was_never_filled_in_is_named(value):
    found = findings(StdioTarget(("sh",), {"TOKEN": value, "MODE": "fast"}))
    assert [finding.id for finding in found] == ["doctor-variable"]
    assert "TOKEN" in found[0].message


def test_a_file_that_only_this_folder_has_is_named(tmp_path, monkeypatch):
    (tmp_path / "server.py").write_text("")
    monkeypatch.chdir(tmp_path)
    found = findings(StdioTarget(("sh", "server.py", "--fast")))
    assert [finding.id for finding in found] == ["doctor-relative-path"]
    assert str(tmp_path / "server.py") in found[0].help
    assert findings(StdioTarget(("sh", "server.py"), cwd=str(tmp_path))) == []


def test_an_address_has_nothing_to_check():
    assert check_config("it", HttpTarget("http://127.0.0.1:1/mcp"), {}) == []
