"""Mask secrets in everything that leaves the program; one redactor for all outputs."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from mcptest.model.finding import Finding, SecurityFacts
from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.json import Json, MaybeJson, Missing
from mcptest.model.outcome import CaseResult, Said
from mcptest.model.record import with_changes
from mcptest.model.run import CallRecord, ServerFacts
from mcptest.model.secret_names import (
    can_be_masked,
    holds_a_secret,
    may_name_a_secret,
    names_a_secret,
)

MASK = "[redacted]"
_SHORTEST_PART = 8
_CUT = "…"

# Each begins with a letter, so that the search skips to it; that no word ends before it is asked
# after, since a pattern that begins with \b is tried at every character: ten times the cost.
_LOOKS_SECRET = re.compile(
    r"""(?x)
    [spr](?<!\w.)k[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}
    | g(?<!\w.)(?:h[pousr]_[A-Za-z0-9]{20,}|ithub_pat_[A-Za-z0-9_]{20,}|lpat-[A-Za-z0-9_-]{16,})
    | x(?<!\w.)ox[abprs]-[A-Za-z0-9-]{10,}
    | A(?<!\w.)(?:KIA[0-9A-Z]{16}\b|Iza[0-9A-Za-z_-]{30,})
    | e(?<!\w.)yJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*
    | -----BEGIN\ [A-Z ]*PRIVATE\ KEY-----[^-]*(?:-----END\ [A-Z ]*PRIVATE\ KEY-----)?
    """
)


@cache
def _bearer() -> re.Pattern[str]:
    return re.compile(r"(?i)\b(bearer\s+)(?![\w-]+=[\"'])[A-Za-z0-9._~+/=-]{6,}")


@cache
def _userinfo() -> re.Pattern[str]:
    return re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^/\s:@]+:[^/\s@]+@")


@cache
def _parameter() -> re.Pattern[str]:
    """A parameter of an address; one that names a variable shows nothing."""
    return re.compile(r"(?P<name>(?<=[?&])[\w.-]{1,80})=(?!\$\{)[^&#\s\"'<>`]+")


def _without_parameter(found: re.Match[str]) -> str:
    return f"{found['name']}={MASK}" if names_a_secret(found["name"]) else found[0]


_MOST_LEARNED = 256
_learned: tuple[str, ...] = ()


def learn_secrets(secrets: Iterable[str]) -> None:
    """Hide these from now on, whichever redactor is asked.

    A token comes in the middle of a run, when redactors have been made and handed around; what
    one part of the program learned, no other part may show.
    """
    global _learned  # noqa: PLW0603
    new = [each for each in secrets if can_be_masked(each) and each not in _learned]
    _learned = (*_learned, *new)[-_MOST_LEARNED:] if new else _learned


def look_like_secrets(text: str) -> Iterator[int]:
    """Where a text holds something that looks like a key or token."""
    return (found.start() for found in _LOOKS_SECRET.finditer(text))


class Redactor:
    """Replaces declared secrets, what looks like one, and names that differ in every run."""

    def __init__(
        self, secrets: Iterable[str] = (), *, names: Mapping[str, str] | None = None
    ) -> None:
        self._names = {} if names is None else names  # more may come during the run
        self._secrets = {secret for secret in secrets if can_be_masked(secret)}
        self._known_texts: dict[str, str] = {}
        self._learn()

    def _learn(self) -> None:
        self._learned = _learned
        forms = {form for secret in self._secrets.union(_learned) for form in _forms(secret)}
        self._forms = sorted(forms, key=lambda form: (-len(form), form))
        self._known = re.compile("|".join(map(re.escape, self._forms))) if forms else None
        beginnings = {re.escape(form[:_SHORTEST_PART]) for form in forms}
        self._begun = re.compile("|".join(sorted(beginnings))) if forms else None
        self._known_texts.clear()

    def leaves(self, text: str) -> bool:
        """Whether ``json`` would surely change nothing in what this JSON text says.

        One look at the whole text instead of one at each key and value; an escape could hide
        a secret from it.
        """
        return "\\" not in text and not may_name_a_secret(text) and self._leaves_text(text)

    def _leaves_text(self, text: str) -> bool:
        """Whether ``text`` would surely change nothing in any of these lines."""
        if _learned is not self._learned:
            self._learn()
        if "://" in text or self._names or (self._begun is not None and self._begun.search(text)):
            return False
        return not _LOOKS_SECRET.search(text) and "bearer" not in text.lower()

    def text(self, text: str) -> str:
        if _learned is not self._learned:
            self._learn()
        for name, shown in self._names.items():
            text = text.replace(name, shown)
        if self._known is not None:
            text = self._without_beginnings(self._known.sub(MASK, text))
        text = _LOOKS_SECRET.sub(MASK, text)
        if "bearer" in text.lower():
            text = _bearer().sub(rf"\g<1>{MASK}", text)
        if "://" not in text:
            return text
        text = _userinfo().sub(rf"\g<1>{MASK}@", text)
        return _parameter().sub(_without_parameter, text) if "=" in text else text

    def _without_beginnings(self, text: str) -> str:
        """A text may have been cut in the middle of a secret: at its end, or before a mark."""
        parts = text.split(_CUT)
        for index, part in enumerate(parts):
            for form in self._forms:
                shown = _overlap(part, form)
                if shown >= _SHORTEST_PART:
                    parts[index] = part[:-shown] + MASK
                    break
        return _CUT.join(parts)

    def json(self, value: Json) -> Json:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.json(item) for item in value]
        if isinstance(value, dict):
            return {self.text(key): self._member(key, item) for key, item in value.items()}
        return value

    def _member(self, key: str, value: Json) -> Json:
        if isinstance(value, str) and holds_a_secret(key, value):
            return MASK
        return self.json(value)

    def maybe(self, value: MaybeJson) -> MaybeJson:
        return value if isinstance(value, Missing) else self.json(value)

    def finding(self, finding: Finding) -> Finding:
        exchange = finding.exchange and replace(
            finding.exchange,
            request=self.maybe(finding.exchange.request),
            reply=self.maybe(finding.exchange.reply),
        )
        where = finding.where and replace(finding.where, text=self.text(finding.where.text))
        return replace(
            finding,
            message=self.text(finding.message),
            help=finding.help and self._often(finding.help),
            expected=self.maybe(finding.expected),
            actual=self.maybe(finding.actual),
            exchange=exchange,
            where=where,
            security=finding.security and self._facts(finding.security),
        )

    def _facts(self, facts: SecurityFacts) -> SecurityFacts:
        signals = tuple(replace(one, excerpt=self.text(one.excerpt)) for one in facts.signals)
        excerpt = facts.excerpt and self.text(facts.excerpt)
        return replace(facts, signals=signals, excerpt=excerpt)

    def _often(self, text: str) -> str:
        """For the same few texts that stand in most results of a run."""
        if text not in self._known_texts:
            self._known_texts[text] = self.text(text)
        return self._known_texts[text]

    def server(self, facts: ServerFacts) -> ServerFacts:
        """A server may put what it was given into its own name."""
        info = facts.info and {key: self._member(key, value) for key, value in facts.info.items()}
        return replace(facts, info=info)

    def _said(self, said: Said) -> Said:
        method, about = self._often(said.method), said.about and self._often(said.about)
        same = method == said.method and about == said.about
        return said if same else replace(said, method=method, about=about)

    def call(self, record: CallRecord) -> CallRecord:
        """A tool may be named after what its server was given."""
        return replace(record, tool=self.text(record.tool))

    def compliance(self, graded: Compliance) -> Compliance:
        """Its rules come from results that were masked; reasons are the server's own words."""
        notes = (gate.note and self.text(gate.note) for gate in graded.gates)
        return replace(
            graded,
            reason=graded.reason and self.text(graded.reason),
            gates=tuple(map(_with_note, graded.gates, notes)),
            revisions=tuple(map(self.compliance, graded.revisions)),
        )

    def result(self, result: CaseResult) -> CaseResult:
        if self._leaves_result(result):
            return result
        changes = {
            "id": self.text(result.id),
            "name": self.text(result.name),
            "targets": {key: self.json(value) for key, value in result.targets.items()},
            "findings": tuple(map(self.finding, result.findings)),
            "notes": tuple(map(self.text, result.notes)),
            "skip": result.skip and replace(result.skip, detail=self.text(result.skip.detail)),
            "said": tuple(map(self._said, result.said)),
        }
        differs = any(getattr(result, name) != value for name, value in changes.items())
        return with_changes(result, **changes) if differs else result

    def _leaves_result(self, result: CaseResult) -> bool:
        """Whether nothing changes in one that says little, as of most tests that passed."""
        if result.findings or result.notes or result.skip is not None:
            return False
        if not self._leaves_text(f"{result.name}\n{result.id}"):
            return False
        for said in result.said:
            if self._said(said) is not said:
                return False
        return all(isinstance(value, int | float) for value in result.targets.values())


def _with_note(gate: GateVerdict, note: str | None) -> GateVerdict:
    return replace(gate, note=note)


def _overlap(text: str, form: str) -> int:
    """How many characters of the beginning of a secret the text ends with."""
    longest = min(len(text), len(form) - 1)
    at = text.find(form[:_SHORTEST_PART], len(text) - longest)
    while at != -1:
        if form.startswith(text[at:]):
            return len(text) - at
        at = text.find(form[:_SHORTEST_PART], at + 1)
    return 0


def _forms(secret: str) -> Iterable[str]:
    """The secret as it is, and as base64, a URL or a JSON text would carry it."""
    from urllib.parse import quote

    raw = secret.encode("utf-8", "surrogateescape")  # a variable need not be UTF-8
    yield base64.b64encode(raw).decode().rstrip("=")
    yield base64.urlsafe_b64encode(raw).decode().rstrip("=")
    yield quote(raw, safe="")
    yield quote(raw, safe="/")
    level = {secret}
    for _ in range(3):  # JSON in a text, and a text with JSON shown as JSON
        yield from level
        level = {
            json.dumps(form, ensure_ascii=ascii_only)[1:-1]
            for form in level
            for ascii_only in (True, False)
        }
