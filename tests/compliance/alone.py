"""Count the rules that break alone, all of them: ``python -m tests.compliance.alone [PREFIX …]``."""

import sys

from tests.compliance.peer import corpora
from tests.corpus.test_breaking_alone import broken_with

from mcptest.model.spec_version import SpecVersion


def main(prefixes):
    """Print every rule that takes others with it, and the sum; all of them take minutes."""
    alone = total = 0
    for version in (SpecVersion.V2025_11_25, SpecVersion.V2026_07_28):
        for rule in corpora()[version]:
            if rule.proof.transport is not None or not rule.id.startswith(prefixes):
                continue
            total += 1
            others = broken_with(rule, version)
            alone += not others
            if others:
                sys.stdout.write(f"{rule.id} {version.value}: {others}\n")
    sys.stdout.write(f"{alone} of {total} break alone\n")


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or "")
