"""Troubles, their codes and their exits."""

import pytest

from mcptest import errors
from mcptest.errors import ExitCode, FileProblemsError, McptestError, Problem
from mcptest.model.location import Location

EXITS = {
    "UsageError": ExitCode.USAGE,
    "NothingSelectedError": ExitCode.NOTHING_SELECTED,
    "TargetError": ExitCode.UNREACHABLE,
    "TargetStartError": ExitCode.UNREACHABLE,
    "TargetConnectError": ExitCode.UNREACHABLE,
    "TargetHandshakeError": ExitCode.UNREACHABLE,
    "RefusedByPolicyError": ExitCode.REFUSED,
    "WriteError": ExitCode.INTERNAL,
    "InternalError": ExitCode.INTERNAL,
}


@pytest.mark.parametrize("name", EXITS)
def test_every_trouble_has_the_exit_code_of_the_contract(name):
    error = getattr(errors, name)("some-code", "some words", hint="a way out")
    assert isinstance(error, McptestError)
    assert (error.exit_code, error.code, str(error)) == (EXITS[name], "some-code", "some words")
    assert error.hint == "a way out"


def test_problems_of_a_file_come_together_and_the_first_speaks():
    where = Location("s.yml", 1, 1)
    error = FileProblemsError([Problem("a", "one", where, "h"), Problem("b", "two")])
    assert (error.code, error.message, error.where, error.hint) == ("a", "one", where, "h")
    assert len(error.problems) == 2
    assert error.exit_code == ExitCode.USAGE


def test_the_codes_are_the_contract_s():
    assert [int(code) for code in ExitCode] == [0, 1, 2, 3, 4, 5, 6, 7, 130, 143]
