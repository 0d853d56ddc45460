"""A version diff for people, and as the ``mcptest.diff/v1`` document."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from mcptest.compliance.revisions.version_diff import Bucket, Change, DiffEntry, VersionDiff
from mcptest.model.counted import counted
from mcptest.model.json import JsonObject, MaybeJson, Missing

_COLOURS = {Bucket.CHANGED: "31", Bucket.ADDED: "32", Bucket.REMOVED: "33", Bucket.UNCHANGED: "2"}
_SHOWN = (Bucket.CHANGED, Bucket.ADDED, Bucket.REMOVED)


def render(diff: VersionDiff, *, color: bool, only: Collection[Bucket] = _SHOWN) -> str:
    """One block for each bucket that has entries, then the count of all four."""
    lines = [f"{diff.old.value} → {diff.new.value}"]
    for bucket in [bucket for bucket in Bucket if bucket in only]:
        entries = [entry for entry in diff.entries if entry.bucket is bucket]
        if entries:
            lines += ["", _paint(f"{bucket.value} ({len(entries)})", bucket, color=color)]
            lines += [line for entry in entries for line in _entry_lines(entry)]
    return "\n".join([*lines, "", _total(diff)]) + "\n"


def _total(diff: VersionDiff) -> str:
    counts = diff.summary
    return (
        f"{counts.changed} changed, {counts.added} added, {counts.removed} removed, "
        f"{counts.unchanged} unchanged: {counted(counts.changed, 'breaking change')}"
    )


def _entry_lines(entry: DiffEntry) -> list[str]:
    lines = [f"  {entry.rule_id}  {entry.title}"]
    lines += [f"      {line}" for line in _change_lines(entry)]
    if entry.bucket is Bucket.CHANGED:
        lines += [f"      {rule.spec_url}" for rule in (entry.before, entry.after) if rule]
        lines += [f"      to migrate: {entry.migration}"] if entry.migration else []
    return lines


def _change_lines(entry: DiffEntry) -> Iterator[str]:
    """The old requirement and the values that changed; the document has every detail."""
    renamed = entry.before is not None and entry.before.title != entry.title
    if entry.before is not None and renamed:
        yield f"was: {entry.before.title}"
    values = [change for change in entry.changes if change.pointer.endswith("/exact")]
    yield from (f"expected: {_short(one.before)} → {_short(one.after)}" for one in values)
    if entry.changes and not values and not renamed:
        yield "the expectation changed (use --format json to see how)"


def _short(value: MaybeJson, limit: int = 90) -> str:
    if isinstance(value, Missing):
        return "any"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _paint(text: str, bucket: Bucket, *, color: bool) -> str:
    return f"\x1b[{_COLOURS[bucket]}m{text}\x1b[0m" if color else text


def document(diff: VersionDiff, *, only: Collection[Bucket] = tuple(Bucket)) -> JsonObject:
    """The machine-readable form; ``from`` and ``to`` are what each side expects."""
    counts = diff.summary
    return {
        "schema": "mcptest.diff/v1",
        "from": diff.old.value,
        "to": diff.new.value,
        "clean": diff.is_clean(),
        "summary": {
            "changed": counts.changed,
            "unchanged": counts.unchanged,
            "added": counts.added,
            "removed": counts.removed,
        },
        "entries": [_entry_document(entry) for entry in diff.entries if entry.bucket in only],
    }


def _entry_document(entry: DiffEntry) -> JsonObject:
    return {
        "rule_id": entry.rule_id,
        "bucket": entry.bucket.value,
        "title": entry.title,
        "from": list(entry.before.expect) if entry.before else None,
        "to": list(entry.after.expect) if entry.after else None,
        "spec": {
            "from": entry.before.spec_url if entry.before else None,
            "to": entry.after.spec_url if entry.after else None,
        },
        "migration": entry.migration,
        "changes": [_change_document(change) for change in entry.changes],
    }


def _change_document(change: Change) -> JsonObject:
    document: JsonObject = {"pointer": change.pointer}
    if not isinstance(change.before, Missing):
        document["from"] = change.before
    if not isinstance(change.after, Missing):
        document["to"] = change.after
    return document


def render_markdown(diff: VersionDiff, *, only: Collection[Bucket] = _SHOWN) -> str:
    """The same report as a table, for a comment or a change log."""
    lines = [f"## {diff.old.value} → {diff.new.value}", ""]
    rows = [_row(entry) for entry in diff.entries if entry.bucket in only]
    if rows:
        lines += ["| Rule | Bucket | Title | What changed | Spec | To migrate |"]
        lines += ["|---|---|---|---|---|---|", *rows, ""]
    return "\n".join([*lines, _total(diff)]) + "\n"


def _row(entry: DiffEntry) -> str:
    moved = "<br>".join(_change_lines(entry))
    sides = {"from": entry.before, "to": entry.after}
    spec = " ".join(f"[{side}]({rule.spec_url})" for side, rule in sides.items() if rule)
    cells = [entry.rule_id, entry.bucket.value, entry.title, moved, spec, entry.migration or ""]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
