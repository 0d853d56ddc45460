"""Offers roots to the server."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import client_features
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-003",
    title="offers roots to the server",
    since=SpecVersion.V2026_07_28,
    gone=False,
    why="Roots are deprecated and may be removed in a revision after 2027-07-28.",
    replacement="Pass folders to the server as tool arguments, resource URIs or configuration.",
    find=client_features("roots"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
""",
        failing="""\
server:
  command: [my-server]
  client: { roots: [{ uri: "file:///tmp" }] }
""",
    ),
)
