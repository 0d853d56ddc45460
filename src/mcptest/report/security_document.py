"""The security details of a finding in the ``mcptest.run/v1`` document."""

from __future__ import annotations

from typing import Any

from mcptest.model.finding import SecurityFacts, Signal
from mcptest.model.json import JsonObject


def security_document(facts: SecurityFacts) -> JsonObject:
    document: JsonObject = {
        "risk": facts.risk.value,
        "score": facts.score,
        "cwe": facts.cwe,
        "proof": facts.proof,
        "signals": [_signal(signal) for signal in facts.signals],
        "fingerprint": facts.fingerprint,
    }
    if facts.text_hash:
        document["text_hash"] = facts.text_hash
    if facts.excerpt is not None:
        document["excerpt"] = facts.excerpt
    if facts.code_points:
        document["code_points"] = list(facts.code_points)
    return document


def _signal(signal: Signal) -> JsonObject:
    document: JsonObject = {"name": signal.name, "weight": signal.weight}
    if signal.excerpt:
        document["excerpt"] = signal.excerpt
    return document


def parse_security(raw: Any) -> SecurityFacts:
    return SecurityFacts(
        score=float(raw["score"]),
        cwe=int(raw["cwe"]),
        proof=str(raw["proof"]),
        signals=tuple(
            Signal(str(one["name"]), float(one["weight"]), str(one.get("excerpt", "")))
            for one in raw.get("signals") or ()
        ),
        excerpt=raw.get("excerpt"),
        code_points=tuple(map(str, raw.get("code_points") or ())),
        fingerprint=str(raw.get("fingerprint", "")),
        text_hash=str(raw.get("text_hash", "")),
    )
