"""The place of a finding, for formats that only know files and lines."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from mcptest.model.finding import Finding
from mcptest.model.outcome import CaseResult


def place_of(case: CaseResult, finding: Finding, source: str | None) -> tuple[str, int, int]:
    """File, line and column; a finding about a live server is put on the file that started it."""
    if finding.where is not None:
        return finding.where.file, finding.where.line, finding.where.column
    return source or case.server or case.lane.value, 1, 1


def fingerprint(case: CaseResult, finding: Finding) -> str:
    """Stable from run to run: what and where, but no measured value and no line number."""
    if finding.security is not None and finding.security.fingerprint:
        return finding.security.fingerprint
    text = "\0".join([case.id, finding.id, finding.pointer or "", _steady(finding.message)])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fingerprints(pairs: Iterable[tuple[CaseResult, Finding]]) -> list[str]:
    """One for each, none twice: viewers drop what they have seen already."""
    met: Counter[str] = Counter()
    found = []
    for case, finding in pairs:
        print_ = fingerprint(case, finding)
        met[print_] += 1
        number = met[print_]
        text = f"{print_}\0{number}".encode()
        found.append(print_ if number == 1 else hashlib.sha256(text).hexdigest())
    return found


def _steady(message: str) -> str:
    return "".join("0" if char.isdigit() else char for char in message)
