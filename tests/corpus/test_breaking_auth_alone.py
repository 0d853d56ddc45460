"""Each fault of a protected mock is found by its rule alone, by a client that signed in itself."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.auth.attach import credentials_for
from mcptest.auth.settings import Grant, OAuthSettings
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits

PATIENT = Limits(timeout=20.0, grace=0.4)  # a busy machine is not a finding
NEWEST, BEFORE = SpecVersion.V2026_07_28, SpecVersion.V2025_11_25
SETTINGS = OAuthSettings(
    grant=Grant.CLIENT_CREDENTIALS, client_id="mcptest", client_secret="mcptest-secret"
)
# What a second user, another server and time give; the rest is made by signing in.
HINTS = {
    "tokens": {
        "expired": "mcptest-expired",
        "other_issuer": "mcptest-other-issuer",
        "other_user": "mcptest-other-user",
        "broader_scope": "mcptest-broader",
    },
    "client_document": {"url": "https://client.example/names-another.json"},
    "scoped_request": {"method": "tools/call", "params": {"name": "now", "arguments": {}}},
}
STATIC = {"AUTH-201", "AUTH-202"}  # about servers that claim no OAuth
UNNAMED = "AUTH-200"  # about servers that do not say where to sign in, so nobody can
# Without client documents a server that registers clients lacks the one thing, and has only the
# other: one fact, two requirements.
IMPLIED = {("AUTH-023", NEWEST): {"AUTH-022"}}
FOUND = {Status.FAILED, Status.WARNED, Status.ERRORED}


def rules_of(version):
    return [rule for rule in corpora()[version] if rule.id.startswith("AUTH-")]


def grade(overrides, version):
    with http(overrides, version) as target:
        signed = replace(target, credentials=credentials_for(target.url, SETTINGS))
        return grade_mock(rules_of(version), signed, version, HINTS, limits=PATIENT)


@cache
def faults():
    newest = [(rule, NEWEST) for rule in rules_of(NEWEST)]
    before = [
        (rule, BEFORE)
        for rule in rules_of(BEFORE)
        if rule.file not in {known.file for known, _ in newest}
    ]
    every = (*newest, *before)
    return [(rule, version) for rule, version in every if rule.id not in {*STATIC, UNNAMED}]


@pytest.mark.parametrize("version", [NEWEST, BEFORE], ids=str)
def test_a_healthy_protected_mock_passes_every_rule_that_applies(version):
    found = grade([{"use": "protected"}], version)
    assert {rule for rule, case in found.items() if case.status is not Status.PASSED} == STATIC


@pytest.mark.untraced  # the healthy mock takes the same way, and is traced
@pytest.mark.parametrize(("rule", "version"), faults(), ids=lambda it: getattr(it, "id", str(it)))
def test_a_fault_is_found_by_its_rule_alone(rule, version):
    found = grade(rule.proof.failing, version)
    bad = {name: case.findings for name, case in found.items() if case.status in FOUND}
    assert set(bad) == {rule.id} | IMPLIED.get((rule.id, version), set()), bad
