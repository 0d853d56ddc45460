"""What moved between two revisions in the core of the protocol shows in their difference."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance.revisions.version_diff import Bucket, diff_versions
from mcptest.model.spec_version import SpecVersion

V24, V03, V06, V11, V26, DRAFT = SpecVersion

# topic: from, to, bucket, rules
CHANGES = [
    ("a batch must be accepted", V24, V03, Bucket.ADDED, ["RPC-016"]),
    ("initialize in a batch", V24, V03, Bucket.ADDED, ["RPC-018"]),
    ("completions is a capability", V24, V03, Bucket.ADDED, ["CAP-004"]),
    ("audio may be sent", V24, V03, Bucket.CHANGED, ["LIFE-012"]),
    ("progress has a message", V24, V03, Bucket.CHANGED, ["UTIL-013"]),
    ("batches are gone", V03, V06, Bucket.REMOVED, ["RPC-016", "RPC-018"]),
    ("a batch is not processed", V03, V06, Bucket.ADDED, ["RPC-017"]),
    ("negotiated features were advice", V03, V06, Bucket.REMOVED, ["LIFE-011", "LIFE-012"]),
    ("negotiated features bind", V03, V06, Bucket.ADDED, ["ROOTS-001", "SAMPLE-001"]),
    ("_meta has a grammar", V03, V06, Bucket.ADDED, ["RPC-027", "RPC-028", "RPC-029"]),
    ("the reserved prefix", V06, V11, Bucket.CHANGED, ["RPC-028"]),
    ("what describes a server", V06, V11, Bucket.CHANGED, ["LIFE-015"]),
    ("forms have choices", V06, V11, Bucket.CHANGED, ["CLI-010"]),
    ("URL elicitation", V06, V11, Bucket.ADDED, ["CLI-011", "CLI-012", "CLI-016", "CLI-017"]),
    ("icons", V06, V11, Bucket.ADDED, ["ICON-001"]),
    (
        "the handshake is gone",
        V11,
        V26,
        Bucket.REMOVED,
        ["LIFE-002", "LIFE-003", "LIFE-004", "LIFE-005", "LIFE-006", "LIFE-007", "LIFE-010"],
    ),
    ("the handshake is refused", V11, V26, Bucket.ADDED, ["MOD-016", "MOD-216"]),
    ("discovery", V11, V26, Bucket.CHANGED, ["PROTO-001"]),
    ("ping and setLevel were served", V11, V26, Bucket.REMOVED, ["UTIL-001", "LOG-001"]),
    ("ping, setLevel, subscribe end", V11, V26, Bucket.ADDED, ["UTIL-002", "MOD-017", "MOD-217"]),
    ("retired error codes", V11, V26, Bucket.ADDED, ["RPC-024", "RPC-025"]),
    ("the server asks nothing", V11, V26, Bucket.ADDED, ["RPC-020"]),
    ("results carry a type", V11, V26, Bucket.ADDED, ["RPC-022", "RPC-023"]),
    ("logging for each request", V11, V26, Bucket.ADDED, ["LOG-005", "LOG-006", "LOG-008"]),
    ("logging is on its way out", V11, V26, Bucket.ADDED, ["LOG-010"]),
    ("URL elicitation lost its id", V11, V26, Bucket.REMOVED, ["CLI-012", "CLI-016", "CLI-017"]),
    ("URL elicitation has no end", V11, V26, Bucket.ADDED, ["CLI-217"]),
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


@pytest.mark.parametrize("row", CHANGES, ids=[row[0] for row in CHANGES])
def test_what_is_new_or_other_says_how_to_get_there(row):
    _topic, _older, newer, bucket, rules = row
    if bucket is Bucket.REMOVED:
        assert not any(rule.id in rules for rule in corpora()[newer])
    else:
        told = {
            rule.id for rule in corpora()[newer] if rule.migration or rule.level.value != "must"
        }
        assert told >= set(rules) - {"ROOTS-001", "SAMPLE-001"}


def test_where_only_the_level_moved_the_difference_is_silent():
    entries = diff_versions(corpora()[V11], corpora()[V26]).entries
    quiet = {entry.rule_id for entry in entries if entry.bucket is Bucket.UNCHANGED}
    assert quiet >= {"CAP-006", "CAP-206", "CAP-406", "UTIL-005"}


def test_the_draft_has_not_moved():
    assert diff_versions(corpora()[V26], corpora()[DRAFT]).is_clean()
