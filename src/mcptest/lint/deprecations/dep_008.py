"""Asks for initialize."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import requests
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-008",
    title="sends initialize",
    since=SpecVersion.V2026_07_28,
    gone=True,
    why="Requests are stateless. The data from the handshake is sent in _meta.",
    replacement="Send server/discover.",
    find=requests("initialize"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: tools/list }
""",
        failing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: initialize }
""",
    ),
)
