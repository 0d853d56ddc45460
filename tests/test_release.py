"""The front door: workflows, templates, the changelog and the facts about the project agree."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest
import yaml

from mcptest import __version__

ROOT = Path(__file__).parents[1]
GITHUB = sorted((ROOT / ".github").rglob("*.yml"))
WORKFLOWS = [file for file in GITHUB if file.parent.name == "workflows"]


@pytest.fixture(scope="module")
def changelog():
    spec = importlib.util.spec_from_file_location("changelog", ROOT / "scripts" / "changelog.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    def write(**texts):
        for name, text in texts.items():
            slug, kind = name.split("_")
            (tmp_path / f"{slug}.{kind}.md").write_text(text, "utf-8")
        return tmp_path

    return write


def test_a_release_has_a_heading_for_each_kind_and_a_bullet_for_each_fragment(changelog, folder):
    section = changelog.assemble(
        folder(b_fixed="Two\nlines.\n", a_fixed="- One.\n", c_added="New."),
        version="1.2.3",
        date="2026-01-02",
    )
    assert section == (
        "## 1.2.3 (2026-01-02)\n\n### Added\n\n- New.\n\n### Fixed\n\n- One.\n- Two lines.\n"
    )


@pytest.mark.parametrize("texts", [{}, {"a_fixed": " \n"}, {"a_mended": "One."}])
def test_nothing_empty_or_misnamed_is_released(changelog, folder, texts):
    with pytest.raises(ValueError, match=r"changelog\.d"):
        changelog.assemble(folder(**texts), version="1.2.3", date="2026-01-02")


def test_a_section_is_put_in_once_below_what_is_unreleased(changelog):
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    section = "## 99.0.0 (2026-01-02)\n\n### Added\n\n- New.\n"
    longer = changelog.insert(log, section)
    assert longer.index("## Unreleased") < longer.index("## 99.0.0")
    with pytest.raises(ValueError, match=r"already has 99\.0\.0"):
        changelog.insert(longer, section)


def test_every_fragment_of_the_next_release_can_be_assembled(changelog):
    folder = ROOT / "changelog.d"
    if any(folder.glob("*.md")):
        section = changelog.assemble(folder, version=__version__, date="2026-01-02")
        assert section.count("\n- ") == len(list(folder.glob("*.md")))


def test_the_moved_fragments_are_gone(changelog, folder, monkeypatch, tmp_path):
    place = folder(a_added="New.")
    place.rename(tmp_path.parent / "changelog.d")
    root = tmp_path.parent
    (root / "CHANGELOG.md").write_text("# Changelog\n\n" + changelog._UNRELEASED, "utf-8")
    monkeypatch.setattr(changelog, "ROOT", root)
    monkeypatch.setattr(changelog, "current_version", lambda: "1.0.0")
    assert changelog.main([]) == 0
    assert "- New." in (root / "CHANGELOG.md").read_text("utf-8")
    assert list((root / "changelog.d").iterdir()) == []
    assert changelog.main([]) == 1  # nothing is left to release


@pytest.mark.parametrize("file", GITHUB, ids=lambda file: file.name)
def test_a_file_for_github_can_be_read(file):
    assert yaml.safe_load(file.read_text("utf-8"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_runs_only_what_make_knows_and_has_no_more_rights_than_it_needs(file):
    text = file.read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"run: make ([a-z-]+)", text)) <= targets
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_the_tests_run_on_every_python_that_is_promised():
    tests = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    promised = set(re.findall(r"Python :: (3\.\d+)", project))
    assert promised
    assert promised <= set(re.findall(r'"(3\.\d+)"', tests))


def test_the_citation_is_of_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited["version"] == __version__


def test_completion_offers_the_commands(monkeypatch, capfd):
    from mcptest.cli.main import run

    monkeypatch.setenv("_MCPTEST_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "mcptest com")
    monkeypatch.setenv("COMP_CWORD", "1")
    monkeypatch.setattr(sys, "argv", ["mcptest"])
    assert run([]) == 0
    assert capfd.readouterr().out == "plain,compare\nplain,compliance\n"
