"""Find the protocol features a suite uses: methods, error codes, capabilities, transports."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.suite.load import Suite
from mcptest.suite.yaml.node import Node

Finder = Callable[[Suite], Iterator[Location]]


def requests(*methods: str) -> Finder:
    """Entries of ``compliance:`` that send one of these by ``check:``."""

    def find(suite: Suite) -> Iterator[Location]:
        for entry in _compliance_entries(suite):
            check = entry.get("check")
            if check is not None and check.value in methods:
                yield check.where

    return find


def rule_names(*ids: str) -> Finder:
    """Entries of ``compliance:`` that run one of these rules."""

    def find(suite: Suite) -> Iterator[Location]:
        for entry in _compliance_entries(suite):
            name = entry.get("name")
            if name is not None and str(name.value).split()[:1] in [[rule] for rule in ids]:
                yield name.where

    return find


def expected_codes(code: int) -> Finder:
    """Assertions about ``error.code`` whose matcher mentions this number."""

    def find(suite: Suite) -> Iterator[Location]:
        for block in suite.blocks.values():
            for node in _walk(block):
                target, matcher = node.get("target"), node.get("matcher")
                if target is None or matcher is None or target.value != "error.code":
                    continue
                if _mentions(matcher.plain(), code):
                    yield matcher.where

    return find


def client_features(feature: str) -> Finder:
    """Servers that we offer this feature of a client to."""

    def find(suite: Suite) -> Iterator[Location]:
        for server in suite.servers.values():
            if feature in server.client.capabilities and server.where is not None:
                yield server.where

    return find


def legacy_transport(suite: Suite) -> Iterator[Location]:
    """Servers that are spoken to over HTTP+SSE on purpose."""
    for server in suite.servers.values():
        target = server.target.http
        if target is not None and target.transport == "sse" and server.where:
            yield server.where


def _compliance_entries(suite: Suite) -> Iterator[Node]:
    block = suite.blocks.get("compliance")
    if block is not None:
        yield from block.get("tests") or block


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in [*node, *(value for _, value in node.items())]:
        yield from _walk(child)


def _mentions(value: Json, code: int) -> bool:
    if isinstance(value, list):
        return any(_mentions(item, code) for item in value)
    if isinstance(value, dict):
        return any(_mentions(item, code) for item in value.values())
    return value == code and not isinstance(value, bool)
