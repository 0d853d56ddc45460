from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mcptest.compliance import VersionCorpus, load_all
from mcptest.compliance.corpus.version_corpus import BUILTIN
from mcptest.errors import FileProblemsError
from mcptest.model.spec_version import SpecVersion, UnknownSpecVersionError

RULE = (BUILTIN / "v2024-11-05" / "TOOL-001.yaml").read_text()
FIRST, SECOND = "v2024-11-05", "v2025-03-26"


def line_of(start: str) -> int:
    """The number of the first line of RULE that begins so."""
    return next(number for number, line in enumerate(RULE.split("\n"), 1) if line.startswith(start))


@pytest.fixture
def registry(tmp_path):
    (tmp_path / FIRST).mkdir()
    (tmp_path / FIRST / "TOOL-001.yaml").write_text(RULE)
    (tmp_path / SECOND).mkdir()
    (tmp_path / SECOND / "revision.yaml").write_text(f"extends: {FIRST}\n")
    return tmp_path


def load(registry: Path, version: str = SECOND) -> VersionCorpus:
    return VersionCorpus.load_dir(version, registry / version)


def problem(registry: Path, version: str = SECOND):
    with pytest.raises(FileProblemsError) as caught:
        load(registry, version)
    first = caught.value.problems[0]
    return first.code, Path(first.where.file).name, first.where.line


def test_a_folder_inherits_what_it_extends(registry):
    assert list(load(registry).rules) == ["TOOL-001"]
    assert len(load(registry)) == 1


def test_a_revision_may_remove_a_rule(registry):
    (registry / SECOND / "revision.yaml").write_text(f"extends: {FIRST}\nremoves: [TOOL-001]\n")
    assert list(load(registry)) == []


def test_removing_a_rule_that_never_was_is_named(registry):
    (registry / SECOND / "revision.yaml").write_text(f"extends: {FIRST}\nremoves: [TOOL-009]\n")
    assert problem(registry) == ("corpus-empty-removal", "revision.yaml", 2)


def test_removing_and_having_a_rule_is_named(registry):
    (registry / SECOND / "revision.yaml").write_text(f"extends: {FIRST}\nremoves: [TOOL-001]\n")
    (registry / SECOND / "TOOL-001.yaml").write_text(RULE)
    assert problem(registry)[0] == "corpus-empty-removal"


def test_a_circle_of_extends_is_named(registry):
    (registry / FIRST / "revision.yaml").write_text(f"extends: {SECOND}\n")
    assert problem(registry) == ("corpus-cycle", "revision.yaml", 1)


def test_extending_a_folder_that_is_not_there_is_named(registry):
    shutil.rmtree(registry / FIRST)
    assert problem(registry)[0] == "corpus-missing-revision"


def test_a_folder_that_is_not_there_is_named(registry):
    assert problem(registry, "draft")[0] == "corpus-missing"


def test_an_unknown_revision_is_refused():
    with pytest.raises(
        UnknownSpecVersionError, match="unknown compliance spec_version: v2025-6-18"
    ):
        VersionCorpus.load_dir("v2025-6-18", ".")


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        (RULE.replace("level: must", "level: mst"), 3),
        (RULE.replace("level: must", "level: should"), 3),
        (RULE.replace("keyword: schema", "keyword: shall"), 4),
        (RULE.replace("title:", "titel:"), 2),
        (RULE.replace("section: tools", "section: toolz"), 5),
        (RULE.replace("  - each: tools.pages\n", "  - eech: tools.pages\n"), line_of("  - each:")),
        (RULE + "extra: 1\n", RULE.count("\n") + 1),
        (RULE.replace("id: TOOL-001", "id: tool-1"), 1),
        (
            RULE.replace("observe: tools", "observe: {steps: [{as: x, live: true, raw: x}]}"),
            line_of("observe:"),
        ),
        (RULE + "id: TOOL-001\n", RULE.count("\n") + 1),
        ("", 1),
        ("[]\n", 1),
        ("id: [\n", 2),
        ("<<<<<<< ours\n", 1),
    ],
)
def test_a_broken_rule_is_named_with_its_line(registry, broken, line):
    (registry / FIRST / "TOOL-001.yaml").write_text(broken)
    assert problem(registry)[1:] == ("TOOL-001.yaml", line)


MINIMAL = {
    "id": "TEST-001",
    "title": "t",
    "level": "must",
    "section": "tools",
    "spec": "x",
    "why": "w",
    "fix": "f",
    "observe": "opening",
    "expect": [{"target": "session", "matcher": {"present": True}}],
    "proof": {"fails": []},
}


@pytest.mark.parametrize(
    "change",
    [
        {"why": ""},
        {"why": " "},
        {"title": 5},
        {"observe": 5},
        {"observe": {"steps": 5}},
        {"observe": {"steps": [{"as": "x"}]}},
        {"expect": []},
        {"needs": []},
        {"needs": {"transport": "carrier pigeon"}},
        {"check": "yes"},
        {"applies": [{"target": "x"}]},
        {"proof": {}},
    ],
)
def test_what_is_not_a_rule_is_refused(registry, change):
    (registry / FIRST / "TEST-001.yaml").write_text(json.dumps(MINIMAL))
    assert "TEST-001" in load(registry).rules
    (registry / FIRST / "TEST-001.yaml").write_text(json.dumps(MINIMAL | change))
    assert problem(registry)[1] == "TEST-001.yaml"


def test_a_level_may_differ_from_the_keyword_for_a_reason(registry):
    weaker = RULE.replace("level: must", "level: should\nlevel_reason: it is often missed")
    (registry / FIRST / "TOOL-001.yaml").write_text(weaker)
    assert load(registry).rules["TOOL-001"].level_reason == "it is often missed"


def test_a_rule_of_another_corpus_needs_no_keyword(registry):
    plain = RULE.replace("keyword: schema\n", "")
    (registry / FIRST / "TOOL-001.yaml").write_text(plain)
    assert load(registry).rules["TOOL-001"].keyword is None


def test_every_broken_rule_of_a_folder_is_named_at_once(registry):
    (registry / FIRST / "TOOL-001.yaml").write_text(RULE.replace("level: must", "level: mst"))
    (registry / FIRST / "TOOL-002.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(FileProblemsError) as caught:
        load(registry)
    names = {Path(p.where.file).name for p in caught.value.problems}
    assert names == {"TOOL-001.yaml", "TOOL-002.yaml"}


def test_two_files_cannot_have_one_id(registry):
    (registry / FIRST / "TOOL-007.yaml").write_text(RULE)
    assert problem(registry) == ("rule-invalid", "TOOL-007.yaml", 1)


@pytest.mark.parametrize(
    "text", ["extends: v2024\n", "removes: 5\n", "removes: [x]\n", "adds: []\n", "[1]\n", "a: [\n"]
)
def test_a_broken_revision_file_is_named(registry, text):
    (registry / SECOND / "revision.yaml").write_text(text)
    assert problem(registry)[1] == "revision.yaml"


def test_every_member_of_spec_version_has_a_folder_and_the_other_way_round():
    folders = {path.name for path in BUILTIN.iterdir() if path.is_dir()}
    assert folders == {version.value for version in SpecVersion}
    assert list(load_all()) == list(SpecVersion)
