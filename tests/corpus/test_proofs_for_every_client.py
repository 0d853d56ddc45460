"""A broken mock is broken for every client: no proof knows what our own probes happen to send."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.compliance.peer import corpora

import mcptest.compliance
import mcptest.shapes
from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.mock.auth.gate import RESOURCE
from mcptest.mock.auth.server import AuthorizationServer
from mcptest.mock.auth.tokens import NAMED, TokenMint
from mcptest.mock.envelope import MessageKind
from mcptest.mock.http.endpoint import PATH
from mcptest.mock.overrides.override import AUTH, END, HTTP_METHODS, LISTEN, START
from mcptest.mock.overrides.presets import PRESETS
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.yaml.source import load_source

RULES = {rule.file: rule for corpus in corpora().values() for rule in corpus}
ANSWERS = ("result", "error", "reply", "raw", "patch", "before", "after", "headers")
SENT = ("request", "notify", "send", "raw", "http", "meta", "headers")
SHORTEST = 5  # shorter texts of a probe are words that anybody uses


def texts(value) -> Iterator[str]:
    """Every text in a value, the names of members left out."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value


def leaves(value, place=()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every plain value of a condition with its place; words of meaning left out."""
    if isinstance(value, dict) and value.keys() == {"is"}:
        return
    if isinstance(value, dict) and value.keys() == {"not"}:
        yield from leaves(value["not"], place)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*place, key))
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, place)
    else:
        yield place, value


@cache
def protocol() -> frozenset[str]:
    """The words of the protocol, as the shapes of all revisions have them."""
    folder = Path(mcptest.shapes.__file__).parent / "revisions"
    text = "\n".join(path.read_text() for path in folder.glob("*.yaml"))
    wires = {version.wire for version in SpecVersion}
    return frozenset({*re.findall(r"[\w./-]+", text), *wires, "2.0", PATH})


@cache
def extended() -> frozenset[str]:
    """The methods of extensions, which the presets have."""
    return frozenset(one["on"] for overrides in PRESETS.values() for one in overrides)


@cache
def offered() -> frozenset[str]:
    """What the healthy server has, and what the presets add to it."""
    preset = [one.get("when", {}) for overrides in PRESETS.values() for one in overrides]
    signed = [f"Bearer {token}" for token in NAMED]
    paths = [path for _, path in AuthorizationServer(TokenMint())._routes]
    guarded = [*signed, *paths, RESOURCE + PATH]
    return frozenset(texts([load_source(HEALTHY).plain(), preset, guarded]))


def proof_of(rule) -> list[dict]:
    return [*rule.proof.setup, *rule.proof.passes, *rule.proof.fails]


def told_by(rule) -> list:
    """What this server says, and what its operator tells every client of it."""
    hints = rule.proof.hints.values()
    named = [[h.get("name"), h.get("uri")] for h in hints if isinstance(h, dict)]
    tokens = [f"Bearer {token}" for token in texts(rule.proof.hints.get("tokens", {}))]
    said = [one[key] for one in proof_of(rule) for key in ANSWERS if key in one]
    return [*named, *tokens, *said]


def plain_values(value) -> list:
    return [leaf for _, leaf in leaves(value)]


def strangers(rule) -> Iterator[str]:
    """The parts of a proof's conditions that are no part of the protocol or of the server."""
    told = plain_values(told_by(rule))
    for one in proof_of(rule):
        on = one.get("on", "*")
        special = {*MessageKind, *HTTP_METHODS, START, END, AUTH, LISTEN, "*"}
        if on not in special and on not in protocol() and on not in extended():
            yield f"on: {on}"
        for place, value in leaves(one.get("when", {})):
            own = place[0] in {"reply", "session"} or place == ("http", "status")
            if place[0] == "id" and value is not None:
                yield f"when id is {value}"
            elif value is None or value in told or (own and not isinstance(value, str)):
                continue
            elif value not in protocol() and value not in offered():
                yield f"when {'.'.join(place)} is {value}"


@cache
def probing() -> frozenset[str]:
    """The texts that our probes send and nobody else: steps of rules, and constants of the code."""
    steps = [
        step.get(kind) for rule in RULES.values() for step in rule.observe.steps for kind in SENT
    ]
    code = Path(mcptest.compliance.__file__).parent
    trees = [ast.parse(path.read_text()) for path in code.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    constants = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    made_up = [text for text in constants if re.search(r"mcptest.*\w$", text) and " " not in text]
    sent = {text for text in (*texts(steps), *made_up) if "${" not in text}
    common = protocol() | offered()
    return frozenset(text for text in sent - common if len(text) >= SHORTEST)


def echoes(rule) -> Iterator[str]:
    """What a proof answers that only our probes can have asked for."""
    said = [text for one in proof_of(rule) for key in ANSWERS for text in texts(one.get(key))]
    for text in said:
        for own in probing():
            if own == text or (own in text and "mcptest" in own):
                yield f"answers with {own}"


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: f"{rule.revision}-{rule.id}")
def test_a_proof_names_only_the_protocol_and_the_server(rule):
    knows = [*strangers(rule), *echoes(rule)]
    assert knows == []


def test_the_probes_have_texts_of_their_own():
    assert {"mcptest_no_such_tool", "mcptest-bogus", "mcptest-progress"} <= probing()
