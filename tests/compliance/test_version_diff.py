from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance import VersionCorpus, diff_versions
from mcptest.compliance.corpus.version_corpus import BUILTIN
from mcptest.compliance.revisions.diff_text import document, render_markdown
from mcptest.compliance.revisions.version_diff import Bucket
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion

PAIRS = list(permutations(SpecVersion, 2))
MIRROR = {
    Bucket.ADDED: Bucket.REMOVED,
    Bucket.REMOVED: Bucket.ADDED,
    Bucket.CHANGED: Bucket.CHANGED,
    Bucket.UNCHANGED: Bucket.UNCHANGED,
}


def diff(old, new):
    return diff_versions(corpora()[SpecVersion(old)], corpora()[SpecVersion(new)])


def buckets(found):
    return {entry.rule_id: entry.bucket for entry in found.entries}


@pytest.mark.parametrize("version", list(SpecVersion))
def test_a_revision_against_itself_is_clean(version):
    found = diff(version, version)
    assert found.is_clean()
    assert found.summary.unchanged == len(found.entries) == len(corpora()[version])


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_every_ordered_pair_keeps_the_laws(old, new):
    found, mirrored = diff(old, new), diff(new, old)
    union = {*corpora()[old].rules, *corpora()[new].rules}
    assert [entry.rule_id for entry in found.entries] == sorted(union)
    counts = found.summary
    assert counts.changed + counts.unchanged + counts.added + counts.removed == len(union)
    assert {rule: MIRROR[bucket] for rule, bucket in buckets(found).items()} == buckets(mirrored)
    assert found.is_clean() == (not list(found.changed_rules()))


def test_the_facts_that_the_documentation_names_hold():
    early = buckets(diff("v2024-11-05", "v2025-06-18"))
    assert early["PROTO-002"] is Bucket.CHANGED
    for rule in ("ELICIT-001", "SAMPLE-001", "ROOTS-001", "RESTPL-001"):
        assert early[rule] is Bucket.ADDED
    assert buckets(diff("v2024-11-05", "draft"))["PROTO-008"] is Bucket.UNCHANGED
    first, last = corpora()[SpecVersion("v2024-11-05")], corpora()[SpecVersion("draft")]
    assert first.rules["PROTO-008"].level is not last.rules["PROTO-008"].level
    assert diff("v2026-07-28", "draft").is_clean()
    assert not diff("v2024-11-05", "draft").is_clean()


def test_an_entry_says_what_moved_inside_expect():
    entry = next(e for e in diff("v2025-11-25", "v2026-07-28").entries if e.rule_id == "RES-003")
    assert [(c.pointer, c.before, c.after) for c in entry.changes] == [
        ("/0/matcher/exact", -32002, -32602)
    ]
    assert "-32602" in entry.migration


def test_the_report_for_people_names_the_rule_both_sides_and_the_way():
    text = diff("v2025-11-25", "v2026-07-28").render_pretty(False)
    assert "RES-003" in text
    assert "expected: -32002 → -32602" in text
    assert "specification/2025-11-25/server/resources" in text
    assert "to migrate: Replace -32002 with -32602" in text
    assert "\x1b" not in text
    assert "\x1b[31m" in diff("v2025-11-25", "v2026-07-28").render_pretty(True)


def test_the_document_and_the_table_hold_the_same_entries():
    found = diff("v2024-11-05", "v2025-06-18")
    data = document(found)
    assert (data["schema"], data["from"], data["to"]) == (
        "mcptest.diff/v1",
        "v2024-11-05",
        "v2025-06-18",
    )
    assert data["clean"] is False
    entries = {entry["rule_id"]: entry for entry in data["entries"]}
    assert entries["ELICIT-001"]["from"] is None
    assert entries["PROTO-002"]["changes"][0]["to"] == {"type": "object"}
    only = document(found, only=[Bucket.CHANGED])
    assert {entry["bucket"] for entry in only["entries"]} == {"changed"}
    assert "| PROTO-002 | changed |" in render_markdown(found)


def test_load_dir_takes_both_spellings_and_follows_extends():
    one = VersionCorpus.load_dir("2025-06-18", BUILTIN / "v2025-06-18")
    other = VersionCorpus.load_dir("v2025-06-18", str(BUILTIN / "v2025-06-18"))
    assert list(one.rules) == list(other.rules) == sorted(one.rules)
    assert one.since["TOOL-001"] is SpecVersion.V2024_11_05
    assert one.since["ELICIT-001"] is SpecVersion.V2025_06_18


def rewritten(version, rule_id, **changes):
    """The corpus with one rule told otherwise."""
    corpus = corpora()[SpecVersion(version)]
    rule = replace(corpus.rules[rule_id], **changes)
    return replace(corpus, rules={**corpus.rules, rule_id: rule})


def changes_of(before, after):
    old = rewritten("draft", "TOOL-001", expect=before)
    new = rewritten("draft", "TOOL-001", expect=after)
    found = next(e for e in diff_versions(old, new).entries if e.rule_id == "TOOL-001")
    return [(change.pointer, change.before, change.after) for change in found.changes]


def test_wording_is_not_breakage():
    one, other = [{"target": "a", "message": "one"}], [{"target": "a", "message": "other"}]
    assert changes_of(one, other) == []


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([{"a/b~c": 1}], [{"a/b~c": 2}], ("/0/a~1b~0c", 1, 2)),
        ([{"x": None}], [{}], ("/0/x", None, MISSING)),
        ([{}], [{"x": None}], ("/0/x", MISSING, None)),
        ([{"x": [1]}], [{"x": [1, 2]}], ("/0/x/1", MISSING, 2)),
        ([{"x": [1, 2]}], [{"x": [1]}], ("/0/x/1", 2, MISSING)),
        ([{"x": 1}], [{"x": True}], ("/0/x", 1, True)),
    ],
)
def test_each_place_that_moved_is_named_by_its_pointer(before, after, found):
    assert changes_of(before, after) == [found]


def test_an_unchanged_entry_has_both_sides():
    for entry in diff("draft", "draft").entries:
        assert entry.before is entry.after is not None


def test_the_report_is_plain_unless_colour_is_asked_for():
    assert "\x1b" not in diff("v2025-11-25", "v2026-07-28").render_pretty()
