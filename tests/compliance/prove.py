"""Show how the proofs of some rules end: ``python -m compliance.prove TOOL- RES-003`` in tests."""

from __future__ import annotations

import sys

from compliance.peer import corpora, grade_mock, memory, stdio
from mcptest.model.outcome import Status


def main(prefixes: list[str]) -> None:
    shown = 0
    for version, corpus in corpora().items():
        for rule in corpus:
            if rule.id.startswith(tuple(prefixes)) and rule.proof.transport != "http":
                shown += 1
                show(rule, version)
    print(f"{shown} looked at")  # noqa: T201


def show(rule, version) -> None:
    make = stdio if rule.proof.transport == "stdio" else memory
    for name, overrides in (("passes", rule.proof.passing), ("fails", rule.proof.failing)):
        case = grade_mock([rule], make(overrides, version), version, rule.proof.hints)[rule.id]
        good = {"passes": {Status.PASSED}, "fails": {Status.FAILED, Status.WARNED}}[name]
        said = [finding.message for finding in case.findings]
        print(  # noqa: T201
            "ok " if case.status in good else "BAD",
            rule.id,
            version.value,
            name,
            case.status.value,
            case.skip or "",
            said,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
