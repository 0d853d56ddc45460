"""The built file of rules: made once, made anew when a rule changes, and never trusted half."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mcptest.compliance.corpus import built
from mcptest.compliance.corpus.version_corpus import BUILTIN, Registry, builtin
from mcptest.errors import FileProblemsError
from mcptest.model.spec_version import SpecVersion
from mcptest.prebuilt import dump

FIRST = "v2024-11-05"


@pytest.fixture
def package(tmp_path):
    """A corpus of one rule, with a cache that is still empty."""
    (tmp_path / "rules" / FIRST).mkdir(parents=True)
    shutil.copy(BUILTIN / FIRST / "TOOL-001.yaml", tmp_path / "rules" / FIRST)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "claims.yaml").write_text("results: {}\n")
    return tmp_path


def load(package: Path):
    return built.rules_in(package).load()


def kept(package: Path) -> list[Path]:
    return sorted((package / "corpus" / "__pycache__").iterdir())


def titles(found) -> list:
    return [
        rule["title"] for folder in found["folders"].values() for rule in folder["rules"].values()
    ]


def change(package: Path) -> None:
    """Another title of the same length, at the same time: only the content tells."""
    file = package / "rules" / FIRST / "TOOL-001.yaml"
    before = file.stat()
    text = file.read_text()
    at = text.index("title: ") + len("title: ")
    file.write_text(f"{text[:at]}Z{text[at + 1 :]}")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size


def forbid_reading(monkeypatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the YAML files are read")

    monkeypatch.setattr(built, "read_folder", refuse)


def test_the_files_are_read_once(package, monkeypatch):
    first = load(package)
    forbid_reading(monkeypatch)
    assert load(package) == first


def test_a_changed_rule_is_read_anew_and_the_old_file_goes(package):
    before = load(package)
    (old,) = kept(package)
    change(package)
    after = load(package)
    assert titles(after) != titles(before)
    assert titles(after)[0].startswith("Z")
    assert old not in kept(package)
    assert len(kept(package)) == 1


@pytest.mark.parametrize("move", ["added", "removed", "renamed", "claims"])
def test_every_other_change_is_noticed(package, move):
    load(package)
    rule = package / "rules" / FIRST / "TOOL-001.yaml"
    if move == "added":
        shutil.copy(BUILTIN / FIRST / "TOOL-002.yaml", rule.parent)
    elif move == "removed":
        rule.unlink()
    elif move == "renamed":
        rule.rename(rule.with_name("TOOL-009.yaml"))
    else:
        (package / "corpus" / "claims.yaml").write_text("errors: {}\n")
    if move == "renamed":
        with pytest.raises(FileProblemsError):
            load(package)
        return
    found = load(package)
    assert len(titles(found)) == {"added": 2, "removed": 0, "claims": 1}[move]
    assert found["claims"] == ({"errors": {}} if move == "claims" else {"results": {}})


@pytest.mark.parametrize("text", ["", "{", "[]", '{"digest": "other"}', "\0\0"])
def test_a_damaged_file_is_built_again(package, text):
    whole = load(package)
    (file,) = kept(package)
    file.write_text(text)
    assert load(package) == whole
    assert json.loads(file.read_text())["data"] == whole


def test_a_folder_that_cannot_be_written_costs_time_and_nothing_else(package):
    (package / "corpus" / "__pycache__").write_text("a file where the folder should be")
    assert titles(load(package))
    assert (package / "corpus" / "__pycache__").is_file()


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="a folder that root cannot write to"
)
def test_a_read_only_folder_costs_time_and_nothing_else(package):
    (package / "corpus" / "__pycache__").mkdir(mode=0o500)
    assert titles(load(package))
    assert kept(package) == []


def test_many_may_build_at_once(package):
    code = (
        "import sys; from pathlib import Path; from mcptest.compliance.corpus.built import rules_in\n"
        "print(len(rules_in(Path(sys.argv[1])).load()['folders']))"
    )

    def run(_: int) -> str:
        command = [sys.executable, "-c", code, str(package)]
        return subprocess.run(command, capture_output=True, check=True, timeout=25).stdout.decode()

    with ThreadPoolExecutor(4) as pool:
        said = set(pool.map(run, range(6)))
    assert said == {"1\n"}
    assert len(kept(package)) == 1


def test_a_shipped_file_is_used_without_looking_at_the_others(package, monkeypatch):
    made = built.rules_in(package).whole()
    (package / "corpus" / "rules.json").write_bytes(dump(made))
    shutil.rmtree(package / "rules")
    forbid_reading(monkeypatch)
    assert load(package) == made["data"]


def test_a_broken_rule_is_named_and_nothing_is_kept(package):
    (package / "rules" / FIRST / "TOOL-002.yaml").write_text("id: TOOL-002\n")
    with pytest.raises(FileProblemsError) as caught:
        load(package)
    assert {Path(problem.where.file).name for problem in caught.value.problems} == {"TOOL-002.yaml"}
    assert not (package / "corpus" / "__pycache__").exists()


def test_the_built_rules_are_those_of_the_files():
    read = Registry(BUILTIN).all()
    assert read == builtin().all()
    assert list(read) == list(SpecVersion)


def test_one_corpus_is_put_together_once():
    one = builtin()
    assert one.at(SpecVersion.V2025_11_25) is one.at(SpecVersion.V2025_11_25)
