"""The commands that `explain` prints for a rule show that rule broken."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from contextlib import contextmanager

import pytest
from tests.compliance.peer import corpora

from mcptest.cli.explanations import explanation
from mcptest.compliance.corpus.demonstration import demonstration
from mcptest.model.grade import Level

pytestmark = pytest.mark.untraced  # all of it happens in other processes
WITHIN = 120.0
# One for each thing that the commands may need: nothing, fixtures, HTTP, a token, all of them.
FOLLOWED = ["TOOL-002", "STDIO-007", "TOOL-138", "SUB-014", "SHL-216", "AUTH-002", "AUTH-010"]
SERVED = re.compile("`(?P<serve>[^`]+)`, then `(?P<run>[^`]+)`")


def newest_rules():
    return {rule.id: rule for version in sorted(corpora()) for rule in corpora()[version]}


def words_of(command, *more):
    """The command line in this environment, whatever is first in PATH."""
    program, *words = shlex.split(command)
    assert program == "mcptest"
    return [sys.executable, "-m", "mcptest", *words[:2], *more, *words[2:]]


@contextmanager
def serving(command):
    """The URL of a mock on a free port."""
    words = words_of(command.replace("--http 8000", "--http 0"))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as mock:
        try:
            yield mock.stdout.readline().split()[-1]
        finally:
            mock.kill()


def follow(command):
    words = words_of(
        command.replace("-- mcptest", f"-- {sys.executable} -m mcptest"), "--format", "json"
    )
    done = subprocess.run(words, capture_output=True, text=True, timeout=WITHIN, check=False)
    return {case["id"].split("::")[-1]: case["status"] for case in json.loads(done.stdout)["cases"]}


def outcomes(commands):
    both = SERVED.fullmatch(commands)
    if both is None:
        return follow(commands)
    with serving(both["serve"]) as url:
        return follow(both["run"].replace("http://localhost:8000/mcp", url))


@pytest.mark.parametrize("rule_id", FOLLOWED)
def test_the_commands_show_the_rule_broken(rule_id):
    line = next(line for line in explanation(rule_id) if line.startswith("See it "))
    verb, commands = re.fullmatch("See it (fail|warn): (.+)", line).groups()
    assert outcomes(commands)[rule_id] == {"fail": "failed", "warn": "warned"}[verb]


def test_the_commands_of_every_rule_have_what_its_proof_needs():
    for rule in newest_rules().values():
        shown = demonstration(rule)
        if rule.proof.transport == "sse":
            assert shown == []
            continue
        [line] = shown
        assert line.startswith("See it fail" if rule.level is Level.MUST else "See it warn")
        assert ("--http" in line) == (rule.proof.transport == "http")
        given = dict(re.findall(r"--hint '?(\w+)=(.+?)'?(?= --|`|$)", line))
        assert set(given) == set(rule.proof.hints), rule.id
