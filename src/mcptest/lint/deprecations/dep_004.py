"""Offers sampling to the server."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import client_features
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-004",
    title="offers sampling to the server",
    since=SpecVersion.V2026_07_28,
    gone=False,
    why="Sampling is deprecated and may be removed in a revision after 2027-07-28.",
    replacement="Call a model from the server instead.",
    find=client_features("sampling"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
""",
        failing="""\
server:
  command: [my-server]
  client:
    sampling:
      role: assistant
      content: { type: text, text: hello }
      model: none
""",
    ),
)
