"""Why a command does not start, in words that help."""

from __future__ import annotations

import errno
import os
import sys

import pytest

from mcptest.errors import ExitCode, TargetStartError
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import open_link
from mcptest.wire.process.environment import minimal_environment
from mcptest.wire.process.launch import check_batch_arguments, start_error
from mcptest.wire.target import StdioTarget


@pytest.fixture
def launch(run):
    def attempt(*command, **more) -> TargetStartError:
        with pytest.raises(TargetStartError) as caught:
            run(open_link(StdioTarget(command, **more), limits=Limits(), client=ClientSide()))
        assert caught.value.exit_code is ExitCode.UNREACHABLE
        return caught.value

    return attempt


def script(path, text, mode=0o755):
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def test_a_program_that_is_not_on_path_is_named_with_its_neighbours(launch, tmp_path):
    script(tmp_path / "mcp-server", "#!/bin/sh\n")
    path = os.pathsep.join([str(tmp_path), str(tmp_path / "gone")])
    caught = launch("mcp-servr", env={"PATH": path})
    assert caught.code == "launch-not-found"
    assert "did you mean mcp-server?" in caught.message


def test_a_file_that_is_not_there_is_named_with_its_neighbours(launch, tmp_path):
    script(tmp_path / "server.py", "")
    caught = launch("./servr.py", cwd=str(tmp_path))
    assert caught.code == "launch-not-found"
    assert "server.py" in caught.message


@pytest.mark.parametrize("command", [(), ("",)])
def test_an_empty_command_is_not_found(launch, command):
    assert launch(*command).code == "launch-not-found"


def test_a_file_without_the_run_bit_is_not_permitted(launch, tmp_path):
    caught = launch(script(tmp_path / "server", "#!/bin/sh\n", 0o644))
    assert caught.code == "launch-permission"
    assert "chmod" in caught.hint
    assert launch(str(tmp_path)).code == "launch-permission"


def test_a_missing_interpreter_is_told_from_a_missing_file(launch, tmp_path):
    caught = launch(script(tmp_path / "server", "#!/nowhere/python9 -u\n"))
    assert caught.code == "launch-exec"
    assert "/nowhere/python9" in caught.message


def test_a_script_without_a_first_line_cannot_be_executed(launch, tmp_path):
    assert launch(script(tmp_path / "server", "hello\n")).code == "launch-exec"


@pytest.mark.parametrize("name", ["gone", "file"])
def test_the_working_folder_must_be_a_folder(launch, tmp_path, name):
    (tmp_path / "file").touch()
    caught = launch(sys.executable, cwd=str(tmp_path / name))
    assert caught.code == "launch-cwd"


def test_a_nul_in_an_argument_is_no_internal_error(launch):
    assert launch(sys.executable, "a\0b").code == "launch-exec"


def test_what_the_system_says_becomes_a_code(tmp_path):
    target = StdioTarget(("x",))
    denied = start_error(target, "x", PermissionError(errno.EACCES, "denied"))
    assert denied.code == "launch-permission"
    gone = start_error(target, str(tmp_path / "gone"), FileNotFoundError(errno.ENOENT, "gone"))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x7fELF")
    loader = start_error(target, str(binary), FileNotFoundError(errno.ENOENT, "gone"))
    assert gone.code == loader.code == "launch-exec"


def test_only_named_and_needed_variables_get_through():
    ours = {"PATH": "/bin", "HOME": "/h", "LC_CTYPE": "C", "AWS_SECRET": "x", "TERM": "() { :; }"}
    assert minimal_environment({"MINE": "1", "HOME": "/other"}, ours) == {
        "PATH": "/bin", "HOME": "/other", "LC_CTYPE": "C", "MINE": "1",
    }  # fmt: skip


def test_a_program_is_found_on_path(run):
    async def story():
        target = StdioTarget(("sh", "-c", "exit 3"))
        link = await open_link(target, limits=Limits(), client=ClientSide())
        return await link.close()

    assert run(story()).ending.status == 3


def test_a_batch_file_gets_no_argument_that_its_shell_would_act_on():
    check_batch_arguments("npx.cmd", ("-y", "a package"))
    check_batch_arguments("npx.exe", ("50%",))
    with pytest.raises(TargetStartError) as refused:
        check_batch_arguments("NPX.CMD", ("-y", "x&calc"))
    assert refused.value.code == "launch-argument"
