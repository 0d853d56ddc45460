"""What changed about HTTP, authorization and subscriptions shows where two revisions meet."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance.revisions.version_diff import diff_versions
from mcptest.model.spec_version import SpecVersion

V24, V25_03 = SpecVersion.V2024_11_05, SpecVersion.V2025_03_26
V25_06, V25_11 = SpecVersion.V2025_06_18, SpecVersion.V2025_11_25
V26 = SpecVersion.V2026_07_28

CHANGES = {
    "HTTP+SSE ends": (V24, V25_03, "removed", "SSE-001 SSE-002 SSE-003 SSE-004 SSE-008"),
    "its Origin is checked as long as it may be offered": (
        V25_11,
        V26,
        "removed",
        "SSE-005 SSE-205",
    ),
    "HTTP+SSE is deprecated": (V25_11, V26, "added", "SSE-009"),
    "Streamable HTTP begins": (V24, V25_03, "added", "SHL-001 SHL-002 SHL-003 SHL-006 SHL-016"),
    "sessions begin": (V24, V25_03, "added", "SHL-022 SHL-023 SHL-024 SHL-025 SHL-027"),
    "authorization begins": (V24, V25_03, "added", "AUTH-001 AUTH-002 AUTH-016"),
    "the version has a header": (V25_03, V25_06, "added", "HEADER-002 SHL-021"),
    "metadata moves to the resource": (V25_03, V25_06, "added", "AUTH-005 AUTH-007 AUTH-017"),
    "tokens have an audience": (V25_03, V25_06, "added", "AUTH-014"),
    "metadata leaves the host root": (V25_03, V25_06, "removed", "AUTH-016"),
    "registration moves, too": (V25_03, V25_06, "changed", "AUTH-021 AUTH-023"),
    "a bad Origin is a 403": (V25_06, V25_11, "added", "SHL-017"),
    "the challenge is one of two ways": (V25_06, V25_11, "removed", "AUTH-005"),
    "a well-known address is the other": (V25_06, V25_11, "added", "AUTH-006"),
    "RFC 8414 is not the only metadata": (V25_06, V25_11, "removed", "AUTH-017"),
    "OpenID metadata will do": (V25_06, V25_11, "added", "AUTH-018 AUTH-020 AUTH-022"),
    "a stream may end early": (V25_06, V25_11, "changed", "SHL-008"),
    "streams are primed": (V25_06, V25_11, "added", "SHL-013"),
    "registration becomes optional": (V25_06, V25_11, "removed", "AUTH-023"),
    "sessions, GET and DELETE end": (
        V25_11,
        V26,
        "removed",
        "SHL-006 SHL-009 SHL-011 SHL-012 SHL-022 SHL-025 SHL-026 SHL-027 AUTH-003",
    ),
    "they are answered with 405": (V25_11, V26, "added", "SHM-027 SHM-227 SHM-028 SHM-029"),
    "the version error has a code": (V25_11, V26, "changed", "HEADER-002"),
    "unknown methods are a 404": (V25_11, V26, "added", "SHM-005"),
    "headers repeat the body": (
        V25_11,
        V26,
        "added",
        "SHM-002 SHM-003 SHM-006 SHM-007 SHM-011 SHM-211 SHM-411 SHM-012 SHM-015 SHM-016",
    ),
    "a disconnect was no cancel": (V25_11, V26, "removed", "SHL-015"),
    "a disconnect is a cancel": (V25_11, V26, "added", "SHM-033"),
    "resources/subscribe ends": (V25_11, V26, "removed", "SUB-001 SUB-002 SUB-003"),
    "subscriptions/listen begins": (V25_11, V26, "added", "SUB-007 SUB-008 SUB-009 SUB-016"),
    "news go to listeners": (V25_11, V26, "changed", "SUB-004 SUB-005 SUB-006"),
    "registration is deprecated": (V25_11, V26, "added", "AUTH-023"),
    "issuers are compared": (V25_11, V26, "added", "AUTH-013 AUTH-024"),
    "these stay": (V25_11, V26, "unchanged", "SHL-002 SHL-003 SHL-016 SHL-017 AUTH-001 AUTH-007"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_shows_between_its_revisions(name):
    older, newer, bucket, ids = CHANGES[name]
    difference = diff_versions(corpora()[older], corpora()[newer])
    buckets = {entry.rule_id: str(entry.bucket) for entry in difference.entries}
    assert {rule_id: buckets.get(rule_id) for rule_id in ids.split()} == dict.fromkeys(
        ids.split(), bucket
    )


@pytest.mark.parametrize("name", CHANGES)
def test_what_an_upgrade_breaks_says_what_to_do(name):
    older, newer, bucket, ids = CHANGES[name]
    if bucket != "changed" or (older, newer) == (V24, V25_03):
        return
    silent = [rule_id for rule_id in ids.split() if not corpora()[newer].rules[rule_id].migration]
    assert silent == []
