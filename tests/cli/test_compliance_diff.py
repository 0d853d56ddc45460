"""``mcptest compliance diff`` and ``rules``: formats, exit codes, and folders that cannot be used."""

import json
import shutil

import pytest

from mcptest.compliance.corpus.version_corpus import BUILTIN
from mcptest.compliance.scorecard import scorecard_schema
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

OLD, NEW = "v2024-11-05", "v2025-06-18"
ADDED = ("ELICIT-001", "SAMPLE-001", "ROOTS-001", "RESTPL-001")


def test_a_diff_that_is_not_clean_is_a_one_and_names_what_moved(cli):
    said = cli("compliance", "diff", OLD, NEW)
    assert said.code == 1
    changed, _, added = said.out.partition("added (")
    assert "  PROTO-002  " in changed
    assert all(f"  {rule}  " in added for rule in ADDED)
    assert "      was: " in changed
    assert "transcript." not in changed


def test_looking_only_is_a_zero(cli):
    assert cli("compliance", "diff", OLD, NEW, "--exit-zero").code == 0
    assert cli("compliance", "diff", "v2026-07-28", "draft").code == 0
    assert cli("compliance", "diff", OLD, OLD).out.endswith(": 0 breaking changes\n")


def test_the_document_fits_its_schema(cli):
    found = json.loads(cli("compliance", "diff", OLD, NEW, "--format", "json").out)
    assert validator(document_schema("diff")).errors(found) == []
    entries = {entry["rule_id"]: entry for entry in found["entries"]}
    changed = entries["PROTO-002"]
    assert changed["bucket"] == "changed"
    assert [NEW[1:] in changed["spec"]["to"], OLD[1:] in changed["spec"]["from"]] == [True, True]
    assert changed["migration"]
    assert all(entries[rule]["from"] is None and entries[rule]["to"] for rule in ADDED)
    assert found["summary"]["changed"] == sum(e["bucket"] == "changed" for e in found["entries"])


def test_the_way_back_has_no_note(cli):
    found = json.loads(cli("compliance", "diff", NEW, OLD, "--format", "json").out)
    entries = {entry["rule_id"]: entry for entry in found["entries"]}
    assert entries["PROTO-002"]["bucket"] == "changed"
    assert entries["PROTO-002"]["migration"] is None
    assert entries["ELICIT-001"] | {"bucket": "removed", "to": None} == entries["ELICIT-001"]


@pytest.mark.parametrize("shape", ["text", "markdown", "json"])
def test_one_bucket_may_be_shown_alone(cli, shape):
    said = cli("compliance", "diff", OLD, NEW, "--only", "changed", "--format", shape)
    assert said.code == 1
    assert "PROTO-002" in said.out
    assert "ELICIT-001" not in said.out


def test_the_table_has_both_places_and_the_note(cli):
    said = cli("compliance", "diff", "v2025-11-25", "v2026-07-28", "--format", "markdown")
    row = next(line for line in said.out.splitlines() if line.startswith("| RES-003 |"))
    assert "[from](https://" in row
    assert "[to](https://" in row
    assert "-32602" in row
    assert row.count(" | ") == 5
    assert said.out.rstrip().endswith("breaking changes")


def test_a_table_of_nothing_is_one_line(cli):
    said = cli("compliance", "diff", OLD, OLD, "--format", "markdown", "--only", "changed")
    assert "| Rule |" not in said.out


def test_a_revision_that_nobody_knows_is_a_two_with_the_nearest(cli):
    said = cli("compliance", "diff", OLD, "v2025-6-18")
    assert said.code == 2
    assert "unknown compliance spec_version: v2025-6-18" in said.err
    assert f"did you mean {NEW.removeprefix('v')}?" in said.err


def test_the_rules_fit_their_schema(cli):
    found = json.loads(cli("compliance", "rules", "--format", "json").out)
    assert validator(document_schema("rules")).errors(found) == []
    one = json.loads(cli("compliance", "rules", "--format", "json", "--spec-version", OLD).out)
    assert len(one["rules"]) < len(found["rules"])


def test_the_rules_are_listed_for_people(cli):
    said = cli("compliance", "rules", "--spec-version", OLD)
    assert said.code == 0
    assert any(line.startswith("TOOL-001    must") for line in said.out.splitlines())
    assert "mcptest explain ID" in said.err


@pytest.mark.parametrize("name", ["diff", "rules", "scorecard", "catalog-diff", "run", "tools"])
def test_every_document_has_a_published_schema(cli, name):
    schema = json.loads(cli("schema", "--of", name).out)
    assert schema["$id"] == f"mcptest.{name}/v1"


def test_the_published_schema_of_a_scorecard_is_the_one_it_is_read_by():
    published = document_schema("scorecard")
    for member in published["properties"].values():
        member.pop("description", None)
    assert published == scorecard_schema()


@pytest.fixture
def registry(tmp_path):
    for version in (OLD, NEW):
        (tmp_path / version).mkdir()
    shutil.copy(BUILTIN / OLD / "TOOL-001.yaml", tmp_path / OLD)
    (tmp_path / NEW / "revision.yaml").write_text(f"# newer\nextends: {OLD}\n")
    return tmp_path


def test_another_folder_of_rules_may_be_compared(cli, registry):
    said = cli("compliance", "diff", OLD, NEW, "--registry", registry)
    assert (said.code, said.out) == (
        0,
        f"{OLD} → {NEW}\n\n0 changed, 0 added, 0 removed, 1 unchanged: 0 breaking changes\n",
    )


def spoil(registry, how):
    rule = (registry / OLD / "TOOL-001.yaml").read_text()
    match how:
        case "broken":
            file = registry / OLD / "TOOL-001.yaml"
            file.write_text(rule.replace("level: must", "level: mst"))
        case "twice":
            (registry / OLD / "TOOL-009.yaml").write_text(rule)
        case "cycle":
            (registry / OLD / "revision.yaml").write_text(f"notes: x\nextends: {NEW}\n")
        case "removal":
            file = registry / NEW / "revision.yaml"
            file.write_text(f"extends: {OLD}\nremoves:\n  - TOOL-404\n")
        case "parent":
            (registry / NEW / "revision.yaml").write_text("\nextends: v2025-03-26\n")
        case "yaml":
            (registry / OLD / "TOOL-001.yaml").write_text("id: [\n")
        case "folder":
            shutil.rmtree(registry / NEW)


@pytest.mark.parametrize(
    ("how", "code", "place"),
    [
        ("broken", "", "TOOL-001.yaml:3:"),
        ("twice", "rule-invalid", "TOOL-009.yaml:1:"),
        ("cycle", "corpus-cycle", "revision.yaml:2:1"),
        ("removal", "corpus-empty-removal", "revision.yaml:3:5"),
        ("parent", "corpus-missing-revision", "revision.yaml:2:1"),
        ("yaml", "", "TOOL-001.yaml:"),
        ("folder", "corpus-missing", f"{NEW}:1:1"),
    ],
)
@pytest.mark.parametrize("command", ["diff", "rules", "run"])
def test_a_folder_that_cannot_be_used_is_a_two_with_its_place(
    cli, registry, how, code, place, command, tiny
):
    spoil(registry, how)
    words = {
        "diff": ("diff", OLD, NEW),
        "rules": ("rules", "--spec-version", NEW),
        "run": ("run", "--spec-version", NEW, *tiny),
    }[command]
    said = cli("compliance", words[0], "--registry", registry, *words[1:])
    assert said.code == 2
    assert f"error[{code}" in said.err
    assert place in said.err
