"""Compare the rules of two revisions by their ``expect``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import VersionCorpus
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion


class Bucket(StrEnum):
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    ADDED = "added"
    REMOVED = "removed"


@record
class Change:
    """One place inside ``expect`` that differs."""

    pointer: str
    before: MaybeJson
    after: MaybeJson


@record
class DiffEntry:
    """One rule in both revisions, or in one of them."""

    rule_id: str
    bucket: Bucket
    before: Rule | None
    after: Rule | None
    changes: tuple[Change, ...] = ()

    @property
    def title(self) -> str:
        rule = self.after or self.before
        assert rule is not None
        return rule.title

    @property
    def migration(self) -> str | None:
        """How to get from the old form to the new one; the way back is written nowhere."""
        if self.after is None:
            return None
        if self.before is not None and self.before.revision >= self.after.revision:
            return None
        return self.after.migration


@record
class DiffSummary:
    changed: int = 0
    unchanged: int = 0
    added: int = 0
    removed: int = 0


@record
class VersionDiff:
    """All rules of both revisions, ordered by id."""

    old: SpecVersion
    new: SpecVersion
    entries: tuple[DiffEntry, ...]
    summary: DiffSummary

    def is_clean(self) -> bool:
        """Nothing that both revisions ask is asked differently."""
        return self.summary.changed == 0

    def changed_rules(self) -> Iterator[DiffEntry]:
        return (entry for entry in self.entries if entry.bucket is Bucket.CHANGED)

    def render_pretty(self, color: bool = False) -> str:  # noqa: FBT001, FBT002
        """The report for people; the public name has its flag by position."""
        from mcptest.compliance.revisions.diff_text import render

        return render(self, color=color)


def diff_versions(old: VersionCorpus, new: VersionCorpus) -> VersionDiff:
    """Compare two corpora; pure."""
    entries = tuple(
        _entry(rule_id, old.rules.get(rule_id), new.rules.get(rule_id))
        for rule_id in sorted({*old.rules, *new.rules})
    )
    counts = Counter(entry.bucket.value for entry in entries)
    summary = DiffSummary(**{bucket.value: counts[bucket.value] for bucket in Bucket})
    return VersionDiff(old.version, new.version, entries, summary)


def _entry(rule_id: str, before: Rule | None, after: Rule | None) -> DiffEntry:
    if before is None:
        return DiffEntry(rule_id, Bucket.ADDED, None, after)
    if after is None:
        return DiffEntry(rule_id, Bucket.REMOVED, before, None)
    changes = tuple(_changes("", expected(before), expected(after)))
    bucket = Bucket.CHANGED if changes else Bucket.UNCHANGED
    return DiffEntry(rule_id, bucket, before, after, changes)


def expected(rule: Rule | None) -> Json:
    """What a rule expects, as data; ``message`` is wording, which is not breakage."""
    if rule is None:
        return None
    return [{key: value for key, value in item.items() if key != "message"} for item in rule.expect]


def _changes(at: str, before: MaybeJson, after: MaybeJson) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _member_changes(at, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        for index in range(max(len(before), len(after))):
            old: MaybeJson = before[index] if index < len(before) else MISSING
            new: MaybeJson = after[index] if index < len(after) else MISSING
            yield from _changes(f"{at}/{index}", old, new)
    elif not same_json(before, after):
        yield Change(at, before, after)


def _member_changes(at: str, before: JsonObject, after: JsonObject) -> Iterator[Change]:
    for key in dict.fromkeys([*before, *after]):
        step = key.replace("~", "~0").replace("/", "~1")
        yield from _changes(f"{at}/{step}", before.get(key, MISSING), after.get(key, MISSING))
