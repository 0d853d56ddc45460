"""Asks for resources/subscribe or resources/unsubscribe."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import requests
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-006",
    title="sends resources/subscribe or resources/unsubscribe",
    since=SpecVersion.V2026_07_28,
    gone=True,
    why="Subscriptions are now a stream that the client opens.",
    replacement="Open subscriptions/listen with the notification types you want.",
    find=requests("resources/subscribe", "resources/unsubscribe"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: tools/list }
""",
        failing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: resources/subscribe }
""",
    ),
)
