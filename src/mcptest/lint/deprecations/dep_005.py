"""Expects the error code -32002."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import expected_codes
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-005",
    title="expects the error code -32002",
    since=SpecVersion.V2026_07_28,
    gone=True,
    why=(
        "An unknown resource is an invalid parameter. Its code is -32602 now, and -32002 is "
        "forbidden."
    ),
    replacement="Expect -32602, or one-of: [-32002, -32602] while both kinds of server exist.",
    find=expected_codes(-32002),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
resources:
  - name: a missing resource is an error
    uri: x://missing
    expect:
      - { target: error.code, matcher: { exact: -32602 } }
""",
        failing="""\
server: { command: [my-server] }
resources:
  - name: a missing resource is an error
    uri: x://missing
    expect:
      - { target: error.code, matcher: { exact: -32002 } }
""",
    ),
)
