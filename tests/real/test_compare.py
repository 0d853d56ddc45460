"""Equal builds of servers that we did not write: a comparison finds nothing."""

import asyncio
import shlex

import pytest
from tests.real.servers import STDIO, new_repository

from mcptest.compare.comparing import Comparing
from mcptest.compare.difference import ComparedSection
from mcptest.compare.side import SideOptions, opened_side

pytestmark = pytest.mark.real


@pytest.mark.parametrize("name", ["everything", "filesystem", "memory", "git", "time"])
def test_equal_builds_are_equal(name, tmp_path, monkeypatch):
    monkeypatch.chdir(new_repository(tmp_path))
    command = shlex.join(STDIO[name]())
    options = SideOptions()
    with (
        opened_side("base", command, options) as base,
        opened_side("head", command, options) as head,
    ):
        found = asyncio.run(Comparing(base, head, sections=list(ComparedSection)).run())
    assert [str(one) for one in found.differences] == []
