"""Find secrets that a fleet file contains literally instead of naming a variable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mcptest.errors import Problem
from mcptest.model.redaction import Redactor
from mcptest.model.secret_names import names_a_secret
from mcptest.suite.yaml.node import Node, Value

_USER: Final = re.compile(r"(?<=//)[^/?#]*@")
_PARAMETER: Final = re.compile(r"(?P<mark>[?&])(?P<name>[^=&#]+)=(?P<value>[^&#]+)")


def find_literals(server: Node) -> Iterator[Problem]:
    """A problem for each, with its place; the value is never repeated."""
    for key in ("env", "headers"):
        for name, node in _members(server, key):
            if _literal(node) and (names_a_secret(name) or _looks_secret(node)):
                variable = name.upper().replace("-", "_")
                yield _problem(f"{name} contains", node, f"write {name}: {{env: {variable}}}")
    for key in ("command", "args"):
        written = server.get(key)
        parts = list(written or ()) or ([written] if written else [])
        for node in parts:
            if _looks_secret(node):
                yield _problem("this argument contains", node, 'write "${env.NAME}" instead')
    url = server.get("url")
    if url is not None and isinstance(url.value, str):
        hint = secret_in_address(url.value)
        if hint is not None:
            yield _problem("this URL contains", url, hint)


def secret_in_address(url: str) -> str | None:
    """What to write instead where an address holds what looks like a secret."""
    if _USER.search(url):  # no client sends it, so a variable would not help
        return "remove the part before the @ and use headers: {Authorization: {env: NAME}}"
    if _query_instead(url) != url or Redactor().text(url) != url:
        return 'write "${env.NAME}" instead'
    return None


def _members(server: Node, key: str) -> list[tuple[str, Node]]:
    found = server.get(key)
    return found.items() if found is not None else []


def _literal(node: Node) -> bool:
    return isinstance(node.value, str) and bool(node.value) and "${" not in node.value


def _looks_secret(node: Node) -> bool:
    return isinstance(node.value, str) and Redactor().text(node.value) != node.value


def _problem(what: str, node: Node, hint: str) -> Problem:
    message = f"{what} what looks like a secret; use an environment variable instead"
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
        members |= _address_instead(url, server.get("headers"), members.get("headers"))
    return replace(server, value=members)


def _address_instead(url: Node, headers: Node | None, kept: Node | None) -> dict[str, Node]:
    """Without a user and password, which are a header's; with variables in its query."""
    assert isinstance(url.value, str)
    plain = _USER.sub("", url.value)
    made = {"url": url.with_value(_query_instead(plain))}
    named = {name.lower() for name, _ in headers.items()} if headers is not None else set()
    if plain != url.value and "authorization" not in named:
        variable = Node.of({"env": "AUTHORIZATION"}, source=url.source, span=url.span)
        others = dict(kept.items()) if kept is not None else {}
        value: Value = {**others, "Authorization": variable}
        made["headers"] = replace(kept or url, value=value)
    return made


def _query_instead(url: str) -> str:
    """A variable for each parameter that is called like a secret, or looks like one."""

    def instead(found: re.Match[str]) -> str:
        name, value = found["name"], found["value"]
        if "${" in value or not (names_a_secret(name) or Redactor().text(value) != value):
            return found[0]
        variable = re.sub(r"[^A-Z0-9]+", "_", name.upper())
        return f"{found['mark']}{name}=${{env.{variable}}}"

    return _PARAMETER.sub(instead, url)


def _named_instead(name: str, node: Node) -> Node:
    if not (_literal(node) and (names_a_secret(name) or _looks_secret(node))):
        return node
    variable = name.upper().replace("-", "_")
    return Node.of({"env": variable}, source=node.source, span=node.span)


def _word_instead(node: Node, number: int) -> Node:
    return node.with_value(f"${{env.SECRET_{number}}}") if _looks_secret(node) else node
