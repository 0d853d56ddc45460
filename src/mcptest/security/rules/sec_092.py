"""A secret in plain text in a client config or a command line."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.model.secret_names import holds_a_secret
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.rule import LaunchProof, LaunchRule
from mcptest.security.secret_formats import find_secrets, mask, sample_token


def _check(launch: LaunchFacts) -> Iterator[SecurityHit]:
    for word in launch.command:
        for found in find_secrets(word):
            yield _hit("/args", "the command line", found.kind, found.masked)
    if not launch.configured:
        return  # an environment that somebody set for one run is not stored
    for place, pairs in (("env", launch.env), ("headers", launch.headers)):
        for name, value in pairs.items():
            if _is_reference(value):
                continue
            known = next(find_secrets(value), None)
            if known is not None:
                yield _hit(f"/{place}/{name}", f'"{name}"', known.kind, known.masked)
            elif holds_a_secret(name, value) and _looks_random(value):
                yield _hit(f"/{place}/{name}", f'"{name}"', "a secret", mask(value))


def _is_reference(value: str) -> bool:
    """A variable, an input prompt, or a placeholder."""
    return any(sign in value for sign in ("${", "$(", "{{", "<", "%")) or value.startswith("$")


def _looks_random(value: str) -> bool:
    word = value.removeprefix("Bearer ").strip()
    mixed = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
    sample = word.lower().startswith(("your", "my-", "xxx", "changeme", "test"))
    return len(word) >= 16 and mixed and len(set(word)) >= 8 and not sample  # noqa: PLR2004


def _hit(pointer: str, place: str, kind: str, masked: str) -> SecurityHit:
    return SecurityHit(
        message=f"{place} holds {kind} in plain text: {masked}",
        pointer=pointer,
        kind=kind,
        signals=(Signal("plain text", 1.0), Signal(kind, 2.0, masked)),
        remedy="Rotate the secret, and refer to a variable or an input prompt instead.",
        text=masked,
    )


RULE = LaunchRule(
    id="SEC-092",
    family="launch",
    title="A secret is stored in plain text in the configuration",
    score=7.0,
    cwe=214,
    what="Looks for keys and tokens in the arguments, environment and headers of a client config, and in command lines.",
    why="Config files are copied, synchronized and committed. Command lines are visible to every process.",
    fix="Refer to an environment variable or an input prompt.",
    not_this="References such as ${TOKEN}, placeholders, and variables that are set for a single run.",
    check=_check,
    proof=LaunchProof(
        passing={"command": "notes-mcp", "env": {"NOTES_TOKEN": "${NOTES_TOKEN}"}},
        failing={"command": "notes-mcp", "env": {"NOTES_TOKEN": sample_token()}},
    ),
)
