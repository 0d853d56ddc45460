"""errors.md: every stable code, from the texts that ``explain`` prints."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.error_codes.catalogue import ErrorHelp, Family, families
from pages.markdown import page

_INTRO = """\
Look up a code from a message, such as `error[suite-unknown-key]`, or from the `id` of a finding in a report.
Codes are stable, so scripts can use them; the wording of messages may change.
`mcptest explain CODE` prints the same text.

Ids in capitals are [compliance rules](rules/index.md), [lint rules](lint/index.md) and [probes](probes.md), which have their own pages.
"""


def files() -> Iterator[tuple[str, str]]:
    yield "docs/reference/errors.md", page("Codes", _INTRO, *map(_family, families()))


def _family(family: Family) -> str:
    prefixes = f"KIND is one of {', '.join(family.prefixes)}." if family.prefixes else ""
    about = family.about.replace(". ", ".\n")
    entries = [_entry(entry, prefixed=bool(family.prefixes)) for entry in family.entries]
    return "\n\n".join([f"## {family.title}", "\n".join(filter(None, [about, prefixes])), *entries])


def _entry(entry: ErrorHelp, *, prefixed: bool) -> str:
    name = f"KIND-{entry.code}" if prefixed else entry.code
    return f"### `{name}`\n\n{entry.means}\n{entry.why}\n**What to do**: {entry.fix}"
