"""Recognize secrets in known formats by checksum, length or structure."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from mcptest.model.record import record

_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SAMPLE: Final = re.compile(
    r"(?i)example|sample|dummy|placeholder|xxxx|your[-_ ]?|test[-_]?key|<|\.\.\.|1234567|abcdef"
)
_HINT: Final = re.compile(
    r"gh[pousr]_|github_pat|AKIA|xox|hooks\.slack|eyJ|PRIVATE KEY|AIza|sk[-_]|npm_|glpat|://"
)
_PLAIN_HOSTS: Final = ("localhost", "127.0.0.1", "host", "hostname", "example", "db", "server")


@record
class FoundSecret:
    """``masked`` shows the first characters alone."""

    kind: str
    why: str
    masked: str


def find_secrets(text: str) -> Iterator[FoundSecret]:
    if not _HINT.search(text):
        return
    for kind, pattern, accepts, why in _FORMATS:
        for found in pattern.finditer(text):
            if accepts(found) and not _SAMPLE.search(found.group()):
                yield FoundSecret(kind, why, mask(found.group()))
                break


def mask(secret: str) -> str:
    return f"{secret[:6]}… ({len(secret)} characters)"


def _varied(found: re.Match[str]) -> bool:
    """A made-up sample repeats itself."""
    body = found.group()
    return len(set(body)) >= min(12, len(body) // 2) and Counter(body).most_common(1)[0][1] <= (
        len(body) / 3
    )


def _checksum_fits(found: re.Match[str]) -> bool:
    body = found.group().partition("_")[2]
    return _checksum(body[:-6]) == body[-6:]


def _checksum(body: str) -> str:
    number, digits = zlib.crc32(body.encode()), ""
    while number:
        number, digit = divmod(number, 62)
        digits = _DIGITS[digit] + digits
    return digits.rjust(6, "0")


def sample_token() -> str:
    """A token that nobody issued, with the checksum of a real one."""
    body = "Zk3mQ8vT1xW6pL9sR2nY5bH7cJ4dGf"
    return f"ghp_{body}{_checksum(body)}"


def _is_jwt(found: re.Match[str]) -> bool:
    head, payload, signature = found.group().split(".")
    try:
        texts = [
            base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in (head, payload)
        ]
        first, second = (json.loads(text) for text in texts)
    except (ValueError, binascii.Error):
        return False
    known = isinstance(first, dict) and "alg" in first and isinstance(second, dict)
    return known and bool(signature) and "1516239022" not in json.dumps(second)


def _has_password(found: re.Match[str]) -> bool:
    password, host = found["password"], found["host"].lower()
    plain = password.lower() in {
        "password",
        "pass",
        "pwd",
        "secret",
        "user",
        "changeme",
        "postgres",
    }
    marked = any(sign in password for sign in "<>{}$*[]")
    return not (plain or marked or host.startswith(_PLAIN_HOSTS) or len(password) < 6)  # noqa: PLR2004


_Format = tuple[str, re.Pattern[str], Callable[[re.Match[str]], bool], str]
_FORMATS: Final[tuple[_Format, ...]] = (
    ("a GitHub token", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36}\b"), _checksum_fits, "checksum fits"),
    ("a GitHub token", re.compile(r"\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b"), _varied, "known format"),
    ("an npm token", re.compile(r"\bnpm_[A-Za-z0-9]{36}\b"), _checksum_fits, "checksum fits"),
    ("a GitLab token", re.compile(r"\bglpat-[A-Za-z0-9_-]{20}\b"), _varied, "known format"),
    ("an AWS access key id", re.compile(r"\bAKIA[A-Z2-7]{16}\b"), _varied, "known format"),
    ("a Slack token", re.compile(r"\bxox[abprs]-\d{9,13}-[\w-]{20,}"), _varied, "known format"),
    ("a Slack webhook", re.compile(r"\bhttps://hooks\.slack\.com/services/T\w{8,}/B\w{8,}/\w{24}\b"), _varied, "known format"),
    ("a Google API key", re.compile(r"\bAIza[\w-]{35}\b"), _varied, "known format"),
    ("a Stripe key", re.compile(r"\b[sr]k_live_[A-Za-z0-9]{24,}\b"), _varied, "known format"),
    ("an API key", re.compile(r"\bsk-(?:proj-|ant-)[\w-]{40,}\b"), _varied, "known format"),
    ("a JSON Web Token", re.compile(r"\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{16,}"), _is_jwt, "head and payload decode"),
    ("a private key", re.compile(r"-----BEGIN (?:\w+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/=\s]{100,}"), lambda _m: True, "head and body"),
    ("a password in an address", re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://(?P<user>[^/\s:@'\"]{1,60}):(?P<password>[^/\s@'\"]{1,100})@(?P<host>[\w.-]+)"), _has_password, "user and password before a host"),
)  # fmt: skip
