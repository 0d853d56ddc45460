"""A security rule: what it looks for, how bad that is, and the proof that it can fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from mcptest.model.finding import Risk
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.security.evidence import SecurityHit
from mcptest.security.secret_formats import sample_token
from mcptest.security.subject import CatalogSubject

if TYPE_CHECKING:
    from mcptest.security.attack.attack import Attack
    from mcptest.security.launch import LaunchFacts
    from mcptest.security.live.observed import SeenSession

FAMILIES: Final[Mapping[str, str]] = {
    "text": "Texts that give orders to the model",
    "characters": "Invisible and lookalike characters",
    "names": "Tool names that clash or mislead",
    "secrets": "Secrets and internal facts",
    "capability": "Capabilities and hints",
    "change": "Catalogs that change",
    "results": "Responses",
    "attack": "Injection, found with --attack",
    "http": "HTTP",
    "load": "Load",
    "launch": "How the server is started",
}


@record
class CatalogProof:
    """Two catalogs: the rule is silent on one and speaks on the other.

    ``beside`` is the catalog of another server, for rules about several. ``instructions`` are what
    the server sends with ``failing``, ``harmless`` what it sends with ``passing``. ``reviewed`` is
    what a person accepted before.
    """

    passing: tuple[JsonObject, ...]
    failing: tuple[JsonObject, ...]
    beside: tuple[JsonObject, ...] = ()
    instructions: str | None = None
    harmless: str | None = None
    reviewed: tuple[JsonObject, ...] = ()


@record
class LaunchProof:
    """Two entries of a client config, without and with the problem.

    ``open_places`` is what the failing one's permissions would show.
    """

    passing: JsonObject
    failing: JsonObject
    open_places: tuple[str, ...] = ()


@record
class MockProof:
    """How a mock breaks the rule: overrides of its answers, in plain data.

    ``host`` is the address to listen on where that is the problem, ``version`` the newest revision
    that has it.
    """

    failing: tuple[JsonObject, ...]
    transport: str | None = None
    tools: tuple[JsonObject, ...] = ()
    host: str | None = None
    version: str | None = None


def proof_of_text(tool: JsonObject, text: str, *, is_error: bool = False) -> MockProof:
    """A mock whose ``tool`` responds with ``text``, or fails with it."""
    content: JsonObject = {
        "op": "replace",
        "path": "/result/content",
        "value": [{"type": "text", "text": text}],
    }
    failure: JsonObject = {"op": "add", "path": "/result/isError", "value": True}
    override: JsonObject = {
        "on": "tools/call",
        "when": {"params": {"name": tool["name"]}},
        "patch": [content, failure] if is_error else [content],
    }
    return MockProof(failing=(override,), tools=(tool,))


@record(kw_only=True)
class SecurityRule:
    """What every kind of rule says about itself; ``score`` is between 0 and 10."""

    id: str
    family: str
    title: str
    score: float
    cwe: int
    what: str
    why: str
    fix: str
    not_this: str  # what looks alike and is left alone

    @property
    def risk(self) -> Risk:
        return Risk.of_score(self.score)

    def example(self) -> tuple[str, str]:
        """What the rule speaks about, and the same without the problem."""
        return "", ""

    def docs(self) -> dict[str, str]:
        """The page of the rule, under its fixed headings."""
        bad, good = self.example()
        texts = {
            "What it does": self.what,
            "Why it matters": self.why,
            "What it ignores": self.not_this,
            "How to fix it": self.fix,
            "Bad": bad,
            "Good": good,
        }
        return {head: text for head, text in texts.items() if text}


@record(kw_only=True)
class StaticRule(SecurityRule):
    """Looks at a catalog, saved or live; nothing is sent."""

    check: Callable[[CatalogSubject], Iterable[SecurityHit]]
    proof: CatalogProof

    def example(self) -> tuple[str, str]:
        proof = self.proof
        if proof.instructions is not None:  # the tools are the same
            said = proof.instructions, proof.harmless
            return _shown(({"instructions": said[0]},)), _shown(({"instructions": said[1]},))
        return _shown(proof.failing), _shown(proof.passing)


@record(kw_only=True)
class LaunchRule(SecurityRule):
    """Looks at a command line or an entry of a client config; nothing is started."""

    check: Callable[[LaunchFacts], Iterable[SecurityHit]]
    proof: LaunchProof

    def example(self) -> tuple[str, str]:
        return _shown((_config(self.proof.failing),)), _shown((_config(self.proof.passing),))


@record(kw_only=True)
class PassiveRule(SecurityRule):
    """Looks at what a session with ordinary requests showed."""

    check: Callable[[SeenSession], Iterable[SecurityHit]]
    proof: MockProof


@record(kw_only=True)
class AttackRule(SecurityRule):
    """Sends payloads that do no harm where they work; runs only when asked for."""

    attack: Attack


def _config(entry: JsonObject) -> JsonObject:
    """A client config with the entry, ready to be saved and scanned."""
    return {"mcpServers": {"notes": entry}}


def _shown(items: tuple[JsonObject, ...]) -> str:
    few: Json = list(items[-2:]) if len(items) > 1 else items[0] if items else {}
    text, token = json.dumps(few, indent=2, ensure_ascii=True), sample_token()
    return text.replace(token, f"{token[:12]}...")  # the whole one would alarm a secret scanner
