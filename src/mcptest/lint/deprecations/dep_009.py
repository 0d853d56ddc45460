"""Expects the error code -32042."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import expected_codes
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-009",
    title="expects the error code -32042",
    since=SpecVersion.V2026_07_28,
    gone=True,
    why="A server that needs the user to visit a URL returns an input_required result.",
    replacement="Expect resultType input_required with an elicitation in inputRequests.",
    find=expected_codes(-32042),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
tools:
  - name: signing in needs a visit to a page
    tool: list_repositories
    expect:
      - { target: result.resultType, matcher: { exact: input_required } }
""",
        failing="""\
server: { command: [my-server] }
tools:
  - name: signing in needs a visit to a page
    tool: list_repositories
    expect:
      - { target: error.code, matcher: { exact: -32042 } }
""",
    ),
)
