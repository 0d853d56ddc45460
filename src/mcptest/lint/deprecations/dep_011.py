"""Tests JSON-RPC batches."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import rule_names
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-011",
    title="tests JSON-RPC batches",
    since=SpecVersion.V2025_06_18,
    gone=True,
    why="Batches existed in one revision only. In all others, a message is never an array.",
    replacement="Send the requests one by one. They may run concurrently.",
    find=rule_names("RPC-016", "RPC-018"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
compliance:
  - { name: RPC-009 }
""",
        failing="""\
server: { command: [my-server] }
compliance:
  - { name: RPC-016 batches are answered, check: tools/list }
""",
    ),
)
