"""Relies on dynamic client registration."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import rule_names
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-012",
    title="relies on dynamic client registration",
    since=SpecVersion.V2026_07_28,
    gone=False,
    why="Client ID metadata documents replace it, and servers no longer need to support it.",
    replacement="Publish a client metadata document at a stable https URL.",
    find=rule_names("AUTH-023"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
compliance:
  - { name: RPC-009 }
""",
        failing="""\
server: { command: [my-server] }
compliance:
  - { name: AUTH-023 registration is offered, check: tools/list }
""",
    ),
)
