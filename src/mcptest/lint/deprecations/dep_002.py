"""Asks for logging/setLevel."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import requests
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-002",
    title="sends logging/setLevel",
    since=SpecVersion.V2026_07_28,
    gone=True,
    why="The level is sent with each request now, and logging as a whole is deprecated.",
    replacement="Send io.modelcontextprotocol/logLevel in the _meta of a request.",
    find=requests("logging/setLevel"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: tools/list }
""",
        failing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: logging/setLevel }
""",
    ),
)
