"""Secrets that stand in a fleet file as they are; a fleet names variables instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from mcptest.errors import Problem
from mcptest.model.redaction import Redactor, names_a_secret
from mcptest.suite.node import Node
from mcptest.suite.secrets import password_of


def find_literals(server: Node) -> Iterator[Problem]:
    """A problem for each, with its place; the value is never repeated."""
    for key in ("env", "headers"):
        for name, node in _members(server, key):
            if _literal(node) and (names_a_secret(name) or _looks_secret(node)):
                variable = name.upper().replace("-", "_")
                yield _problem(f"{name} holds", node, f"write {name}: {{env: {variable}}}")
    for key in ("command", "args"):
        written = server.get(key)
        parts = list(written or ()) or ([written] if written else [])
        for node in parts:
            if _looks_secret(node):
                yield _problem("this word holds", node, 'write "${env.NAME}" in its place')
    url = server.get("url")
    if url is not None and isinstance(url.value, str):
        password = password_of(url.value)
        if _looks_secret(url) or (password and "${" not in password):
            yield _problem("this address holds", url, 'write "${env.NAME}" in its place')


def _members(server: Node, key: str) -> list[tuple[str, Node]]:
    found = server.get(key)
    return found.items() if found is not None else []


def _literal(node: Node) -> bool:
    return isinstance(node.value, str) and bool(node.value) and "${" not in node.value


def _looks_secret(node: Node) -> bool:
    return isinstance(node.value, str) and Redactor().text(node.value) != node.value


def _problem(what: str, node: Node, hint: str) -> Problem:
    message = f"{what} what looks like a secret; a fleet file names a variable instead"
    where = node.where
    shown = type(where)(where.file, where.line, where.column)  # without the line's text
    return Problem("fleet-literal-secret", message, shown, hint)


def without_literals(server: Node) -> Node:
    """The same server with a variable in the place of each secret that stood there."""
    assert isinstance(server.value, dict)
    members = dict(server.value)
    for key in ("env", "headers"):
        found = server.get(key)
        if found is not None and isinstance(found.value, dict):
            kept = {name: _named_instead(name, node) for name, node in found.items()}
            members[key] = replace(found, value=kept)
    for key in ("command", "args"):
        found = server.get(key)
        if found is not None and isinstance(found.value, list):
            words = [_word_instead(word, number) for number, word in enumerate(found.value, 1)]
            members[key] = replace(found, value=words)
    url = server.get("url")
    if url is not None and isinstance(url.value, str):
        members["url"] = url.with_value(_without_password(url.value))
    return replace(server, value=members)


def _without_password(url: str) -> str:
    password = urlsplit(url).password
    if not password or "${" in password:
        return url
    return url.replace(f":{password}@", ":${env.PASSWORD}@", 1)


def _named_instead(name: str, node: Node) -> Node:
    if not (_literal(node) and (names_a_secret(name) or _looks_secret(node))):
        return node
    variable = name.upper().replace("-", "_")
    return Node.of({"env": variable}, source=node.source, span=node.span)


def _word_instead(node: Node, number: int) -> Node:
    return node.with_value(f"${{env.SECRET_{number}}}") if _looks_secret(node) else node
