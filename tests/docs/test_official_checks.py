"""The page about the official conformance suite names rules that exist, one or more for each check."""

from __future__ import annotations

import re
import subprocess

import pytest
from benches.official import PROGRAMS, is_installed
from tests.compliance.peer import corpora
from tests.docs.pages import DOCS

PAGE = DOCS / "explanation" / "official-checks.md"
ROW = re.compile(
    r"^\| (?P<scenario>[^|]+?) \| `(?P<check>[^`]+)` \| (?P<rules>.+) \|$", re.MULTILINE
)
NUMBERED = re.compile(r"404-(initialize|ping|logging-.*|resources-.*)$|meta-invalid-missing-.*$")


def rows():
    return [match.groupdict() for match in ROW.finditer(PAGE.read_text("utf-8"))]


def known():
    return {rule.id for corpus in corpora().values() for rule in corpus}


def test_every_check_has_a_rule_that_exists():
    for row in rows():
        named = re.findall(r"\[([A-Z]+-\d{3})\]\(\.\./reference/rules/\1\.md\)", row["rules"])
        assert named, row
        assert set(named) <= known(), row


def test_the_page_says_how_many_checks_there_are():
    checks = [(row["scenario"], row["check"]) for row in rows()]
    assert len(checks) == len(set(checks))
    assert f"all {len(checks)} checks" in PAGE.read_text("utf-8")


@pytest.mark.real
@pytest.mark.skipif(not is_installed(), reason="the official suite is not installed")
def test_the_page_has_every_scenario_and_only_checks_of_the_suite():
    listed = subprocess.run(
        [str(PROGRAMS / "node"), str(PROGRAMS / "conformance"), "list", "--server"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    scenarios = set(re.findall(r"^  - (\S+) \[", listed.stdout, re.MULTILINE))
    assert {row["scenario"] for row in rows()} == {*scenarios, "every scenario"}
    bundle = PROGRAMS.parent / "@modelcontextprotocol/conformance/dist/index.js"
    source = bundle.read_text("utf-8")
    made_up = [row for row in rows() if row["check"] not in source]
    assert all(NUMBERED.search(row["check"]) for row in made_up), made_up
