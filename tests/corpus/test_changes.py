"""The corpora tell the truth: what the specification changed is a rule that changed, came or went.

One row for each change of expectation between two revisions that makes an upgrade break.
"""

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance.revisions.version_diff import Bucket, diff_versions
from mcptest.model.spec_version import SpecVersion as V

NOV24, MAR25, JUN25, NOV25, JUL26 = (v for v in V if v is not V.DRAFT)
CHANGES = [
    ("the HTTP transport", NOV24, MAR25, {"removed": "SSE-001 SSE-002", "added": "SHL-001"}),
    ("batches must be accepted", NOV24, MAR25, {"added": "RPC-016"}),
    ("completion is declared", NOV24, MAR25, {"added": "CAP-004"}),
    ("authorization", NOV24, MAR25, {"added": "AUTH-001 AUTH-002 AUTH-016"}),
    ("batches are gone", MAR25, JUN25, {"removed": "RPC-016", "added": "RPC-017"}),
    ("the version header", MAR25, JUN25, {"added": "HEADER-002 SHL-021"}),
    (
        "negotiated features bind",
        MAR25,
        JUN25,
        {"changed": "PROTO-002", "added": "ROOTS-001 SAMPLE-001"},
    ),
    (
        "discovery of authorization",
        MAR25,
        JUN25,
        {"added": "AUTH-005 AUTH-007 AUTH-014 AUTH-017", "removed": "AUTH-016"},
    ),
    ("output schemas bind", MAR25, JUN25, {"added": "SCHEMA-006 TOOL-111 TOOL-114"}),
    ("bad arguments of a tool", JUN25, NOV25, {"removed": "TOOL-126", "added": "TOOL-127"}),
    ("a bad Origin", JUN25, NOV25, {"added": "SHL-017"}),
    ("WWW-Authenticate", JUN25, NOV25, {"removed": "AUTH-005", "added": "AUTH-006"}),
    ("metadata of the issuer", JUN25, NOV25, {"removed": "AUTH-017", "added": "AUTH-018"}),
    ("the dialect of schemas", JUN25, NOV25, {"changed": "TOOL-103"}),
    ("an event stream that ends early", JUN25, NOV25, {"changed": "SHL-008", "added": "SHL-013"}),
    ("reserved prefixes of _meta", JUN25, NOV25, {"changed": "RPC-028"}),
    ("dynamic registration", NOV25, JUL26, {"added": "AUTH-023"}),
    (
        "the handshake",
        NOV25,
        JUL26,
        {"removed": "LIFE-002 LIFE-003 LIFE-004", "changed": "PROTO-001", "added": "MOD-016"},
    ),
    (
        "ping, setLevel and subscribe",
        NOV25,
        JUL26,
        {"removed": "UTIL-001 LOG-001 SUB-001", "added": "MOD-017"},
    ),
    (
        "sessions over HTTP",
        NOV25,
        JUL26,
        {"removed": "SHL-006 SHL-011 SHL-012 SHL-022 SHL-027", "added": "SHM-027 SHM-028 SHM-029"},
    ),
    ("a missing resource", NOV25, JUL26, {"changed": "RES-003", "added": "RPC-025"}),
    ("an unknown method over HTTP", NOV25, JUL26, {"added": "SHM-005"}),
    ("mirrored headers", NOV25, JUL26, {"added": "SHM-002 SHM-008 SHM-020"}),
    ("requests of the server", NOV25, JUL26, {"added": "RPC-020 MRTR-001"}),
    (
        "tasks",
        NOV25,
        JUL26,
        {"removed": "TASK-001 TASK-002", "added": "TASKX-001 TASKX-002"},
    ),
    ("results", NOV25, JUL26, {"added": "RPC-022 RPC-023 CACHE-001"}),
    ("a connection that goes", NOV25, JUL26, {"removed": "SHL-015", "added": "SHM-033"}),
    ("logging", NOV25, JUL26, {"removed": "LOG-001", "added": "LOG-005 LOG-006 LOG-008"}),
    ("structured content", NOV25, JUL26, {"removed": "TOOL-114", "added": "TOOL-112"}),
    (
        "elicitation by address",
        NOV25,
        JUL26,
        {"removed": "CLI-012 CLI-016 CLI-017", "added": "CLI-217"},
    ),
    (
        "how changes of lists are told",
        NOV25,
        JUL26,
        {"changed": "SUB-004 SUB-005 SUB-006", "added": "SUB-007 SUB-016"},
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "moved"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES]
)
def test_what_the_specification_changed_is_seen(old, new, moved):
    diff = diff_versions(corpora()[old], corpora()[new])
    seen = {entry.rule_id: entry.bucket for entry in diff.entries}
    wanted = {rule: Bucket(bucket) for bucket, rules in moved.items() for rule in rules.split()}
    assert {rule: seen.get(rule) for rule in wanted} == wanted
