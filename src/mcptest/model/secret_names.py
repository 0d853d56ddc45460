"""Which names suggest a secret, and which values must be masked everywhere."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

_SHORTEST: Final = 6  # masking less than this would hide half of every report

# Every name below contains one of these, so that most names need no pattern at all.
_PARTS: Final = (
    "pass",
    "pwd",
    "secret",
    "token",
    "cred",
    "auth",
    "key",
    "session",
    "cookie",
    "pat",
)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, (_NAMED, _CAMEL, _VARIABLE)))


@cache
def _other_tokens() -> re.Pattern[str]:
    return re.compile(_OTHER_TOKENS)


_NAMED: Final = (
    r"(?i)^(?:.*[_-])?(?:pg|db|my)?(?:password|passwd|passphrase|pwd|secret|token|credentials?"
    r"|auth|(?:api|access|secret|private|signing|encryption|deploy)[_-]?key"
    r"|client[_-]?secret|(?:access|refresh|id|auth|bearer)[_-]?token|session(?:[_-]?id)?"
    r"|authorization|cookie|set-cookie)$"
)
# Glued to another word, as in ``githubToken`` or ``openaiApiKey``.
_CAMEL: Final = r"[a-z0-9](?:Password|Secret|Token|ApiKey|AccessKey|PrivateKey)$"
_VARIABLE: Final = r"^[A-Z0-9_]+_(?:PASS|PAT)$"
# What a shell or a desktop sets for every program.
_OF_THE_SYSTEM: Final = frozenset(
    {"PWD", "OLDPWD", "DESKTOP_SESSION", "XDG_SESSION_ID", "TERM_SESSION_ID"}
)
_NOT_SECRET: Final = frozenset({"progressToken", "nextCursor", "maxTokens"})
# A token of a text or of a list, and a switch that says whether there is a secret at all.
_OTHER_TOKENS: Final = r"""(?xi)
    (?:^|[_-])(?:progress|page|next|prev|previous|continuation|sync|cancel|cancellation|max|min|num
        |total|per|first|last|eos|bos|pad|unk|sep|cls|mask|stop|start|end|special|prompt|completion
        |input|output)[_-]?token$
    | (?:Page|Next|Progress|Continuation|Sync|Cancellation|Stop|Max|Min|Total)Token$
    | ^(?:use|no|has|is|with|without|enable|disable|require|requires|skip|allow)[_-]
    """
_SWITCHES: Final = frozenset(
    [
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "none",
        "null",
        "undefined",
        "auto",
        "always",
        "never",
        "default",
        "basic",
        "bearer",
        "digest",
        "oauth",
        "oauth2",
        "apikey",
        "api_key",
        "required",
        "optional",
        "enabled",
        "disabled",
        "enable",
        "disable",
        "anonymous",
        "prompt",
        "interactive",
        "unset",
        "production",
        "development",
    ]
)
# Words of every report; hiding one of them would hide more than the secret.
_COMMON: Final = frozenset(
    [
        "password",
        "passwd",
        "secret",
        "secrets",
        "changeme",
        "change-me",
        "admin",
        "administrator",
        "guest",
        "public",
        "private",
        "postgres",
        "postgresql",
        "mysql",
        "mariadb",
        "mongodb",
        "redis",
        "docker",
        "ubuntu",
        "debian",
        "server",
        "client",
        "localhost",
        "example",
        "testing",
        "tester",
        "system",
        "master",
    ]
)
_FOLDER: Final = r"(?:/|~/|\./|\.\./|[A-Za-z]:[\\/])"


def may_name_a_secret(text: str) -> bool:
    """Whether the name of a secret can be anywhere in a text."""
    folded = text.lower()
    return any(part in folded for part in _PARTS)


@lru_cache(maxsize=4096)  # the same few keys are in every message
def names_a_secret(name: str) -> bool:
    """Whether a key or variable is called like something that must not be shown."""
    if not may_name_a_secret(name):
        return False
    if name in _NOT_SECRET or name in _OF_THE_SYSTEM or _other_tokens().search(name):
        return False
    return any(known.search(name) for known in _patterns())


def holds_a_secret(name: str, value: str) -> bool:
    """The same with its value: a flag is not a secret, and ``pwd`` may be a folder."""
    if not value or not names_a_secret(name) or value.strip().lower() in _SWITCHES:
        return False
    return not (name.lower() == "pwd" and re.match(_FOLDER, value))


def can_be_masked(value: str) -> bool:
    """Whether a secret can be told from ordinary words, so that it can be hidden everywhere."""
    word = value.strip().lower()
    return len(value) >= _SHORTEST and word not in _SWITCHES and word not in _COMMON
