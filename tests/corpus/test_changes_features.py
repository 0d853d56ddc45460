"""What moved between two revisions in tools, resources, prompts and tasks shows in the diff."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance.revisions.version_diff import Bucket, diff_versions
from mcptest.model.spec_version import SpecVersion

V24, V03, V06, V11, V26, DRAFT = SpecVersion

# topic: from, to, bucket, rules
CHANGES = [
    ("audio in content", V24, V03, Bucket.CHANGED, ["TOOL-117", "PROMPT-105"]),
    ("audio is well formed", V24, V03, Bucket.ADDED, ["TOOL-318", "PROMPT-306"]),
    ("tool annotations", V24, V03, Bucket.ADDED, ["TOOL-110", "TOOL-310"]),
    ("output schema", V03, V06, Bucket.ADDED, ["TOOL-111", "SCHEMA-006", "TOOL-114", "TOOL-115"]),
    ("resource links", V03, V06, Bucket.CHANGED, ["TOOL-117", "PROMPT-105"]),
    ("titles", V03, V06, Bucket.ADDED, ["TOOL-109", "RES-321", "PROMPT-112"]),
    ("bad arguments were protocol errors", V06, V11, Bucket.REMOVED, ["TOOL-126"]),
    ("bad arguments are tool errors", V06, V11, Bucket.ADDED, ["TOOL-127"]),
    ("schema dialect", V06, V11, Bucket.CHANGED, ["TOOL-103"]),
    ("tool names", V06, V11, Bucket.ADDED, ["TOOL-106", "TOOL-107"]),
    ("tasks in the core", V06, V11, Bucket.ADDED, ["TASK-002", "TASK-003", "TOOL-132"]),
    ("missing resource", V11, V26, Bucket.CHANGED, ["RES-003"]),
    ("cache hints", V11, V26, Bucket.ADDED, [f"CACHE-00{n}" for n in range(1, 9)]),
    ("structured content was an object", V11, V26, Bucket.REMOVED, ["TOOL-111", "TOOL-114"]),
    ("structured content is any value", V11, V26, Bucket.ADDED, ["TOOL-112"]),
    ("asking back", V11, V26, Bucket.ADDED, ["MRTR-001", "MRTR-002", "MRTR-004", "MRTR-007"]),
    ("tasks leave the core", V11, V26, Bucket.REMOVED, ["TASK-003", "TASK-018", "TOOL-132"]),
    ("tasks are an extension", V11, V26, Bucket.ADDED, ["TASKX-001", "TASKX-005", "TASKX-014"]),
    ("execution is not used", V11, V26, Bucket.ADDED, ["TOOL-133"]),
]
# The migration of these is what an upgrade needs.
TOLD = [
    (V06, ["TOOL-111", "TOOL-114", "SCHEMA-006"]),
    (V11, ["TOOL-103", "TOOL-127"]),
    (V26, ["RES-003", "CACHE-001", "CACHE-002", "CACHE-003", "CACHE-004", "CACHE-005"]),
    (V26, ["TOOL-112", "TOOL-133", "TASKX-001", "TASKX-005", "TASKX-006", "TASKX-014"]),
]


@pytest.mark.parametrize(
    ("older", "newer", "bucket", "rules"),
    [row[1:] for row in CHANGES],
    ids=[row[0] for row in CHANGES],
)
def test_an_expectation_that_moved_shows_in_the_difference(older, newer, bucket, rules):
    entries = diff_versions(corpora()[older], corpora()[newer]).entries
    found = {entry.rule_id for entry in entries if entry.bucket is bucket}
    assert found >= set(rules)


@pytest.mark.parametrize(("version", "rules"), TOLD)
def test_what_breaks_an_upgrade_says_what_to_change(version, rules):
    told = {rule.id for rule in corpora()[version] if rule.migration}
    assert told >= set(rules)


def test_where_only_the_level_moved_the_difference_is_silent():
    entries = diff_versions(corpora()[V11], corpora()[V26]).entries
    quiet = {entry.rule_id for entry in entries if entry.bucket is Bucket.UNCHANGED}
    assert quiet >= {"RES-110", "RES-111", "RES-114", "TOOL-137"}
