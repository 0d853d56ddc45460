"""Load every revision once and compare all ordered pairs: must stay under a second."""

from __future__ import annotations

from itertools import permutations
from time import perf_counter

from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.compliance.revisions.version_diff import diff_versions

LIMIT = 1.0


def main() -> None:
    begun = perf_counter()
    corpora = load_all()
    loaded = perf_counter()
    diffs = [diff_versions(corpora[old], corpora[new]) for old, new in permutations(corpora, 2)]
    done = perf_counter()
    entries = sum(len(diff.entries) for diff in diffs)
    print(f"load {len(corpora)} revisions: {(loaded - begun) * 1000:.0f} ms")
    print(f"diff {len(diffs)} ordered pairs, {entries} entries: {(done - loaded) * 1000:.1f} ms")
    assert done - begun < LIMIT, "all pairs must be compared within a second"


if __name__ == "__main__":
    main()
