"""Asks for ping."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import requests
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-007",
    title="sends ping",
    since=SpecVersion.V2026_07_28,
    gone=True,
    why="Without sessions there is nothing to keep alive.",
    replacement="Send server/discover to check that the server is alive.",
    find=requests("ping"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: tools/list }
""",
        failing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: ping }
""",
    ),
)
